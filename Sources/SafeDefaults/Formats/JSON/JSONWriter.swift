/// Writes JSON like a `JSONEncoder` that sorts keys and doesn't escape slashes.
struct JSONWriter {
    private(set) var bytes: [UInt8] = []

    init() { bytes.reserveCapacity(256) }

    /// Writes punctuation, a word, or the digits of a number.
    mutating func write(plain string: String) {
        bytes.append(contentsOf: string.utf8)
    }

    mutating func write(_ byte: Unicode.Scalar) {
        bytes.append(UInt8(truncatingIfNeeded: byte.value))
    }

    /// Writes a value in the form that ``JSONReader`` returns, with all its parts.
    mutating func write(json value: PropertyListValue) {
        switch value {
        case .boolean(let value): write(plain: value ? "true" : "false")
        case .integer(let value): write(plain: String(value))
        case .unsignedInteger(let value): write(plain: String(value))
        case .real(let value): write(plain: value.digits)
        case .data(let digits): bytes.append(contentsOf: digits)
        case .string(let string): write(string: string)
        case .date: write(plain: "\"\\ud800\"")
        case .array(let elements): write(array: elements) { $0.write(json: $1) }
        case .dictionary where value.isNilMarker: write(plain: "null")
        case .dictionary:
            guard case .dictionary(let members) = value.withoutNilEscape else { return }
            write(members: members.inByteOrder()) { $0.write(json: $1) }
        }
    }

    /// Writes the members of an object, which are sorted by the bytes of their names.
    mutating func write<Value, Failure: Error>(
        members: [(key: String, value: Value)], write value: (inout JSONWriter, Value) throws(Failure) -> Void
    ) throws(Failure) {
        write("{")
        for (index, member) in members.enumerated() {
            if index > 0 { write(",") }
            write(string: member.key)
            write(":")
            try value(&self, member.value)
        }
        write("}")
    }

    mutating func write<Element, Failure: Error>(
        array elements: [Element], write element: (inout JSONWriter, Element) throws(Failure) -> Void
    ) throws(Failure) {
        write("[")
        for index in elements.indices {
            if index > 0 { write(",") }
            try element(&self, elements[index])
        }
        write("]")
    }

    /// Writes a string with its quotes.
    mutating func write(string: String) {
        var string = string
        write("\"")
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
        write("\"")
    }

    private mutating func write(escaped byte: UInt8) {
        write("\\")
        switch byte {
        case 0x08: write("b")
        case 0x09: write("t")
        case 0x0A: write("n")
        case 0x0C: write("f")
        case 0x0D: write("r")
        case 0..<0x10: write(plain: "u000\(String(byte, radix: 16))")
        case 0x10..<0x20: write(plain: "u00\(String(byte, radix: 16))")
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
