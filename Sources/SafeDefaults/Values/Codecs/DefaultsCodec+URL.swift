public import Foundation

extension DefaultsCodec where Value == URL {
    /// A codec that stores a URL as its absolute string, and reads any string as a URL.
    ///
    /// Without a codec, a string that starts with `/` or `~` is read as a file's path. Use this codec if you store
    /// relative URLs, or if another program reads the string on every system:
    ///
    /// ```swift
    /// struct ServerDefaults: SafeDefaults {
    ///     enum Keys: String, DefaultsKey { case home, paths }
    ///
    ///     struct Settings {
    ///         let home = Setting<URL?>(.home, stored: .absoluteString)                  // "https://example.com/"
    ///         let paths = Setting<[URL]>(
    ///             .paths, default: [], stored: DefaultsCodec<URL>.absoluteString.array)        // ("/api/v1/users")
    ///     }
    ///     static let settings = Settings()
    /// }
    /// ```
    ///
    /// Stored values that aren't strings are read as they are without a codec.
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
    /// Creates a URL from its absolute string, which may also be only a path.
    ///
    /// NB: if the string contains characters that are invalid in a URL, newer systems escape them, and older ones
    /// return `nil`. This initialiser returns `nil` on all systems.
    init?(absoluteString string: String) {
        guard let url = URL(string: string), url.absoluteString == string else { return nil }
        self = url
    }
}
