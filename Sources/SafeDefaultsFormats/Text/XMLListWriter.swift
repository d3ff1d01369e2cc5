import Foundation
import SafeDefaults

/// Writes XML property lists as Foundation does, but keeps every number, date and string exactly.
///
/// NB: Foundation on Linux writes -0.0 as 0.0, drops the fraction of a second, and writes control characters as they
/// are.
struct XMLListWriter {
    private var bytes: [UInt8] = []

    /// Returns the document of a dictionary, with the keys sorted by their bytes.
    ///
    /// The values have to be readable from a file, as ``PropertyListFile`` checks.
    static func document(_ values: [String: PropertyListValue]) -> Data {
        var writer = XMLListWriter()
        writer.write(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">

            """)
        writer.write(.dictionary(values), depth: 0)
        writer.write("</plist>\n")
        return Data(writer.bytes)
    }

    private mutating func write(_ text: String) { bytes.append(contentsOf: text.utf8) }

    private mutating func write(_ value: PropertyListValue, depth: Int) {
        for _ in 0..<depth { bytes.append(UInt8(ascii: "\t")) }
        switch value {
        case .boolean(let value): write(value ? "<true/>" : "<false/>")
        case .integer(let value): write("<integer>\(value)</integer>")
        case .unsignedInteger(let value): write("<integer>\(value)</integer>")
        case .real(let real):
            let text = real.isNaN ? "nan" : real.escapedText
            write("<real\(value.exactAttribute)>\(text)</real>")
        case .string(let string): write("string", string)
        case .data(let data): write("<data>\(data.base64EncodedString())</data>")
        case .date(let date):
            write("<date\(value.exactAttribute)>\(ExactDate.wholeText(for: date) ?? "")</date>")
        case .array(let values):
            write("array", isEmpty: values.isEmpty, depth: depth) { writer in
                for value in values { writer.write(value, depth: depth + 1) }
            }
        case .dictionary(let values):
            write("dict", isEmpty: values.isEmpty, depth: depth) { writer in
                for (name, value) in values.inByteOrder() {
                    for _ in 0...depth { writer.bytes.append(UInt8(ascii: "\t")) }
                    writer.write("key", name)
                    writer.write("\n")
                    writer.write(value, depth: depth + 1)
                }
            }
        }
        write("\n")
    }

    private mutating func write(
        _ element: String, isEmpty: Bool, depth: Int, content: (inout XMLListWriter) -> Void
    ) {
        if isEmpty { return write("<\(element)/>") }
        write("<\(element)>\n")
        content(&self)
        for _ in 0..<depth { bytes.append(UInt8(ascii: "\t")) }
        write("</\(element)>")
    }

    /// Writes an element with text.
    private mutating func write(_ element: String, _ text: String) {
        write("<\(element)>")
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "<"): write("&lt;")
            case UInt8(ascii: ">"): write("&gt;")
            case UInt8(ascii: "&"): write("&amp;")
            case UInt8(ascii: "\t"), UInt8(ascii: "\n"): bytes.append(byte)
            case 0..<0x20: write("&#\(byte);")
            default: bytes.append(byte)
            }
        }
        write("</\(element)>")
    }
}
