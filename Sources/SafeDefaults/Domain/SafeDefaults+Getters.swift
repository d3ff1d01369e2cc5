public import Foundation

// Getters by key, with the names of `UserDefaults`' own. Each is optional, and nil is never 0: nothing stored is nil, and
// so is what can't be read as the type without loss, which is an issue besides.

extension SafeDefaults {
    /// The text under a key.
    ///
    /// Reads a text, or a number as its decimal text. Anything else is kept, reported as an issue, and read as `nil`.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    /// - Returns: The value; `nil` where nothing is stored or it can't be read.
    @inlinable public func string(forKey key: Keys, fileID: StaticString = #fileID, line: UInt = #line) -> String? {
        value(String.self, forKey: key, fileID: fileID, line: line)
    }

    /// The whole number under a key.
    ///
    /// Reads a whole number in `Int`'s range, a real that is whole, a truth value as 0 or 1, or decimal text. Anything else is kept, reported as an issue, and read as `nil`.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    /// - Returns: The value; `nil` where nothing is stored or it can't be read.
    @inlinable public func integer(forKey key: Keys, fileID: StaticString = #fileID, line: UInt = #line) -> Int? {
        value(Int.self, forKey: key, fileID: fileID, line: line)
    }

    /// The truth value under a key.
    ///
    /// Reads a truth value, the number 0 or 1, or, in any case, the text yes, true, y, t, 1 or no, false, n, f, 0. Anything else is kept, reported as an issue, and read as `nil`.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    /// - Returns: The value; `nil` where nothing is stored or it can't be read.
    @inlinable public func bool(forKey key: Keys, fileID: StaticString = #fileID, line: UInt = #line) -> Bool? {
        value(Bool.self, forKey: key, fileID: fileID, line: line)
    }

    /// The number under a key.
    ///
    /// Reads a number that a `Double` holds exactly, a truth value as 0 or 1, or decimal text. Anything else is kept, reported as an issue, and read as `nil`.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    /// - Returns: The value; `nil` where nothing is stored or it can't be read.
    @inlinable public func double(forKey key: Keys, fileID: StaticString = #fileID, line: UInt = #line) -> Double? {
        value(Double.self, forKey: key, fileID: fileID, line: line)
    }

    /// The number under a key, as a `Float`.
    ///
    /// Reads a number that a `Float` holds exactly or that has the same decimal digits, a truth value as 0 or 1, or decimal text. Anything else is kept, reported as an issue, and read as `nil`.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    /// - Returns: The value; `nil` where nothing is stored or it can't be read.
    @inlinable public func float(forKey key: Keys, fileID: StaticString = #fileID, line: UInt = #line) -> Float? {
        value(Float.self, forKey: key, fileID: fileID, line: line)
    }

    /// The bytes under a key.
    ///
    /// Reads data. Anything else is kept, reported as an issue, and read as `nil`.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    /// - Returns: The value; `nil` where nothing is stored or it can't be read.
    @inlinable public func data(forKey key: Keys, fileID: StaticString = #fileID, line: UInt = #line) -> Data? {
        value(Data.self, forKey: key, fileID: fileID, line: line)
    }

    /// The date under a key.
    ///
    /// Reads a date, or text in the form `2026-11-21T05:37:21Z`. Anything else is kept, reported as an issue, and read as `nil`.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    /// - Returns: The value; `nil` where nothing is stored or it can't be read.
    @inlinable public func date(forKey key: Keys, fileID: StaticString = #fileID, line: UInt = #line) -> Date? {
        value(Date.self, forKey: key, fileID: fileID, line: line)
    }

    /// The URL under a key.
    ///
    /// Reads text (a file's path if it begins with `/` or `~`, else a URL), and on Apple systems an archived URL. Anything else is kept, reported as an issue, and read as `nil`.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    /// - Returns: The value; `nil` where nothing is stored or it can't be read.
    @inlinable public func url(forKey key: Keys, fileID: StaticString = #fileID, line: UInt = #line) -> URL? {
        value(URL.self, forKey: key, fileID: fileID, line: line)
    }

    /// The array of texts under a key.
    ///
    /// Reads an array, each element of which can be read as text. Anything else is kept, reported as an issue, and read as `nil`.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    /// - Returns: The value; `nil` where nothing is stored or it can't be read.
    @inlinable public func stringArray(
        forKey key: Keys, fileID: StaticString = #fileID, line: UInt = #line
    ) -> [String]? {
        value([String].self, forKey: key, fileID: fileID, line: line)
    }

    /// The array under a key, its elements in the Swift types of their kinds: `Bool`, `Int`, `Double`, `String`, `Data`,
    /// `Date`, `[Any]`, `[String: Any]`.
    ///
    /// Reads an array. Anything else is kept, reported as an issue, and read as `nil`. For elements of one type,
    /// `value([Element].self, forKey: key)` needs no cast.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    /// - Returns: The array; `nil` where nothing is stored or it is no array.
    public func array(forKey key: Keys, fileID: StaticString = #fileID, line: UInt = #line) -> [Any]? {
        value([PropertyListValue].self, forKey: key, fileID: fileID, line: line)?.map(\.swiftObject)
    }

    /// The dictionary under a key, its values in the Swift types of their kinds.
    ///
    /// Reads a dictionary. Anything else is kept, reported as an issue, and read as `nil`.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    /// - Returns: The dictionary; `nil` where nothing is stored or it is no dictionary.
    public func dictionary(
        forKey key: Keys, fileID: StaticString = #fileID, line: UInt = #line
    ) -> [String: Any]? {
        value([String: PropertyListValue].self, forKey: key, fileID: fileID, line: line)?.mapValues(\.swiftObject)
    }

    /// Whatever is stored under a key, in the Swift type of its kind.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    /// - Returns: The object; `nil` where nothing is stored.
    public func object(forKey key: Keys, fileID: StaticString = #fileID, line: UInt = #line) -> Any? {
        value(PropertyListValue.self, forKey: key, fileID: fileID, line: line)?.swiftObject
    }
}
