public import Dispatch

extension DefaultsChanges {
    /// Calls a closure with each change, before the setter that made it returns.
    ///
    /// For several settings, a key or a whole domain; for one setting,
    /// ``SafeDefaults/observe(_:initial:fileID:line:_:)`` is shorter, and says how it behaves.
    ///
    /// ```swift
    /// let observation = login.changes().observe { print("changed:", $0.changedKeys()) }
    /// ```
    ///
    /// The buffering policy plays no part: every own change is told.
    ///
    /// - Parameters:
    ///   - initial: Whether to call the closure once before this returns, with the value now as old and new.
    ///   - handler: The closure.
    /// - Returns: The token; keep it.
    public func observe(
        initial: Bool = false, _ handler: @escaping @Sendable (Change<Value>) -> Void
    ) -> DefaultsObservation {
        observed.observe(initial: initial, handler)
    }

    /// Calls a closure on a queue with each change, in order.
    ///
    /// - Parameters:
    ///   - initial: Whether to call the closure once with the value now, too.
    ///   - queue: The queue; a concurrent one may call for several changes at once.
    ///   - handler: The closure.
    /// - Returns: The token; keep it.
    public func observe(
        initial: Bool = false, on queue: DispatchQueue, _ handler: @escaping @Sendable (Change<Value>) -> Void
    ) -> DefaultsObservation {
        observed.observe(initial: initial, on: queue, handler)
    }

    /// Calls a closure on the main actor with each change, in order.
    ///
    /// - Parameters:
    ///   - initial: Whether to call the closure once with the value now, too.
    ///   - actor: `MainActor.self`.
    ///   - handler: The closure.
    /// - Returns: The token; keep it.
    public func observe(
        initial: Bool = false, on actor: MainActor.Type,
        _ handler: @escaping @MainActor @Sendable (Change<Value>) -> Void
    ) -> DefaultsObservation {
        observed.observe(initial: initial, onMainActor: handler)
    }

    /// Calls a closure on an actor with each change, one after the other.
    ///
    /// - Parameters:
    ///   - initial: Whether to call the closure once with the value now, too.
    ///   - actor: The actor, which is kept alive by the observation.
    ///   - handler: The closure.
    /// - Returns: The token; keep it.
    public func observe<Target: Actor>(
        initial: Bool = false, on actor: Target,
        _ handler: @escaping @Sendable (isolated Target, Change<Value>) async -> Void
    ) -> DefaultsObservation {
        observed.observe(initial: initial, on: actor, handler)
    }
}
