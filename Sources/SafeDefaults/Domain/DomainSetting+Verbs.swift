// The verbs of a setting that is at hand as a value, beside `get(from:)` and `set(_:in:)`.
//
// NB: up to Swift 6.3 a program crashes when it forms the key path of a stored static property that another module
// declares in an extension, because the compiler emits no property descriptor for it. The property itself can be used.
// The domain's own verbs don't take one, because then a key path that is misspelled gets sentences about conversions.

extension DomainSetting {
    /// Changes the value in one step; see ``SafeDefaults/update(_:fileID:line:_:)``.
    ///
    /// ```swift
    /// LoginDefaults.attempts.update(in: login.store) { $0 += 1 }
    /// ```
    ///
    /// - Important: The body may run more than once.
    /// - Parameters:
    ///   - store: Where the setting is kept.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    ///   - body: Changes the value.
    /// - Returns: What the body returned the last time it ran.
    /// - Throws: What the body throws; then nothing is written.
    @discardableResult
    public func update<Result, Failure: Error>(
        in store: DefaultsStore = .standard, fileID: StaticString = #fileID, line: UInt = #line,
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try definition.update(in: store.box, at: CodeLocation(fileID: fileID, line: line), body)
    }

    /// Tells a missing value, a value, and an unreadable value apart; reports nothing.
    ///
    /// - Parameter store: Where to look.
    /// - Returns: What was found; the default plays no part.
    public func lookup(in store: DefaultsStore = .standard) -> Lookup<Value> {
        definition.lookup(in: store.box)
    }

    /// Removes what is stored, so that reads give the default again.
    ///
    /// ```swift
    /// LoginDefaults.attempts.reset(in: login.store)
    /// ```
    ///
    /// - Parameter store: Where to remove it.
    public func reset(in store: DefaultsStore = .standard) { store.box.remove(storedName) }

    /// The values of the setting: the one now, then each that it changes to; see ``SettingValues``.
    ///
    /// ```swift
    /// for await attempts in LoginDefaults.attempts.values(in: login.store) { print(attempts) }
    /// ```
    ///
    /// - Parameters:
    ///   - store: Where the setting is kept.
    ///   - policy: What is kept for a loop that is slower than the changes; the newest value by default.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    /// - Returns: The sequence; it begins to listen when a loop begins.
    public func values(
        in store: DefaultsStore = .standard,
        buffering policy: AsyncStream<Value>.Continuation.BufferingPolicy = .bufferingNewest(1),
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> SettingValues<Value> {
        SettingValues(
            observed: observed(in: store, at: CodeLocation(fileID: fileID, line: line)), buffering: .init(policy))
    }

    /// The changes of the setting, each with the old and the new value; see ``SettingChanges``.
    ///
    /// Its `observe` calls a closure with each, also on a queue or an actor:
    ///
    /// ```swift
    /// let observation = LoginDefaults.attempts.changes(in: login.store).observe { print($0.newValue) }
    /// ```
    ///
    /// - Parameters:
    ///   - store: Where the setting is kept.
    ///   - policy: What is kept for a loop that is slower than the changes; the newest by default.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    /// - Returns: The sequence; it begins to listen when a loop begins.
    public func changes(
        in store: DefaultsStore = .standard,
        buffering policy: AsyncStream<Change<Value>>.Continuation.BufferingPolicy = .bufferingNewest(1),
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> SettingChanges<Value> {
        SettingChanges(
            observed: observed(in: store, at: CodeLocation(fileID: fileID, line: line)), buffering: .init(policy))
    }

    private func observed(in store: DefaultsStore, at location: CodeLocation) -> ObservedValue<Value> {
        ObservedValue(definition, in: store.box, at: location)
    }
}

// MARK: - In an edit

extension DomainDraft {
    /// Reads or writes a setting of the draft that is at hand as a value.
    ///
    /// ```swift
    /// login.edit { $0[LoginDefaults.attempts] += 1 }
    /// ```
    public subscript<Value>(_ setting: DomainSetting<Domain, Value>) -> Value {
        get { value(of: setting.definition) }
        set { set(newValue, of: setting.definition) }
    }
}
