/// The values of a plain store: of a `UserDefaults` whose class isn't this library's.
///
/// Each of these calls may run observers of other code, so the hub makes it with its lock released.
protocol PlainValues: AnyObject, Sendable {
    /// What is stored under a name.
    func content(of name: String) -> StoredContent

    /// What a read of a name will find once a value has been written to it, or removed for nil.
    func content(of name: String, after value: PropertyListValue?) -> StoredContent

    /// Stores a value, or removes what is stored for nil.
    func put(_ value: PropertyListValue?, named name: String)
}
