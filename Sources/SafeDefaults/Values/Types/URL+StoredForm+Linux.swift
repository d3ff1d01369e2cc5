#if !canImport(Darwin)
import Foundation

// Foundation's own setter keeps only a URL's path here, so a web URL would lose its host: the whole text is stored.
extension URL {
    /// The absolute string.
    var storedForm: PropertyListValue {
        get throws { .string(try readableText) }
    }
}
#endif
