import Foundation
public import SafeDefaults

// A coder for property lists keeps dates and data. Every other coder, such as one for JSON, gets the documented JSON
// form. Neither kind of coder keeps the difference between 1 and 1.0, so a whole real is escaped for both.

extension PropertyListValue: Codable {
    /// Encodes the value so that every decoder reads exactly this value again.
    ///
    /// A `PropertyListEncoder` gets the value itself, with dates and data as such. Any other encoder, such as a
    /// `JSONEncoder`, gets the form that <doc:SnapshotsAndExport#JSON> describes. A real without a fraction, such as
    /// 1.0, is encoded as `{"$real": "1.0"}`, because decoders take it for an integer otherwise.
    ///
    /// - Important: In the XML format, a `PropertyListEncoder` drops the fraction of a date's second. In the binary
    ///   format, strings that differ only in their Unicode form, such as `é` in one character and `e` with an accent,
    ///   all become the first of them. An exported `DefaultsSnapshot` keeps both.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        let isNative = encoder.keepsPropertyListKinds
        switch self {
        case .boolean(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .unsignedInteger(let value): try container.encode(value)
        case .real(let value) where value.isFinite && value.rounded() != value: try container.encode(value)
        // A decoder for property lists takes this string for nil.
        case .string(let string) where !(isNative && string == "$null"): try container.encode(string)
        case .data(let data) where isNative: try container.encode(data)
        case .date(let date) where isNative && date.isInReachOfAFile: try container.encode(date)
        case .array(let values): try container.encode(values)
        // A decoder for property lists takes this name for nil, too.
        case .dictionary(let values) where isNative && values["$null"] != nil:
            let parts = values.flatMap { [.string($0.key), $0.value] }
            try container.encode([ValueEscape.dictionary.rawValue: PropertyListValue.array(parts)])
        case .dictionary(let values):
            guard values.count == 1, let (name, value) = values.first else { return try container.encode(values) }
            try container.encode([ValueEscape.escaped(name): value])
        case .real, .string, .data, .date:
            guard let (escape, content) = ValueEscape.escape(of: self) else { return }
            try container.encode([escape.rawValue: content])
        }
    }

    /// Decodes a value from what ``encode(to:)`` has encoded, or from any JSON or property list.
    ///
    /// A `JSONDecoder` doesn't tell `1.0` from `1`, and this gives an integer for both.
    ///
    /// - Throws: A `DecodingError` if the decoder contains null, or is nested too deeply.
    public init(from decoder: any Decoder) throws {
        // Some levels are left for what the value is encoded in.
        guard decoder.codingPath.count <= deepestPropertyList + 8 else {
            throw Self.error("It is nested more than \(deepestPropertyList) levels deep.", in: decoder)
        }
        if let leaf = try Self.leaf(in: decoder.singleValueContainer()) {
            self = leaf
        } else if var list = Self.attempt({ try decoder.unkeyedContainer() }) {
            var values: [PropertyListValue] = []
            while !list.isAtEnd { values.append(try list.decode(PropertyListValue.self)) }
            self = .array(values)
        } else if Self.attempt({ try decoder.container(keyedBy: PathKey.self) }) != nil {
            self = try Self.dictionary(
                try decoder.singleValueContainer().decode([String: PropertyListValue].self), in: decoder)
        } else {
            throw Self.error("Found nothing that a property list can contain.", in: decoder)
        }
    }

    private static func leaf(in container: any SingleValueDecodingContainer) throws -> PropertyListValue? {
        if let value = attempt({ try container.decode(Bool.self) }) { return .boolean(value) }
        if let value = attempt({ try container.decode(Int64.self) }) { return .integer(value) }
        if let value = attempt({ try container.decode(UInt64.self) }) { return .whole(value) }
        if let value = attempt({ try container.decode(Double.self) }) { return .real(value) }
        if let value = attempt({ try container.decode(String.self) }) { return .string(value) }
        // These come last, because a decoder for JSON reads dates from numbers, and data from strings.
        if let value = attempt({ try container.decode(Date.self) }) { return .date(value) }
        if let value = attempt({ try container.decode(Data.self) }) { return .data(value) }
        return nil
    }

    private static func dictionary(
        _ values: [String: PropertyListValue], in decoder: any Decoder
    ) throws -> PropertyListValue {
        guard values.count == 1, let (name, value) = values.first else { return .dictionary(values) }
        guard let escape = ValueEscape(rawValue: name) else { return .dictionary([ValueEscape.unescaped(name): value]) }
        guard let result = escape.value(of: value) else {
            throw error("Its \(escape.rawValue) needs \(escape.form).", in: decoder)
        }
        return result
    }

    /// Returns what a decoder contains, or `nil` if it contains something else.
    private static func attempt<Result>(_ decode: () throws -> Result) -> Result? {
        do { return try decode() } catch { return nil }
    }

    private static func error(_ description: String, in decoder: any Decoder) -> DecodingError {
        .dataCorrupted(DecodingError.Context(codingPath: decoder.codingPath, debugDescription: description))
    }
}

extension Encoder {
    /// Whether this is the encoder of a `PropertyListEncoder`, which keeps dates and data as such.
    ///
    /// NB: Foundation doesn't publish the types of its encoders. On all systems their names contain this word; without
    /// it, dates and data would be escaped, and be read back all the same.
    var keepsPropertyListKinds: Bool { "\(type(of: self))".contains("Plist") }
}
