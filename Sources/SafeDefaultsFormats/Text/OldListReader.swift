import Foundation
import SafeDefaults

/// Reads old-style property lists from untrusted sources, in one pass, and no deeper than stored values may be.
///
/// An old-style list has braces and parentheses, such as `{name = Tom;}`. The reader also reads string tables, which
/// are written like the inside of a dictionary's braces.
///
/// NB: Foundation's reader is recursive without a limit, and reads a document of only spaces as an empty list.
struct OldListReader: ByteReader {
    typealias Flaw = TextList.Flaw

    let bytes: UnsafeBufferPointer<UInt8>
    let meter: WorkMeter?
    var position = 0

    /// Creates a reader for a document in UTF-8 without a byte order mark.
    init(_ bytes: UnsafeBufferPointer<UInt8>, meter: WorkMeter? = nil) {
        self.bytes = bytes
        self.meter = meter
    }

    // MARK: - Whole lists

    /// Returns the value of the whole document.
    mutating func value() throws(Flaw) -> PropertyListValue {
        let value = try value(depth: 0)
        try skipSpacesAndComments()
        guard position < bytes.count else { return value }
        guard case .string = value else { throw Flaw() }
        var values: [String: PropertyListValue] = [:]
        position = 0
        while let (name, value) = try entry(depth: 0) { values[name] = value }
        guard position == bytes.count else { throw Flaw() }
        return .dictionary(values)
    }

    /// Returns the entries of the document's dictionary.
    ///
    /// If the document is damaged, returns those before the damage.
    mutating func entries() -> SnapshotReader.Reading {
        var reading = SnapshotReader.Reading()
        do throws(Flaw) {
            try skipSpacesAndComments()
            let hasBraces = take(UInt8(ascii: "{"))
            while let (name, value) = try entry(depth: 0) {
                if reading.values.updateValue(value, forKey: StoredName(name)) != nil { reading.isDamaged = true }
            }
            if hasBraces {
                guard take(UInt8(ascii: "}")) else { throw Flaw() }
                try skipSpacesAndComments()
            }
            // A document of only spaces, or of one word, isn't a dictionary.
            guard position == bytes.count, hasBraces || !reading.values.isEmpty else { throw Flaw() }
        } catch {
            reading.isDamaged = true
        }
        return reading
    }

    // MARK: - Values

    private mutating func value(depth: Int) throws(Flaw) -> PropertyListValue {
        try skipSpacesAndComments()
        guard position < bytes.count else { throw Flaw() }
        switch bytes[position] {
        case UInt8(ascii: "{"): return .dictionary(try dictionary(depth: depth))
        case UInt8(ascii: "("): return .array(try array(depth: depth))
        case UInt8(ascii: "<"): return .data(try data())
        default:
            guard let string = try string() else { throw Flaw() }
            return .string(string)
        }
    }

