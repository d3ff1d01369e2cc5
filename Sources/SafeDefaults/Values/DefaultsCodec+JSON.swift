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
    public static var json: DefaultsCodec { json(JSONCoders.shared, asText: true) }

    /// JSON, as data.
    ///
    /// The same as ``json`` otherwise; either reads what the other stored.
    public static var jsonData: DefaultsCodec { json(JSONCoders.shared, asText: false) }

    /// JSON by coders of your own, as text.
    ///
    /// The closures are called for each value, so the coders need not be safe to share. Set `.sortedKeys` on the encoder:
    /// without it an unchanged value may be a changed text.
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

    private static func json(_ coders: JSONCoders, asText: Bool) -> DefaultsCodec {
        DefaultsCodec(
            encode: { value in
                if isNil(value) { return nil }
                let data = try coders.encode(value)
                return asText ? .string(String(decoding: data, as: UTF8.self)) : .data(data)
            },
            decode: { stored in
                switch stored {
                case .string(let text): try decodeJSON(text, by: coders)
                case .data(let data): try coders.decode(Value.self, from: data, in: stored)
                default: try PropertyListTreeDecoder.decode(Value.self, from: stored)
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
    private static func decodeJSON(_ text: String, by coders: JSONCoders) throws -> Value {
        do {
            return try coders.decode(Value.self, from: Data(text.utf8), in: .string(text))
        } catch {
            // NB: `UserDefaults` takes the quotes off a launch argument. JSON of a collection or a text can't look like
            // what is tried here, so that a damaged one is never taken for a value.
            guard let first = text.utf8.first(where: { $0 > 0x20 }), !"{[\"".utf8.contains(first),
                let value = try? PropertyListTreeDecoder.decode(Value.self, from: .string(text))
            else { throw error }
            return value
        }
    }
}

/// What writes and reads JSON.
struct JSONCoders: Sendable {
    let encoder: @Sendable () -> JSONEncoder
    let decoder: @Sendable () -> JSONDecoder

    /// The library's own; making one takes longer than encoding a small value.
    static let shared = JSONCoders(encoder: { sharedEncoder }, decoder: { sharedDecoder })

    private static let sharedEncoder: JSONEncoder = {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
        return encoder
    }()

    private static let sharedDecoder: JSONDecoder = {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
        return decoder
    }()

    /// The JSON of a value that is not nil.
    func encode(_ value: some Encodable) throws -> Data {
        if (value as? any AnyOptional)?.wrapsNil ?? false {
            throw DefaultsError.unstorable(
                type(of: value), because: "JSON can't tell a nil inside an optional from nil")
        }
        // A JSONEncoder follows a value to any depth, and overflows the stack.
        try PropertyListTreeEncoder.refuseTooDeep(value)
        return try encoder().encode(value)
    }

    /// The value that JSON stands for.
    func decode<Value: Decodable>(
        _ type: Value.Type, from data: Data, in stored: PropertyListValue
    ) throws -> Value {
        guard data.isJSONOfBoundedDepth else {
            throw DefaultsError.unreadable(
                type, from: stored,
                because: "that is no JSON, or is nested more than \(deepestPropertyList) levels deep")
        }
        do {
            return try decoder().decode(type, from: data)
        } catch DecodingError.dataCorrupted(let context) where context.codingPath.isEmpty {
            throw DefaultsError.unreadable(type, from: stored, because: "that holds no JSON of this type")
        } catch {
            throw DefaultsError.converting(error, as: .unreadable, expected: type, found: stored.kind.rawValue)
        }
    }
}

extension Data {
    /// Whether nothing but the depth that is allowed has to be followed to read this as JSON in UTF-8.
    ///
    /// In no other encoding is JSON free of zero bytes.
    fileprivate var isJSONOfBoundedDepth: Bool {
        withUnsafeBytes { bytes in
            var (depth, isQuoted, isEscaped) = (0, false, false)
            for byte in bytes {
                switch byte {
                case 0: return false
                case _ where isEscaped: isEscaped = false
                case UInt8(ascii: "\\"): isEscaped = isQuoted
                case UInt8(ascii: "\""): isQuoted.toggle()
                case UInt8(ascii: "["), UInt8(ascii: "{"):
                    depth += isQuoted ? 0 : 1
                    if depth > deepestPropertyList { return false }
                case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= isQuoted ? 0 : 1
                default: continue
                }
            }
            return true
        }
    }
}
