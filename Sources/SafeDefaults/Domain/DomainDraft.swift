/// A copy of a domain's values, which the body of ``SafeDefaults/edit(fileID:line:_:)`` changes.
///
/// Read and write settings as on the domain itself. Reads of the draft return the values that were written to it.
/// Outside the draft, the new values become visible when the edit ends.
///
/// A draft doesn't have the values of launch arguments and environment variables, which are for this run only and must
/// not be stored, but those beneath them.
///
/// ```swift
/// login.edit { draft in
///     draft.attempts += 1
///     draft[\.theme] = .dark
/// }
/// ```
///
/// If a setting has the same name as a member of the draft (`write`, `reset` …), access the setting by key path.
///
/// By key, a draft has `value(_:forKey:)`, `set`, `contains` and `removeObject`.
@dynamicMemberLookup
public struct DomainDraft<Domain: SafeDefaults> {
    /// This is a class, because reads are recorded in it but must not be mutating.
    let state: DraftState

    // MARK: - Settings

    /// Accesses a setting of the draft as a property.
    ///
    /// If a value can't be read, the default is returned and an issue is reported. If you then assign a value to the
    /// same setting, the edit stores nothing. If a value can't be stored, the edit stores nothing and an issue is
    /// reported.
    public subscript<Value>(dynamicMember path: KeyPath<Domain.Settings, DomainSetting<Domain, Value>>) -> Value {
        get { self[path] }
        set { self[path] = newValue }
    }

    /// Accesses a setting of the draft by key path.
    public subscript<Value>(_ path: KeyPath<Domain.Settings, DomainSetting<Domain, Value>>) -> Value {
        get { self[Domain.settings[keyPath: path]] }
        set { self[Domain.settings[keyPath: path]] = newValue }
    }

    /// Accesses a setting of the draft that is passed as a value.
    ///
    /// ```swift
    /// login.edit { $0[LoginDefaults.attempts] += 1 }
    /// ```
    public subscript<Value>(_ setting: DomainSetting<Domain, Value>) -> Value {
        get {
            let definition = setting.definition
            return definition.value(of: content(of: definition), in: state.box, at: state.location) { issue in
                state.note(issue, about: definition.storedName)
            }
        }
        set {
            do throws(DefaultsError) {
                try stage(newValue, of: setting.definition)
            } catch {
                state.note(.failedWrite(error, at: state.location))
            }
        }
    }

    /// Returns the draft's value of a setting, or the default if there is none, and throws an error if the value can't
    /// be read.
    ///
    /// The property reports an issue instead.
    ///
    /// ```swift
    /// try login.edit { draft in
    ///     draft.attempts = try draft.read(\.attempts) + 1  // if this throws, the edit stores nothing
    /// }
    /// ```
    ///
    /// - Parameter path: The key path of the setting, such as `\.attempts`.
    /// - Returns: The value.
    /// - Throws: A ``DefaultsError`` if the value can't be read.
    public func read<Value>(
        _ path: KeyPath<Domain.Settings, DomainSetting<Domain, Value>>
    ) throws(DefaultsError) -> Value {
        let definition = Domain.settings[keyPath: path].definition
        return try definition.decoded(content(of: definition), in: state.box) ?? definition.fallback()
    }

    /// Stores a value in the draft, or throws an error if it can't be stored.
    ///
    /// If you assign such a value to the property instead, the whole edit stores nothing.
    ///
    /// - Parameters:
    ///   - value: The value, or `nil` to remove the draft's value.
    ///   - path: The key path of the setting, such as `\.attempts`.
    /// - Throws: A ``DefaultsError`` if the value can't be stored, or if the property was read before and its value was
    ///   unreadable. In both cases, the draft is unchanged.
    public mutating func write<Value>(
        _ value: Value, to path: KeyPath<Domain.Settings, DomainSetting<Domain, Value>>
    ) throws(DefaultsError) {
        let definition = Domain.settings[keyPath: path].definition
        if let error = state.unreadableError(named: definition.storedName) { throw error }
        try stage(value, of: definition)
    }

