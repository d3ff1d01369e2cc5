import Foundation
import SafeDefaults

/// Writes a dictionary as a document of JSON: indented, with the keys sorted by their bytes.
struct JSONDocument {
    private var text = ""

    /// Returns the document of a dictionary.
    ///
    /// The values have to be readable from a file, as ``PropertyListFile`` checks.
    static func data(_ values: [String: PropertyListValue]) -> Data {
        var document = JSONDocument()
        // The names at the top are no escape, even if there is only one.
        document.write(values, isTop: true, indentation: 0)
        document.text += "\n"
        return Data(document.text.utf8)
    }

    private mutating func write(_ value: PropertyListValue, indentation: Int) {
        switch value {
        case .array(let values) where !Self.isShort(values):
            write(count: values.count, in: ("[", "]"), indentation: indentation) { document, index, inner in
                document.write(values[index], indentation: inner)
            }
        case .dictionary(let values): write(values, isTop: false, indentation: indentation)
        default: text += PropertyListJSON.line(value)
        }
    }

    private mutating func write(_ values: [String: PropertyListValue], isTop: Bool, indentation: Int) {
        let members = values.inByteOrder()
        write(count: members.count, in: ("{", "}"), indentation: indentation) { document, index, inner in
            let name = members[index].key
            let escaped = members.count == 1 && !isTop ? ValueEscape.escaped(name) : name
            document.text += PropertyListJSON.line(.string(escaped)) + ": "
            document.write(members[index].value, indentation: inner)
        }
    }

    private mutating func write(
        count: Int, in brackets: (String, String), indentation: Int, part: (inout JSONDocument, Int, Int) -> Void
    ) {
        text += brackets.0
        for index in 0..<count {
            text += (index > 0 ? ",\n" : "\n") + String(repeating: "  ", count: indentation + 1)
            part(&self, index, indentation + 1)
        }
        if count > 0 { text += "\n" + String(repeating: "  ", count: indentation) }
        text += brackets.1
    }

    /// Whether an array is written on one line: it has few elements, which are numbers, Booleans or short strings.
    private static func isShort(_ values: [PropertyListValue]) -> Bool {
        var width = 0
        return values.allSatisfy { value in
            switch value {
            case .boolean, .integer, .unsignedInteger, .real: width += 8
            case .string(let string): width += string.utf8.count + 4
            default: return false
            }
            return width <= 80
        }
    }
}
