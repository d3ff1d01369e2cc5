public import Foundation

// Reads by key. Here and in other files, each function has one overload for `DefaultsValue` types and one for
// `Codable` types. The latter is disfavored: if a type conforms to both protocols, its values are stored as a
// `DefaultsValue`. The documentation lists only the former, which mentions the other.
//
// NB: `value` and `set` are inlinable, so that the compiler knows the type of the key when it compiles client code.
// Calling `uniqueValue` through the protocol took 6 % of a getter's time.

extension SafeDefaults {
    /// Returns the value stored under a key.
    ///
    /// If the stored value can't be read as this type, it is kept, an issue is reported, and the result is `nil`. There
    /// is the same method for `Codable` types.
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
    /// `value` reports an issue instead. There is the same method for `Codable` types.
    ///
    /// - Parameters:
    ///   - type: The type to read.
    ///   - key: The key.
    /// - Returns: The value, or `nil` if nothing is stored.
    /// - Throws: A ``DefaultsError`` if the stored value can't be read.
    public func read<Value: DefaultsValue>(_ type: Value.Type, forKey key: Keys) throws(DefaultsError) -> Value? {
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
    @_documentation(visibility: internal)
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
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public func read<Value: Codable & _SendableMetatype>(
        _ type: Value.Type, forKey key: Keys
    ) throws(DefaultsError) -> Value? {
        let (box, name) = (store.box, key.uniqueValue)
        if let value = try box.read(name, as: type, decode: { try $0.decodedTree(Value.self) }) {
            return value
        }
        return try box.missingValue(named: name)
    }
}

// MARK: - Getters that are named as on UserDefaults

// All of them return optionals. The result is nil if nothing is stored, or if the stored value can't be converted to
// the type without loss; the latter is reported as an issue. No getter returns 0 or false for a missing value.

extension SafeDefaults {
    /// Returns the string stored under a key.
    ///
    /// Reads a string, or the decimal digits of a number. If anything else is stored, it is kept, an issue is reported,
    /// and the result is `nil`.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    /// - Returns: The value, or `nil` if nothing is stored or it can't be read.
    @inlinable public func string(forKey key: Keys, fileID: StaticString = #fileID, line: UInt = #line) -> String? {
        value(String.self, forKey: key, fileID: fileID, line: line)
    }

    /// Returns the integer stored under a key.
    ///
    /// Reads an integer in `Int`'s range, a real number that is whole, a Boolean as 0 or 1, or a string of decimal
    /// digits. If anything else is stored, it is kept, an issue is reported, and the result is `nil`.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    /// - Returns: The value, or `nil` if nothing is stored or it can't be read.
    @inlinable public func integer(forKey key: Keys, fileID: StaticString = #fileID, line: UInt = #line) -> Int? {
        value(Int.self, forKey: key, fileID: fileID, line: line)
    }

    /// Returns the Boolean stored under a key.
    ///
    /// Reads a Boolean, the number 0 or 1, or one of the strings yes, true, y, t, 1, no, false, n, f and 0, in any mix
    /// of uppercase and lowercase. If anything else is stored, it is kept, an issue is reported, and the result is
    /// `nil`.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    /// - Returns: The value, or `nil` if nothing is stored or it can't be read.
    @inlinable public func bool(forKey key: Keys, fileID: StaticString = #fileID, line: UInt = #line) -> Bool? {
        value(Bool.self, forKey: key, fileID: fileID, line: line)
    }

    /// Returns the number stored under a key.
    ///
    /// Reads a number that a `Double` represents exactly, a Boolean as 0 or 1, or a string with a decimal number. If
    /// anything else is stored, it is kept, an issue is reported, and the result is `nil`.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    /// - Returns: The value, or `nil` if nothing is stored or it can't be read.
    @inlinable public func double(forKey key: Keys, fileID: StaticString = #fileID, line: UInt = #line) -> Double? {
        value(Double.self, forKey: key, fileID: fileID, line: line)
    }

