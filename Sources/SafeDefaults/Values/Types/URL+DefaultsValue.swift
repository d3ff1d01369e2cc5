public import Foundation

extension URL: DefaultsValue {
    /// Reads every form in which a URL is stored.
    ///
    /// A string that starts with `/` or `~` is read as a file's path, and any other string as a URL. The other forms
    /// are the keyed archive of a URL, and a dictionary with the keys `relative` and `base`.
    public init(defaultsRepresentation stored: PropertyListValue) throws {
        if let value = stored.urlParts.flatMap(Self.init(parts:)) {
            self = value
        } else {
            self = try stored.parsed(stored.string, orElse: "that is no URL", Self.reading)
        }
    }

    /// The absolute string.
    ///
    /// This throws an error if the string would be read as another URL: a relative URL that starts with `/` or `~`
    /// would be read as a file's path.
    var readableString: String {
        get throws {
            guard Self.reading(absoluteString)?.absoluteString == absoluteString else {
                throw DefaultsError.unstorable(URL.self, because: "its string would be read as another URL")
            }
            return absoluteString
        }
    }

    /// Creates a URL from a relative string and an optional base URL, or returns `nil` if the parts describe no URL.
    ///
    /// Foundation's encoder and its archives store URLs as these parts.
    package init?(parts: [String: PropertyListValue]) {
        guard case .string(let string) = parts["relative"] else { return nil }
        var base: URL?
        if case .dictionary(let parent)? = parts["base"] { base = URL(parts: parent) }
        // A base that is no URL is a part too many.
        guard parts.count == (base == nil ? 1 : 2), let url = URL(string: string, relativeTo: base),
            url.relativeString == string
        else { return nil }
        self = url
    }

    private static func reading(_ string: String) -> URL? {
        guard let first = string.utf8.first, "/~".utf8.contains(first) else { return URL(defaultsKey: string) }
        let path = (string as NSString).expandingTildeInPath
        // A `~` with the name of an unknown user isn't expanded. As a relative path, it would depend on the current
        // directory.
        guard path.utf8.first == UInt8(ascii: "/") else { return nil }
        return URL(fileURLWithPath: path)
    }
}
