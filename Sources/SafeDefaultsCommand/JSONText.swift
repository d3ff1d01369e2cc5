import Foundation
import SafeDefaults

/// Writes JSON, in which values have the form of exported files.
enum JSONText {
    /// Returns an object on one line, without the entries that have no value.
    static func object(_ entries: [(name: String, value: String?)]) -> String {
        let members = entries.compactMap { entry in entry.value.map { "\(string(entry.name)): \($0)" } }
        return "{\(members.joined(separator: ", "))}"
    }

    /// Returns an array with each element on a line of its own.
    static func lines(_ elements: [String]) -> String {
        elements.isEmpty ? "[]" : "[\n  \(elements.joined(separator: ",\n  "))\n]"
    }

    static func array(_ elements: [String]) -> String { "[\(elements.joined(separator: ", "))]" }

    static func string(_ value: String) -> String {
        let escaped = value.unicodeScalars.map { scalar in
            switch scalar {
            case "\"": "\\\""
            case "\\": "\\\\"
            case "\n": "\\n"
            case "\u{0}"..<" ", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}": escape(scalar)
            default: String(scalar)
            }
        }
        return "\"\(escaped.joined())\""
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }

    /// Returns a value in the form of exported files; nil is null.
    static func value(_ value: PropertyListValue?) -> String {
        switch value {
        case nil: "null"
        case .boolean(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .unsignedInteger(let value): "\(value)"
        case .real(let value) where value.isFinite: value.description
        case .string(let value): string(value)
        case .array(let values): array(values.map { self.value($0) })
        // A dictionary with one key may have to be distinguished from the form of a date.
        case .dictionary(let values) where values.count != 1 || values.keys.first?.hasPrefix("$") == false:
            object(values.sorted { $0.key < $1.key }.map { ($0.key, self.value($0.value)) })
        case .real(let value): #"{"$real": "\#(value.isNaN ? "nan" : value < 0 ? "-infinity" : "infinity")"}"#
        case .data(let value): #"{"$data": "\#(value.base64EncodedString())"}"#
        case .date, .dictionary: encoded(value)
        }
    }

    private static func encoded(_ value: PropertyListValue?) -> String {
        do {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(value), as: UTF8.self)
        } catch {
            // Only a date that no file can hold is left.
            return "null"
        }
    }
}
