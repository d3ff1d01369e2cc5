#if !canImport(Darwin)
import Foundation

// Foundation's own setter keeps only a URL's path here, so a web URL would lose its host: the whole text is stored.
extension URL {
    /// The absolute string.
    var storedForm: PropertyListValue {
        get throws { .string(try readableText) }
    }

    /// Reads what is no text: nothing that this system writes.
    init(readingArchive stored: PropertyListValue) throws {
        throw DefaultsError.unreadable(URL.self, from: stored)
    }
}
#endif
