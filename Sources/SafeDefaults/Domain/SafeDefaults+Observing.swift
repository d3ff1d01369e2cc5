// Observing a setting with a closure. `changes(of:)` and its `observe` do the same for a queue or an actor, and for
// several settings, a key or a whole domain.

extension SafeDefaults {
    /// Calls a closure with each change of a setting, before the setter that causes it returns.
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
    /// - *First call:* with the first change, or, with `initial: true`, before this method returns.
    /// - *Which changes:* every write made through the library, on every platform, and foreign writes as far as the
    ///   system reports them; see <doc:ObservingSettings>. Each change by the program itself is one call. Several
    ///   foreign changes may be one call, and a foreign change that is found by a write comes before the change by that
    ///   write.
    /// - *Equal values:* no call. If the type isn't `Equatable`, what is stored is compared instead.
    /// - *Thread:* the one that writes. If several threads write at once, one of them makes the calls for all, in the
    ///   order of the changes, and the setters of the others may return before the calls for their changes. Several
    ///   closures are called in the order in which they were added.
    /// - *Writes inside the closure:* their observers, including this one, are called after the closure has returned.
    ///   Two closures that keep overwriting each other run forever.
    /// - *Locks:* none is held, so the closure may read, write, observe, and cancel itself or another. While it blocks,
    ///   other closures of the store wait; writers, loops, reads and the Observation framework don't.
    /// - *Unreadable values:* the closure receives the default, and one issue is reported, as for a read.
    /// - *Store:* the one that ``DefaultsStore/standard`` stands for when this method is called.
    /// - *Retention:* the token keeps the closure and the store alive.
    /// - *End:* when the token is cancelled or released; a call that is waiting then isn't made.
    /// - *On Linux:* a write by another process, or directly to a plain `UserDefaults` object, isn't noticed until
    ///   ``DefaultsStore/refresh()``, or until the program writes to the name.
    ///
    /// - Parameters:
    ///   - path: The setting.
    ///   - initial: Whether to call the closure once before this method returns, with the current value as old and new.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    ///   - handler: The closure.
    /// - Returns: A token; keep it alive to keep receiving calls.
    public func observe<Value>(
        _ path: KeyPath<Self.Type, DomainSetting<Self, Value>>, initial: Bool = false,
        fileID: StaticString = #fileID, line: UInt = #line,
        _ handler: @escaping @Sendable (Change<Value>) -> Void
    ) -> DefaultsObservation {
        changes(of: path, fileID: fileID, line: line).observe(initial: initial, handler)
    }
}
