// An enum or option set with raw values, and any other RawRepresentable, is stored as its raw value, also when it is
// Codable too: the raw value is the shorter form, and the one that other programs can write.

extension DefaultsValue where Self: RawRepresentable, RawValue: DefaultsValue {
    /// The raw value.
    public var defaultsRepresentation: RawValue { rawValue }

    /// Creates the value from its raw value; a raw value that the type doesn't know is unreadable.
    public init(defaultsRepresentation rawValue: RawValue) throws {
        self = try Self.known(rawValue)
    }
}

extension DefaultsValue where Self: RawRepresentable & Codable, RawValue: DefaultsValue {
    /// The raw value.
    public var defaultsRepresentation: RawValue { rawValue }

    /// Creates the value from its raw value; a raw value that the type doesn't know is unreadable.
    public init(defaultsRepresentation rawValue: RawValue) throws {
        self = try Self.known(rawValue)
    }

    /// Reads the raw value, and what `JSONEncoder` makes of the type, in data.
    public static func _decode(_ stored: PropertyListValue) throws -> Self {
        do {
            return try Self(defaultsRepresentation: DefaultsRepresentation._decode(stored))
        } catch let error as DefaultsError {
            return try stored.decodedFromAlternativeForm(Self.self, after: error)
        }
    }
}

extension RawRepresentable {
    fileprivate static func known(_ rawValue: RawValue) throws -> Self {
        guard let value = Self(rawValue: rawValue) else {
            throw DefaultsError(
                .unreadable, expected: "\(Self.self)",
                reason: "\(Self.self) has no value with the raw value that was found")
        }
        return value
    }
}
