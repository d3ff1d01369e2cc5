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

    /// Reads the raw value, or data that contains the value as `JSONEncoder` encodes it.
    @inlinable public static func _decode(_ stored: PropertyListValue) throws -> Self {
        do {
            return try Self(defaultsRepresentation: DefaultsRepresentation._decode(stored))
        } catch let error as DefaultsError {
            return try stored.alternativeForm(of: Self.self, after: error)
        }
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
