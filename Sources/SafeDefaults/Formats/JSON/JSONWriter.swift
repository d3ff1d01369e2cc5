/// Writes JSON like a `JSONEncoder` that sorts keys and doesn't escape slashes.
struct JSONWriter {
    private var bytes: [UInt8] = []

    /// Whether a space follows each comma and each colon.
    private let isSpaced: Bool

    /// Returns the JSON of a value in the form that ``JSONReader`` returns, in which a number may also be a real.
    static func bytes(_ value: PropertyListValue, isSpaced: Bool = false) -> [UInt8] {
        var writer = JSONWriter(isSpaced: isSpaced)
        writer.write(value)
        return writer.bytes
    }

    private init(isSpaced: Bool) {
        self.isSpaced = isSpaced
        bytes.reserveCapacity(256)
    }

    private mutating func write(_ value: PropertyListValue) {
        switch value {
        case .boolean(let value): write(plain: value ? "true" : "false")
        case .integer(let value): write(plain: String(value))
        case .unsignedInteger(let value): write(plain: String(value))
        case .real(let value): write(plain: value.digits)
        case .data(let digits): bytes.append(contentsOf: digits)
        case .string(let string): write(string: string)
        case .date: write(plain: "\"\\ud800\"")
        case .array(let elements):
            write(sign: "[")
            for index in elements.indices {
                if index > 0 { write(separator: ",") }
                write(elements[index])
            }
            write(sign: "]")
        case .dictionary:
            guard let members = value.jsonMembers else { return write(plain: "null") }
            write(sign: "{")
            // Not by `inByteOrder`, with which writing JSON took a third longer.
            let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            for index in sorted.indices {
                if index > 0 { write(separator: ",") }
                write(string: sorted[index].key)
                write(separator: ":")
                write(sorted[index].value)
            }
            write(sign: "}")
        }
    }

    /// Writes a word, or the digits of a number.
    private mutating func write(plain string: String) { bytes.append(contentsOf: string.utf8) }

    private mutating func write(sign byte: Unicode.Scalar) { bytes.append(UInt8(truncatingIfNeeded: byte.value)) }

    private mutating func write(separator: Unicode.Scalar) {
        write(sign: separator)
        if isSpaced { write(sign: " ") }
    }

    /// Writes a string with its quotes.
    private mutating func write(string: String) {
        var string = string
        write(sign: "\"")
        string.withUTF8 { utf8 in
            var start = 0
            for (position, byte) in utf8.enumerated()
            where byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
                bytes.append(contentsOf: utf8[start..<position])
                write(escaped: byte)
                start = position + 1
            }
            bytes.append(contentsOf: utf8[start...])
        }
        write(sign: "\"")
    }

    private mutating func write(escaped byte: UInt8) {
        write(sign: "\\")
        switch byte {
        case 0x08: write(sign: "b")
        case 0x09: write(sign: "t")
        case 0x0A: write(sign: "n")
        case 0x0C: write(sign: "f")
        case 0x0D: write(sign: "r")
        case 0..<0x20: write(plain: "u00\(byte < 0x10 ? "0" : "")\(String(byte, radix: 16))")
        default: bytes.append(byte)
        }
    }
}

extension CustomStringConvertible where Self: BinaryFloatingPoint {
    /// The shortest digits that represent the number.
    ///
    /// A whole number has no point.
    var digits: String {
        description.hasSuffix(".0") ? String(description.dropLast(2)) : description
    }
}

extension PropertyListValue {
    /// The members of an object of JSON, or of a dictionary in a tree; nil if this is neither, or stands for nil.
    package var jsonMembers: [String: PropertyListValue]? {
        guard !isNilMarker, case .dictionary(let members) = withoutNilEscape else { return nil }
        return members
    }
}
