// Typed writing by key: `set` reports a failure as an issue, and its twin `write` throws it.

extension SafeDefaults {
    /// Stores a value under a key, or removes the stored value if the new one is `nil`.
    ///
    /// If the value can't be stored, the previous value is kept and an issue is reported.
    ///
    /// ```swift
    /// login.set(Date(), forKey: .loginDate)
    /// login.set(nil, forKey: .loginDate)  // removes it
    /// ```
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - key: The key.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    @inlinable public func set<Value: DefaultsValue>(
        _ value: Value?, forKey key: Keys, fileID: StaticString = #fileID, line: UInt = #line
    ) {
        store.box.set(value, named: key.uniqueValue, at: CodeLocation(fileID: fileID, line: line))
    }

    /// Stores a value under a key, and throws an error where `set` reports an issue.
    ///
    /// - Parameters:
    ///   - value: The value, or `nil` to remove the stored value.
    ///   - key: The key.
    /// - Throws: A ``DefaultsError`` if the value can't be stored. In that case, the previous value is kept.
    public func write<Value: DefaultsValue>(_ value: Value?, forKey key: Keys) throws(DefaultsError) {
        guard let value else { return removeObject(forKey: key) }
        try store.box.write(value, to: key.uniqueValue) { try $0._encode() }
    }

    /// Stores a value of a `Codable` type under a key, or removes the stored value if the new one is `nil`.
    ///
    /// If the value can't be stored, the previous value is kept and an issue is reported.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - key: The key.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    @_disfavoredOverload
    @inlinable public func set<Value: Codable & _SendableMetatype>(
        _ value: Value?, forKey key: Keys, fileID: StaticString = #fileID, line: UInt = #line
    ) {
        store.box.setTree(value, named: key.uniqueValue, at: CodeLocation(fileID: fileID, line: line))
    }

    /// Stores a value of a `Codable` type under a key, and throws an error where `set` reports an issue.
    ///
    /// - Parameters:
    ///   - value: The value, or `nil` to remove the stored value.
    ///   - key: The key.
    /// - Throws: A ``DefaultsError`` if the value can't be stored. In that case, the previous value is kept.
    @_disfavoredOverload
    public func write<Value: Codable & _SendableMetatype>(_ value: Value?, forKey key: Keys) throws(DefaultsError) {
        guard let value else { return removeObject(forKey: key) }
        try store.box.write(value, to: key.uniqueValue) { try DefaultsCodec<Value>.encodeTree($0) }
    }

    // NB: these two are disfavored, because the compiler prefers a function that isn't generic, and the existential
    // costs 1,400 instructions. So they take only what no other overload does: a bare nil, and an `any DefaultsValue`.

    /// Stores a value whose type is known at run time only, or removes the stored value if the new one is `nil`.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - key: The key.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    @_disfavoredOverload
    public func set(
        _ value: (any DefaultsValue)?, forKey key: Keys, fileID: StaticString = #fileID, line: UInt = #line
    ) {
        reporting(CodeLocation(fileID: fileID, line: line)) { () throws(DefaultsError) in
            try write(value, forKey: key)
        }
    }

    /// Stores a value whose type is known at run time only, and throws an error where `set` reports an issue.
    ///
    /// - Parameters:
    ///   - value: The value, or `nil` to remove the stored value.
    ///   - key: The key.
    /// - Throws: A ``DefaultsError`` if the value can't be stored. In that case, the previous value is kept.
    @_disfavoredOverload
    public func write(_ value: (any DefaultsValue)?, forKey key: Keys) throws(DefaultsError) {
        guard let value else { return removeObject(forKey: key) }
        try writeAny(value, forKey: key)
    }

