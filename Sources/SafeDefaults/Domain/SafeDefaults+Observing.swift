// Observing one setting with a closure. For a queue or an actor, several settings, a key or a whole domain there is
// `changes(of:)` with its `observe`.

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
}
