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
    /// An unreadable value is the default and an issue; a value that can't be stored keeps the edit from storing anything,
    /// and is an issue.
    public subscript<Value>(dynamicMember path: KeyPath<Domain.Type, DomainSetting<Domain, Value>>) -> Value {
        get { self[path] }
        set { self[path] = newValue }
    }

    /// Reads or writes a setting of the draft by key path.
    public subscript<Value>(_ path: KeyPath<Domain.Type, DomainSetting<Domain, Value>>) -> Value {
        get {
            let definition = Domain.self[keyPath: path].definition
            let content = state.content(named: definition.storedName)
            return definition.value(of: content, at: state.location, ifUnreadable: state.note)
        }
        set {
            state.keepingFailure(ofStoring: Domain.self[keyPath: path].storedName) { () throws(DefaultsError) in
                try write(newValue, to: path)
            }
        }
    }

    /// Stores a value in the draft; throws where a property would keep the edit from storing anything.
    ///
    /// - Parameters:
    ///   - value: The value; `nil` removes.
    ///   - path: The setting.
    /// - Throws: The ``DefaultsError`` of a value that can't be stored; the draft is as it was.
    public mutating func write<Value>(
        _ value: Value, to path: KeyPath<Domain.Type, DomainSetting<Domain, Value>>
    ) throws(DefaultsError) {
        let definition = Domain.self[keyPath: path].definition
        let name = definition.storedName
        let encoded = try StoreBox.encoded(value, name: name, encode: definition.codec.encode)
        if definition.writes == .onlyChanges, state.content(named: name) == StoredContent(encoded) {
            return state.forgetFailure(ofStoring: name)
        }
        try state.stage(encoded, named: name)
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
}
