public import Foundation

extension DefaultsCodec where Value == URL {
    /// The URL's absolute text, which is read as a URL also where it begins with `/` or `~`.
    ///
    /// Without a codec such a text is a file's path. Say this where relative URLs are stored, or where another program
    /// reads the text on every system:
    ///
    /// ```swift
    /// struct ServerDefaults: SafeDefaults {
    ///     enum Keys: String, DefaultsKey { case home, paths }
    ///     static let home = Setting<URL?>(.home, stored: .absoluteString)                  // "https://example.com/"
    ///     static let paths = Setting<[URL]>(
    ///         .paths, default: [], stored: DefaultsCodec<URL>.absoluteString.array)        // ("/api/v1/users")
    /// }
    /// ```
    ///
    /// Anything but text is read as without a codec.
    public static var absoluteString: DefaultsCodec {
        DefaultsCodec(
            encode: { url in
                let text = url.absoluteString
                guard URL(absoluteText: text) != nil else {
                    throw DefaultsError.unstorable(URL.self, because: "its text would not be read as a URL")
                }
                return .string(text)
            },
            decode: { stored in
                guard case .string(let text) = stored else { return try URL._decode(stored) }
                guard let url = URL(absoluteText: text) else {
                    throw DefaultsError.unreadable(URL.self, from: stored, because: "that is no URL")
                }
                return url
            })
    }
}

extension URL {
    /// The URL whose absolute text this is, also where that is a path alone.
    ///
    /// NB: newer systems escape what can't stand in a URL, older ones give nil; the text itself says what it is.
    init?(absoluteText text: String) {
        guard let url = URL(string: text), url.absoluteString == text else { return nil }
        self = url
    }
}
