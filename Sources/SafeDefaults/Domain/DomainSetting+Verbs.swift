// The verbs of a setting that you have as a value, besides `get(from:)` and `set(_:in:)`.
//
// NB: up to Swift 6.3, a program crashes when it forms the key path of a stored static property that another module
// declares in an extension, because the compiler emits no property descriptor for it. The property itself can be used.
// The domain's own verbs take no setting, because the compiler would then answer a misspelled key path with sentences
// about conversions.

extension DomainSetting {
    /// Changes the value atomically; see ``SafeDefaults/update(_:fileID:line:_:)``.
    ///
    /// ```swift
    /// LoginDefaults.attempts.update(in: login.store) { $0 += 1 }
    /// ```
    ///
    /// - Important: The body may be called more than once.
    /// - Parameters:
    ///   - store: The store of the setting.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    ///   - body: A closure that changes the value.
    /// - Returns: What the body returned in its last call.
    /// - Throws: What the body throws; then nothing is stored.
    @discardableResult
    public func update<Result, Failure: Error>(
        in store: DefaultsStore = .standard, fileID: StaticString = #fileID, line: UInt = #line,
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try definition.update(in: store.box, at: CodeLocation(fileID: fileID, line: line), body)
    }

    /// Looks up the stored value, which may be missing or unreadable, and reports no issue.
    ///
    /// - Parameter store: The store to look into.
    /// - Returns: The result; the default isn't considered.
    public func lookup(in store: DefaultsStore = .standard) -> Lookup<Value> {
        definition.lookup(in: store.box)
    }

    /// Removes what is stored, so that reads return the default again.
    ///
    /// ```swift
    /// LoginDefaults.attempts.reset(in: login.store)
    /// ```
    ///
    /// - Parameter store: The store to remove it from.
    public func reset(in store: DefaultsStore = .standard) { store.box.remove(storedName) }

    /// Returns the values of the setting as a sequence: the current one, then each that it changes to.
    ///
    /// See ``SettingValues``.
    ///
    /// ```swift
    /// for await attempts in LoginDefaults.attempts.values(in: login.store) { print(attempts) }
    /// ```
    ///
    /// - Parameters:
    ///   - store: The store of the setting.
    ///   - policy: The values to keep for a loop that is slower than the changes; by default the newest.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    /// - Returns: The sequence. Observation begins when a loop begins.
    public func values(
        in store: DefaultsStore = .standard,
        buffering policy: AsyncStream<Value>.Continuation.BufferingPolicy = .bufferingNewest(1),
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> SettingValues<Value> {
        SettingValues(
            observed: observed(in: store, at: CodeLocation(fileID: fileID, line: line)), buffering: .init(policy))
    }

    /// Returns the changes of the setting as a sequence, each with the old and the new value.
    ///
    /// See ``SettingChanges``.
    ///
    /// The sequence's `observe` calls a closure with each change, also on a queue or an actor:
    ///
    /// ```swift
    /// let observation = LoginDefaults.attempts.changes(in: login.store).observe { print($0.newValue) }
    /// ```
    ///
    /// - Parameters:
    ///   - store: The store of the setting.
    ///   - policy: The elements to keep for a loop that is slower than the changes; by default the newest.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    /// - Returns: The sequence. Observation begins when a loop begins.
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
    /// Accesses a setting of the draft that you have as a value.
    ///
    /// ```swift
    /// login.edit { $0[LoginDefaults.attempts] += 1 }
    /// ```
    public subscript<Value>(_ setting: DomainSetting<Domain, Value>) -> Value {
        get { valueOrDefault(of: setting.definition) }
        set { set(newValue, of: setting.definition) }
    }
}
