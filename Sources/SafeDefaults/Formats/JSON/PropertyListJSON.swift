import Foundation

/// The documented JSON form of property lists, which keeps every value exactly.
package enum PropertyListJSON {
    // MARK: - Reading

    /// Returns the value that parsed JSON represents.
    package static func value(_ json: PropertyListValue) throws(PropertyListFlaw) -> PropertyListValue {
        switch json {
        case JSONReader.brokenString: throw PropertyListFlaw(reason: "found a string with half of a surrogate pair")
        case JSONReader.twin: throw PropertyListFlaw(reason: "the name occurs twice")
        case .nilMarker: throw PropertyListFlaw(reason: "found null, which a property list doesn't have")
        case .data(let digits): return try number(String(decoding: digits, as: UTF8.self))
        case .array(let parts):
            return .array(
                try parts.indices.map { index throws(PropertyListFlaw) in
                    try PropertyListFlaw.locating("[\(index)]") { () throws(PropertyListFlaw) in
                        try value(parts[index])
                    }
                })
        case .dictionary: return try object(json.jsonMembers ?? [:])
        default: return json
        }
    }

    private static func number(_ digits: String) throws(PropertyListFlaw) -> PropertyListValue {
        if let value = PropertyListValue(wholeNumber: digits[...]) { return value }
        guard !digits.hasOnlyBytes({ $0.isDigit || $0 == UInt8(ascii: "-") }) else {
            throw PropertyListFlaw(reason: "found a whole number of more than 64 bits")
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
        String(decoding: JSONWriter.bytes(json(value), isSpaced: true), as: UTF8.self)
    }

    /// Returns the JSON that represents a value, in the form that ``JSONReader`` returns.
    private static func json(_ value: PropertyListValue) -> PropertyListValue {
        switch value {
        case .boolean, .integer, .unsignedInteger, .string: return value
        case .real(let real) where real.isFinite: return .data(Data(real.description.utf8))
        case .real, .data, .date:
            guard let (escape, content) = ValueEscape.escape(of: value) else { return value }
            return .dictionary([escape.rawValue: .string(content)])
        case .array(let values): return .array(values.map(json))
        case .dictionary(var values):
            if values.count == 1, let (name, value) = values.first { values = [ValueEscape.escaped(name): value] }
            return .dictionary(values.mapValues(json)).escapedFromNil
        }
    }
}

extension PropertyListValue {
    /// Creates the value that a string of JSON represents, or returns `nil` if it represents none.
    package init?(json text: String) {
        do {
            let json = try JSONReader.read(text, isPropertyList: true)
            self = try PropertyListJSON.value(json)
        } catch {
            return nil
        }
    }
}

// MARK: - Description

extension PropertyListValue: CustomStringConvertible {
    /// The value in JSON, on one line, as in exported files.
    ///
    /// A date is `{"$date": "2026-11-21T05:37:21Z"}`, and data is `{"$data": "Cv8="}`.
    public var description: String { PropertyListJSON.line(self) }
}
