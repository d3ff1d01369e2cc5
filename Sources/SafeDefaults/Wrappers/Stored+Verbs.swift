extension Stored {
    /// Removes what is stored, so that reads give the default again.
    ///
    /// ```swift
    /// @Stored(LoginDefaults.attempts) var attempts
    /// $attempts.reset()
    /// ```
    public func reset() { store.box.remove(definition.storedName) }

    /// Tells a missing value, a value, and an unreadable value apart; reports nothing, and always asks the store.
    ///
    /// ```swift
    /// @Stored(LoginDefaults.attempts) var attempts
    /// if case .missing = $attempts.lookup() { print("never stored") }
    /// ```
    ///
    /// - Returns: What was found; the default plays no part.
    public func lookup() -> Lookup<Value> { definition.lookup(in: store.box) }

    /// Changes the value in one step; see ``SafeDefaults/update(_:fileID:line:_:)``, also for what can't be read.
    ///
    /// ```swift
    /// @Stored(LoginDefaults.attempts) var attempts
    /// $attempts.update { $0 += 1 }
    /// ```
    ///
    /// - Important: The body may run more than once.
    /// - Parameters:
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    ///   - body: Changes the value.
    /// - Returns: What the body returned the last time it ran.
    /// - Throws: What the body throws; then nothing is written.
    @discardableResult
    public func update<Result, Failure: Error>(
        fileID: StaticString = #fileID, line: UInt = #line, _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try definition.update(in: store.box, at: CodeLocation(fileID: fileID, line: line), body)
    }

    /// The value now, then each that it changes to; see ``SettingValues``.
    ///
    /// ```swift
    /// @Stored(LoginDefaults.attempts) var attempts
    /// for await attempts in $attempts.values { print(attempts) }
    /// ```
    public var values: SettingValues<Value> { SettingValues(observed: observed, buffering: .newest(1)) }

    /// The changes, each with the old and the new value; see ``SettingChanges``.
    ///
    /// ```swift
    /// @Stored(LoginDefaults.attempts) var attempts
    /// for await change in $attempts.changes { print(change.oldValue, "→", change.newValue) }
    /// ```
    public var changes: SettingChanges<Value> { SettingChanges(observed: observed, buffering: .newest(1)) }

    /// Calls a closure with each change, before the setter that made it returns; see
    /// ``SafeDefaults/observe(_:initial:fileID:line:_:)``.
    ///
    /// For calls on a queue or an actor: `$attempts.changes.observe(on:_:)`.
    ///
    /// ```swift
    /// @Stored(LoginDefaults.attempts) var attempts
    /// let observation = $attempts.observe { print($0.newValue) }
    /// ```
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

    private var observed: ObservedValue<Value> { ObservedValue(definition, in: store.box, at: location) }
}
