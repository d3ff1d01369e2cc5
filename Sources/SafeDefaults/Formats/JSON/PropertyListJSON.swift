import Foundation

/// The documented JSON form of property lists, which keeps every value exactly.
package enum PropertyListJSON {
    /// The number of levels of objects and arrays in a document: those of the deepest value, and one of an escape.
    package static let deepest = deepestPropertyList + 1

    // MARK: - Reading

    /// Returns the value that parsed JSON represents.
    package static func value(_ tree: JSONTree) throws(PropertyListFlaw) -> PropertyListValue {
        switch tree {
        case .null: throw PropertyListFlaw(reason: "found null, which a property list doesn't have")
        case .brokenString: throw PropertyListFlaw(reason: "found a string with half of a surrogate pair")
        case .boolean(let value): return .boolean(value)
        case .integer(let value): return .integer(value)
        case .number(let digits): return try number(digits)
        case .string(let value): return .string(value)
        case .array(let trees):
            var values: [PropertyListValue] = []
            values.reserveCapacity(trees.count)
            for index in trees.indices {
                values.append(
                    try PropertyListFlaw.locating("[\(index)]") { () throws(PropertyListFlaw) in
                        try value(trees[index])
                    })
            }
            return .array(values)
        case .object(let object):
            if object.entries.count == 1, let member = object.entries.first,
                let escape = ValueEscape(rawValue: member.name)
            {
                guard let result = escape.value(of: try value(member.value)) else {
                    throw PropertyListFlaw(reason: "its \(escape.rawValue) needs \(escape.form)")
                }
                return result
            }
            return .dictionary(try dictionary(object))
        }
    }

    private static func number(_ digits: String) throws(PropertyListFlaw) -> PropertyListValue {
        if digits == "-0" { return .integer(0) }
        if digits.utf8.allSatisfy({ $0.isDigit || $0 == UInt8(ascii: "-") }) {
            guard let value = UInt64(digits) else {
                throw PropertyListFlaw(reason: "found a whole number of more than 64 bits")
            }
            return .whole(value)
        }
        guard let value = Double(jsonDigits: digits) else {
            throw PropertyListFlaw(reason: "found a number that is out of a real's range")
        }
        return .real(value)
    }

    private static func dictionary(_ object: JSONObject) throws(PropertyListFlaw) -> [String: PropertyListValue] {
        var values: [String: PropertyListValue] = [:]
        for member in object.entries {
            let name = object.entries.count == 1 ? ValueEscape.unescaped(member.name) : member.name
            let content = try PropertyListFlaw.locating(name) { () throws(PropertyListFlaw) in
                try value(member.value)
            }
            guard values.updateValue(content, forKey: name) == nil else {
                throw PropertyListFlaw(reason: "the name occurs twice", path: [name])
            }
        }
        return values
    }

    // MARK: - Writing

    /// Returns a value on one line.
    package static func line(_ value: PropertyListValue) -> String {
        var writer = JSONWriter()
        write(value, to: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private static func write(_ value: PropertyListValue, to writer: inout JSONWriter) {
        switch value {
        case .boolean(let value): writer.write(plain: value ? "true" : "false")
        case .integer(let value): writer.write(plain: String(value))
        case .unsignedInteger(let value): writer.write(plain: String(value))
        case .real(let real) where real.isFinite: writer.write(plain: real.description)
        case .string(let string): writer.write(string: string)
        case .real, .data, .date:
            guard let (escape, content) = ValueEscape.escape(of: value) else { return }
            writer.write(plain: "{\"\(escape.rawValue)\": ")
            writer.write(string: content)
            writer.write("}")
        case .array(let values):
            writer.write("[")
            for index in values.indices {
                if index > 0 { writer.write(plain: ", ") }
                write(values[index], to: &writer)
            }
            writer.write("]")
        case .dictionary(let values):
            writer.write("{")
            for (index, member) in values.inByteOrder().enumerated() {
                if index > 0 { writer.write(plain: ", ") }
                writer.write(string: values.count == 1 ? ValueEscape.escaped(member.key) : member.key)
                writer.write(plain: ": ")
                write(member.value, to: &writer)
            }
            writer.write("}")
        }
    }
}

extension PropertyListValue {
    /// Creates the value that a string of JSON represents, or returns `nil` if it represents none.
    package init?(json text: String) {
        var text = text
        let value: PropertyListValue? = text.withUTF8 { bytes in
            do {
                var reader = JSONReader(bytes, deepest: PropertyListJSON.deepest)
                return try PropertyListJSON.value(try reader.readAll())
            } catch {
                return nil
            }
        }
        guard let value else { return nil }
        self = value
    }
}

// MARK: - Description

extension PropertyListValue: CustomStringConvertible {
    /// The value in JSON, on one line, as in exported files.
    ///
    /// A date is `{"$date": "2026-11-21T05:37:21Z"}`, and data is `{"$data": "Cv8="}`.
    public var description: String { PropertyListJSON.line(self) }
}
