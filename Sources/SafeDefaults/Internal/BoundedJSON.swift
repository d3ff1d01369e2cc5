import Foundation

/// JSON from a store, which nobody vouches for: its depth is checked, without recursion, before a decoder sees it.
enum BoundedJSON {
    /// Tells whether text is nested no deeper than stored values may be.
    ///
    /// Text in UTF-16 or UTF-32, in which a byte may look like a bracket and be none, is refused: its structure can't be
    /// written without NUL bytes, which JSON in UTF-8 never has.
    static func isShallow(_ data: Data) -> Bool {
        var depth = 0
        var isInText = false
        var isEscaped = false
        for byte in data {
            if byte == 0 { return false }
            if isInText {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInText = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isInText = true
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
                if depth > deepestPropertyList { return false }
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            default: break
            }
        }
        return true
    }

    /// The value that JSON describes.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - data: The JSON, in UTF-8.
    ///   - decoder: How to decode it.
    ///   - found: The kind of stored value that held it, for errors.
    /// - Throws: The error of JSON that is too deep, that is none, or that describes no such value.
    static func decode<Value: Decodable>(
        _ type: Value.Type, from data: Data, decoder: JSONDecoder = JSONDecoder(),
        found: PropertyListValue.Kind = .data
    ) throws(DefaultsError) -> Value {
        guard isShallow(data) else {
            throw DefaultsError(
                .unreadable, expected: String(describing: type), found: found.rawValue,
                reason: "found JSON that is nested more than \(deepestPropertyList) levels deep, or is not in UTF-8")
        }
        do {
            return try decoder.decode(type, from: data)
        } catch {
            throw DefaultsError.converting(error, as: .unreadable, expected: type, found: found.rawValue)
        }
    }
}
