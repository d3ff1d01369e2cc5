// A `Codable` type is stored as a tree of dictionaries, arrays and values, which the `defaults read` command can show.

extension DefaultsValue where Self: Codable {
    /// The property-list tree that the type's `encode(to:)` creates.
    public var defaultsRepresentation: PropertyListValue {
        get throws { try TreeEncoder.encode(self) }
    }

    /// Creates the value with the type's `init(from:)`.
    public init(defaultsRepresentation stored: PropertyListValue) throws {
        self = try TreeDecoder.decode(Self.self, from: stored)
    }
}
