public import Foundation

extension DefaultsCodec where Value: Codable & _SendableMetatype {
    /// JSON, as a string.
    ///
    /// Keys are sorted, so that an unchanged value is an unchanged string. Dates are seconds since 2001, and data is
    /// Base64, as with a `JSONEncoder`; numbers that JSON doesn't have are the strings `NaN`, `Infinity` and
    /// `-Infinity`.
    ///
    /// Reads JSON in strings and in data, and the form that the type has without a codec, so that a setting can change
    /// to JSON. A string that is no JSON, and doesn't start like an object, an array or a string of JSON, is read as if
    /// it were a launch argument: `dark`, `YES`.
    ///
    /// ```swift
    /// struct Person: Codable { var name = "", age = 0 }
    ///
    /// struct TeamDefaults: SafeDefaults {
    ///     enum Keys: String, DefaultsKey { case captain }
    ///     static let captain = Setting<Person?>(.captain, stored: .json)    // {"age":3,"name":"Tom"}
    /// }
    /// ```
    ///
    /// - Important: JSON has only one null. An optional inside an optional, such as `Int??`, whose inner value is nil,
    ///   is read back as nil; if it is the setting's own type, it fails the write.
    public static var json: DefaultsCodec { json(nil, asString: true) }

    /// JSON, as data.
    ///
    /// Otherwise the same as ``json``; each of the two reads the other's form.
    public static var jsonData: DefaultsCodec { json(nil, asString: false) }

    /// Returns the codec of JSON by coders of your own, as a string.
    ///
    /// The closures are called for each value, so the coders need not be safe to share. Set `.sortedKeys` on the
    /// encoder: without it an unchanged value may be a changed string. <doc:StoredForms#Limits> says what these coders
    /// do with values that contain an `IndexSet` or `URLComponents`.
    ///
    /// ```swift
    /// struct Visit: Codable { var day = Date() }
    ///
    /// struct VisitDefaults: SafeDefaults {
    ///     enum Keys: String, DefaultsKey { case last }
    ///     static let last = Setting<Visit?>(
    ///         .last,
    ///         stored: .json(
    ///             encoder: {
    ///                 let encoder = JSONEncoder()
    ///                 encoder.outputFormatting = .sortedKeys
    ///                 encoder.dateEncodingStrategy = .iso8601
    ///                 return encoder
    ///             },
    ///             decoder: {
    ///                 let decoder = JSONDecoder()
    ///                 decoder.dateDecodingStrategy = .iso8601
    ///                 return decoder
    ///             }))
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - encoder: Creates an encoder.
    ///   - decoder: Creates a decoder for the encoder's JSON.
    /// - Returns: The codec.
    public static func json(
        encoder: @escaping @Sendable () -> JSONEncoder, decoder: @escaping @Sendable () -> JSONDecoder
    ) -> DefaultsCodec {
        json(JSONCoders(encoder: encoder, decoder: decoder), asString: true)
    }

    /// Returns the codec of JSON by coders of your own, as data; see ``json(encoder:decoder:)``.
    ///
    /// - Parameters:
    ///   - encoder: Creates an encoder.
    ///   - decoder: Creates a decoder for the encoder's JSON.
    /// - Returns: The codec.
    public static func jsonData(
        encoder: @escaping @Sendable () -> JSONEncoder, decoder: @escaping @Sendable () -> JSONDecoder
    ) -> DefaultsCodec {
        json(JSONCoders(encoder: encoder, decoder: decoder), asString: false)
    }

    private static func json(_ coders: JSONCoders?, asString: Bool) -> DefaultsCodec {
        DefaultsCodec(
            encode: { value in
                if isNil(value) { return nil }
                if (value as? any AnyOptional)?.wrapsNil ?? false {
                    throw DefaultsError.unstorable(
                        Value.self, because: "JSON can't tell a nil inside an optional from nil")
                }
                let json = try coders?.encode(value) ?? TreeEncoder.json(value)
                return asString ? .string(String(decoding: json, as: UTF8.self)) : .data(Data(json))
            },
            decode: { stored in
                switch stored {
                case .string(let string): try decodeJSON(string, by: coders)
                case .data(let data):
                    try coders?.decode(Value.self, from: data, in: stored)
                        ?? JSONReader.decode(Value.self, from: data)
                default: try TreeDecoder.decode(Value.self, from: stored)
                }
            },
            standsForNil: { stored in
                switch stored {
                case .string(let string): string == "null"
                case .data(let data): data.elementsEqual("null".utf8)
                default: stored.isNilMarker
                }
            })
    }

    /// Reads JSON, or a bare word.
    private static func decodeJSON(_ string: String, by coders: JSONCoders?) throws -> Value {
        do {
            return try coders?.decode(Value.self, from: Data(string.utf8), in: .string(string))
                ?? JSONReader.decode(Value.self, from: string, found: .string)
        } catch {
            // NB: `UserDefaults` removes the quotes of a launch argument. Damaged JSON of a collection or a string is
            // never taken for a word, because it starts with another character.
            guard let first = string.utf8.first(where: { $0 > 0x20 }), !"{[\"".utf8.contains(first) else { throw error }
            do {
                return try TreeDecoder.decode(Value.self, from: .string(string))
            } catch _ {
                // It is neither; the error of the JSON says more.
                throw error
            }
        }
    }
}
