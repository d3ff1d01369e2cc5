// Typed access by key. Here and in other files, each function has one overload for `DefaultsValue` types and one for
// `Codable` types. The latter is disfavored: if a type conforms to both protocols, its values are stored as a
// `DefaultsValue`.
//
// NB: `value` and `set` are inlinable, so that the compiler knows the type of the key when it compiles client code.
// Calling `uniqueValue` through the protocol took 6 % of a getter's time.

extension SafeDefaults {
    /// Returns the value stored under a key.
    ///
    /// If the stored value can't be read as this type, it is kept, an issue is reported, and the result is `nil`.
    ///
    /// ```swift
    /// let theme = login.value(Theme.self, forKey: .theme)
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type to read.
    ///   - key: The key.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    /// - Returns: The value, or `nil` if nothing is stored or it can't be read.
    @inlinable public func value<Value: DefaultsValue>(
        _ type: Value.Type, forKey key: Keys, fileID: StaticString = #fileID, line: UInt = #line
    ) -> Value? {
        store.value(type, named: key.uniqueValue, at: CodeLocation(fileID: fileID, line: line))
    }

    /// Returns the value stored under a key, and throws an error if it can't be read.
    ///
    /// `value` reports an issue instead.
    ///
    /// - Parameters:
    ///   - type: The type to read.
    ///   - key: The key.
    /// - Returns: The value, or `nil` if nothing is stored.
    /// - Throws: A ``DefaultsError`` if the stored value can't be read.
    public func read<Value: DefaultsValue>(
        _ type: Value.Type, forKey key: Keys
    ) throws(DefaultsError) -> Value? {
        let (box, name) = (store.box, key.uniqueValue)
        if let value = try box.read(name, as: type, decode: { try Value._decode($0) }) { return value }
        return try box.missingValue(named: name)
    }

    /// Returns the value of a `Codable` type stored under a key.
    ///
    /// If the stored value can't be read as this type, it is kept, an issue is reported, and the result is `nil`.
    ///
    /// - Parameters:
    ///   - type: The type to read.
    ///   - key: The key.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    /// - Returns: The value, or `nil` if nothing is stored or it can't be read.
    @_disfavoredOverload
    @inlinable public func value<Value: Codable & _SendableMetatype>(
        _ type: Value.Type, forKey key: Keys, fileID: StaticString = #fileID, line: UInt = #line
    ) -> Value? {
        store.box.treeValue(type, named: key.uniqueValue, at: CodeLocation(fileID: fileID, line: line))
    }

    /// Returns the value of a `Codable` type stored under a key, and throws an error if it can't be read.
    ///
    /// `value` reports an issue instead.
    ///
    /// - Parameters:
    ///   - type: The type to read.
    ///   - key: The key.
    /// - Returns: The value, or `nil` if nothing is stored.
    /// - Throws: A ``DefaultsError`` if the stored value can't be read.
    @_disfavoredOverload
    public func read<Value: Codable & _SendableMetatype>(
        _ type: Value.Type, forKey key: Keys
    ) throws(DefaultsError) -> Value? {
        let (box, name) = (store.box, key.uniqueValue)
        if let value = try box.read(name, as: type, decode: { try TreeDecoder.decode(Value.self, from: $0) }) {
            return value
        }
        return try box.missingValue(named: name)
    }
}
