/// A copy of a domain's values that the body of ``SafeDefaults/edit(fileID:line:_:)`` changes.
///
/// Read and write settings as on the domain itself. Later reads of the draft see what was written; nobody else does
/// until the edit ends.
///
/// ```swift
/// login.edit { draft in
///     draft.attempts += 1
///     draft[\.theme] = .dark
/// }
/// ```
///
/// If a member of the draft has the name of a setting (`write`, `reset` …), access the setting by key path.
@dynamicMemberLookup
public struct DomainDraft<Domain: SafeDefaults> {
    /// An object, so that reads, which the edit keeps track of, aren't mutating.
    let state: DraftState

    init(in box: StoreBox, at location: CodeLocation) {
        state = DraftState(of: Domain.Keys.allCases.map(\.uniqueValue), in: box, at: location)
    }

    // MARK: - Settings

    /// Accesses a setting of the draft as a property.
    ///
    /// If a value can't be read, the default is returned and an issue is reported. If a value can't be stored, or is
    /// written after an unreadable one was read, the edit stores nothing and an issue is reported.
    public subscript<Value>(dynamicMember path: KeyPath<Domain.Type, DomainSetting<Domain, Value>>) -> Value {
        get { self[path] }
        set { self[path] = newValue }
    }

    /// Accesses a setting of the draft by key path.
    public subscript<Value>(_ path: KeyPath<Domain.Type, DomainSetting<Domain, Value>>) -> Value {
        get { valueOrDefault(of: Domain.self[keyPath: path].definition) }
        set { set(newValue, of: Domain.self[keyPath: path].definition) }
    }

    /// Returns the draft's value of a setting, or the default if there is none, and throws an error where the property
    /// reports an issue.
    ///
    /// ```swift
    /// try login.edit { draft in
    ///     draft.attempts = try draft.read(\.attempts) + 1  // stops, and keeps what is stored, if that can't be read
    /// }
    /// ```
    ///
    /// - Parameter path: The setting.
    /// - Returns: The value.
    /// - Throws: A ``DefaultsError`` if the stored value can't be read.
    public func read<Value>(
        _ path: KeyPath<Domain.Type, DomainSetting<Domain, Value>>
    ) throws(DefaultsError) -> Value {
        let definition = Domain.self[keyPath: path].definition
        return try value(of: definition) ?? definition.fallback()
    }

    /// Changes a setting's value in the draft.
    ///
    /// This is the same as changing the property, for code that uses ``SafeDefaults/update(_:fileID:line:_:)``
    /// elsewhere.
    ///
    /// ```swift
    /// login.edit { draft in
    ///     draft.update(\.attempts) { $0 += 1 }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - path: The setting.
    ///   - body: A closure that changes the value.
    /// - Returns: What the body returned.
    /// - Throws: What the body throws; then the draft is unchanged.
    @discardableResult
    public mutating func update<Value, Result, Failure: Error>(
        _ path: KeyPath<Domain.Type, DomainSetting<Domain, Value>>,
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var value = self[path]
        let result = try body(&value)
        self[path] = value
        return result
    }

    /// Stores a value in the draft, and throws an error where the property keeps the edit from storing anything.
    ///
    /// - Parameters:
    ///   - value: The value; `nil` removes what the draft has.
    ///   - path: The setting.
    /// - Throws: A ``DefaultsError`` if the value can't be stored, or if the property was read before and what it
    ///   stands for couldn't be; the draft is unchanged.
    public mutating func write<Value>(
        _ value: Value, to path: KeyPath<Domain.Type, DomainSetting<Domain, Value>>
    ) throws(DefaultsError) {
        let definition = Domain.self[keyPath: path].definition
        if let error = state.unreadableError(named: definition.storedName) { throw error }
        try stage(value, of: definition)
    }

    /// Looks up the draft's value of a setting, which may be missing or unreadable, and reports no issue.
    ///
    /// - Parameter path: The setting.
    /// - Returns: The result; the default isn't considered.
    public func lookup<Value>(
        _ path: KeyPath<Domain.Type, DomainSetting<Domain, Value>>
    ) -> Lookup<Value> {
        let definition = Domain.self[keyPath: path].definition
        return Lookup { () throws(DefaultsError) in try value(of: definition) }
    }

    /// Returns whether the draft has anything for a setting, readable or not.
    ///
    /// - Parameter path: The setting.
    /// - Returns: Whether a read finds something.
    public func contains<Value>(_ path: KeyPath<Domain.Type, DomainSetting<Domain, Value>>) -> Bool {
        state.content(named: Domain.self[keyPath: path].storedName) != .nothing
    }

    /// Removes a setting's value from the draft, so that reads return the default.
    ///
    /// - Parameter path: The setting.
    public mutating func reset<Value>(_ path: KeyPath<Domain.Type, DomainSetting<Domain, Value>>) {
        state.remove(Domain.self[keyPath: path].storedName)
    }

    /// Removes everything under the domain's keys from the draft.
    public mutating func removeAll() {
        for key in Domain.Keys.allCases { state.remove(key.uniqueValue) }
    }

    // MARK: - By definition

    private func value<Value>(of definition: SettingDefinition<Value>) throws(DefaultsError) -> Value? {
        let name = definition.storedName
        return try StoreBox.decoded(
            state.content(named: name), name: name, as: Value.self, decode: definition.codec.decode)
    }

    func valueOrDefault<Value>(of definition: SettingDefinition<Value>) -> Value {
        let content = state.content(named: definition.storedName)
        return definition.value(of: content, at: state.location) { issue in
            state.note(issue, about: definition.storedName)
        }
    }

    mutating func set<Value>(_ value: Value, of definition: SettingDefinition<Value>) {
        state.keepingFailure(ofStoring: definition.storedName) { () throws(DefaultsError) in
            try stage(value, of: definition)
        }
    }

    private func stage<Value>(_ value: Value, of definition: SettingDefinition<Value>) throws(DefaultsError) {
        let name = definition.storedName
        let encoded = try StoreBox.encoded(value, name: name, encode: definition.codec.encode)
        if definition.writes == .onlyChanges, state.holds(encoded, named: name) {
            return state.forgetFailure(ofStoring: name)
        }
        try state.stage(encoded, named: name)
    }
}
