// The draft's access by key.

extension DomainDraft {
    /// Returns the value that the draft has under a key.
    ///
    /// - Parameters:
    ///   - type: The type to read; you may omit it if the context implies it.
    ///   - key: The key.
    /// - Returns: The value, or `nil` if the draft has none, or has one that can't be read, which is an issue.
    public func value<Value: DefaultsValue>(
        _ type: Value.Type = Value.self, forKey key: Domain.Keys
    ) -> Value? {
        value(forKey: key) { try Value._decode($0) }
    }

    /// Returns the value of a `Codable` type that the draft has under a key.
    ///
    /// - Parameters:
    ///   - type: The type to read; you may omit it if the context implies it.
    ///   - key: The key.
    /// - Returns: The value, or `nil` if the draft has none, or has one that can't be read, which is an issue.
    @_disfavoredOverload
    public func value<Value: Codable & _SendableMetatype>(
        _ type: Value.Type = Value.self, forKey key: Domain.Keys
    ) -> Value? {
        value(forKey: key) { try TreeDecoder.decode(Value.self, from: $0) }
    }

    /// Stores a value in the draft under a key, or removes what it has there if the value is `nil`.
    ///
    /// If the value can't be stored, the edit stores nothing.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - key: The key.
    public mutating func set<Value: DefaultsValue>(_ value: Value?, forKey key: Domain.Keys) {
        set(value, forKey: key) { try $0._encode() }
    }

    /// Stores a value of a `Codable` type in the draft under a key, or removes what it has there if the value is `nil`.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - key: The key.
    @_disfavoredOverload
    public mutating func set<Value: Codable & _SendableMetatype>(_ value: Value?, forKey key: Domain.Keys) {
        set(value, forKey: key) { try DefaultsCodec<Value>.encodeTree($0) }
    }

    /// Stores a value of type `Any` in the draft after checking it at run time, or removes what the draft has under the
    /// key if the value is `nil`.
    ///
    /// See ``SafeDefaults/setObject(_:forKey:fileID:line:)`` for what can be stored. With anything else the edit stores
    /// nothing.
    ///
    /// - Parameters:
    ///   - object: The value.
    ///   - key: The key.
    public mutating func setObject(_ object: Any?, forKey key: Domain.Keys) {
        let name = key.uniqueValue
        state.keepingFailure(ofStoring: name) { () throws(DefaultsError) in
            guard let object else { return try state.stage(nil, named: name) }
            try state.stage(PropertyListValue.untyped(object, name: name), named: name)
        }
    }

    /// Returns whether the draft has anything under a key, readable or not.
    ///
    /// - Parameter key: The key.
    /// - Returns: Whether a getter finds something.
    public func contains(_ key: Domain.Keys) -> Bool {
        state.content(named: key.uniqueValue) != .nothing
    }

    /// Removes what the draft has under a key.
    ///
    /// - Parameter key: The key.
    public mutating func removeObject(forKey key: Domain.Keys) {
        state.remove(key.uniqueValue)
    }

    private func value<Value>(
        forKey key: Domain.Keys, decode: (PropertyListValue) throws -> Value
    ) -> Value? {
        let name = key.uniqueValue
        do throws(DefaultsError) {
            return try StoreBox.decoded(state.content(named: name), name: name, as: Value.self, decode: decode)
        } catch {
            state.note(.unreadable(error, fallback: .nil, at: state.location), about: name)
            return nil
        }
    }

    private mutating func set<Value>(
        _ value: Value?, forKey key: Domain.Keys, encode: (Value) throws -> PropertyListValue?
    ) {
        let name = key.uniqueValue
        state.keepingFailure(ofStoring: name) { () throws(DefaultsError) in
            guard let value else { return try state.stage(nil, named: name) }
            try state.stage(try StoreBox.encoded(value, name: name, encode: encode), named: name)
        }
    }
}
