/// The values of a plain store, which is a `UserDefaults` whose class isn't this library's.
///
/// Each of these calls may run observers of other code, so the hub makes it while its lock is released.
protocol PlainValues: AnyObject, Sendable {
    /// Returns the content of a name.
    func content(of name: String) -> StoredContent

    /// Returns what the store itself holds under some names, without launch arguments, managed and registered values
    /// and other domains, where that is known.
    func storedContents(of names: [String]) -> [String: StoredContent]

    /// Returns the names under which the store itself holds something, perhaps among others.
    func storedNames() -> [String]

    /// Returns the content from which a change of a name is computed.
    ///
    /// It is what a read would find without a launch argument and without a managed value, where that is known.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - found: What a read has found.
    func baseContent(of name: String, found: StoredContent) -> StoredContent

    /// Returns what ``baseContent(of:found:)`` will be after a value has been stored, or after the stored one has been
    /// removed if the value is nil.
    func baseContent(of name: String, after value: PropertyListValue?) -> StoredContent

    /// Returns what a read of a name will find after a value has been stored, or after the stored one has been removed
    /// if the value is nil.
    func content(of name: String, after value: PropertyListValue?) -> StoredContent

    /// Stores a value, or removes the stored one if the new value is nil.
    func put(_ value: PropertyListValue?, named name: String)

    /// Returns whether a read is certain to find exactly a value that has just been stored.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - name: The name.
    ///   - old: The content that was known before.
    func shows(_ value: PropertyListValue, named name: String, over old: StoredContent) -> Bool
}

extension PlainValues {
    func baseContent(of name: String, found: StoredContent) -> StoredContent { found }

    func baseContent(of name: String, after value: PropertyListValue?) -> StoredContent {
        content(of: name, after: value)
    }

    func storedContents(of names: [String]) -> [String: StoredContent] {
        Dictionary(keepingLast: names.map { ($0, content(of: $0)) })
    }

    func storedNames() -> [String] { [] }

    func shows(_ value: PropertyListValue, named name: String, over old: StoredContent) -> Bool { false }
}
