public import Foundation

// The getters by key, with the names that they have on a domain. Each is `value(_:forKey:)` of one type.

extension DomainDraft {
    /// The string under a key.
    ///
    /// - Parameter key: The key.
    /// - Returns: The value; `nil` where the draft has none, and where it can't be read, which is an issue.
    public func string(forKey key: Domain.Keys) -> String? { value(String.self, forKey: key) }

    /// The whole number under a key.
    ///
    /// - Parameter key: The key.
    /// - Returns: The value; `nil` where the draft has none, and where it can't be read, which is an issue.
    public func integer(forKey key: Domain.Keys) -> Int? { value(Int.self, forKey: key) }

    /// The Boolean under a key.
    ///
    /// - Parameter key: The key.
    /// - Returns: The value; `nil` where the draft has none, and where it can't be read, which is an issue.
    public func bool(forKey key: Domain.Keys) -> Bool? { value(Bool.self, forKey: key) }

    /// The number under a key.
    ///
    /// - Parameter key: The key.
    /// - Returns: The value; `nil` where the draft has none, and where it can't be read, which is an issue.
    public func double(forKey key: Domain.Keys) -> Double? { value(Double.self, forKey: key) }

    /// The number under a key, as a `Float`.
    ///
    /// - Parameter key: The key.
    /// - Returns: The value; `nil` where the draft has none, and where it can't be read, which is an issue.
    public func float(forKey key: Domain.Keys) -> Float? { value(Float.self, forKey: key) }

    /// The bytes under a key.
    ///
    /// - Parameter key: The key.
    /// - Returns: The value; `nil` where the draft has none, and where it can't be read, which is an issue.
    public func data(forKey key: Domain.Keys) -> Data? { value(Data.self, forKey: key) }

    /// The date under a key.
    ///
    /// - Parameter key: The key.
    /// - Returns: The value; `nil` where the draft has none, and where it can't be read, which is an issue.
    public func date(forKey key: Domain.Keys) -> Date? { value(Date.self, forKey: key) }

    /// The URL under a key.
    ///
    /// - Parameter key: The key.
    /// - Returns: The value; `nil` where the draft has none, and where it can't be read, which is an issue.
    public func url(forKey key: Domain.Keys) -> URL? { value(URL.self, forKey: key) }

    /// The array of strings under a key.
    ///
    /// - Parameter key: The key.
    /// - Returns: The value; `nil` where the draft has none, and where it can't be read, which is an issue.
    public func stringArray(forKey key: Domain.Keys) -> [String]? { value([String].self, forKey: key) }

    /// The array under a key, its elements in the Swift types of their kinds.
    ///
    /// - Parameter key: The key.
    /// - Returns: The array; `nil` where the draft has none, and where something else is stored, which is an issue.
    public func array(forKey key: Domain.Keys) -> [Any]? {
        value([PropertyListValue].self, forKey: key)?.map(\.swiftObject)
    }

    /// The dictionary under a key, its values in the Swift types of their kinds.
    ///
    /// - Parameter key: The key.
    /// - Returns: The dictionary; `nil` where the draft has none, and where something else is stored, which is an
    ///   issue.
    public func dictionary(forKey key: Domain.Keys) -> [String: Any]? {
        value([String: PropertyListValue].self, forKey: key)?.mapValues(\.swiftObject)
    }

    /// Whatever the draft has under a key, in the Swift type of its kind.
    ///
    /// - Parameter key: The key.
    /// - Returns: The object; `nil` where the draft has none.
    public func object(forKey key: Domain.Keys) -> Any? {
        value(PropertyListValue.self, forKey: key)?.swiftObject
    }
}
