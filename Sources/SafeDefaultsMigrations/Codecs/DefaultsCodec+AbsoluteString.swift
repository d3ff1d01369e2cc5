public import Foundation
public import SafeDefaults

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
    ///             .paths, default: [], stored: DefaultsCodec<URL>.absoluteString.array)        // ["/api/v1/users"]
    ///     }
    ///     static let settings = Settings()
    /// }
    /// ```
    ///
    /// Stored values that aren't strings are read as they are without a codec.
    public static var absoluteString: DefaultsCodec {
        DefaultsCodec(
            encode: { url in
                guard URL(defaultsKey: url.absoluteString) != nil else {
                    throw DefaultsError.unstorable(URL.self, because: "its string would not be read as a URL")
                }
                return .string(url.absoluteString)
            },
            decode: { stored in
                guard case .string(let string) = stored else { return try URL._decode(stored) }
                return try stored.parsed(string, orElse: "that is no URL", URL.init(defaultsKey:))
            })
    }
}
