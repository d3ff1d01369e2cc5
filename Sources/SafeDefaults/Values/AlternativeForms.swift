import Foundation

// What other libraries left in data: JSON, and keyed archives of property-list objects. Both are told apart from what a
// type stores itself, so they are read without being asked for, once the type's own form has been refused. A number or
// truth value alone is no JSON here: bytes such as `34 32` may be anything.

extension PropertyListValue {
    /// The value that data holds as JSON or as a keyed archive.
    ///
    /// - Parameters:
    ///   - type: The type to read.
    ///   - depth: How many levels the data is in; the levels of its JSON count from there.
    ///   - error: The error of the type's own form.
    /// - Returns: The value.
    /// - Throws: That error for anything else; the error of the JSON for JSON that describes no such value.
    func decodedFromAlternativeForm<Value>(
        _ type: Value.Type, depth: Int = 0, after error: @autoclosure () -> any Error
    ) throws -> Value {
        guard case .data(let data) = self else { throw error() }
        if data.starts(with: Data("bplist".utf8)) {
            // A value that archives what is in it is nobody's form.
            guard depth == 0, let type = type as? any DefaultsValue.Type, let tree = KeyedArchive(data)?.propertyList,
                tree.kind != .data, let value = try type._decode(tree) as? Value
            else { throw error() }
            return value
        }
        guard data.mayBeJSON, let type = type as? any Decodable.Type,
            let value = try JSONReader.decode(type, from: data, depth: depth) as? Value
        else { throw error() }
        return value
    }

    /// Tells whether this is what other libraries write for nil: the text `$null`, and JSON's `null` in data.
    var isForeignNil: Bool {
        switch self {
        case .string("$null"): true
        case .data(let data): data == Data("null".utf8)
        default: false
        }
    }
}

extension Data {
    /// Tells whether this begins as JSON does that is more than a number.
    var mayBeJSON: Bool {
        let first = first {
            ![UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t")].contains($0)
        }
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "[") || first == UInt8(ascii: "\"")
    }
}
