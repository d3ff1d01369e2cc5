public import Dispatch

// Observing a setting with a closure. For several settings, a key, or a whole domain: `changes(of:)` and its `observe`.

extension SafeDefaults {
    /// Calls a closure with each change of a setting, before the setter that made it returns.
    ///
    /// ```swift
    /// let observation = login.observe(\.attempts) { change in
    ///     print(change.oldValue, "→", change.newValue)
    /// }
    /// login.attempts += 1  // prints 0 → 1
    /// observation.cancel()
    /// ```
    ///
    /// **Behavior**
    ///
    /// - *First call:* with the first change; with `initial: true` at once, before this returns.
    /// - *What:* every write made through the library, on every platform; foreign writes where the system can tell, see
    ///   <doc:ObservingSettings>. Each own change is told once; foreign ones may be told as one, and one that is found by
    ///   an own write is told before that.
    /// - *Equal values:* no call. Of a type that isn't `Equatable`, what is stored is compared instead.
    /// - *Where:* on the thread that wrote. When several threads write at once, one of them makes the calls for all, in the
    ///   order of the changes, and another's setter may return before the call for it. Several closures are called in the
    ///   order in which they began.
    /// - *Writes inside the closure:* the observers of what it writes, itself included, are called after it has
    ///   returned. Two closures that keep overwriting each other run forever.
    /// - *Locks:* none is held, so the closure may read, write, observe, and end itself or another; while it blocks, other
    ///   closures of this store wait, and writers, loops, reads and Observation don't.
    /// - *Unreadable:* given as the default, with one issue, as by a read.
    /// - *Which store:* the one that ``DefaultsStore/standard`` stands for now.
    /// - *Retention:* the token holds the closure and the store until it ends.
    /// - *End:* when the token is cancelled or let go of; a call that is waiting then isn't made.
    /// - *On Linux:* a write by another process, or to a plain `UserDefaults` itself, isn't seen until
    ///   ``DefaultsStore/refresh()``, or the next own write to the name.
    ///
    /// - Parameters:
    ///   - path: The setting.
    ///   - initial: Whether to call the closure once before this returns, with the value now as old and new.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    ///   - handler: The closure.
    /// - Returns: The token; keep it.
    public func observe<Value>(
        _ path: KeyPath<Self.Type, DomainSetting<Self, Value>>, initial: Bool = false,
        fileID: StaticString = #fileID, line: UInt = #line,
        _ handler: @escaping @Sendable (Change<Value>) -> Void
    ) -> DefaultsObservation {
        changes(of: path, fileID: fileID, line: line).observe(initial: initial, handler)
    }

    /// Calls a closure on a queue with each change of a setting, in order.
    ///
    /// **Behavior:** as without a queue, but nobody waits for the closure: setters return before it, and each change is
    /// told, however slow it is. Values are made on the queue, so that they needn't be `Sendable`.
    ///
    /// ```swift
    /// let observation = login.observe(\.attempts, on: DispatchQueue(label: "login")) { print($0.newValue) }
    /// ```
    ///
    /// - Parameters:
    ///   - path: The setting.
    ///   - initial: Whether to call the closure once with the value now, too.
    ///   - queue: The queue; a concurrent one may call for several changes at once.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    ///   - handler: The closure.
    /// - Returns: The token; keep it.
    public func observe<Value>(
        _ path: KeyPath<Self.Type, DomainSetting<Self, Value>>, initial: Bool = false, on queue: DispatchQueue,
        fileID: StaticString = #fileID, line: UInt = #line,
        _ handler: @escaping @Sendable (Change<Value>) -> Void
    ) -> DefaultsObservation {
        changes(of: path, fileID: fileID, line: line).observe(initial: initial, on: queue, handler)
    }

    /// Calls a closure on the main actor with each change of a setting, in order.
    ///
    /// **Behavior:** as on a queue; the calls are those of a task. `cancel()` on the main actor is followed by none.
    ///
    /// ```swift
    /// let observation = login.observe(\.theme, on: MainActor.self) { change in
    ///     print("now", change.newValue)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - path: The setting.
    ///   - initial: Whether to call the closure once with the value now, too.
    ///   - actor: `MainActor.self`.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    ///   - handler: The closure.
    /// - Returns: The token; keep it.
    public func observe<Value>(
        _ path: KeyPath<Self.Type, DomainSetting<Self, Value>>, initial: Bool = false, on actor: MainActor.Type,
        fileID: StaticString = #fileID, line: UInt = #line,
        _ handler: @escaping @MainActor @Sendable (Change<Value>) -> Void
    ) -> DefaultsObservation {
        changes(of: path, fileID: fileID, line: line).observe(initial: initial, on: actor, handler)
    }

    /// Calls a closure on an actor with each change of a setting, one after the other.
    ///
    /// **Behavior:** as on the main actor; while the closure waits for something, the next change waits for it.
    ///
    /// ```swift
    /// actor Journal {
    ///     var lines: [String] = []
    /// }
    /// let journal = Journal()
    /// let observation = login.observe(\.attempts, on: journal) { journal, change in
    ///     journal.lines.append("\(change.newValue)")
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - path: The setting.
    ///   - initial: Whether to call the closure once with the value now, too.
    ///   - actor: The actor, which is kept alive by the observation.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    ///   - handler: The closure.
    /// - Returns: The token; keep it.
    public func observe<Value, Target: Actor>(
        _ path: KeyPath<Self.Type, DomainSetting<Self, Value>>, initial: Bool = false, on actor: Target,
        fileID: StaticString = #fileID, line: UInt = #line,
        _ handler: @escaping @Sendable (isolated Target, Change<Value>) async -> Void
    ) -> DefaultsObservation {
        changes(of: path, fileID: fileID, line: line).observe(initial: initial, on: actor, handler)
    }
}
