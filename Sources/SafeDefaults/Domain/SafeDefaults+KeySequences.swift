// Asynchronous sequences of the values under a key, for code that declares no settings.

extension SafeDefaults {
    /// Returns an asynchronous sequence of the values stored under a key: the current value, then each new one.
    ///
    /// A value is `nil` if nothing is stored or the stored value can't be read.
    ///
    /// ```swift
    /// for await attempts in login.values(Int.self, forKey: .attempts) {
    ///     print(attempts ?? 0)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type to read.
    ///   - key: The key.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    /// - Returns: The sequence. See ``SettingValues``.
    public func values<Value: DefaultsValue>(
        _ type: Value.Type, forKey key: Keys, fileID: StaticString = #fileID, line: UInt = #line
    ) -> SettingValues<Value?> {
        SettingValues(observed: observed(type, key, CodeLocation(fileID: fileID, line: line)))
    }

    /// Returns an asynchronous sequence of the changes under a key, each with the old and the new value.
    ///
    /// A value is `nil` if nothing is stored or the stored value can't be read.
    ///
    /// - Parameters:
    ///   - type: The type to read.
    ///   - key: The key.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    /// - Returns: The sequence. See ``SettingChanges``.
    public func changes<Value: DefaultsValue>(
        _ type: Value.Type, forKey key: Keys, fileID: StaticString = #fileID, line: UInt = #line
    ) -> SettingChanges<Value?> {
        SettingChanges(observed: observed(type, key, CodeLocation(fileID: fileID, line: line)))
    }

    /// Returns an asynchronous sequence of the values of a `Codable` type stored under a key: the current value, then
    /// each new one.
    ///
    /// - Parameters:
    ///   - type: The type to read.
    ///   - key: The key.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    /// - Returns: The sequence. See ``SettingValues``.
    @_disfavoredOverload
    public func values<Value: Codable & _SendableMetatype>(
        _ type: Value.Type, forKey key: Keys, fileID: StaticString = #fileID, line: UInt = #line
    ) -> SettingValues<Value?> {
        SettingValues(observed: observedTree(type, key, CodeLocation(fileID: fileID, line: line)))
    }

    /// Returns an asynchronous sequence of the changes of a `Codable` value under a key, each with the old and the new
    /// value.
    ///
    /// - Parameters:
    ///   - type: The type to read.
    ///   - key: The key.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    /// - Returns: The sequence. See ``SettingChanges``.
    @_disfavoredOverload
    public func changes<Value: Codable & _SendableMetatype>(
        _ type: Value.Type, forKey key: Keys, fileID: StaticString = #fileID, line: UInt = #line
    ) -> SettingChanges<Value?> {
        SettingChanges(observed: observedTree(type, key, CodeLocation(fileID: fileID, line: line)))
    }

    private func observed<Value: DefaultsValue>(
        _ type: Value.Type, _ key: Keys, _ location: CodeLocation
    ) -> ObservedValue<Value?> {
        ObservedValue(named: key.uniqueValue, in: store.box, at: location) { try Value._decode($0) }
    }

    private func observedTree<Value: Codable & _SendableMetatype>(
        _ type: Value.Type, _ key: Keys, _ location: CodeLocation
    ) -> ObservedValue<Value?> {
        ObservedValue(named: key.uniqueValue, in: store.box, at: location) {
            try TreeDecoder.decode(Value.self, from: $0)
        }
    }
}