    /// Returns whether the draft has a value for a setting, even one that can't be read.
    ///
    /// - Parameter path: The key path of the setting, such as `\.attempts`.
    /// - Returns: `true` if there is a value, even one that can't be read.
    public func contains<Value>(_ path: KeyPath<Domain.Settings, DomainSetting<Domain, Value>>) -> Bool {
        !content(of: Domain.settings[keyPath: path].definition).isNothing
    }

    /// Removes a setting's value from the draft, so that reads return the default.
    ///
    /// - Parameter path: The key path of the setting, such as `\.attempts`.
    public mutating func reset<Value>(_ path: KeyPath<Domain.Settings, DomainSetting<Domain, Value>>) {
        for name in Domain.settings[keyPath: path].definition.storedNames.reversed() {
            state.remove(name)
        }
    }

    /// Removes the values under all of the domain's keys from the draft.
    public mutating func removeAll() {
        let written = Domain.dynamicNames(among: state.transaction.changes.keys)
        for name in (Domain.storedNames(in: state.box) + written).reversed() { state.remove(name) }
    }

    // MARK: - By definition

    private func content<Value>(of definition: SettingDefinition<Value>) -> SettingContent {
        definition.content(in: .beneathOverrides, origin: state.origin, state.content)
    }

    private func stage<Value>(_ value: Value, of definition: SettingDefinition<Value>) throws(DefaultsError) {
        let name = definition.storedName
        let encoded = try StoreBox.encoded(value, name: state.box.fullName(name), encode: definition.codec.encode)
        let former = definition.formerNames.filter { state.content(named: $0) != .nothing }
        if definition.storesOnlyChanges, former.isEmpty, state.holds(encoded, named: name) { return }
        // The value that the draft would fall back to after a removal is removed, too.
        try state.stage(encoded, named: name, removing: former)
    }
}

// MARK: - Access by key

extension DomainDraft {
    /// Returns the value stored in the draft under a key.
    ///
    /// There is the same method for `Codable` types.
    ///
    /// - Parameters:
    ///   - type: The type to read.
    ///   - key: The key.
    /// - Returns: The value, or `nil` if the draft has none or it can't be read. An unreadable value is reported as an
    ///   issue.
    public func value<Value: DefaultsValue>(_ type: Value.Type, forKey key: Domain.Keys) -> Value? {
        self[setting(key, .native)]
    }

    /// Returns the value of a `Codable` type stored in the draft under a key.
    ///
    /// - Parameters:
    ///   - type: The type to read.
    ///   - key: The key.
    /// - Returns: The value, or `nil` if the draft has none or it can't be read. An unreadable value is reported as an
    ///   issue.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public func value<Value: Codable & _SendableMetatype>(_ type: Value.Type, forKey key: Domain.Keys) -> Value? {
        self[setting(key, .tree)]
    }

    /// Stores a value in the draft under a key, or removes the draft's value if the new one is `nil`.
    ///
    /// If the value can't be stored, the edit stores nothing. There is the same method for `Codable` types.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - key: The key.
    public mutating func set<Value: DefaultsValue>(_ value: Value?, forKey key: Domain.Keys) {
        self[setting(key, .native)] = value
    }

    /// Stores a value of a `Codable` type in the draft under a key, or removes the draft's value if the new one is
    /// `nil`.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - key: The key.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public mutating func set<Value: Codable & _SendableMetatype>(_ value: Value?, forKey key: Domain.Keys) {
        self[setting(key, .tree)] = value
    }

    /// Removes the draft's value under a key.
    ///
    /// - Parameter key: The key.
    public mutating func removeObject(forKey key: Domain.Keys) {
        state.remove(key.uniqueValue)
    }

    /// Returns a setting that is nil if there is no value, and stores values as they are stored by key.
    private func setting<Value>(_ key: Domain.Keys, _ codec: DefaultsCodec<Value>) -> DomainSetting<Domain, Value?> {
        let optional = DefaultsCodec<Value?>(
            encode: { value in try value.flatMap { try codec.encode($0) } }, decode: { try codec.decode($0) })
        return DomainSetting(key, codec: optional, formerly: [], fileID: #fileID, line: #line) { nil }
    }
}
