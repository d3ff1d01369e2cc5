// Typed access by key: one overload for `DefaultsValue` types and one for `Codable` types, here and in the other files. The
// `Codable` one is disfavored, so that a type which is both is stored as a `DefaultsValue`.
//
// NB: what reports is inlinable, so that a client's compiler knows the key's type: asking for its name through a protocol
// took 6 % of a getter's time.

extension SafeDefaults {
    /// The value under a key.
    ///
    /// Something else that is stored is kept, reported as an issue, and read as `nil`.
    ///
    /// ```swift
    /// let theme = login.value(Theme.self, forKey: .theme)
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type to read; may be left out where the context says it.
    ///   - key: The key.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    /// - Returns: The value; `nil` where nothing is stored or it can't be read.
    @inlinable public func value<Value: DefaultsValue>(
        _ type: Value.Type = Value.self, forKey key: Keys, fileID: StaticString = #fileID, line: UInt = #line
    ) -> Value? {
        store.box.value(type, named: key.uniqueValue, at: CodeLocation(fileID: fileID, line: line))
    }

    /// The value under a key; throws where `value` would report an issue.
    ///
    /// - Parameters:
    ///   - type: The type to read; may be left out where the context says it.
    ///   - key: The key.
    /// - Returns: The value; `nil` where nothing is stored.
    /// - Throws: The ``DefaultsError`` of an unreadable value.
    public func read<Value: DefaultsValue>(
        _ type: Value.Type = Value.self, forKey key: Keys
    ) throws(DefaultsError) -> Value? {
        try store.box.read(key.uniqueValue, as: type) { try Value._decode($0) }
    }

    /// Tells a missing value, a value, and an unreadable value apart; reports nothing.
    ///
    /// - Parameters:
    ///   - type: The type to read; may be left out where the context says it.
    ///   - key: The key.
    /// - Returns: What was found.
    public func lookup<Value: DefaultsValue>(
        _ type: Value.Type = Value.self, forKey key: Keys
    ) -> Lookup<Value> {
        do throws(DefaultsError) {
            return try read(type, forKey: key).map(Lookup.value) ?? .missing
        } catch {
            return .unreadable(error)
        }
    }

    /// The value under a key of a `Codable` type.
    ///
    /// Something else that is stored is kept, reported as an issue, and read as `nil`.
    ///
    /// - Parameters:
    ///   - type: The type to read; may be left out where the context says it.
    ///   - key: The key.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    /// - Returns: The value; `nil` where nothing is stored or it can't be read.
    @_disfavoredOverload
    @inlinable public func value<Value: Codable & _SendableMetatype>(
        _ type: Value.Type = Value.self, forKey key: Keys, fileID: StaticString = #fileID, line: UInt = #line
    ) -> Value? {
        store.box.treeValue(type, named: key.uniqueValue, at: CodeLocation(fileID: fileID, line: line))
    }

    /// The value under a key of a `Codable` type; throws where `value` would report an issue.
    ///
    /// - Parameters:
    ///   - type: The type to read; may be left out where the context says it.
    ///   - key: The key.
    /// - Returns: The value; `nil` where nothing is stored.
    /// - Throws: The ``DefaultsError`` of an unreadable value.
    @_disfavoredOverload
    public func read<Value: Codable & _SendableMetatype>(
        _ type: Value.Type = Value.self, forKey key: Keys
    ) throws(DefaultsError) -> Value? {
        try store.box.read(key.uniqueValue, as: type) { try TreeDecoder.decode(Value.self, from: $0) }
    }

    /// Tells a missing value, a value of a `Codable` type, and an unreadable value apart; reports nothing.
    ///
    /// - Parameters:
    ///   - type: The type to read; may be left out where the context says it.
    ///   - key: The key.
    /// - Returns: What was found.
    @_disfavoredOverload
    public func lookup<Value: Codable & _SendableMetatype>(
        _ type: Value.Type = Value.self, forKey key: Keys
    ) -> Lookup<Value> {
        do throws(DefaultsError) {
            return try read(type, forKey: key).map(Lookup.value) ?? .missing
        } catch {
            return .unreadable(error)
        }
    }

    /// Not usable: the type can't be stored.
    @available(*, unavailable, message: "values of this type can't be stored: conform it to DefaultsValue or Codable")
    public func value<Value>(
        _ type: Value.Type = Value.self, forKey key: Keys, fileID: StaticString = #fileID, line: UInt = #line
    ) -> Value? {
        nil
    }
}
