public import Foundation

extension DefaultsCodec where Value: Codable & _SendableMetatype {
    /// A codec that stores a value as a string of JSON.
    ///
    /// The keys are sorted, so that equal values have equal strings. As with a `JSONEncoder`, dates are seconds since
    /// 2001, and data is Base64. Numbers that JSON can't represent are the strings `NaN`, `Infinity` and `-Infinity`.
    ///
    /// The codec reads JSON in strings and in data. It also reads the stored form that the type has without a codec, so
    /// that an existing setting can switch to this codec. A string that isn't JSON, such as `dark` or `YES`, is read as
    /// in a launch argument, unless it starts like an object, an array or a string of JSON.
    ///
    /// ```swift
    /// struct Person: Codable, DefaultsValue { var name = "", age = 0 }
    ///
    /// struct TeamDefaults: SafeDefaults {
    ///     enum Keys: String, DefaultsKey { case captain }
    ///     struct Settings {
    ///         let captain = Setting<Person?>(.captain, stored: .json)    // {"age":3,"name":"Tom"}
    ///     }
    ///     static let settings = Settings()
    /// }
    /// ```
    ///
    /// - Important: JSON has only one null. A nested optional whose inner value is nil, such as `.some(nil)` of the
    ///   type `Int??`, is read back as nil. If that optional is the setting's own value, the write fails instead.
    public static var json: DefaultsCodec { json(asString: true) }

    /// A codec that stores a value as data that contains JSON.
    ///
    /// The JSON is the same as that of ``json``. Each of the two codecs reads the other's form.
    public static var jsonData: DefaultsCodec { json(asString: false) }

    /// Returns a codec that stores a value as a string of JSON, with your own encoder and decoder.
    ///
    /// The closures are called once for each value, so the coders don't have to be thread-safe. Set `.sortedKeys` on
    /// the encoder: without it, an unchanged value may have a different string each time. For values that contain an
    /// `IndexSet`, `URLComponents`, a `CharacterSet` or a `Calendar`, or are nested hundreds of levels deep, see
    /// <doc:StoredForms#Limits>.
    ///
    /// ```swift
    /// struct Visit: Codable, DefaultsValue { var day = Date() }
    ///
    /// struct VisitDefaults: SafeDefaults {
    ///     enum Keys: String, DefaultsKey { case last }
    ///
    ///     struct Settings {
    ///         let last = Setting<Visit?>(
    ///             .last,
    ///             stored: .json(
    ///                 encoder: {
    ///                     let encoder = JSONEncoder()
    ///                     encoder.outputFormatting = .sortedKeys
    ///                     encoder.dateEncodingStrategy = .iso8601
    ///                     return encoder
    ///                 },
    ///                 decoder: {
    ///                     let decoder = JSONDecoder()
    ///                     decoder.dateDecodingStrategy = .iso8601
    ///                     return decoder
    ///                 }))
    ///     }
    ///     static let settings = Settings()
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - encoder: A closure that creates an encoder.
    ///   - decoder: A closure that creates a decoder for the encoder's JSON.
    /// - Returns: The codec.
    public static func json(
        encoder: @escaping @Sendable () -> JSONEncoder, decoder: @escaping @Sendable () -> JSONDecoder
    ) -> DefaultsCodec {
        json(asString: true, encoder, decoder)
    }

    /// Returns a codec that stores a value as data that contains JSON, with your own encoder and decoder.
    ///
    /// It is otherwise the same as ``json(encoder:decoder:)``.
    ///
    /// - Parameters:
    ///   - encoder: A closure that creates an encoder.
    ///   - decoder: A closure that creates a decoder for the encoder's JSON.
    /// - Returns: The codec.
    public static func jsonData(
        encoder: @escaping @Sendable () -> JSONEncoder, decoder: @escaping @Sendable () -> JSONDecoder
    ) -> DefaultsCodec {
        json(asString: false, encoder, decoder)
    }

    private static func json(
        asString: Bool, _ encoder: @escaping @Sendable () -> JSONEncoder,
        _ decoder: @escaping @Sendable () -> JSONDecoder
    ) -> DefaultsCodec {
        json(
            asString: asString, encode: { [UInt8](try encoder().encode($0)) },
            decode: { stored in
                do {
                    let data = if case .data(let data) = stored { data } else { Data((stored.string ?? "").utf8) }
                    return try decoder().decode(Value.self, from: data)
                } catch DecodingError.dataCorrupted(let context) where context.codingPath.isEmpty {
                    throw DefaultsError.unreadable(Value.self, from: stored, because: "that holds no JSON of this type")
                } catch {
                    throw DefaultsError.converting(
                        error, as: .unreadable, expected: Value.self, found: stored.kind.rawValue)
                }
            })
    }

    /// Returns a codec for JSON, which is written and read by the library's own coders by default.
    private static func json(
        asString: Bool,
        encode: @escaping @Sendable (Value) throws -> [UInt8] = {
            JSONWriter.bytes(try PropertyListValue(tree: $0, as: .json))
        },
        decode: @escaping @Sendable (PropertyListValue) throws -> Value = {
            try JSONReader.decode(Value.self, from: $0)
        }
    ) -> DefaultsCodec {
        DefaultsCodec(
            name: asString ? "json" : "jsonData",
            encode: { value in
                if isNil(value) { return nil }
                let json = try encode(value)
                let text = String(decoding: json, as: UTF8.self)
                if text == "null", Value.self is any AnyOptional.Type {
                    throw DefaultsError.unstorable(
                        Value.self, because: "JSON can't tell a nil inside an optional from nil")
                }
                return asString ? .string(text) : .data(Data(json))
            },
            decode: { stored in
                guard stored.kind == .string || stored.kind == .data else {
                    return try stored.decodedTree(Value.self)
                }
                do {
                    return try decode(stored)
                } catch {
                    // NB: `UserDefaults` removes the quotes of a launch argument, so what isn't JSON may be a word.
                    // Damaged JSON of an object, an array or a string is never read as a word, because its first
                    // character tells what it is.
                    guard let first = stored.string?.utf8.first(where: { $0 > 0x20 }), !"{[\"".utf8.contains(first),
                        let word = try? stored.decodedTree(Value.self)
                    else { throw error }
                    return word
                }
            }, standsForNil: { $0.isNilMarker || $0 == "null" || $0 == .data(Data("null".utf8)) })
    }
}
