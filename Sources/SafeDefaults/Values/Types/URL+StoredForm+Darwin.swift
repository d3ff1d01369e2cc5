#if canImport(Darwin)
import Foundation

// A URL is stored as `UserDefaults.set(_: URL?, forKey:)` stores it, so that `url(forKey:)` can read it.
extension URL {
    /// If this is a file URL, its path, with `~` for the home directory. Otherwise, a keyed archive of the URL.
    var storedForm: PropertyListValue {
        get throws {
            if isFileURL { return .string((path as NSString).abbreviatingWithTildeInPath) }
            return .data(try NSKeyedArchiver.archivedData(withRootObject: self as NSURL, requiringSecureCoding: true))
        }
    }
}
#endif
