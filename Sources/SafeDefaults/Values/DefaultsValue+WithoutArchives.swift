public import Foundation

// An object of a class that conforms to NSSecureCoding is stored as a keyed archive by the module SafeDefaultsArchives,
// whose extensions are for NSObject, too, and so are preferred to these.

extension DefaultsValue where Self: NSSecureCoding {
    /// Unavailable: keyed archives of objects are in another module.
    @available(
        *, unavailable, message: "objects are stored as keyed archives by another module: import SafeDefaultsArchives"
    )
    public var defaultsRepresentation: PropertyListValue { get throws { throw Self.noArchive } }

    /// Unavailable: keyed archives of objects are in another module.
    @available(
        *, unavailable, message: "objects are stored as keyed archives by another module: import SafeDefaultsArchives"
    )
    public init(defaultsRepresentation stored: PropertyListValue) throws { throw Self.noArchive }

    private static var noArchive: DefaultsError { .unstorable(Self.self, because: "it is an object") }
}

// A class that is also `Codable` is stored as a tree, because other programs can read that.
extension DefaultsValue where Self: NSSecureCoding & Codable {
    /// The property-list tree that the class's `encode(to:)` creates.
    public var defaultsRepresentation: PropertyListValue {
        get throws { try TreeEncoder.encode(self) }
    }

    /// Creates the object with `init(from:)`.
    public init(defaultsRepresentation stored: PropertyListValue) throws {
        self.init(_assign: try TreeDecoder.decode(Self.self, from: stored))
    }
}

extension DefaultsValue {
    /// Creates the object by assigning to `self`.
    ///
    /// For a class, only an initialiser in a protocol extension can do so.
    package init(_assign value: Self) { self = value }
}
