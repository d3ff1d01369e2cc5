public import Foundation

extension URL: DefaultsValue {
    /// Text: the absolute string; on Apple systems what `UserDefaults.set(_:forKey:)` writes for a URL.
    ///
    /// Inside a Codable type it is the absolute string everywhere.
    public var defaultsRepresentation: PropertyListValue {
        get throws { try storedForm }
    }

    /// Reads every form that a URL is stored in: text that begins with `/` or `~` is a file's path, other text is a URL;
    /// a keyed archive, a dictionary of `relative` and `base`, and JSON in data.
    public init(defaultsRepresentation stored: PropertyListValue) throws {
        switch stored {
        case .string(let text):
            guard let value = Self.reading(text) else {
                throw DefaultsError.unreadable(URL.self, from: stored, because: "that is no URL")
            }
            self = value
        case .dictionary(let parts):
            guard let value = Self(parts: parts) else { throw DefaultsError.unreadable(URL.self, from: stored) }
            self = value
        default:
            self = try stored.decodedFromAlternativeForm(
                URL.self, after: DefaultsError.unreadable(URL.self, from: stored))
        }
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

    /// Creates a URL from a string and the URL that it is relative to, as Foundation's encoder and its archives store
    /// them; `nil` for other parts.
    init?(parts: [String: PropertyListValue]) {
        guard case .string(let string) = parts["relative"] else { return nil }
        var base: URL?
        if let parent = parts["base"] {
            guard case .dictionary(let parent) = parent, let url = URL(parts: parent) else { return nil }
            base = url
        }
        guard parts.count == (base == nil ? 1 : 2), let url = URL(string: string, relativeTo: base),
            url.relativeString == string
        else { return nil }
        self = url
    }

    private static func reading(_ text: String) -> URL? {
        guard text.hasPrefix("/") || text.hasPrefix("~") else { return URL(absoluteText: text) }
        let path = (text as NSString).expandingTildeInPath
        // Nobody's home directory: as a relative path it would depend on the current directory.
        guard path.hasPrefix("/") else { return nil }
        return URL(fileURLWithPath: path)
    }
}
