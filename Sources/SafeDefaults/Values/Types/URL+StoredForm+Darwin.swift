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
}
#endif
