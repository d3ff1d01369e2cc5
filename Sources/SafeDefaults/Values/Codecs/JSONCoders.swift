import Foundation

/// A JSON encoder and decoder that were passed to the library.
///
/// If a value or its JSON is nested too deeply, Foundation's coders overflow the stack. So the depth is checked before
/// they are called.
struct JSONCoders: Sendable {
    let encoder: @Sendable () -> JSONEncoder
    let decoder: @Sendable () -> JSONDecoder

    /// Returns the JSON for a value.
    func encode(_ value: some Encodable) throws -> [UInt8] {
        try TreeEncoder.refuseTooDeep(value)
        return [UInt8](try encoder().encode(value))
    }

    /// Decodes a value from JSON.
    func decode<Value: Decodable>(
        _ type: Value.Type, from data: Data, in stored: PropertyListValue
    ) throws -> Value {
        guard data.isJSONOfBoundedDepth else { throw JSONReader.Flaw.tooDeep.error(of: type, found: stored.kind) }
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
    /// Whether this data, read as JSON in UTF-8, is nested no deeper than allowed.
    ///
    /// Data with a zero byte is refused, because it may be JSON in another encoding.
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
