#if canImport(Darwin)
import Foundation

// What `UserDefaults.set(_: URL?, forKey:)` writes, so that its own `url(forKey:)` reads it.
extension URL {
    /// A file's path, abbreviated with `~` where it can be; a keyed archive of any other URL.
    var storedForm: PropertyListValue {
        get throws {
            if isFileURL { return .string((path as NSString).abbreviatingWithTildeInPath) }
            return .data(try NSKeyedArchiver.archivedData(withRootObject: self as NSURL, requiringSecureCoding: true))
        }
    }

    /// Reads a keyed archive of a URL.
    init(readingArchive stored: PropertyListValue) throws {
        guard case .data(let archive) = stored else { throw DefaultsError.unreadable(URL.self, from: stored) }
        guard let url = try NSKeyedUnarchiver.unarchivedObject(ofClass: NSURL.self, from: archive) else {
            throw DefaultsError.unreadable(URL.self, from: stored, because: "that is no archive of a URL")
        }
        self = url as URL
    }
}
#endif
