public import Foundation

extension DefaultsCodec where Value == URL {
    /// A string: the URL's absolute string, which is read as a URL even if it starts with `/` or `~`.
    ///
    /// Without a codec such a string is read as a file's path. Use this codec if you store relative URLs, or if another
    /// program reads the string on every system:
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
    /// Anything but a string is read as without a codec.
    public static var absoluteString: DefaultsCodec {
        DefaultsCodec(
            encode: { url in
                let string = url.absoluteString
                guard URL(absoluteString: string) != nil else {
                    throw DefaultsError.unstorable(URL.self, because: "its string would not be read as a URL")
                }
                return .string(string)
            },
            decode: { stored in
                guard case .string(let string) = stored else { return try URL._decode(stored) }
                guard let url = URL(absoluteString: string) else {
                    throw DefaultsError.unreadable(URL.self, from: stored, because: "that is no URL")
                }
                return url
            })
    }
}

extension URL {
    /// Creates the URL with an absolute string, which may be a path alone.
    ///
    /// NB: for a string with characters that no URL has, newer systems escape them, and older ones return `nil`; here
    /// it is `nil` on all systems.
    init?(absoluteString string: String) {
        guard let url = URL(string: string), url.absoluteString == string else { return nil }
        self = url
    }
}
