public import Foundation

extension DefaultsCodec where Value: Codable & _SendableMetatype {
    /// JSON, as text.
    ///
    /// Keys are sorted, so that an unchanged value is an unchanged text. Dates are seconds since 2001, data is Base64, and
    /// the numbers that JSON doesn't know are the texts `NaN`, `Infinity` and `-Infinity`: what a `JSONEncoder` does by
    /// itself, the last excepted.
    ///
    /// Reads JSON in text and in data alike, and what the type would be stored as without a codec, so that a setting can
    /// change to JSON. Text that is no JSON, and doesn't begin like an object, an array or a text of it, is read as the
    /// value that it would be as a launch argument: `dark`, `YES`.
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
    /// - Important: JSON has one null. A value that is an optional inside an optional, such as `Int??`, comes back as
    ///   nil where only the inner one was, unless it is the setting's own type: then it is refused.
    public static var json: DefaultsCodec { json(nil, asText: true) }

    /// JSON, as data.
    ///
    /// The same as ``json`` otherwise; either reads what the other stored.
    public static var jsonData: DefaultsCodec { json(nil, asText: false) }

    /// JSON by coders of your own, as text.
    ///
    /// The closures are called for each value, so the coders need not be safe to share. Set `.sortedKeys` on the encoder:
    /// without it an unchanged value may be a changed text. What is said in <doc:StoredForms#Limits> of values that hold an
    /// `IndexSet` or `URLComponents` concerns these coders.
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
    ///   - encoder: Makes an encoder.
    ///   - decoder: Makes a decoder that reads what the encoder writes.
    /// - Returns: The codec.
    public static func json(
        encoder: @escaping @Sendable () -> JSONEncoder, decoder: @escaping @Sendable () -> JSONDecoder
    ) -> DefaultsCodec {
        json(JSONCoders(encoder: encoder, decoder: decoder), asText: true)
    }

    /// JSON by coders of your own, as data; see ``json(encoder:decoder:)``.
    ///
    /// - Parameters:
    ///   - encoder: Makes an encoder.
    ///   - decoder: Makes a decoder that reads what the encoder writes.
    /// - Returns: The codec.
    public static func jsonData(
        encoder: @escaping @Sendable () -> JSONEncoder, decoder: @escaping @Sendable () -> JSONDecoder
    ) -> DefaultsCodec {
        json(JSONCoders(encoder: encoder, decoder: decoder), asText: false)
    }

    private static func json(_ coders: JSONCoders?, asText: Bool) -> DefaultsCodec {
        DefaultsCodec(
            encode: { value in
                if isNil(value) { return nil }
                if (value as? any AnyOptional)?.wrapsNil ?? false {
                    throw DefaultsError.unstorable(
                        Value.self, because: "JSON can't tell a nil inside an optional from nil")
                }
                let json = try coders?.encode(value) ?? TreeEncoder.json(value)
                return asText ? .string(String(decoding: json, as: UTF8.self)) : .data(Data(json))
            },
            decode: { stored in
                switch stored {
                case .string(let text): try decodeJSON(text, by: coders)
                case .data(let data):
                    try coders?.decode(Value.self, from: data, in: stored)
                        ?? JSONReader.decode(Value.self, from: data)
                default: try TreeDecoder.decode(Value.self, from: stored)
                }
            },
            standsForNil: { stored in
                switch stored {
                case .string(let text): text == "null"
                case .data(let data): data.elementsEqual("null".utf8)
                default: stored.isNilMarker
                }
            })
    }

    /// Reads JSON, or, where it is none, a bare word.
    private static func decodeJSON(_ text: String, by coders: JSONCoders?) throws -> Value {
        do {
            return try coders?.decode(Value.self, from: Data(text.utf8), in: .string(text))
                ?? JSONReader.decode(Value.self, from: text, found: .string)
        } catch {
            // NB: `UserDefaults` takes the quotes off a launch argument. JSON of a collection or a text can't look like
            // what is tried here, so that a damaged one is never taken for a value.
            guard let first = text.utf8.first(where: { $0 > 0x20 }), !"{[\"".utf8.contains(first) else { throw error }
            do {
                return try TreeDecoder.decode(Value.self, from: .string(text))
            } catch _ {
                // It is neither; the error of the JSON says more.
                throw error
            }
        }
    }
}
