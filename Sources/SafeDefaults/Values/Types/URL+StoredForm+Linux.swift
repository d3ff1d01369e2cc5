#if !canImport(Darwin)
import Foundation

// NB: Foundation's own setter stores only a URL's path here, so a web URL would lose its host.
extension URL {
    /// The absolute string.
    var storedForm: PropertyListValue {
        get throws { .string(try readableString) }
    }
}
#endif
