// Asynchronous sequences of settings: `values` starts with the current value, and `changes` contains only changes.

extension SafeDefaults {
    /// Returns an asynchronous sequence of a setting's values: the current value, then each new one.
    ///
    /// ```swift
    /// for await attempts in login.values(of: \.attempts) {
    ///     print(attempts)
    /// }
    /// ```
    ///
    /// See ``SettingValues`` for the changes that are coalesced, omitted or not noticed.
    ///
    /// - Parameters:
    ///   - path: The key path of the setting, such as `\.attempts`.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    /// - Returns: The sequence. Each loop over it starts its own observation.
    public func values<Value>(
        of path: KeyPath<Settings, DomainSetting<Self, Value>>,
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> SettingValues<Value> {
        SettingValues(observed: observed(path, at: CodeLocation(fileID: fileID, line: line)))
    }

    /// Returns an asynchronous sequence of a setting's changes, each with the old and the new value.
    ///
    /// ```swift
    /// for await change in login.changes(of: \.attempts) {
    ///     print(change.oldValue, "→", change.newValue)
    /// }
    /// ```
    ///
    /// See ``SettingChanges`` for the changes that are coalesced, omitted or not noticed.
    ///
    /// - Parameters:
    ///   - path: The key path of the setting, such as `\.attempts`.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    /// - Returns: The sequence. Each loop over it starts its own observation.
    public func changes<Value>(
        of path: KeyPath<Settings, DomainSetting<Self, Value>>,
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> SettingChanges<Value> {
        SettingChanges(observed: observed(path, at: CodeLocation(fileID: fileID, line: line)))
    }

    func observed<Value>(
        _ path: KeyPath<Settings, DomainSetting<Self, Value>>, at location: CodeLocation
    ) -> ObservedValue<Value> {
        ObservedValue(Self.settings[keyPath: path].definition, in: store.box, at: location)
    }
}

// MARK: - Several settings

extension SafeDefaults {
    /// Returns an asynchronous sequence of the values of several settings: the current values, then the values after
    /// each change.
    ///
    /// If several settings are changed at once, by ``edit(fileID:line:_:)`` or ``removeAll()``, the sequence has one
    /// element for it.
    ///
    /// ```swift
    /// for await (attempts, date) in login.values(of: \.attempts, \.loginDate) {
    ///     print(attempts, date ?? .distantPast)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - first: The key path of a setting.
    ///   - second: The key path of another setting.
    ///   - others: The key paths of any number of further settings.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    /// - Returns: The sequence. Each loop over it starts its own observation.
    public func values<First, Second, each Other>(
        of first: KeyPath<Settings, DomainSetting<Self, First>>,
        _ second: KeyPath<Settings, DomainSetting<Self, Second>>,
        _ others: repeat KeyPath<Settings, DomainSetting<Self, each Other>>,
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> SettingValues<(First, Second, repeat each Other)> {
        SettingValues(
            observed: ObservedValue(
                tupleOf: definition(first), definition(second), repeat definition(each others), in: store.box,
                at: CodeLocation(fileID: fileID, line: line)))
    }

    /// Returns an asynchronous sequence of the changes of several settings, each with all old and all new values.
    ///
    /// ```swift
    /// for await change in login.changes(of: \.attempts, \.loginDate) {
    ///     print(change.oldValue.0, "→", change.newValue.0)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - first: The key path of a setting.
    ///   - second: The key path of another setting.
    ///   - others: The key paths of any number of further settings.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    /// - Returns: The sequence. Each loop over it starts its own observation.
    public func changes<First, Second, each Other>(
        of first: KeyPath<Settings, DomainSetting<Self, First>>,
        _ second: KeyPath<Settings, DomainSetting<Self, Second>>,
        _ others: repeat KeyPath<Settings, DomainSetting<Self, each Other>>,
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> SettingChanges<(First, Second, repeat each Other)> {
        SettingChanges(
            observed: ObservedValue(
                tupleOf: definition(first), definition(second), repeat definition(each others), in: store.box,
                at: CodeLocation(fileID: fileID, line: line)))
    }
}

// MARK: - The whole domain

extension SafeDefaults {
    /// Returns an asynchronous sequence of the domain's stored values by key: the current values, then the values after
    /// each change.
    ///
    /// Each element has the same values as ``dictionaryRepresentation``. Defaults aren't included.
    ///
    /// - Returns: The sequence. Each loop over it starts its own observation.
    public func values() -> SettingValues<[Keys: PropertyListValue]> {
        SettingValues(observed: observedDomain)
    }

    /// Returns an asynchronous sequence of the changes of the domain's stored values, each with the old and the new
    /// values by key.
    ///
    /// ```swift
    /// for await change in login.changes() {
    ///     print("changed:", change.changedKeys())
    /// }
    /// ```
    ///
    /// By default, if several changes happen while the loop is busy, they are combined, and it receives one change,
    /// which contains every changed key.
    ///
    /// - Returns: The sequence. Each loop over it starts its own observation.
    public func changes() -> SettingChanges<[Keys: PropertyListValue]> {
        SettingChanges(observed: observedDomain)
    }

    private var observedDomain: ObservedValue<[Keys: PropertyListValue]> {
        ObservedValue(keys: Array(Keys.allCases), former: Self.formerNames, in: store.box)
    }
}

extension Change {
    /// Returns the keys whose stored values differ, in the order of `allCases`.
    ///
    /// - Returns: The keys. There is at least one, unless ``isInitial`` is `true`.
    public func changedKeys<Key: DefaultsKey>() -> [Key] where Value == [Key: PropertyListValue] {
        Key.allCases.filter { oldValue[$0] != newValue[$0] }
    }
}
