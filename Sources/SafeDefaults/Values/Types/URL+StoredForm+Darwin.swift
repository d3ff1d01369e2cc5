#if canImport(Darwin)
import Foundation

// A URL is stored as `UserDefaults.set(_: URL?, forKey:)` stores it, so that `url(forKey:)` can read it.
extension URL {
    /// The form in which `UserDefaults` stores the URL.
    ///
    /// The form of a file URL is its path, with `~` for the home directory. The form of any other URL is a keyed
    /// archive.
    var storedForm: PropertyListValue {
        get throws {
            if isFileURL { return .string((path as NSString).abbreviatingWithTildeInPath) }
            return .data(try NSKeyedArchiver.archivedData(withRootObject: self as NSURL, requiringSecureCoding: true))
        }
    }
}
#endif
