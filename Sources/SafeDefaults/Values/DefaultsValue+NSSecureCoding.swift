public import Foundation

// A class that conforms to NSSecureCoding is stored as a keyed archive in data. Only objects of the class itself and of
// Foundation's property-list classes are read from an archive.

extension DefaultsValue where Self: NSObject & NSSecureCoding {
    /// The keyed archive of the object, as data.
    public var defaultsRepresentation: PropertyListValue {
        get throws { try KeyedArchive.data(of: self, allowing: [Self.self]) }
    }

    /// Creates the object by its `init(coder:)`, from an archive that has been checked.
    public init(defaultsRepresentation stored: PropertyListValue) throws {
        self.init(_assign: try KeyedArchive.object(Self.self, in: stored, allowing: [Self.self]))
    }
}

// A class that is Codable too is stored as a tree, which other programs can read; its archives are read as well.
extension DefaultsValue where Self: NSObject & NSSecureCoding & Codable {
    /// The tree that the class's `encode(to:)` describes.
    public var defaultsRepresentation: PropertyListValue {
        get throws { try TreeEncoder.encode(self) }
    }

    /// Creates the object by its `init(from:)`, or from a keyed archive by its `init(coder:)`.
    public init(defaultsRepresentation stored: PropertyListValue) throws {
        if case .data(let data) = stored, data.isBinaryList {
            self.init(_assign: try KeyedArchive.object(Self.self, in: stored, allowing: [Self.self]))
        } else {
            self.init(_assign: try TreeDecoder.decode(Self.self, from: stored))
        }
    }
}

extension DefaultsValue {
    /// Replaces `self`, which an initialiser of a class can only do in the extension of a protocol.
    init(_assign value: Self) { self = value }
}
