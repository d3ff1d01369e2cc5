// A Codable type is stored as a tree of dictionaries, arrays and values, which `defaults read` shows.

extension DefaultsValue where Self: Codable {
    /// The tree that the type's `encode(to:)` describes.
    public var defaultsRepresentation: PropertyListValue {
        get throws { try TreeEncoder.encode(self) }
    }

    /// Creates the value by the type's `init(from:)`.
    public init(defaultsRepresentation stored: PropertyListValue) throws {
        self = try TreeDecoder.decode(Self.self, from: stored)
    }
}
