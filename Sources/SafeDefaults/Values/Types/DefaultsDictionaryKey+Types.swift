public import Foundation

// The other types of the standard library and Foundation that can be the keys of a stored dictionary. Each key's string
// is read back as the same key. The conformances of `String` and the integers are elsewhere.

extension Bool: DefaultsDictionaryKey {}

// MARK: - Strings and characters

extension Substring: DefaultsDictionaryKey {}

extension Unicode.Scalar: DefaultsDictionaryKey {}

extension Character: DefaultsDictionaryKey {
    /// A string that consists of the character.
    public var defaultsKey: String { String(self) }

    /// Creates the character from a string that consists of exactly one character.
    public init?(defaultsKey: String) {
        // `Character`'s own initialiser traps if the string doesn't consist of exactly one character.
        guard defaultsKey.count == 1, let character = defaultsKey.first else { return nil }
        self = character
    }
}

// MARK: - Identifiers

extension UUID: DefaultsDictionaryKey {
    /// The UUID's string, in upper case.
    public var defaultsKey: String { uuidString }

    /// Creates the UUID from its string, in upper or lower case.
    public init?(defaultsKey: String) {
        // NB: Foundation reads the string as a C string, so it would ignore a NUL and all characters after it.
        guard defaultsKey.utf8.count == 36 else { return nil }
        self.init(uuidString: defaultsKey)
    }
}

extension URL: DefaultsDictionaryKey {
    /// The URL's absolute string, on every system.
    public var defaultsKey: String { absoluteString }

    /// Creates the URL from its absolute string.
    ///
    /// A string that is only a path becomes a relative URL.
    public init?(defaultsKey: String) {
        self.init(absoluteString: defaultsKey)
    }
}
