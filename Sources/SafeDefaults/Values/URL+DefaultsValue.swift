public import Foundation

extension URL: DefaultsValue {
    /// Text: the absolute string; on Apple systems what `UserDefaults.set(_:forKey:)` writes for a URL.
    ///
    /// Inside a Codable type it is the absolute string everywhere.
    public var defaultsRepresentation: PropertyListValue {
        get throws { try storedForm }
    }

    /// Reads every form that a URL is stored in: text that begins with `/` or `~` is a file's path, other text is a URL.
    public init(defaultsRepresentation stored: PropertyListValue) throws {
        guard case .string(let text) = stored else {
            self = try URL(readingArchive: stored)
            return
        }
        guard let value = Self.reading(text) else {
            throw DefaultsError.unreadable(URL.self, from: stored, because: "that is no URL")
        }
        self = value
    }

    /// The absolute string, if it is read as this URL again: a relative one that begins with `/` or `~` is not.
    var readableText: String {
        get throws {
            let text = absoluteString
            guard Self.reading(text)?.absoluteString == text else {
                throw DefaultsError.unstorable(URL.self, because: "its text would be read as another URL")
            }
            return text
        }
    }

    private static func reading(_ text: String) -> URL? {
        guard text.hasPrefix("/") || text.hasPrefix("~") else {
            // NB: newer systems escape what can't stand in a URL, older ones give nil; the text itself says what it is.
            return URL(string: text).flatMap { $0.absoluteString == text ? $0 : nil }
        }
        let path = (text as NSString).expandingTildeInPath
        // Nobody's home directory: as a relative path it would depend on the current directory.
        guard path.hasPrefix("/") else { return nil }
        return URL(fileURLWithPath: path)
    }
}