    private mutating func array(depth: Int) throws(Flaw) -> [PropertyListValue] {
        guard depth < deepestPropertyList else { throw Flaw() }
        position += 1
        var values: [PropertyListValue] = []
        repeat {
            try skipSpacesAndComments()
            if take(UInt8(ascii: ")")) { return values }
            values.append(try value(depth: depth + 1))
            try skipSpacesAndComments()
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: ")")) else { throw Flaw() }
        return values
    }

    private mutating func dictionary(depth: Int) throws(Flaw) -> [String: PropertyListValue] {
        guard depth < deepestPropertyList else { throw Flaw() }
        position += 1
        var values: [String: PropertyListValue] = [:]
        while let (name, value) = try entry(depth: depth) { values[name] = value }
        guard take(UInt8(ascii: "}")) else { throw Flaw() }
        return values
    }

    /// Reads an entry of a dictionary, or returns `nil` if no key comes next.
    ///
    /// If a key has no value, the key is also the value.
    private mutating func entry(depth: Int) throws(Flaw) -> (name: String, value: PropertyListValue)? {
        try skipSpacesAndComments()
        guard let name = try string() else { return nil }
        try skipSpacesAndComments()
        var value = PropertyListValue.string(name)
        if take(UInt8(ascii: "=")) {
            value = try self.value(depth: depth + 1)
            try skipSpacesAndComments()
        }
        guard take(UInt8(ascii: ";")) else { throw Flaw() }
        return (name, value)
    }

    private mutating func data() throws(Flaw) -> Data {
        position += 1
        var (data, high) = (Data(), UInt64?.none)
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            meter?.add(1)
            if let digit = byte.hexadecimalDigit {
                if let first = high { data.append(UInt8(truncatingIfNeeded: first << 4 | digit)) }
                high = high == nil ? digit : nil
            } else if byte == UInt8(ascii: ">"), high == nil {
                return data
            } else if !byte.isSpace || high != nil {
                throw Flaw()
            }
        }
        throw Flaw()
    }

    // MARK: - Strings

    /// Reads a string with or without quotes, or returns `nil` if no string comes next.
    private mutating func string() throws(Flaw) -> String? {
        guard position < bytes.count else { return nil }
        let quote = bytes[position]
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") { return try quoted(by: quote) }
        let word = skip(while: \.isUnquoted)
        return word.isEmpty ? nil : String(decoding: bytes[word], as: UTF8.self)
    }

    private mutating func quoted(by quote: UInt8) throws(Flaw) -> String {
        position += 1
        let string = try plain(until: quote)
        if take(quote) { return string }
        // An escape may represent only half of a UTF-16 surrogate pair.
        var units = Array(string.utf16)
        while !take(quote) {
            // The next byte is a backslash, because `plain` stops only at a quote or a backslash, or throws an error.
            position += 1
            guard position < bytes.count else { throw Flaw() }
            units.append(try escape())
            units += Array(try plain(until: quote).utf16)
            guard position < bytes.count else { throw Flaw() }
        }
        guard let whole = String(soundUTF16: units) else { throw Flaw() }
        return whole
    }

    /// Reads the characters before the next quote or backslash.
    private mutating func plain(until quote: UInt8) throws(Flaw) -> String {
        let range = skip { $0 != quote && $0 != UInt8(ascii: "\\") }
        guard position < bytes.count, let string = String(soundUTF8: bytes[range]) else { throw Flaw() }
        return string
    }

    /// Reads the rest of an escape, after the backslash.
    private mutating func escape() throws(Flaw) -> UInt16 {
        let byte = bytes[position]
        position += 1
        meter?.add(1)
        switch byte {
        case UInt8(ascii: "a"): return 0x07
        case UInt8(ascii: "b"): return 0x08
        case UInt8(ascii: "f"): return 0x0C
        case UInt8(ascii: "n"): return 0x0A
        case UInt8(ascii: "r"): return 0x0D
        case UInt8(ascii: "t"): return 0x09
        case UInt8(ascii: "v"): return 0x0B
        case UInt8(ascii: "U"): return number(radix: 16, digits: 4)
        case UInt8(ascii: "0")...UInt8(ascii: "7"):
            position -= 1
            let number = number(radix: 8, digits: 3)
            // A number above the range of ASCII would be a character in NeXTSTEP's encoding.
            guard number < 0x80 else { throw Flaw() }
            return number
        // Any other ASCII character represents itself.
        default:
            guard byte < 0x80 else { throw Flaw() }
            return UInt16(byte)
        }
    }

    private mutating func number(radix: UInt64, digits: Int) -> UInt16 {
        var (number, count) = (UInt64(0), 0)
        while count < digits, position < bytes.count, let digit = bytes[position].hexadecimalDigit, digit < radix {
            number = number * radix + digit
            (position, count) = (position + 1, count + 1)
        }
        return UInt16(truncatingIfNeeded: number)
    }

    // MARK: - Spaces and comments

    /// Moves past spaces and comments.
    private mutating func skipSpacesAndComments() throws(Flaw) {
        let start = position
        defer { meter?.add(position - start) }
        while position < bytes.count {
            if bytes[position].isSpace {
                position += 1
            } else if starts(with: "\u{2028}") || starts(with: "\u{2029}") {
                position += 3
            } else if starts(with: "//") {
                while position < bytes.count, bytes[position] != 0x0A, bytes[position] != 0x0D { position += 1 }
            } else if starts(with: "/*") {
                position += 2
                while position < bytes.count, !starts(with: "*/") { position += 1 }
                guard position < bytes.count else { throw Flaw() }
                position += 2
            } else {
                return
            }
        }
    }
}

extension UInt8 {
    /// Whether this byte may occur in a string without quotes.
    fileprivate var isUnquoted: Bool {
        isDigit || isLetter || "_$/:.-".utf8.contains(self)
    }
}
