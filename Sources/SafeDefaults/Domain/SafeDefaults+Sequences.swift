// Settings as asynchronous sequences: `values` starts with the current value, `changes` has the changes only.

extension SafeDefaults {
    /// Returns the values of a setting as a sequence: the current one, then each that it changes to.
    ///
    /// ```swift
    /// for await attempts in login.values(of: \.attempts) {
    ///     print(attempts)
    /// }
    /// ```
    ///
    /// See ``SettingValues`` for which changes are coalesced, omitted or not noticed.
    ///
    /// - Parameters:
    ///   - path: The setting.
    ///   - policy: The values to keep for a loop that is slower than the changes; by default the newest.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    /// - Returns: The sequence. Observation begins when a loop begins.
    public func values<Value>(
        of path: KeyPath<Self.Type, DomainSetting<Self, Value>>,
        buffering policy: AsyncStream<Value>.Continuation.BufferingPolicy = .bufferingNewest(1),
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> SettingValues<Value> {
        SettingValues(
            observed: observed(path, at: CodeLocation(fileID: fileID, line: line)), buffering: .init(policy))
    }

    /// Returns the changes of a setting as a sequence, each with the old and the new value.
    ///
    /// ```swift
    /// for await change in login.changes(of: \.attempts) {
    ///     print(change.oldValue, "→", change.newValue)
    /// }
    /// ```
    ///
    /// See ``SettingChanges`` for which changes are coalesced, omitted or not noticed.
    ///
    /// - Parameters:
    ///   - path: The setting.
    ///   - policy: The elements to keep for a loop that is slower than the changes; by default the newest.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    /// - Returns: The sequence. Observation begins when a loop begins.
    public func changes<Value>(
        of path: KeyPath<Self.Type, DomainSetting<Self, Value>>,
        buffering policy: AsyncStream<Change<Value>>.Continuation.BufferingPolicy = .bufferingNewest(1),
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> SettingChanges<Value> {
        SettingChanges(
            observed: observed(path, at: CodeLocation(fileID: fileID, line: line)), buffering: .init(policy))
    }

    func observed<Value>(
        _ path: KeyPath<Self.Type, DomainSetting<Self, Value>>, at location: CodeLocation
    ) -> ObservedValue<Value> {
        ObservedValue(Self.self[keyPath: path].definition, in: store.box, at: location)
    }
}

// MARK: - Several settings

extension SafeDefaults {
    /// Returns the values of several settings together as a sequence: the current ones, then those after each change.
    ///
    /// Settings that are changed together, by ``edit(fileID:line:_:)`` or ``removeAll()``, are one change here too.
    ///
    /// ```swift
    /// for await (attempts, date) in login.values(of: \.attempts, \.loginDate) {
    ///     print(attempts, date ?? .distantPast)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - first: A setting.
    ///   - second: Another setting.
    ///   - others: Any number of further settings.
    ///   - policy: The elements to keep for a loop that is slower than the changes; by default the newest.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    /// - Returns: The sequence. Observation begins when a loop begins.
    public func values<First, Second, each Other>(
        of first: KeyPath<Self.Type, DomainSetting<Self, First>>,
        _ second: KeyPath<Self.Type, DomainSetting<Self, Second>>,
        _ others: repeat KeyPath<Self.Type, DomainSetting<Self, each Other>>,
        buffering policy: AsyncStream<(First, Second, repeat each Other)>.Continuation.BufferingPolicy =
            .bufferingNewest(1),
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> SettingValues<(First, Second, repeat each Other)> {
        SettingValues(
            observed: ObservedValue(
                tupleOf: definition(first), definition(second), repeat definition(each others), in: store.box,
                at: CodeLocation(fileID: fileID, line: line)),
            buffering: .init(policy))
    }

    /// Returns the changes of several settings together as a sequence, each with all old and all new values.
    ///
    /// ```swift
    /// for await change in login.changes(of: \.attempts, \.loginDate) {
    ///     print(change.oldValue.0, "→", change.newValue.0)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - first: A setting.
    ///   - second: Another setting.
    ///   - others: Any number of further settings.
    ///   - policy: The elements to keep for a loop that is slower than the changes; by default the newest.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    /// - Returns: The sequence. Observation begins when a loop begins.
    public func changes<First, Second, each Other>(
        of first: KeyPath<Self.Type, DomainSetting<Self, First>>,
        _ second: KeyPath<Self.Type, DomainSetting<Self, Second>>,
        _ others: repeat KeyPath<Self.Type, DomainSetting<Self, each Other>>,
        buffering policy: AsyncStream<Change<(First, Second, repeat each Other)>>.Continuation.BufferingPolicy =
            .bufferingNewest(1),
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> SettingChanges<(First, Second, repeat each Other)> {
        SettingChanges(
            observed: ObservedValue(
                tupleOf: definition(first), definition(second), repeat definition(each others), in: store.box,
                at: CodeLocation(fileID: fileID, line: line)),
            buffering: .init(policy))
    }
}

// MARK: - The whole domain

extension SafeDefaults {
    /// Returns what is stored for the domain, by key, as a sequence: first now, then after each change.
    ///
    /// Elements have the values of ``dictionaryRepresentation``, without defaults.
    ///
    /// - Parameter policy: The elements to keep for a loop that is slower than the changes; by default the newest.
    /// - Returns: The sequence. Observation begins when a loop begins.
    public func values(
        buffering policy: AsyncStream<[Keys: PropertyListValue]>.Continuation.BufferingPolicy = .bufferingNewest(1)
    ) -> SettingValues<[Keys: PropertyListValue]> {
        SettingValues(observed: observedDomain, buffering: .init(policy))
    }

    /// Returns the changes of what is stored for the domain as a sequence, each with the old and the new values by key.
    ///
    /// ```swift
    /// for await change in login.changes() {
    ///     print("changed:", change.changedKeys())
    /// }
    /// ```
    ///
    /// A slow loop receives one change for several, which contains every changed key.
    ///
    /// - Parameter policy: The elements to keep for a loop that is slower than the changes; by default the newest.
    /// - Returns: The sequence. Observation begins when a loop begins.
    public func changes(
        buffering policy: AsyncStream<Change<[Keys: PropertyListValue]>>.Continuation.BufferingPolicy =
            .bufferingNewest(1)
    ) -> SettingChanges<[Keys: PropertyListValue]> {
        SettingChanges(observed: observedDomain, buffering: .init(policy))
    }

    private var observedDomain: ObservedValue<[Keys: PropertyListValue]> {
        ObservedValue(keys: Array(Keys.allCases), in: store.box)
    }
}

extension Change {
    /// Returns the keys of a domain whose stored values differ, in the order of `allCases`.
    ///
    /// - Returns: The keys; there is at least one, unless ``isInitial`` is true.
    public func changedKeys<Key: DefaultsKey>() -> [Key] where Value == [Key: PropertyListValue] {
        Key.allCases.filter { oldValue[$0] != newValue[$0] }
    }
}
