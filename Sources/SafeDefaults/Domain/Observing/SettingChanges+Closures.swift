public import Dispatch

extension SettingChanges {
    /// Calls a closure with each change, before the setter that makes the change returns.
    ///
    /// Use this method for several settings, a key or a whole domain. For one setting,
    /// ``SafeDefaults/observe(_:initial:fileID:line:_:)`` is shorter. Both methods behave as described there. The
    /// closure is called for each change made by the program itself; the buffering policy has no effect.
    ///
    /// ```swift
    /// let observation = login.changes().observe { print("changed:", $0.changedKeys()) }
    /// ```
    ///
    /// - Parameters:
    ///   - initial: Whether to call the closure once before this method returns, with the current value as both the old
    ///     and the new value.
    ///   - handler: The closure.
    /// - Returns: A token. Keep it alive to keep receiving calls.
    public func observe(
        initial: Bool = false, _ handler: @escaping @Sendable (Change<Value>) -> Void
    ) -> DefaultsObservation {
        observed.observe(initial: initial, handler)
    }

    /// Calls a closure on a dispatch queue with each change, in order.
    ///
    /// Setters don't wait for the closure. The closure is called for each change, even if it is slow. Values are
    /// decoded on the queue, so they needn't be `Sendable`.
    ///
    /// ```swift
    /// let queue = DispatchQueue(label: "login")
    /// let observation = login.changes(of: \.attempts).observe(on: queue) { print($0.newValue) }
    /// ```
    ///
    /// - Parameters:
    ///   - initial: Whether to call the closure with the current value first.
    ///   - queue: The queue. A concurrent queue may call the closure for several changes at once.
    ///   - handler: The closure.
    /// - Returns: A token. Keep it alive to keep receiving calls.
    public func observe(
        initial: Bool = false, on queue: DispatchQueue, _ handler: @escaping @Sendable (Change<Value>) -> Void
    ) -> DefaultsObservation {
        observed.observe(initial: initial, on: queue, handler)
    }

    /// Calls a closure on the main actor with each change, in order.
    ///
    /// Setters don't wait for the closure, because a task calls it. If the token is cancelled on the main actor, no
    /// further call begins. For one setting, ``SafeDefaults/observe(_:initial:on:fileID:line:_:)`` is shorter.
    ///
    /// ```swift
    /// let observation = login.changes(of: \.attempts, \.theme).observe(on: MainActor.self) { change in
    ///     print("now", change.newValue)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - initial: Whether to call the closure with the current value first.
    ///   - actor: `MainActor.self`.
    ///   - handler: The closure.
    /// - Returns: A token. Keep it alive to keep receiving calls.
    public func observe(
        initial: Bool = false, on actor: MainActor.Type,
        _ handler: @escaping @MainActor @Sendable (Change<Value>) -> Void
    ) -> DefaultsObservation {
        observed.observe(initial: initial, onMainActor: handler)
    }

    /// Calls a closure on an actor with each change, one after the other.
    ///
    /// Setters don't wait for the closure, because a task calls it. Each call begins after the previous one has
    /// returned, even if the closure suspends.
    ///
    /// ```swift
    /// actor Journal {
    ///     var lines: [String] = []
    /// }
    /// let journal = Journal()
    /// let observation = login.changes(of: \.attempts).observe(on: journal) { journal, change in
    ///     journal.lines.append("\(change.newValue)")
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - initial: Whether to call the closure with the current value first.
    ///   - actor: The actor, which the observation keeps alive.
    ///   - handler: The closure.
    /// - Returns: A token. Keep it alive to keep receiving calls.
    public func observe<Target: Actor>(
        initial: Bool = false, on actor: Target,
        _ handler: @escaping @Sendable (isolated Target, Change<Value>) async -> Void
    ) -> DefaultsObservation {
        observed.observe(initial: initial, on: actor, handler)
    }
}
