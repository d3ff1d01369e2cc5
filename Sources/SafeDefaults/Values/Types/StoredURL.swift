public import Foundation

// On Apple systems, a URL is stored as `UserDefaults.set(_: URL?, forKey:)` stores it, so that `url(forKey:)` can read
// it. Inside a `Codable` type, it is stored as its absolute string on every system.

extension URL {
    #if canImport(Darwin)
    /// The form in which `UserDefaults` stores the URL.
    ///
    /// The form of a file URL that is nothing but a path is this path, with `~` for the home directory. The form of any
    /// other URL is a keyed archive.
    public var defaultsRepresentation: PropertyListValue {
        get throws {
            if isFileURL, !path.isEmpty, query == nil, fragment == nil, host?.isEmpty ?? true {
                return .string((path as NSString).abbreviatingWithTildeInPath)
            }
            return .data(try NSKeyedArchiver.archivedData(withRootObject: self as NSURL, requiringSecureCoding: true))
        }
    }
    #else
    // NB: on Linux, Foundation's own setter stores only a URL's path, so a web URL would lose its host.

    /// The absolute string.
    ///
    /// On Apple systems, this is the form in which `UserDefaults.set(_:forKey:)` stores a URL. Inside a `Codable` type,
    /// a URL is stored as its absolute string on every system.
    public var defaultsRepresentation: PropertyListValue {
        get throws { .string(try readableString) }
    }
    #endif
}

extension PropertyListValue {
    /// The parts of the URL that this dictionary or keyed archive contains, or `nil` if it is anything else.
    var urlParts: [String: PropertyListValue]? {
        if case .dictionary(let parts) = self { return parts }
        guard case .data(let data) = self, data.isBinaryList,
            case .dictionary(let archive)? = PropertyListValue(binaryList: data, isArchive: true),
            archive["$archiver"] == "NSKeyedArchiver", case .dictionary(let roots)? = archive["$top"],
            case .array(let objects)? = archive["$objects"]
        else { return nil }
        return roots["root"]?.archivedURLParts(in: objects)
    }

    /// Returns the parts of the URL that this reference to an object of an archive leads to: a string with the key
    /// `relative` and, if the URL has a base URL, its parts with the key `base`.
    ///
    /// Returns `nil` if the object is no URL, or has a long chain of base URLs.
    package func archivedURLParts(in objects: [PropertyListValue], levels: Int = 16) -> [String: PropertyListValue]? {
        func fields(_ reference: PropertyListValue?) -> [String: PropertyListValue]? {
            if case .dictionary(let fields)? = reference?.object(in: objects) { fields } else { nil }
        }
        guard levels > 0, let url = fields(self), fields(url["$class"])?["$classname"] == "NSURL",
            let relative = fields(url["NS.relative"])?["NS.string"] ?? url["NS.relative"]?.object(in: objects),
            relative.kind == .string
        else { return nil }
        guard let base = url["NS.base"], base.uid != 0 else { return ["relative": relative] }
        return base.archivedURLParts(in: objects, levels: levels - 1).map {
            ["relative": relative, "base": .dictionary($0)]
        }
    }

    /// Returns the object of an archive to which this value refers, or `nil` if it refers to none.
    private func object(in objects: [PropertyListValue]) -> PropertyListValue? {
        // The object at index 0 represents nil.
        uid.flatMap { objects.indices.dropFirst().contains($0) ? objects[$0] : nil }
    }
}
