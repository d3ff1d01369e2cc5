/// A type whose values can be the keys of a stored dictionary, which are text.
///
/// `String`, `Substring`, `Character`, `Unicode.Scalar`, every integer, `Bool`, `UUID` and `URL` conform. A type with raw
/// values, or one that converts to text without loss, conforms with no member written:
///
/// ```swift
/// enum Direction: String, DefaultsDictionaryKey { case left, right }
/// struct TravelDefaults: SafeDefaults {
///     enum Keys: String, DefaultsKey { case steps }
///     static let steps = Setting<[Direction: Int]>(.steps, default: [:])
/// }
/// ```
public protocol DefaultsDictionaryKey: Hashable, _SendableMetatype {
    /// The text that the key is stored under; different keys have different texts.
    var defaultsKey: String { get }

    /// Creates the key from its text, or gives nil if the text stands for none.
    init?(defaultsKey: String)
}

extension String: DefaultsDictionaryKey {
    /// The text itself.
    public var defaultsKey: String { self }

    /// The text itself.
    public init(defaultsKey: String) { self = defaultsKey }
}

extension DefaultsDictionaryKey where Self: LosslessStringConvertible {
    /// The value's description.
    public var defaultsKey: String { description }

    /// Creates the key from its description.
    public init?(defaultsKey: String) { self.init(defaultsKey) }
}

extension DefaultsDictionaryKey where Self: RawRepresentable, RawValue: LosslessStringConvertible {
    /// The raw value's text.
    public var defaultsKey: String { rawValue.description }

    /// Creates the key from its raw value's text.
    public init?(defaultsKey: String) {
        guard let rawValue = RawValue(defaultsKey) else { return nil }
        self.init(rawValue: rawValue)
    }
}

extension DefaultsDictionaryKey
where Self: RawRepresentable & LosslessStringConvertible, RawValue: LosslessStringConvertible {
    /// The raw value's text.
    public var defaultsKey: String { rawValue.description }

    /// Creates the key from its raw value's text.
    public init?(defaultsKey: String) {
        guard let rawValue = RawValue(defaultsKey) else { return nil }
        self.init(rawValue: rawValue)
    }
}
