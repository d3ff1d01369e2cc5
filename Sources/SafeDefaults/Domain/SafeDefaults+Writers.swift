// Typed writing by key. `set` reports a failure as an issue, and `write` throws it as an error.

extension SafeDefaults {
    /// Stores a value under a key, or removes the stored value if the new one is `nil`.
    ///
    /// If the value can't be stored, the previous value is kept and an issue is reported. There is the same method for
    /// `Codable` types.
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

    /// Stores a value under a key, or throws an error if it can't be stored.
    ///
    /// `set` reports an issue instead. There is the same method for `Codable` types.
    ///
    /// - Parameters:
    ///   - value: The value, or `nil` to remove the stored value.
    ///   - key: The key.
    /// - Throws: A ``DefaultsError`` if the value can't be stored or removed. In that case, the previous value is kept.
    public func write<Value: DefaultsValue>(_ value: Value?, forKey key: Keys) throws(DefaultsError) {
        guard let value else { return try store.box.set(nil, named: key.uniqueValue) }
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
    @_documentation(visibility: internal)
    @_disfavoredOverload
    @inlinable public func set<Value: Codable & _SendableMetatype>(
        _ value: Value?, forKey key: Keys, fileID: StaticString = #fileID, line: UInt = #line
    ) {
        store.box.setTree(value, named: key.uniqueValue, at: CodeLocation(fileID: fileID, line: line))
    }

    /// Stores a value of a `Codable` type under a key, or throws an error if it can't be stored.
    ///
    /// `set` reports an issue instead.
    ///
    /// - Parameters:
    ///   - value: The value, or `nil` to remove the stored value.
    ///   - key: The key.
    /// - Throws: A ``DefaultsError`` if the value can't be stored or removed. In that case, the previous value is kept.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public func write<Value: Codable & _SendableMetatype>(_ value: Value?, forKey key: Keys) throws(DefaultsError) {
        guard let value else { return try store.box.set(nil, named: key.uniqueValue) }
        try store.box.write(value, to: key.uniqueValue) { try DefaultsCodec<Value>.encodeTree($0) }
    }

    // NB: the next function is disfavored. Otherwise the compiler would prefer it, because it isn't generic, and an
    // existential costs 1,400 instructions. As it is, it is called only with arguments that no other overload accepts:
    // a literal nil, and an `any DefaultsValue`.

    /// Stores a value whose type is known only at run time, or removes the stored value if the new one is `nil`.
    ///
    /// To have an error thrown instead of an issue reported, write ``writeObject(_:forKey:)``.
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
        setObject(value, forKey: key, fileID: fileID, line: line)
    }

    /// Stores an array of values of different types under a key.
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
        setObject(values.map { $0 as Any }, forKey: key, fileID: fileID, line: line)
    }

    /// Stores a dictionary of values of different types under a key.
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
        setObject(values.mapValues { $0 as Any }, forKey: key, fileID: fileID, line: line)
    }

    /// Unavailable: the type can't be stored.
    @available(
        *, unavailable,
        message: """
            values of this type can't be stored: conform it to DefaultsValue or Codable; for a value of type Any, \
            write setObject(_:forKey:), which checks it at run time
            """
    )
    public func set<Value>(_ value: Value, forKey key: Keys, fileID: StaticString = #fileID, line: UInt = #line) {}
}

// MARK: - Untyped

extension SafeDefaults {
    /// Stores a value of type `Any` after checking it at run time, or removes the stored value if the new one is `nil`.
    ///
    /// The value must be a property-list object, a value of a type that conforms to ``DefaultsValue``, or an array or a
    /// dictionary of those. If you pass anything else, with which `UserDefaults` itself would crash, the previous value
    /// is kept and an issue is reported.
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
    public func setObject(_ object: Any?, forKey key: Keys, fileID: StaticString = #fileID, line: UInt = #line) {
        DefaultsIssue.reportingFailedWrite(at: CodeLocation(fileID: fileID, line: line)) { () throws(DefaultsError) in
            try writeObject(object, forKey: key)
        }
    }

    /// Stores a value of type `Any` after checking it at run time, or throws an error if it can't be stored.
    ///
    /// ``setObject(_:forKey:fileID:line:)`` reports an issue instead.
    ///
    /// - Parameters:
    ///   - object: The value, or `nil` to remove the stored value.
    ///   - key: The key.
    /// - Throws: A ``DefaultsError`` if the value can't be stored or removed. In that case, the previous value is kept.
    public func writeObject(_ object: Any?, forKey key: Keys) throws(DefaultsError) {
        guard let object else { return try store.box.set(nil, named: key.uniqueValue) }
        let (box, name) = (store.box, key.uniqueValue)
        try box.set(PropertyListValue.untyped(object, name: box.fullName(name)), named: name)
    }
}
