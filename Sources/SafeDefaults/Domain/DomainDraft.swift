/// What an ``SafeDefaults/edit(fileID:line:_:)`` changes: the domain as it is, and as it will be.
///
/// Settings are read and written as on the domain itself; what is written is seen by later reads of the draft, and by
/// nobody else until the edit ends.
///
/// ```swift
/// login.edit { draft in
///     draft.attempts += 1
///     draft[\.theme] = .dark
/// }
/// ```
///
/// A setting whose name a member of the draft has already (`write`, `reset` …) is reached by key path.
@dynamicMemberLookup
public struct DomainDraft<Domain: SafeDefaults> {
    /// Shared by copies, so that reading, which the edit has to know of, needs no mutation.
    let state: DraftState

    init(in box: StoreBox, at location: CodeLocation) {
        state = DraftState(of: Domain.Keys.allCases.map(\.uniqueValue), in: box, at: location)
    }

    // MARK: - Settings

    /// Reads or writes a setting of the draft as a property.
    ///
    /// An unreadable value is the default and an issue. A value that can't be stored keeps the edit from storing
    /// anything, and is an issue; so does one that is written after an unreadable value was read.
    public subscript<Value>(dynamicMember path: KeyPath<Domain.Type, DomainSetting<Domain, Value>>) -> Value {
        get { self[path] }
        set { self[path] = newValue }
    }

    /// Reads or writes a setting of the draft by key path.
    public subscript<Value>(_ path: KeyPath<Domain.Type, DomainSetting<Domain, Value>>) -> Value {
        get { value(of: Domain.self[keyPath: path].definition) }
        set { set(newValue, of: Domain.self[keyPath: path].definition) }
    }

    /// The draft's value of a setting, or the default where there is none; throws where a property would be an issue.
    ///
    /// ```swift
    /// try login.edit { draft in
    ///     draft.attempts = try draft.read(\.attempts) + 1  // stops, and keeps what is stored, if that can't be read
    /// }
    /// ```
    ///
    /// - Parameter path: The setting.
    /// - Returns: The value.
    /// - Throws: The ``DefaultsError`` of an unreadable value.
    public func read<Value>(
        _ path: KeyPath<Domain.Type, DomainSetting<Domain, Value>>
    ) throws(DefaultsError) -> Value {
        let definition = Domain.self[keyPath: path].definition
        let name = definition.storedName
        return try StoreBox.decoded(
            state.content(named: name), name: name, as: Value.self, decode: definition.codec.decode)
            ?? definition.fallback()
    }

    /// Changes a setting's value in the draft.
    ///
    /// The same as changing the property; for code that is written with ``SafeDefaults/update(_:fileID:line:_:)``.
    ///
    /// ```swift
    /// login.edit { draft in
    ///     draft.update(\.attempts) { $0 += 1 }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - path: The setting.
    ///   - body: Changes the value.
    /// - Returns: What the body returned.
    /// - Throws: What the body throws; then the draft is as it was.
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

    /// Stores a value in the draft; throws where a property would keep the edit from storing anything.
    ///
    /// - Parameters:
    ///   - value: The value; `nil` removes.
    ///   - path: The setting.
    /// - Throws: The ``DefaultsError`` of a value that can't be stored, or of one that was read as a property and
    ///   couldn't be; the draft is as it was.
    public mutating func write<Value>(
        _ value: Value, to path: KeyPath<Domain.Type, DomainSetting<Domain, Value>>
    ) throws(DefaultsError) {
        let definition = Domain.self[keyPath: path].definition
        if let error = state.unreadableError(named: definition.storedName) { throw error }
        try stage(value, of: definition)
    }

    /// Tells a missing value, a value, and an unreadable value of the draft apart; reports nothing.
    ///
    /// - Parameter path: The setting.
    /// - Returns: What was found; the default plays no part.
    public func lookup<Value>(
        _ path: KeyPath<Domain.Type, DomainSetting<Domain, Value>>
    ) -> Lookup<Value> {
        let definition = Domain.self[keyPath: path].definition
        let content = state.content(named: definition.storedName)
        do throws(DefaultsError) {
            return try StoreBox.decoded(
                content, name: definition.storedName, as: Value.self, decode: definition.codec.decode
            ).map(Lookup.value) ?? .missing
        } catch {
            return .unreadable(error)
        }
    }

    /// Tells whether the draft has anything for a setting, readable or not.
    ///
    /// - Parameter path: The setting.
    /// - Returns: Whether a read would find something.
    public func contains<Value>(_ path: KeyPath<Domain.Type, DomainSetting<Domain, Value>>) -> Bool {
        state.content(named: Domain.self[keyPath: path].storedName) != .nothing
    }

    /// Removes a setting's value from the draft, so that reads give the default.
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

    func value<Value>(of definition: SettingDefinition<Value>) -> Value {
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
