public import SafeDefaults

// Without this codec, a type reads its own form only, and a URL what `UserDefaults` writes. A program that moves here
// from another library says so where it concerns a setting.

extension DefaultsCodec where Value: DefaultsValue {
    /// A codec that stores a value in its type's own form, and also reads the forms that other libraries store.
    ///
    /// Use it for a setting whose value another library, or `UserDefaults` with a `JSONEncoder`, has stored. The next
    /// write stores the type's own form; see <doc:StoredForms#Forms-of-other-libraries>. Once all values are written,
    /// the codec isn't needed any more.
    ///
    /// ```swift
    /// struct Photo: Codable { var name = "" }
    ///
    /// struct AlbumDefaults: SafeDefaults {
    ///     enum Keys: String, DefaultsKey { case photos, cover, pages }
    ///
    ///     struct Settings {
    ///         let photos = Setting<[Photo]>(.photos, default: [], stored: .readingOtherLibraries)
    ///         let cover = Setting<Photo?>(.cover, stored: .readingOtherLibraries)
    ///         let pages = Setting<Set<Int>>(.pages, default: [], stored: .readingOtherLibraries)
    ///     }
    ///     static let settings = Settings()
    /// }
    /// ```
    ///
    /// The own form is tried first. If it doesn't fit, the codec reads these forms, for the whole value and for the
    /// elements of arrays, sets, dictionaries and optionals:
    ///
    /// - JSON in data, if it begins with `{`, `[` or `"`, but no string of JSON as a `String`.
    /// - A keyed archive of strings, numbers, dates, data, URLs, UUIDs, and collections of them.
    /// - An array of keys and values in turn, for a dictionary.
    /// - The form in which `Codable` encodes a `Locale`, a `TimeZone` or a `Duration`.
    /// - The string `$null`, and JSON's `null` in data, as nil.
    public static var readingOtherLibraries: DefaultsCodec { readingOtherLibraries(native) }
}

extension DefaultsCodec where Value: Codable & _SendableMetatype {
    /// A codec that stores a value of a `Codable` type as a property-list tree, and also reads the forms that other
    /// libraries store.
    ///
    /// It reads the same forms as the codec of a ``DefaultsValue``.
    @_disfavoredOverload
    public static var readingOtherLibraries: DefaultsCodec { readingOtherLibraries(tree) }
}

extension DefaultsCodec {
    private static func readingOtherLibraries(_ own: DefaultsCodec) -> DefaultsCodec {
        let decode: @Sendable (PropertyListValue) throws -> Value = { stored in
            do {
                return try own.decode(stored)
            } catch {
                return try ForeignForm.value(Value.self, in: stored, after: error)
            }
        }
        return DefaultsCodec(
            name: own.name, encode: own.encode, decode: decode,
            standsForNil: { stored in
                guard stored.isForeignNil else { return stored.isNilMarker }
                // The string `$null` may be a value of the type.
                do {
                    _ = try decode(stored)
                    return false
                } catch {
                    return true
                }
            })
    }
}
