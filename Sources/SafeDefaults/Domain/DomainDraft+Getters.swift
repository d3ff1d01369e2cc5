public import Foundation

// The draft's getters by key, named as on a domain. Each calls `value(_:forKey:)` with a fixed type.
//
// NB: A protocol for what both have in common isn't possible. `SafeDefaults` would refine it, and the compiler can't
// read that in the interface of a library-evolution build, where the module's name stands for the protocol of the same
// name.

extension DomainDraft {
    /// Returns the string stored in the draft under a key.
    ///
    /// - Parameter key: The key.
    /// - Returns: The value, or `nil` if the draft has none or it can't be read. An unreadable value is reported as an
    ///   issue.
    public func string(forKey key: Domain.Keys) -> String? { value(String.self, forKey: key) }

    /// Returns the integer stored in the draft under a key.
    ///
    /// - Parameter key: The key.
    /// - Returns: The value, or `nil` if the draft has none or it can't be read. An unreadable value is reported as an
    ///   issue.
    public func integer(forKey key: Domain.Keys) -> Int? { value(Int.self, forKey: key) }

    /// Returns the Boolean stored in the draft under a key.
    ///
    /// - Parameter key: The key.
    /// - Returns: The value, or `nil` if the draft has none or it can't be read. An unreadable value is reported as an
    ///   issue.
    public func bool(forKey key: Domain.Keys) -> Bool? { value(Bool.self, forKey: key) }

    /// Returns the number stored in the draft under a key.
    ///
    /// - Parameter key: The key.
    /// - Returns: The value, or `nil` if the draft has none or it can't be read. An unreadable value is reported as an
    ///   issue.
    public func double(forKey key: Domain.Keys) -> Double? { value(Double.self, forKey: key) }

    /// Returns the number stored in the draft under a key, as a `Float`.
    ///
    /// - Parameter key: The key.
    /// - Returns: The value, or `nil` if the draft has none or it can't be read. An unreadable value is reported as an
    ///   issue.
    public func float(forKey key: Domain.Keys) -> Float? { value(Float.self, forKey: key) }

    /// Returns the data stored in the draft under a key.
    ///
    /// - Parameter key: The key.
    /// - Returns: The value, or `nil` if the draft has none or it can't be read. An unreadable value is reported as an
    ///   issue.
    public func data(forKey key: Domain.Keys) -> Data? { value(Data.self, forKey: key) }

    /// Returns the date stored in the draft under a key.
    ///
    /// - Parameter key: The key.
    /// - Returns: The value, or `nil` if the draft has none or it can't be read. An unreadable value is reported as an
    ///   issue.
    public func date(forKey key: Domain.Keys) -> Date? { value(Date.self, forKey: key) }

    /// Returns the URL stored in the draft under a key.
    ///
    /// - Parameter key: The key.
    /// - Returns: The value, or `nil` if the draft has none or it can't be read. An unreadable value is reported as an
    ///   issue.
    public func url(forKey key: Domain.Keys) -> URL? { value(URL.self, forKey: key) }

    /// Returns the array of strings stored in the draft under a key.
    ///
    /// - Parameter key: The key.
    /// - Returns: The value, or `nil` if the draft has none or it can't be read. An unreadable value is reported as an
    ///   issue.
    public func stringArray(forKey key: Domain.Keys) -> [String]? { value([String].self, forKey: key) }

    /// Returns the array stored in the draft under a key.
    ///
    /// - Parameter key: The key.
    /// - Returns: The array, or `nil` if the draft has none or it can't be read. An unreadable value is reported as an
    ///   issue.
    public func array(forKey key: Domain.Keys) -> [Any]? {
        value([PropertyListValue].self, forKey: key)?.map(\.swiftObject)
    }

    /// Returns the dictionary stored in the draft under a key.
    ///
    /// - Parameter key: The key.
    /// - Returns: The dictionary, or `nil` if the draft has none or it can't be read. An unreadable value is reported
    ///   as an issue.
    public func dictionary(forKey key: Domain.Keys) -> [String: Any]? {
        value([String: PropertyListValue].self, forKey: key)?.mapValues(\.swiftObject)
    }

    /// Returns the object stored in the draft under a key, as a Swift value such as an `Int` or a `[String: Any]`.
    ///
    /// - Parameter key: The key.
    /// - Returns: The object, or `nil` if the draft has none.
    public func object(forKey key: Domain.Keys) -> Any? {
        value(PropertyListValue.self, forKey: key)?.swiftObject
    }
}
