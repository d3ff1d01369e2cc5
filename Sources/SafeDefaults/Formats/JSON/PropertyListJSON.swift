import Foundation

/// The documented JSON form of property lists, which keeps every value exactly.
package enum PropertyListJSON {
    /// The number of levels of objects and arrays in a document: those of the deepest value, and one of an escape.
    package static let deepest = deepestPropertyList + 1

    // MARK: - Reading

    /// Returns the value that parsed JSON represents.
    package static func value(_ json: PropertyListValue) throws(PropertyListFlaw) -> PropertyListValue {
        switch json {
        case JSONReader.brokenString: throw PropertyListFlaw(reason: "found a string with half of a surrogate pair")
        case JSONReader.twin: throw PropertyListFlaw(reason: "the name occurs twice")
        case .nilMarker: throw PropertyListFlaw(reason: "found null, which a property list doesn't have")
        case .data(let digits): return try number(String(decoding: digits, as: UTF8.self))
        case .array(let parts):
            var values: [PropertyListValue] = []
            values.reserveCapacity(parts.count)
            for index in parts.indices {
                values.append(
                    try PropertyListFlaw.locating("[\(index)]") { () throws(PropertyListFlaw) in
                        try value(parts[index])
                    })
            }
            return .array(values)
        case .dictionary: return try object(members(of: json) ?? [:])
        default: return json
        }
    }

    /// Returns the members of an object that has been read; nil if it is none.
    package static func members(of json: PropertyListValue) -> [String: PropertyListValue]? {
        guard !json.isNilMarker, case .dictionary(let members) = json.withoutNilEscape else { return nil }
        return members
    }

    private static func number(_ digits: String) throws(PropertyListFlaw) -> PropertyListValue {
        if digits == "-0" { return .integer(0) }
        if digits.hasOnlyBytes({ $0.isDigit || $0 == UInt8(ascii: "-") }) {
            guard let value = UInt64(digits: digits) else {
                throw PropertyListFlaw(reason: "found a whole number of more than 64 bits")
            }
            return .whole(value)
        }
        guard let value = Double(jsonDigits: digits) else {
            throw PropertyListFlaw(reason: "found a number that is out of a real's range")
        }
        return .real(value)
    }

    private static func object(_ members: [String: PropertyListValue]) throws(PropertyListFlaw) -> PropertyListValue {
        if members.count == 1, let member = members.first, let escape = ValueEscape(rawValue: member.key) {
            guard let result = escape.value(of: try value(member.value)) else {
                throw PropertyListFlaw(reason: "its \(escape.rawValue) needs \(escape.form)")
            }
            return result
        }
        var values: [String: PropertyListValue] = [:]
        for member in members.inByteOrder() {
            let name = members.count == 1 ? ValueEscape.unescaped(member.key) : member.key
            values[name] = try PropertyListFlaw.locating(name) { () throws(PropertyListFlaw) in
                try value(member.value)
            }
        }
        return .dictionary(values)
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
                var reader = JSONReader(bytes, deepest: PropertyListJSON.deepest, marksTwins: true)
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
