public import Foundation

// A class that conforms to NSSecureCoding is stored as a keyed archive in data, and read back with the class itself and
// Foundation's property-list classes as the only ones that an archive may hold.

extension DefaultsValue where Self: NSObject & NSSecureCoding {
    /// The keyed archive of the object, as data.
    public var defaultsRepresentation: PropertyListValue {
        get throws { try KeyedArchive.data(of: self, allowing: [Self.self]) }
    }

    /// Creates the object through its own `init(coder:)`, from an archive that was checked before.
    public init(defaultsRepresentation stored: PropertyListValue) throws {
        self.init(_assign: try KeyedArchive.object(Self.self, in: stored, allowing: [Self.self]))
    }
}

// A class that is Codable too is stored as the tree, which other programs can read; archives are read.
extension DefaultsValue where Self: NSObject & NSSecureCoding & Codable {
    /// The tree that the class's own `encode(to:)` describes.
    public var defaultsRepresentation: PropertyListValue {
        get throws { try TreeEncoder.encode(self) }
    }

    /// Creates the object through its own `init(from:)`, or from a keyed archive through its `init(coder:)`.
    public init(defaultsRepresentation stored: PropertyListValue) throws {
        if case .data(let data) = stored, data.starts(with: Data("bplist".utf8)) {
            self.init(_assign: try KeyedArchive.object(Self.self, in: stored, allowing: [Self.self]))
        } else {
            self.init(_assign: try TreeDecoder.decode(Self.self, from: stored))
        }
    }
}

extension DefaultsValue {
    /// Creates an object that is another one: what lets an extension of a class return what it was given.
    init(_assign value: Self) { self = value }
}
