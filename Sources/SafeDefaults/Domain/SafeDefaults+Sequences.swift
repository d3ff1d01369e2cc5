// Settings as asynchronous sequences: `values` gives the value now and then each new one, `changes` the changes only.

extension SafeDefaults {
    /// The values of a setting: the one now, then each that it changes to.
    ///
    /// ```swift
    /// for await attempts in login.values(of: \.attempts) {
    ///     print(attempts)
    /// }
    /// ```
    ///
    /// See ``SettingValues`` for what is coalesced, left out, and seen.
    ///
    /// - Parameters:
    ///   - path: The setting.
    ///   - policy: What is kept for a loop that is slower than the changes; the newest value by default.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    /// - Returns: The sequence; it begins to listen when a loop begins.
    public func values<Value>(
        of path: KeyPath<Self.Type, DomainSetting<Self, Value>>,
        buffering policy: AsyncStream<Value>.Continuation.BufferingPolicy = .bufferingNewest(1),
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> SettingValues<Value> {
        SettingValues(
            observed: observed(path, at: CodeLocation(fileID: fileID, line: line)), buffering: .init(policy))
    }

    /// The changes of a setting, each with the old and the new value.
    ///
    /// ```swift
    /// for await change in login.changes(of: \.attempts) {
    ///     print(change.oldValue, "→", change.newValue)
    /// }
    /// ```
    ///
    /// See ``SettingChanges`` for what is coalesced, left out, and seen.
    ///
    /// - Parameters:
    ///   - path: The setting.
    ///   - policy: What is kept for a loop that is slower than the changes; the newest by default.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    /// - Returns: The sequence; it begins to listen when a loop begins.
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
    /// The values of several settings together: those now, then those after each change of any of them.
    ///
    /// Settings that are changed as one, by ``removeAll()`` for instance, change as one here too.
    ///
    /// ```swift
    /// for await (attempts, date) in login.values(of: \.attempts, \.loginDate) {
    ///     print(attempts, date ?? .distantPast)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - first: A setting.
    ///   - second: Another.
    ///   - others: As many more as you like.
    ///   - policy: What is kept for a loop that is slower than the changes; the newest by default.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    /// - Returns: The sequence; it begins to listen when a loop begins.
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

    /// The changes of several settings together, each with all old and all new values.
    ///
    /// ```swift
    /// for await change in login.changes(of: \.attempts, \.loginDate) {
    ///     print(change.oldValue.0, "→", change.newValue.0)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - first: A setting.
    ///   - second: Another.
    ///   - others: As many more as you like.
    ///   - policy: What is kept for a loop that is slower than the changes; the newest by default.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    /// - Returns: The sequence; it begins to listen when a loop begins.
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
    /// What is stored for the domain, by key: now, and after each change of any of its keys.
    ///
    /// The same as ``dictionaryRepresentation``, by key. Defaults play no part.
    ///
    /// - Parameter policy: What is kept for a loop that is slower than the changes; the newest by default.
    /// - Returns: The sequence; it begins to listen when a loop begins.
    public func values(
        buffering policy: AsyncStream<[Keys: PropertyListValue]>.Continuation.BufferingPolicy = .bufferingNewest(1)
    ) -> SettingValues<[Keys: PropertyListValue]> {
        SettingValues(observed: observedDomain, buffering: .init(policy))
    }

    /// The changes of the domain's keys, each with what was stored and what is.
    ///
    /// ```swift
    /// for await change in login.changes() {
    ///     print("changed:", change.changedKeys())
    /// }
    /// ```
    ///
    /// A slow loop gets one change for several, in which no changed key is missing.
    ///
    /// - Parameter policy: What is kept for a loop that is slower than the changes; the newest by default.
    /// - Returns: The sequence; it begins to listen when a loop begins.
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
    /// The keys of a domain whose stored values differ, in the order of `allCases`.
    ///
    /// - Returns: The keys; never none, unless ``isInitial``.
    public func changedKeys<Key: DefaultsKey>() -> [Key] where Value == [Key: PropertyListValue] {
        Key.allCases.filter { oldValue[$0] != newValue[$0] }
    }
}
