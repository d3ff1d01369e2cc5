/// A key of a domain, or a string that is a stored name itself.
///
/// ``DefaultsMigrations`` takes either: a key for a name that the program still declares, and a string for a name that
/// only older versions of it have used.
///
/// Strings and the types that conform to ``DefaultsKey`` conform. Don't conform other types.
public protocol StoredNameConvertible {
    /// The stored name.
    ///
    /// The library implements this property. For a key, use ``DefaultsKey/uniqueValue``.
    var _storedName: String { get }
}

extension String: StoredNameConvertible {
    /// The string itself.
    public var _storedName: String { self }
}

extension DefaultsKey {
    /// The name under which the key's value is stored.
    public var _storedName: String { uniqueValue }
}
