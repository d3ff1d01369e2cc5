public import Foundation

// The system's types that can be the keys of a stored dictionary. Each text is read back as the same key.

// MARK: - Numbers and truth values, as their descriptions

extension Bool: DefaultsDictionaryKey {}
extension Int: DefaultsDictionaryKey {}
extension Int8: DefaultsDictionaryKey {}
extension Int16: DefaultsDictionaryKey {}
extension Int32: DefaultsDictionaryKey {}
extension Int64: DefaultsDictionaryKey {}
extension UInt: DefaultsDictionaryKey {}
extension UInt8: DefaultsDictionaryKey {}
extension UInt16: DefaultsDictionaryKey {}
extension UInt32: DefaultsDictionaryKey {}
extension UInt64: DefaultsDictionaryKey {}

// MARK: - Text

extension Substring: DefaultsDictionaryKey {
    /// The text itself.
    public var defaultsKey: String { String(self) }

    /// The text itself.
    public init(defaultsKey: String) { self = defaultsKey[...] }
}

extension Character: DefaultsDictionaryKey {
    /// The character alone.
    public var defaultsKey: String { String(self) }

    /// Creates the character from a text that is one character.
    public init?(defaultsKey: String) {
        // The initialiser that takes a text traps on more than one character.
        guard defaultsKey.count == 1, let character = defaultsKey.first else { return nil }
        self = character
    }
}

extension Unicode.Scalar: DefaultsDictionaryKey {
    /// The scalar alone.
    public var defaultsKey: String { String(Character(self)) }

    /// Creates the scalar from a text that is one scalar.
    public init?(defaultsKey: String) {
        guard defaultsKey.unicodeScalars.count == 1, let scalar = defaultsKey.unicodeScalars.first else { return nil }
        self = scalar
    }
}

// MARK: - Identifiers

extension UUID: DefaultsDictionaryKey {
    /// The identifier's text, in capitals.
    public var defaultsKey: String { uuidString }

    /// Creates the identifier from its text, in either case.
    public init?(defaultsKey: String) {
        // NB: Foundation reads a C string, so that what follows a NUL would go unnoticed.
        guard defaultsKey.utf8.count == 36 else { return nil }
        self.init(uuidString: defaultsKey)
    }
}

extension URL: DefaultsDictionaryKey {
    /// The absolute text, on every system.
    public var defaultsKey: String { absoluteString }

    /// Creates the URL from its absolute text; a path alone is a relative URL.
    public init?(defaultsKey: String) {
        self.init(absoluteText: defaultsKey)
    }
}
