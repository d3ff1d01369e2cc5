// Access to the draft by key.

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

    /// Returns whether the draft has a value under a key, even one that can't be read.
    ///
    /// - Parameter key: The key.
    /// - Returns: `true` if there is a value, even one that can't be read.
    public func contains(_ key: Domain.Keys) -> Bool {
        state.content(named: key.uniqueValue) != .nothing
    }

    /// Removes the draft's value under a key.
    ///
    /// - Parameter key: The key.
    public mutating func removeObject(forKey key: Domain.Keys) {
        state.remove(key.uniqueValue)
    }

    /// Returns a setting that is nil if there is no value, and stores values as they are stored by key.
    private func setting<Value>(
        _ key: Domain.Keys, _ codec: DefaultsCodec<Value>
    ) -> DomainSetting<Domain, Value?> {
        let optional = DefaultsCodec<Value?>(
            encode: { value in try value.flatMap { try codec.encode($0) } }, decode: { try codec.decode($0) })
        return DomainSetting(key, codec: optional, formerly: [], fileID: #fileID, line: #line) { nil }
    }
}
