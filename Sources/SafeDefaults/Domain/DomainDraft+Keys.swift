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
    public func value<Value: DefaultsValue>(
        _ type: Value.Type, forKey key: Domain.Keys
    ) -> Value? {
        value(forKey: key) { try Value._decode($0) }
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
    public func value<Value: Codable & _SendableMetatype>(
        _ type: Value.Type, forKey key: Domain.Keys
    ) -> Value? {
        value(forKey: key) { try TreeDecoder.decode(Value.self, from: $0) }
    }

    /// Stores a value in the draft under a key, or removes the draft's value if the new one is `nil`.
    ///
    /// If the value can't be stored, the edit stores nothing. There is the same method for `Codable` types.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - key: The key.
    public mutating func set<Value: DefaultsValue>(_ value: Value?, forKey key: Domain.Keys) {
        set(value, forKey: key) { try $0._encode() }
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
        set(value, forKey: key) { try DefaultsCodec<Value>.encodeTree($0) }
    }

    /// Stores a value of type `Any` in the draft after checking it at run time, or removes the draft's value if the new
    /// one is `nil`.
    ///
    /// See ``SafeDefaults/setObject(_:forKey:fileID:line:)`` for the values that can be stored. If you pass any other
    /// value, the edit stores nothing.
    ///
    /// - Parameters:
    ///   - object: The value.
    ///   - key: The key.
    public mutating func setObject(_ object: Any?, forKey key: Domain.Keys) {
        let name = key.uniqueValue
        state.keepingFailure(ofStoring: name) { () throws(DefaultsError) in
            guard let object else { return try state.stage(nil, named: name) }
            try state.stage(PropertyListValue.untyped(object, name: state.box.fullName(name)), named: name)
        }
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
            try state.stage(state.box.encoded(value, named: name, encode: encode), named: name)
        }
    }
}
