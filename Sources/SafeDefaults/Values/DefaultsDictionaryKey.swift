public import Foundation

/// A type whose values can be the keys of a stored dictionary.
///
/// The keys of a stored dictionary are strings. `String`, `Substring`, `Character`, every integer,
/// `Bool`, `UUID` and `URL` conform. A type with raw values, or a `LosslessStringConvertible` type, can conform without
/// implementing any members:
///
/// ```swift
/// enum Direction: String, DefaultsDictionaryKey { case left, right }
/// struct TravelDefaults: SafeDefaults {
///     enum Keys: String, DefaultsKey { case steps }
///     struct Settings { let steps = Setting<[Direction: Int]>(.steps, default: [:]) }
///     static let settings = Settings()
/// }
/// ```
public protocol DefaultsDictionaryKey: Hashable, _SendableMetatype {
    /// The string that represents this key in a stored dictionary.
    ///
    /// Different keys must have different strings.
    var defaultsKey: String { get }

    /// Creates the key from its string, or returns `nil` if the string represents no key.
    init?(defaultsKey: String)
}

extension String: DefaultsDictionaryKey {}

extension DefaultsDictionaryKey where Self: LosslessStringConvertible {
    /// The value's description.
    public var defaultsKey: String { description }

    /// Creates the key from its description.
    ///
    /// NB: never specialized, because reading digits takes 3 KB of code for each type of integer.
    @_semantics("optimize.sil.specialize.generic.never")
    public init?(defaultsKey: String) { self.init(defaultsKey) }
}

extension DefaultsDictionaryKey where Self: RawRepresentable, RawValue: LosslessStringConvertible {
    /// The description of the raw value.
    public var defaultsKey: String { rawValue.description }

    /// Creates the key from the description of its raw value.
    public init?(defaultsKey: String) {
        guard let rawValue = RawValue(defaultsKey) else { return nil }
        self.init(rawValue: rawValue)
    }
}

// The other types of the standard library and Foundation that can be the keys of a stored dictionary. Each key's string
// is read back as the same key. The conformances of `String` and the integers are elsewhere.

extension Bool: DefaultsDictionaryKey {}

// MARK: - Strings and characters

extension Substring: DefaultsDictionaryKey {}

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
        // NB: if the string contains characters that are invalid in a URL, newer systems escape them, and older ones
        // return `nil`. This returns `nil` on all systems.
        guard let url = URL(string: defaultsKey), url.absoluteString == defaultsKey else { return nil }
        self = url
    }
}
