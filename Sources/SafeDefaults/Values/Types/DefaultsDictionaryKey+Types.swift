public import Foundation

// The other types of the standard library and Foundation that can be the keys of a stored dictionary. Each key's string
// is read back as the same key. The conformances of `String` and the integers are elsewhere.

extension Bool: DefaultsDictionaryKey {}

// MARK: - Strings and characters

extension Substring: DefaultsDictionaryKey {
    /// The substring as a string.
    public var defaultsKey: String { String(self) }

    /// Creates the substring from the whole string.
    public init(defaultsKey: String) { self = defaultsKey[...] }
}

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

extension Unicode.Scalar: DefaultsDictionaryKey {
    /// A string that consists of the scalar.
    public var defaultsKey: String { String(Character(self)) }

    /// Creates the scalar from a string that consists of exactly one scalar.
    public init?(defaultsKey: String) {
        guard defaultsKey.unicodeScalars.count == 1, let scalar = defaultsKey.unicodeScalars.first else { return nil }
        self = scalar
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
