public import Foundation

// The draft's getters by key, with the names that they have on a domain. Each is `value(_:forKey:)` of one type.

extension DomainDraft {
    /// Returns the string that the draft has under a key.
    ///
    /// - Parameter key: The key.
    /// - Returns: The value, or `nil` if the draft has none, or has one that can't be read, which is an issue.
    public func string(forKey key: Domain.Keys) -> String? { value(String.self, forKey: key) }

    /// Returns the integer that the draft has under a key.
    ///
    /// - Parameter key: The key.
    /// - Returns: The value, or `nil` if the draft has none, or has one that can't be read, which is an issue.
    public func integer(forKey key: Domain.Keys) -> Int? { value(Int.self, forKey: key) }

    /// Returns the Boolean that the draft has under a key.
    ///
    /// - Parameter key: The key.
    /// - Returns: The value, or `nil` if the draft has none, or has one that can't be read, which is an issue.
    public func bool(forKey key: Domain.Keys) -> Bool? { value(Bool.self, forKey: key) }

    /// Returns the number that the draft has under a key.
    ///
    /// - Parameter key: The key.
    /// - Returns: The value, or `nil` if the draft has none, or has one that can't be read, which is an issue.
    public func double(forKey key: Domain.Keys) -> Double? { value(Double.self, forKey: key) }

    /// Returns the number that the draft has under a key, as a `Float`.
    ///
    /// - Parameter key: The key.
    /// - Returns: The value, or `nil` if the draft has none, or has one that can't be read, which is an issue.
    public func float(forKey key: Domain.Keys) -> Float? { value(Float.self, forKey: key) }

    /// Returns the data that the draft has under a key.
    ///
    /// - Parameter key: The key.
    /// - Returns: The value, or `nil` if the draft has none, or has one that can't be read, which is an issue.
    public func data(forKey key: Domain.Keys) -> Data? { value(Data.self, forKey: key) }

    /// Returns the date that the draft has under a key.
    ///
    /// - Parameter key: The key.
    /// - Returns: The value, or `nil` if the draft has none, or has one that can't be read, which is an issue.
    public func date(forKey key: Domain.Keys) -> Date? { value(Date.self, forKey: key) }

    /// Returns the URL that the draft has under a key.
    ///
    /// - Parameter key: The key.
    /// - Returns: The value, or `nil` if the draft has none, or has one that can't be read, which is an issue.
    public func url(forKey key: Domain.Keys) -> URL? { value(URL.self, forKey: key) }

    /// Returns the array of strings that the draft has under a key.
    ///
    /// - Parameter key: The key.
    /// - Returns: The value, or `nil` if the draft has none, or has one that can't be read, which is an issue.
    public func stringArray(forKey key: Domain.Keys) -> [String]? { value([String].self, forKey: key) }

    /// Returns the array that the draft has under a key.
    ///
    /// - Parameter key: The key.
    /// - Returns: The array, or `nil` if the draft has none, or has one that can't be read, which is an issue.
    public func array(forKey key: Domain.Keys) -> [Any]? {
        value([PropertyListValue].self, forKey: key)?.map(\.swiftObject)
    }

    /// Returns the dictionary that the draft has under a key.
    ///
    /// - Parameter key: The key.
    /// - Returns: The dictionary, or `nil` if the draft has none, or has one that can't be read, which is an issue.
    public func dictionary(forKey key: Domain.Keys) -> [String: Any]? {
        value([String: PropertyListValue].self, forKey: key)?.mapValues(\.swiftObject)
    }

    /// Returns whatever the draft has under a key, in the Swift type of its kind.
    ///
    /// - Parameter key: The key.
    /// - Returns: The object, or `nil` if the draft has none.
    public func object(forKey key: Domain.Keys) -> Any? {
        value(PropertyListValue.self, forKey: key)?.swiftObject
    }
}