    /// Returns the number stored under a key, as a `Float`.
    ///
    /// Reads a number that a `Float` represents exactly or that has the same decimal digits as a `Float`, a Boolean as
    /// 0 or 1, or a string with a decimal number. If anything else is stored, it is kept, an issue is reported, and the
    /// result is `nil`.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    /// - Returns: The value, or `nil` if nothing is stored or it can't be read.
    @inlinable public func float(forKey key: Keys, fileID: StaticString = #fileID, line: UInt = #line) -> Float? {
        value(Float.self, forKey: key, fileID: fileID, line: line)
    }

    /// Returns the data stored under a key.
    ///
    /// Reads data. If anything else is stored, it is kept, an issue is reported, and the result is `nil`.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    /// - Returns: The value, or `nil` if nothing is stored or it can't be read.
    @inlinable public func data(forKey key: Keys, fileID: StaticString = #fileID, line: UInt = #line) -> Data? {
        value(Data.self, forKey: key, fileID: fileID, line: line)
    }

    /// Returns the date stored under a key.
    ///
    /// Reads a date, or a string of the form `2026-11-21T05:37:21Z`. If anything else is stored, it is kept, an issue
    /// is reported, and the result is `nil`.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    /// - Returns: The value, or `nil` if nothing is stored or it can't be read.
    @inlinable public func date(forKey key: Keys, fileID: StaticString = #fileID, line: UInt = #line) -> Date? {
        value(Date.self, forKey: key, fileID: fileID, line: line)
    }

    /// Returns the URL stored under a key.
    ///
    /// Reads a string, a keyed archive of a URL, or the dictionary or JSON data that `Codable` makes of a URL. A string
    /// that begins with `/` or `~` is the path of a file. If anything else is stored, it is kept, an issue is reported,
    /// and the result is `nil`.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    /// - Returns: The value, or `nil` if nothing is stored or it can't be read.
    @inlinable public func url(forKey key: Keys, fileID: StaticString = #fileID, line: UInt = #line) -> URL? {
        value(URL.self, forKey: key, fileID: fileID, line: line)
    }

    /// Returns the array of strings stored under a key.
    ///
    /// Reads an array whose elements can all be read as strings, or a keyed archive or JSON data with such an array. If
    /// anything else is stored, it is kept, an issue is reported, and the result is `nil`.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    /// - Returns: The value, or `nil` if nothing is stored or it can't be read.
    @inlinable public func stringArray(
        forKey key: Keys, fileID: StaticString = #fileID, line: UInt = #line
    ) -> [String]? {
        value([String].self, forKey: key, fileID: fileID, line: line)
    }

    /// Returns the array stored under a key.
    ///
    /// Reads an array, or a keyed archive of an array. Each element of the result is a Swift value of the type `Bool`,
    /// `Int`, `Double`, `String`, `Data`, `Date`, `[Any]` or `[String: Any]`. If all elements have the same type, use
    /// `value([Element].self, forKey: key)`, which needs no cast. If anything else is stored, it is kept, an issue is
    /// reported, and the result is `nil`.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    /// - Returns: The array, or `nil` if nothing is stored or it can't be read.
    public func array(forKey key: Keys, fileID: StaticString = #fileID, line: UInt = #line) -> [Any]? {
        value([PropertyListValue].self, forKey: key, fileID: fileID, line: line)?.map(\.swiftObject)
    }

    /// Returns the dictionary stored under a key.
    ///
    /// Reads a dictionary, or a keyed archive of a dictionary. The values have Swift types, like the elements of
    /// ``array(forKey:fileID:line:)``. If anything else is stored, it is kept, an issue is reported, and the result is
    /// `nil`.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    /// - Returns: The dictionary, or `nil` if nothing is stored or it can't be read.
    public func dictionary(forKey key: Keys, fileID: StaticString = #fileID, line: UInt = #line) -> [String: Any]? {
        value([String: PropertyListValue].self, forKey: key, fileID: fileID, line: line)?.mapValues(\.swiftObject)
    }

    /// Returns the object stored under a key, as a Swift value.
    ///
    /// Its type is one of those that ``array(forKey:fileID:line:)`` lists.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    /// - Returns: The object, or `nil` if nothing is stored.
    public func object(forKey key: Keys, fileID: StaticString = #fileID, line: UInt = #line) -> Any? {
        value(PropertyListValue.self, forKey: key, fileID: fileID, line: line)?.swiftObject
    }
}
