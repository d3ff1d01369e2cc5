#if canImport(Darwin)
import Foundation

// A URL is stored as `UserDefaults.set(_: URL?, forKey:)` stores it, so that `url(forKey:)` reads it.
extension URL {
    /// The path of a file, with `~` for the home directory; a keyed archive of any other URL.
    var storedForm: PropertyListValue {
        get throws {
            if isFileURL { return .string((path as NSString).abbreviatingWithTildeInPath) }
            return .data(try NSKeyedArchiver.archivedData(withRootObject: self as NSURL, requiringSecureCoding: true))
        }
    }
}
#endif
