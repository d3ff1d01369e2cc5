#if compiler(>=6.2)
/// `SendableMetatype`, which the compiler has from version 6.2: the type's conformances may be used from any thread.
public typealias _SendableMetatype = SendableMetatype
#else
/// Nothing, because compilers before version 6.2 need no `SendableMetatype`.
public typealias _SendableMetatype = Any
#endif

/// A type whose values can be stored.
///
/// The standard library's and Foundation's everyday types conform: `Bool`, every integer, `Float`, `Double`, `String`,
/// `Data`, `Date`, `URL`, `UUID`, and optionals, arrays, sets, ranges and dictionaries of storable types; the article
/// <doc:StoredForms> lists them all. An enum with raw values, or a `Codable` type, conforms without any members; a type
/// that is both is stored as its raw value.
///
/// ```swift
/// enum Flavour: String, DefaultsValue { case sweet, salty }
/// struct Point: Codable, DefaultsValue { var x = 0, y = 0 }
/// ```
///
/// Any other type converts to and from a storable type:
///
/// ```swift
/// struct Celsius: DefaultsValue {
///     var degrees: Double
///     var defaultsRepresentation: Double { degrees }
///     init(defaultsRepresentation degrees: Double) { self.degrees = degrees }
/// }
/// ```
///
/// - Important: The conversions are called on the thread that reads or writes, never under a lock of the library.
public protocol DefaultsValue: _SendableMetatype {
    /// The storable type that values convert to and from.
    associatedtype DefaultsRepresentation: DefaultsValue

    /// The storable value for this value.
    ///
    /// If this throws an error, the write fails, and leaves what was stored before.
    var defaultsRepresentation: DefaultsRepresentation { get throws }

    /// Creates the value from its storable value.
    ///
    /// If this throws an error, the stored value is unreadable: it is kept, and reads return `nil` or the default.
    init(defaultsRepresentation: DefaultsRepresentation) throws

    /// Reads a stored value; implemented by the library, and not meant to be called.
    static func _decode(_ stored: PropertyListValue) throws -> Self

    /// Returns the stored form, or `nil` to store nothing; implemented by the library, and not meant to be called.
    func _encode() throws -> PropertyListValue?
}

// MARK: - Own representations

extension DefaultsValue {
    /// Reads the representation and converts it.
    public static func _decode(_ stored: PropertyListValue) throws -> Self {
        try Self(defaultsRepresentation: DefaultsRepresentation._decode(stored))
    }

    /// Returns the stored form of the representation.
    public func _encode() throws -> PropertyListValue? {
        try defaultsRepresentation._encode()
    }
}

// MARK: - Property-list values, which every chain of representations ends in

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
