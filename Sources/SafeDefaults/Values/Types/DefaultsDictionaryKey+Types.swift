public import Foundation

// The system's types, besides the integers, that can be the keys of a stored dictionary. Each string is read back as
// the same key.

extension Bool: DefaultsDictionaryKey {}

// MARK: - Strings and characters

extension Substring: DefaultsDictionaryKey {
    /// The string itself.
    public var defaultsKey: String { String(self) }

    /// The string itself.
    public init(defaultsKey: String) { self = defaultsKey[...] }
}

extension Character: DefaultsDictionaryKey {
    /// The character alone.
    public var defaultsKey: String { String(self) }

    /// Creates the character from a string that is one character.
    public init?(defaultsKey: String) {
        // The initialiser that takes a string traps on more than one character.
        guard defaultsKey.count == 1, let character = defaultsKey.first else { return nil }
        self = character
    }
}

extension Unicode.Scalar: DefaultsDictionaryKey {
    /// The scalar alone.
    public var defaultsKey: String { String(Character(self)) }

    /// Creates the scalar from a string that is one scalar.
    public init?(defaultsKey: String) {
        guard defaultsKey.unicodeScalars.count == 1, let scalar = defaultsKey.unicodeScalars.first else { return nil }
        self = scalar
    }
}

// MARK: - Identifiers

extension UUID: DefaultsDictionaryKey {
    /// The identifier's string, in upper case.
    public var defaultsKey: String { uuidString }

    /// Creates the identifier from its string, in upper or lower case.
    public init?(defaultsKey: String) {
        // NB: Foundation reads a C string, so characters after a NUL would go unnoticed.
        guard defaultsKey.utf8.count == 36 else { return nil }
        self.init(uuidString: defaultsKey)
    }
}

extension URL: DefaultsDictionaryKey {
    /// The absolute string, on every system.
    public var defaultsKey: String { absoluteString }

    /// Creates the URL from its absolute string; a path alone is a relative URL.
    public init?(defaultsKey: String) {
        self.init(absoluteString: defaultsKey)
    }
}
