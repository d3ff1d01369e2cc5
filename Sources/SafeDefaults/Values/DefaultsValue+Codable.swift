// A Codable type is stored as a property-list tree: dictionaries, arrays and values that `defaults read` shows.

extension DefaultsValue where Self: Codable {
    /// The tree that the type's own `encode(to:)` describes.
    public var defaultsRepresentation: PropertyListValue {
        get throws { try TreeEncoder.encode(self) }
    }

    /// Creates the value through the type's own `init(from:)`.
    public init(defaultsRepresentation stored: PropertyListValue) throws {
        self = try TreeDecoder.decode(Self.self, from: stored)
    }
}
