#if !canImport(Darwin)
import Foundation

// NB: on Linux, Foundation's own setter stores only a URL's path, so a web URL would lose its host.
extension URL {
    /// The absolute string.
    var storedForm: PropertyListValue {
        get throws { .string(try readableString) }
    }
}
#endif
