public import Foundation

// Getters by key, with the names of `UserDefaults`' own. All of them return optionals: nil if nothing is stored, or if
// what is stored can't be read as the type without loss, which is reported as well. No getter invents a 0.

extension SafeDefaults {
    /// Returns the string stored under a key.
    ///
    /// Reads a string, or a number as its decimal digits. Anything else is kept, reported as an issue, and read as
    /// `nil`.
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
    /// digits. Anything else is kept, reported as an issue, and read as `nil`.
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
    /// Reads a Boolean, the number 0 or 1, or, in any case, one of the strings yes, true, y, t, 1 and no, false, n, f,
    /// 0. Anything else is kept, reported as an issue, and read as `nil`.
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
    /// Reads a number that a `Double` represents exactly, a Boolean as 0 or 1, or a string with a decimal number.
    /// Anything else is kept, reported as an issue, and read as `nil`.
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
    /// Reads a number that a `Float` represents exactly or with the same decimal digits, a Boolean as 0 or 1, or a
    /// string with a decimal number. Anything else is kept, reported as an issue, and read as `nil`.
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
    /// Reads data. Anything else is kept, reported as an issue, and read as `nil`.
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
    /// Reads a date, or a string of the form `2026-11-21T05:37:21Z`. Anything else is kept, reported as an issue, and
    /// read as `nil`.
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
    /// Reads a string, which is a file's path if it begins with `/` or `~`, and on Apple systems an archived URL.
    /// Anything else is kept, reported as an issue, and read as `nil`.
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
    /// Reads an array if each element can be read as a string. Anything else is kept, reported as an issue, and read as
    /// `nil`.
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
    /// Reads an array. Its elements have the Swift types of their kinds: `Bool`, `Int`, `Double`, `String`, `Data`,
    /// `Date`, `[Any]` or `[String: Any]`. For elements of one type, `value([Element].self, forKey: key)` needs no
    /// cast. Anything else is kept, reported as an issue, and read as `nil`.
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
    /// Reads a dictionary. Its values have the Swift types of their kinds, as the elements of
    /// ``array(forKey:fileID:line:)``. Anything else is kept, reported as an issue, and read as `nil`.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    /// - Returns: The dictionary, or `nil` if nothing is stored or it can't be read.
    public func dictionary(
        forKey key: Keys, fileID: StaticString = #fileID, line: UInt = #line
    ) -> [String: Any]? {
        value([String: PropertyListValue].self, forKey: key, fileID: fileID, line: line)?.mapValues(\.swiftObject)
    }

    /// Returns whatever is stored under a key, in the Swift type of its kind.
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
