public import Foundation

extension URL: DefaultsValue {
    /// The form in which the URL is stored.
    ///
    /// On Linux, this is the absolute string. On Apple systems, this is the form in which `UserDefaults.set(_:forKey:)`
    /// stores a URL. Inside a `Codable` type, a URL is stored as its absolute string on every system.
    public var defaultsRepresentation: PropertyListValue {
        get throws { try storedForm }
    }

    /// Reads every form in which a URL is stored.
    ///
    /// A string that starts with `/` or `~` is read as a file's path, and any other string as a URL. The other forms
    /// are a keyed archive, a dictionary with the keys `relative` and `base`, and JSON in data.
    public init(defaultsRepresentation stored: PropertyListValue) throws {
        switch stored {
        case .string(let string):
            guard let value = Self.reading(string) else {
                throw DefaultsError.unreadable(URL.self, from: stored, because: "that is no URL")
            }
            self = value
        case .dictionary(let parts):
            guard let value = Self(parts: parts) else { throw DefaultsError.unreadable(URL.self, from: stored) }
            self = value
        default:
            self = try stored.alternativeForm(of: URL.self)
        }
    }

    /// The absolute string.
    ///
    /// This throws an error if the string would be read as another URL: a relative URL that starts with `/` or `~`
    /// would be read as a file's path.
    var readableString: String {
        get throws {
            let string = absoluteString
            guard Self.reading(string)?.absoluteString == string else {
                throw DefaultsError.unstorable(URL.self, because: "its string would be read as another URL")
            }
            return string
        }
    }

    /// Creates a URL from a relative string and an optional base URL, or returns `nil` if the parts describe no URL.
    ///
    /// Foundation's encoder and its archives store URLs as these parts.
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

    private static func reading(_ string: String) -> URL? {
        guard string.hasPrefix("/") || string.hasPrefix("~") else { return URL(absoluteString: string) }
        let path = (string as NSString).expandingTildeInPath
        // A `~` with the name of an unknown user isn't expanded. As a relative path, it would depend on the current
        // directory.
        guard path.hasPrefix("/") else { return nil }
        return URL(fileURLWithPath: path)
    }
}
