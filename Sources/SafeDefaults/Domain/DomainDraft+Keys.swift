// Access to a draft by key, for domains that declare no settings.

extension DomainDraft {
    /// The value under a key; `nil` where the draft has none, and where it can't be read, which is an issue.
    ///
    /// - Parameters:
    ///   - type: The type to read; may be left out where the context says it.
    ///   - key: The key.
    /// - Returns: The value.
    public func value<Value: DefaultsValue>(
        _ type: Value.Type = Value.self, forKey key: Domain.Keys
    ) -> Value? {
        value(forKey: key) { try Value._decode($0) }
    }

    /// The value under a key of a `Codable` type; `nil` where the draft has none, and where it can't be read.
    ///
    /// - Parameters:
    ///   - type: The type to read; may be left out where the context says it.
    ///   - key: The key.
    /// - Returns: The value.
    @_disfavoredOverload
    public func value<Value: Codable & _SendableMetatype>(
        _ type: Value.Type = Value.self, forKey key: Domain.Keys
    ) -> Value? {
        value(forKey: key) { try TreeDecoder.decode(Value.self, from: $0) }
    }

    /// Stores a value under a key, or removes what the draft has for `nil`.
    ///
    /// One that can't be stored keeps the edit from storing anything.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - key: The key.
    public mutating func set<Value: DefaultsValue>(_ value: Value?, forKey key: Domain.Keys) {
        set(value, forKey: key) { try $0._encode() }
    }

    /// Stores a value of a `Codable` type under a key, or removes what the draft has for `nil`.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - key: The key.
    @_disfavoredOverload
    public mutating func set<Value: Codable & _SendableMetatype>(_ value: Value?, forKey key: Domain.Keys) {
        set(value, forKey: key) { try DefaultsCodec<Value>.encodeTree($0) }
    }

    /// Stores a value of type `Any` under a key, checked at run time; `nil` removes what the draft has.
    ///
    /// See ``SafeDefaults/setObject(_:forKey:fileID:line:)`` for what can be stored. Anything else keeps the edit from
    /// storing anything.
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

    /// Tells whether the draft has anything under a key, readable or not.
    ///
    /// - Parameter key: The key.
    /// - Returns: Whether a getter would find something.
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
