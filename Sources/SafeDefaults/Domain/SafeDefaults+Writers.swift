// Typed writing by key: `set`, which reports a failure as an issue, and its twin `write`, which throws it.

extension SafeDefaults {
    /// Stores a value under a key; `nil` removes what is stored.
    ///
    /// A value that can't be stored leaves what was there, and is an issue.
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

    /// Stores a value under a key; `nil` removes what is stored; throws where `set` would report an issue.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - key: The key.
    /// - Throws: The ``DefaultsError`` of a value that can't be stored; what was stored is still there.
    public func write<Value: DefaultsValue>(_ value: Value?, forKey key: Keys) throws(DefaultsError) {
        guard let value else { return removeObject(forKey: key) }
        try store.box.write(value, to: key.uniqueValue) { try $0._encode() }
    }

    /// Stores a value of a `Codable` type under a key; `nil` removes what is stored.
    ///
    /// A value that can't be stored leaves what was there, and is an issue.
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

    /// Stores a value of a `Codable` type under a key; `nil` removes what is stored; throws where `set` would report an issue.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - key: The key.
    /// - Throws: The ``DefaultsError`` of a value that can't be stored; what was stored is still there.
    @_disfavoredOverload
    public func write<Value: Codable & _SendableMetatype>(_ value: Value?, forKey key: Keys) throws(DefaultsError) {
        guard let value else { return removeObject(forKey: key) }
        try store.box.write(value, to: key.uniqueValue) { try DefaultsCodec<Value>.encodeTree($0) }
    }

    // Disfavoured, because the compiler would otherwise prefer these, which aren't generic, for every value: a box, and
    // 1,400 instructions, for nothing. They are left with what no other takes: a bare nil, and an `any DefaultsValue`.

    /// Stores a value whose type is known at run time only; `nil` removes what is stored.
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

    /// Stores a value whose type is known at run time only; throws where `set` would report an issue.
    ///
    /// - Parameters:
    ///   - value: The value; `nil` removes what is stored.
    ///   - key: The key.
    /// - Throws: The ``DefaultsError`` of a value that can't be stored; what was stored is still there.
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

    /// Not usable: the type can't be stored.
    @available(
        *, unavailable,
        message: """
            values of this type can't be stored: conform it to DefaultsValue or Codable; for a value of type Any, write \
            setObject(_:forKey:), which checks it at run time
            """
    )
    public func set<Value>(
        _ value: Value, forKey key: Keys, fileID: StaticString = #fileID, line: UInt = #line
    ) {}

    /// What an element is stored as: each level of an optional as what it is, which no `Any` would keep.
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
    /// Stores a value of type `Any`, checked at run time: a property-list object, a value of a type that conforms to
    /// ``DefaultsValue``, or arrays and dictionaries of those; `nil` removes what is stored.
    ///
    /// Anything else leaves what was there, and is an issue, where `UserDefaults` itself would crash.
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

    /// Stores a value of type `Any`; throws where ``setObject(_:forKey:fileID:line:)`` would report an issue.
    ///
    /// - Parameters:
    ///   - object: The value; `nil` removes what is stored.
    ///   - key: The key.
    /// - Throws: The ``DefaultsError`` of a value that can't be stored; what was stored is still there.
    public func writeObject(_ object: Any?, forKey key: Keys) throws(DefaultsError) {
        guard let object else { return removeObject(forKey: key) }
        let name = key.uniqueValue
        try store.box.set(PropertyListValue.untyped(object, name: name), named: name)
    }
}
