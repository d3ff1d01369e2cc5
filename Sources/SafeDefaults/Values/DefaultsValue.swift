#if compiler(>=6.2)
/// `SendableMetatype` where the compiler has it: a type whose conformances may be used from any thread.
public typealias _SendableMetatype = SendableMetatype
#else
/// `SendableMetatype` where the compiler has it; earlier compilers need no such mark.
public typealias _SendableMetatype = Any
#endif

/// A type whose values can be stored.
///
/// The standard library's and Foundation's everyday types conform: `Bool`, every integer, `Float`, `Double`, `String`,
/// `Data`, `Date`, `URL`, `UUID`, and optionals, arrays, sets, ranges and dictionaries of storable types; the article
/// <doc:StoredForms> lists them all. An enum with raw values, or a `Codable` type, conforms with no member written; where
/// a type is both, its raw value is what is stored.
///
/// ```swift
/// enum Flavour: String, DefaultsValue { case sweet, salty }
/// struct Point: Codable, DefaultsValue { var x = 0, y = 0 }
/// ```
///
/// Anything else converts to and from another storable type:
///
/// ```swift
/// struct Celsius: DefaultsValue {
///     var degrees: Double
///     var defaultsRepresentation: Double { degrees }
///     init(defaultsRepresentation degrees: Double) { self.degrees = degrees }
/// }
/// ```
///
/// - Important: The conversions are called on whatever thread reads or writes, never under a lock of the library.
public protocol DefaultsValue: _SendableMetatype {
    /// The storable type that values convert to and from.
    associatedtype DefaultsRepresentation: DefaultsValue

    /// What is stored for this value.
    ///
    /// An error that this throws fails the write, which leaves what was stored before.
    var defaultsRepresentation: DefaultsRepresentation { get throws }

    /// Creates the value from what is stored.
    ///
    /// An error that this throws makes the stored value unreadable: it is kept, and reads give `nil` or the default.
    init(defaultsRepresentation: DefaultsRepresentation) throws

    /// Reads a stored value. Implemented through the representation; not meant to be called or written by hand.
    static func _decode(_ stored: PropertyListValue) throws -> Self

    /// What to store, or `nil` to store nothing. Implemented through the representation; not meant to be called or
    /// written by hand.
    func _encode() throws -> PropertyListValue?
}

// MARK: - Own representations

extension DefaultsValue {
    /// Reads the representation, and converts it.
    public static func _decode(_ stored: PropertyListValue) throws -> Self {
        try Self(defaultsRepresentation: DefaultsRepresentation._decode(stored))
    }

    /// Converts to the representation, and stores that.
    public func _encode() throws -> PropertyListValue? {
        try defaultsRepresentation._encode()
    }
}

// MARK: - The end of every chain

extension PropertyListValue: DefaultsValue {
    /// The value itself.
    public var defaultsRepresentation: PropertyListValue { self }

    /// The value itself.
    public init(defaultsRepresentation: PropertyListValue) { self = defaultsRepresentation }

    /// The value itself.
    public static func _decode(_ stored: PropertyListValue) -> PropertyListValue { stored }

    /// The value itself.
    public func _encode() -> PropertyListValue? { self }
}
