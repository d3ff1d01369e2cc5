import Foundation

/// Reads JSON from untrusted sources, in one pass, and no deeper than stored values may be.
///
/// It accepts what Foundation's decoder accepts, including a comma after the last element. But Foundation's decoder
/// doesn't validate strings and numbers that the decoded type doesn't use. This reader validates them too.
///
/// What it reads is a ``PropertyListValue`` in a form that holds all of JSON: null is the nil marker. JSON has neither
/// data nor dates. So a number that is no integer of 64 bits is data with its digits, because the type decides how
/// exact it has to be; and a string with half of a surrogate pair is a date, because only decoding it fails.
package struct JSONReader {
    package enum Flaw: Error {
        case noJSON, tooDeep
    }

    private let bytes: UnsafeBufferPointer<UInt8>

    /// Whether the JSON is a document in the form of ``PropertyListJSON``.
    ///
    /// Then it may have one level more, for an escape, and the second of two members with the same name replaces the
    /// first by ``twin``. Otherwise the first one is used, as in Foundation's decoder.
    private let isPropertyList: Bool

    private var deepest: Int { isPropertyList ? deepestPropertyList + 1 : deepestPropertyList }

    /// The value of a member whose name occurs twice in its object, if ``isPropertyList`` is set.
    package static let twin = PropertyListValue.date(.distantFuture)

    /// The value that is returned for a string with half of a surrogate pair.
    package static let brokenString = PropertyListValue.date(.distantPast)

    /// The offset of the byte to read next, which is that of the mistake after a ``Flaw``.
    package private(set) var position = 0

    /// Parses a string of JSON.
    package static func read(
        _ string: String, isPropertyList: Bool = false
    ) throws(Flaw) -> PropertyListValue {
        var string = string
        // `withUTF8` doesn't rethrow typed errors.
        return try string.withUTF8 { bytes in
            Result { () throws(Flaw) in
                var reader = JSONReader(bytes, isPropertyList: isPropertyList)
                return try reader.readAll()
            }
        }.get()
    }

    /// Creates a reader of sound UTF-8.
    package init(_ bytes: UnsafeBufferPointer<UInt8>, isPropertyList: Bool) {
        self.bytes = bytes
        self.isPropertyList = isPropertyList
    }

    /// Parses the whole document.
    package mutating func readAll() throws(Flaw) -> PropertyListValue {
        // A byte order mark is skipped.
        if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { position = 3 }
        let value = try value(depth: 0)
        guard next() == nil else { throw .noJSON }
        return value
    }

    // MARK: - Values

    private mutating func value(depth: Int) throws(Flaw) -> PropertyListValue {
        switch next() {
        case UInt8(ascii: "{"): return try object(depth: depth + 1)
        case UInt8(ascii: "["): return try array(depth: depth + 1)
        case UInt8(ascii: "\""): return try string().map(PropertyListValue.string) ?? Self.brokenString
        case UInt8(ascii: "t"): return try word("true", .boolean(true))
        case UInt8(ascii: "f"): return try word("false", .boolean(false))
        case UInt8(ascii: "n"): return try word("null", .nilMarker)
        default: return try number()
        }
    }

    private mutating func array(depth: Int) throws(Flaw) -> PropertyListValue {
        guard depth <= deepest else { throw .tooDeep }
        position += 1
        var values: [PropertyListValue] = []
        while next() != UInt8(ascii: "]") {
            values.append(try value(depth: depth))
            try endElement(before: UInt8(ascii: "]"))
        }
        position += 1
        return .array(values)
    }

    private mutating func object(depth: Int) throws(Flaw) -> PropertyListValue {
        guard depth <= deepest else { throw .tooDeep }
        position += 1
        var members: [String: PropertyListValue] = [:]
        while next() != UInt8(ascii: "}") {
            guard next() == UInt8(ascii: "\""), let name = try string(), next() == UInt8(ascii: ":") else {
                throw .noJSON
            }
            position += 1
            if let first = members.updateValue(try value(depth: depth), forKey: name) {
                members[name] = isPropertyList ? Self.twin : first
            }
            try endElement(before: UInt8(ascii: "}"))
        }
        position += 1
        return .dictionary(members).escapedFromNil
    }

    /// Moves past the comma after an element.
    ///
    /// The last element doesn't need a comma.
    private mutating func endElement(before end: UInt8) throws(Flaw) {
        switch next() {
        case UInt8(ascii: ","): position += 1
        case end: return
        default: throw .noJSON
        }
    }

    private mutating func word(_ word: String, _ value: PropertyListValue) throws(Flaw) -> PropertyListValue {
        for byte in word.utf8 {
            guard take(byte) else { throw .noJSON }
        }
        return value
    }

    // MARK: - Numbers

    private mutating func number() throws(Flaw) -> PropertyListValue {
        let start = position
        let isNegative = take(UInt8(ascii: "-"))
        let firstDigit = position
        try digits()
        // A leading 0 must be the only digit before the point.
        guard bytes[firstDigit] != UInt8(ascii: "0") || position == firstDigit + 1 else { throw .noJSON }
        if take(UInt8(ascii: ".")) { try digits() }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            if !take(UInt8(ascii: "-")) { _ = take(UInt8(ascii: "+")) }
            try digits()
        }
        let digits = String(decoding: bytes[start..<position], as: UTF8.self)
        // An integer can't represent the sign of -0.
        guard let integer = Int64(digits), integer != 0 || !isNegative else { return .data(Data(digits.utf8)) }
        return .integer(integer)
    }

    private mutating func digits() throws(Flaw) {
        let start = position
        while position < bytes.count, bytes[position] &- UInt8(ascii: "0") < 10 { position += 1 }
        guard position > start else { throw .noJSON }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    // MARK: - Strings

    /// Reads a string, or returns `nil` if it contains half of a surrogate pair.
    private mutating func string() throws(Flaw) -> String? {
        position += 1
        let start = position
        skipPlain()
        if take(UInt8(ascii: "\"")) { return String(decoding: bytes[start..<(position - 1)], as: UTF8.self) }

        var string = Array(bytes[start..<position])
        var isBroken = false
        while !take(UInt8(ascii: "\"")) {
            // Two escapes in a row may be a surrogate pair.
            var units: [UInt16] = []
            while take(UInt8(ascii: "\\")) { units.append(try escape()) }
            guard !units.isEmpty else { throw .noJSON }
            let escaped = String(soundUTF16: units)
            isBroken = isBroken || escaped == nil
            string.append(contentsOf: (escaped ?? "").utf8)
            let run = position
            skipPlain()
            string.append(contentsOf: bytes[run..<position])
        }
        return isBroken ? nil : String(decoding: string, as: UTF8.self)
    }

    /// Moves to the next quote, escape or control character, or to the end of the JSON.
    private mutating func skipPlain() {
        while position < bytes.count {
            let byte = bytes[position]
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20 { return }
            position += 1
        }
    }

    /// Reads the rest of an escape.
    private mutating func escape() throws(Flaw) -> UInt16 {
        guard position < bytes.count else { throw .noJSON }
        let byte = bytes[position]
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return UInt16(byte)
        case UInt8(ascii: "b"): return 0x08
        case UInt8(ascii: "f"): return 0x0C
        case UInt8(ascii: "n"): return 0x0A
        case UInt8(ascii: "r"): return 0x0D
        case UInt8(ascii: "t"): return 0x09
        case UInt8(ascii: "u"): return try fourDigits()
        default: throw .noJSON
        }
    }

    private mutating func fourDigits() throws(Flaw) -> UInt16 {
        guard position + 4 <= bytes.count else { throw .noJSON }
        var value: UInt16 = 0
        for byte in bytes[position..<(position + 4)] {
            guard let digit = byte.hexadecimalDigit else { throw .noJSON }
            value = value << 4 | UInt16(digit)
        }
        position += 4
        return value
    }

    // MARK: - Bytes

    /// Moves to the next byte that isn't a space, and returns it, or `nil` at the end.
    private mutating func next() -> UInt8? {
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): position += 1
            default: return bytes[position]
            }
        }
        return nil
    }
}
