public import Foundation
public import SafeDefaults
#if !COCOAPODS
import SafeDefaultsFormats
#endif

// An object of a class that conforms to NSSecureCoding is stored as data that contains a keyed archive. An archive is
// read only if its objects are of the class itself or of Foundation's property-list classes.

extension DefaultsValue where Self: NSObject & NSSecureCoding {
    /// The keyed archive of the object, as data.
    public var defaultsRepresentation: PropertyListValue {
        get throws { try KeyedArchive.data(of: self, allowing: [Self.self]) }
    }

    /// Creates the object from a checked keyed archive, with the class's `init(coder:)`.
    public init(defaultsRepresentation stored: PropertyListValue) throws {
        self.init(_assign: try KeyedArchive.object(Self.self, in: stored, allowing: [Self.self]))
    }
}

// A class that is also `Codable` is stored as a tree, because other programs can read that. Keyed archives are still
// read.
extension DefaultsValue where Self: NSObject & NSSecureCoding & Codable {
    /// The property-list tree that the class's `encode(to:)` creates.
    public var defaultsRepresentation: PropertyListValue {
        get throws { try PropertyListValue(tree: self) }
    }

    /// Creates the object with `init(from:)`, or with `init(coder:)` if the stored form is a keyed archive.
    public init(defaultsRepresentation stored: PropertyListValue) throws {
        if case .data(let data) = stored, data.isBinaryList {
            self.init(_assign: try KeyedArchive.object(Self.self, in: stored, allowing: [Self.self]))
        } else {
            self.init(_assign: try stored.decodedTree(Self.self))
        }
    }
}

extension DefaultsValue {
    /// Creates the object by assigning to `self`.
    ///
    /// For a class, only an initialiser in a protocol extension can do so.
    fileprivate init(_assign value: Self) { self = value }
}
