import Foundation

// Other libraries leave JSON in data, and keyed archives of property-list objects. Both differ from what a type stores
// itself, so they are read without being asked for, once the type's own form has been refused. A number or a Boolean
// alone is not taken for JSON: bytes such as `34 32` may be anything.

extension PropertyListValue {
    /// Returns the value that data contains as JSON or as a keyed archive.
    ///
    /// - Parameters:
    ///   - type: The type to read.
    ///   - depth: How many levels the data is in; the levels of its JSON count from there.
    ///   - error: The error of the type's own form; by default that of a value of the wrong kind.
    /// - Throws: That error for anything else; the error of the JSON for JSON that describes no such value.
    func alternativeForm<Value>(of type: Value.Type, depth: Int = 0, after error: (any Error)? = nil) throws -> Value {
        let refusal = { error ?? DefaultsError.unreadable(type, from: self) }
        guard case .data(let data) = self else { throw refusal() }
        if data.isBinaryList {
            // No library stores an archive of data that is an archive or JSON.
            guard depth == 0, let type = type as? any DefaultsValue.Type, let tree = KeyedArchive(data)?.propertyList,
                tree.kind != .data, let value = try type._decode(tree) as? Value
            else { throw refusal() }
            return value
        }
        guard data.mayBeJSON, let type = type as? any Decodable.Type,
            let value = try JSONReader.decode(type, from: data, depth: depth) as? Value
        else { throw refusal() }
        return value
    }

    /// Whether this is what other libraries write for nil: the string `$null`, or JSON's `null` in data.
    var isForeignNil: Bool {
        switch self {
        case .string("$null"): true
        case .data(let data): data.elementsEqual("null".utf8)
        default: false
        }
    }
}

extension Data {
    /// Whether this starts as JSON does that is more than a number.
    var mayBeJSON: Bool {
        let first = first {
            ![UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t")].contains($0)
        }
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "[") || first == UInt8(ascii: "\"")
    }
}
