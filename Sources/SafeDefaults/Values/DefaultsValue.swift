#if compiler(>=6.2)
/// The requirement that any thread may use a type's conformances.
///
/// This is `SendableMetatype`, which is available from version 6.2 of the compiler.
public typealias _SendableMetatype = SendableMetatype
#else
/// No requirement, because compilers before version 6.2 need no `SendableMetatype`.
public typealias _SendableMetatype = Any
#endif

/// A type whose values can be stored.
///
/// The everyday types of the standard library and Foundation conform: `Bool`, every integer, `Float`, `Double`,
/// `String`, `Data`, `Date`, `URL`, `UUID`, and optionals, arrays, sets, ranges and dictionaries of storable types. The
/// article <doc:StoredForms> lists them all.
///
/// Enums with raw values, and `Codable` types, can conform without implementing any members. A type that is both is
/// stored as its raw value.
///
/// ```swift
/// enum Flavour: String, DefaultsValue { case sweet, salty }
/// struct Point: Codable, DefaultsValue { var x = 0, y = 0 }
/// ```
///
/// Any other type conforms by converting its values to and from a storable type:
///
/// ```swift
/// struct Celsius: DefaultsValue {
///     var degrees: Double
///     var defaultsRepresentation: Double { degrees }
///     init(defaultsRepresentation degrees: Double) { self.degrees = degrees }
/// }
/// ```
///
/// - Important: The conversions run on the thread that reads or writes. The library holds no lock while they run.
public protocol DefaultsValue: _SendableMetatype {
    /// The storable type that represents values of this type.
    associatedtype DefaultsRepresentation: DefaultsValue

    /// This value, converted to the storable type.
    ///
    /// If this throws an error, the write fails and the previously stored value is kept.
    var defaultsRepresentation: DefaultsRepresentation { get throws }

    /// Creates the value from a value of the storable type.
    ///
    /// If this throws an error, the stored value is unreadable. It is kept, and reads return `nil` or the default.
    init(defaultsRepresentation: DefaultsRepresentation) throws

    /// Creates a value from its stored form.
    ///
    /// The library implements this method. Don't call it.
    static func _decode(_ stored: PropertyListValue) throws -> Self

    /// Returns the stored form, or `nil` if nothing is stored for this value.
    ///
    /// The library implements this method. Don't call it.
    func _encode() throws -> PropertyListValue?
}

// MARK: - Own representations

extension DefaultsValue {
    /// Reads a value of the storable type and converts it.
    @inlinable public static func _decode(_ stored: PropertyListValue) throws -> Self {
        try Self(defaultsRepresentation: DefaultsRepresentation._decode(stored))
    }

    /// Returns the stored form of the value, after converting it to the storable type.
    public func _encode() throws -> PropertyListValue? {
        try defaultsRepresentation._encode()
    }
}

// MARK: - Property-list values, to which every chain of conversions leads

extension PropertyListValue: DefaultsValue {
    /// This value itself.
    public var defaultsRepresentation: PropertyListValue { self }

    /// Creates the value from itself.
    public init(defaultsRepresentation: PropertyListValue) { self = defaultsRepresentation }

    /// Returns the stored value itself.
    public static func _decode(_ stored: PropertyListValue) -> PropertyListValue { stored }

    /// Returns this value itself.
    public func _encode() -> PropertyListValue? { self }
}

// MARK: - Types with raw values

// A RawRepresentable type, such as an enum or an option set, is stored as its raw value, even if the type is also
// Codable. The raw value is shorter, and other programs can write it.
//
// NB: what reads is inlinable, because unspecialized it takes 700 instructions for an enum, 5 % of a read.

extension DefaultsValue where Self: RawRepresentable, RawValue: DefaultsValue {
    /// The raw value.
    public var defaultsRepresentation: RawValue { rawValue }

    /// Creates the value from its raw value.
    ///
    /// If the type has no such value, the stored value is unreadable.
    @inlinable public init(defaultsRepresentation rawValue: RawValue) throws {
        self = try Self.value(rawValue)
    }
}

extension DefaultsValue where Self: RawRepresentable & Codable, RawValue: DefaultsValue {
    /// The raw value.
    public var defaultsRepresentation: RawValue { rawValue }

    /// Creates the value from its raw value.
    ///
    /// If the type has no such value, the stored value is unreadable.
    @inlinable public init(defaultsRepresentation rawValue: RawValue) throws {
        self = try Self.value(rawValue)
    }
}

extension RawRepresentable {
    @inlinable
    static func value(_ rawValue: RawValue) throws -> Self {
        guard let value = Self(rawValue: rawValue) else { throw DefaultsError.noValue(of: Self.self) }
        return value
    }
}

extension DefaultsError {
    /// The error for a raw value that no value of a type has.
    @usableFromInline
    static func noValue(of type: Any.Type) -> DefaultsError {
        DefaultsError(
            .unreadable, expected: "\(type)", reason: "\(type) has no value with the raw value that was found")
    }
}

// MARK: - Codable types

// A `Codable` type is stored as a tree of dictionaries, arrays and values, which the `defaults read` command can show.

extension DefaultsValue where Self: Codable {
    /// The property-list tree that the type's `encode(to:)` creates.
    public var defaultsRepresentation: PropertyListValue {
        get throws { try PropertyListValue(tree: self) }
    }

    /// Creates the value with the type's `init(from:)`.
    public init(defaultsRepresentation stored: PropertyListValue) throws {
        self = try stored.decodedTree(Self.self)
    }
}
