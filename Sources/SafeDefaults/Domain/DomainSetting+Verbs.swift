// The operations of a setting that is used as a value, in addition to `get(from:)` and `set(_:in:)`.
//
// NB: these operations are needed if another module declares a setting in an extension. Up to Swift 6.3, a program that
// forms the key path of such a stored static property crashes, because the compiler emits no property descriptor for
// it. The property itself can be used. The domain's operations accept only key paths, not settings: if they had
// overloads for settings, the compiler would answer a misspelled key path with an error message about conversions.

extension DomainSetting {
    /// Changes the value atomically.
    ///
    /// See ``SafeDefaults/update(_:fileID:line:_:)``.
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
    /// - Throws: The error that the body throws. In that case, nothing is stored.
    @discardableResult
    public func update<Result, Failure: Error>(
        in store: DefaultsStore = .standard, fileID: StaticString = #fileID, line: UInt = #line,
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try definition.update(in: store.box, at: CodeLocation(fileID: fileID, line: line), body)
    }

    /// Looks up the stored value, and distinguishes a missing value from an unreadable one.
    ///
    /// No issue is reported.
    ///
    /// - Parameter store: The store to read.
    /// - Returns: The result. If there is no value, it is ``Lookup/missing``, never the default.
    public func lookup(in store: DefaultsStore = .standard) -> Lookup<Value> {
        definition.lookup(in: store.box)
    }

    /// Removes the stored value, so that reads return the default again.
    ///
    /// ```swift
    /// LoginDefaults.attempts.reset(in: login.store)
    /// ```
    ///
    /// - Parameter store: The store to remove the value from.
    public func reset(in store: DefaultsStore = .standard) { definition.reset(in: store.box) }

    /// Returns an asynchronous sequence of the setting's values: the current value, then each new one.
    ///
    /// See ``SettingValues``.
    ///
    /// ```swift
    /// for await attempts in LoginDefaults.attempts.values(in: login.store) { print(attempts) }
    /// ```
    ///
    /// - Parameters:
    ///   - store: The store of the setting.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    /// - Returns: The sequence. Each loop over it starts its own observation.
    public func values(
        in store: DefaultsStore = .standard, fileID: StaticString = #fileID, line: UInt = #line
    ) -> SettingValues<Value> {
        SettingValues(observed: observed(in: store, at: CodeLocation(fileID: fileID, line: line)))
    }

    /// Returns an asynchronous sequence of the setting's changes, each with the old and the new value.
    ///
    /// See ``SettingChanges``.
    ///
    /// To have a closure called with each change, call the sequence's `observe` method. It can also call the closure on
    /// a queue or an actor:
    ///
    /// ```swift
    /// let observation = LoginDefaults.attempts.changes(in: login.store).observe { print($0.newValue) }
    /// ```
    ///
    /// - Parameters:
    ///   - store: The store of the setting.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    /// - Returns: The sequence. Each loop over it starts its own observation.
    public func changes(
        in store: DefaultsStore = .standard, fileID: StaticString = #fileID, line: UInt = #line
    ) -> SettingChanges<Value> {
        SettingChanges(observed: observed(in: store, at: CodeLocation(fileID: fileID, line: line)))
    }

    private func observed(in store: DefaultsStore, at location: CodeLocation) -> ObservedValue<Value> {
        ObservedValue(definition, in: store.box, at: location)
    }
}

// MARK: - In an edit

extension DomainDraft {
    /// Accesses a value of the draft by its setting, given as a value instead of a key path.
    ///
    /// ```swift
    /// login.edit { $0[LoginDefaults.attempts] += 1 }
    /// ```
    public subscript<Value>(_ setting: DomainSetting<Domain, Value>) -> Value {
        get { valueOrDefault(of: setting.definition) }
        set { set(newValue, of: setting.definition) }
    }
}