    /// Stores an array of values of several types.
    ///
    /// ```swift
    /// login.set([1, "two", Theme.dark], forKey: .theme)
    /// ```
    ///
    /// - Parameters:
    ///   - values: The values.
    ///   - key: The key.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    public func set(
        _ values: [any DefaultsValue], forKey key: Keys, fileID: StaticString = #fileID, line: UInt = #line
    ) {
        reporting(CodeLocation(fileID: fileID, line: line)) { () throws(DefaultsError) in
            try store.box.write(values, to: key.uniqueValue) { values in
                .array(try values.enumerated().map { try Self.element($1, at: "[\($0)]") })
            }
        }
    }

    /// Stores a dictionary of values of several types.
    ///
    /// ```swift
    /// login.set(["name": "Tom", "age": 42], forKey: .theme)
    /// ```
    ///
    /// - Parameters:
    ///   - values: The values by name.
    ///   - key: The key.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    public func set(
        _ values: [String: any DefaultsValue], forKey key: Keys, fileID: StaticString = #fileID, line: UInt = #line
    ) {
        reporting(CodeLocation(fileID: fileID, line: line)) { () throws(DefaultsError) in
            try store.box.write(values, to: key.uniqueValue) { values in
                var stored: [String: PropertyListValue] = [:]
                for (name, value) in values { stored[name] = try Self.element(value, at: name) }
                return .dictionary(stored)
            }
        }
    }

    /// Unavailable: the type can't be stored.
    @available(
        *, unavailable,
        message: """
            values of this type can't be stored: conform it to DefaultsValue or Codable; for a value of type Any, \
            write setObject(_:forKey:), which checks it at run time
            """
    )
    public func set<Value>(
        _ value: Value, forKey key: Keys, fileID: StaticString = #fileID, line: UInt = #line
    ) {}

    /// Encodes an element.
    ///
    /// A nil is stored as the marker, because an array and a dictionary can't hold nothing.
    private static func element(_ value: any DefaultsValue, at place: String) throws -> PropertyListValue {
        try DefaultsError.locating(place) { try value._encode() ?? .nilMarker }
    }

    private func writeAny<Value: DefaultsValue>(_ value: Value, forKey key: Keys) throws(DefaultsError) {
        try store.box.write(value, to: key.uniqueValue) { try $0._encode() }
    }

    private func reporting(_ location: CodeLocation, _ write: () throws(DefaultsError) -> Void) {
        do throws(DefaultsError) {
            try write()
        } catch {
            DefaultsIssue.report(.failedWrite(error, at: location))
        }
    }
}

// MARK: - Untyped

extension SafeDefaults {
    /// Stores a value of type `Any` after checking it at run time, or removes the stored value if the new one is `nil`.
    ///
    /// The value must be a property-list object, a value of a type that conforms to ``DefaultsValue``, or an array or a
    /// dictionary of those. For anything else, where `UserDefaults` itself crashes, what was stored is kept and an
    /// issue is reported.
    ///
    /// ```swift
    /// let parsed: [String: Any] = ["volume": 0.5, "muted": false]
    /// login.setObject(parsed, forKey: .theme)
    /// ```
    ///
    /// - Parameters:
    ///   - object: The value.
    ///   - key: The key.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    public func setObject(
        _ object: Any?, forKey key: Keys, fileID: StaticString = #fileID, line: UInt = #line
    ) {
        reporting(CodeLocation(fileID: fileID, line: line)) { () throws(DefaultsError) in
            try writeObject(object, forKey: key)
        }
    }

    /// Stores a value of type `Any`, and throws an error where ``setObject(_:forKey:fileID:line:)`` reports an issue.
    ///
    /// - Parameters:
    ///   - object: The value, or `nil` to remove the stored value.
    ///   - key: The key.
    /// - Throws: A ``DefaultsError`` if the value can't be stored. In that case, the previous value is kept.
    public func writeObject(_ object: Any?, forKey key: Keys) throws(DefaultsError) {
        guard let object else { return removeObject(forKey: key) }
        let name = key.uniqueValue
        try store.box.set(PropertyListValue.untyped(object, name: name), named: name)
    }
}
