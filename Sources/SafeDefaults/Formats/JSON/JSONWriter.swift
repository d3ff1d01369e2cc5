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

    /// Writes a value with all its parts, in the order that they have.
    ///
    /// - Throws: An error if the value contains a string that can't be written as it was read.
    mutating func write(tree: JSONTree) throws(JSONReader.Flaw) {
        switch tree {
        case .brokenString: throw .noJSON
        case .null: write(plain: "null")
        case .boolean(let value): write(plain: value ? "true" : "false")
        case .integer(let value): write(plain: String(value))
        case .number(let digits): write(plain: digits)
        case .string(let string): write(string: string)
        case .array(let elements):
            try write(array: elements) { writer, element throws(JSONReader.Flaw) in try writer.write(tree: element) }
        case .object(let object):
            write("{")
            for (index, member) in object.entries.enumerated() {
                if index > 0 { write(",") }
                write(string: member.name)
                write(":")
                try write(tree: member.value)
            }
            write("}")
        }
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
