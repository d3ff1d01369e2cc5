import Foundation

/// An old-style property list that a person has written, such as `(a, b)`, `{name = Tom;}`, `<0aff>` or `"a b"`.
///
/// Unlike `OldListReader`, which reads files, this type also provides each word without quotes as the kind of value
/// that the word looks like.
package struct PropertyListText {
    /// The list, in which each word without quotes is a string.
    package let strings: PropertyListValue

    /// The list, in which each word without quotes is of the kind that it looks like: a Boolean, a number, a date or a
    /// string.
    package let kinds: PropertyListValue

    /// Parses a string, or returns `nil` if it isn't a property list.
    package init?(_ text: String) {
        var reader = PropertyListTextReader(text)
        guard let list = reader.wholeList() else { return nil }
        self = list
    }

    fileprivate init(_ both: PropertyListValue) { (strings, kinds) = (both, both) }

    fileprivate init(strings: PropertyListValue, kinds: PropertyListValue) {
        (self.strings, self.kinds) = (strings, kinds)
    }

    /// Returns a word without quotes as the kind of value that it looks like.
    ///
    /// A word is read as a number only if the library would write the number in the same way. So `007` stays a string.
    static func kind(of word: String) -> PropertyListValue {
        switch word {
        case "true": return .boolean(true)
        case "false": return .boolean(false)
        default: break
        }
        if let value = Int64(word), value.description == word { return .integer(value) }
        if let value = UInt64(word), value.description == word { return .unsignedInteger(value) }
        if let value = Double(word), value.description == word { return .real(value) }
        if word.hasPrefix("nan:"), let bits = UInt64(word.dropFirst(4), radix: 16) {
            return .real(Double(bitPattern: bits))
        }
        return ExactDate.date(from: word).map { .date($0) } ?? .string(word)
    }
}

/// Reads an old-style property list byte by byte.
private struct PropertyListTextReader {
    private let bytes: [UInt8]
    private var index = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    /// Returns the list, or `nil` if the whole string isn't a list.
    mutating func wholeList() -> PropertyListText? {
        guard let list = list(depth: 0) else { return nil }
        skipSpace()
        return index == bytes.count ? list : nil
    }

    private mutating func list(depth: Int) -> PropertyListText? {
        skipSpace()
        guard depth <= deepestPropertyList, index < bytes.count else { return nil }
        switch bytes[index] {
        case UInt8(ascii: "("): return array(depth: depth)
        case UInt8(ascii: "{"): return dictionary(depth: depth)
        case UInt8(ascii: "<"): return data().map { PropertyListText(.data($0)) }
        case UInt8(ascii: "\""), UInt8(ascii: "'"): return quoted().map { PropertyListText(.string($0)) }
        default: return word().map { PropertyListText(strings: .string($0), kinds: PropertyListText.kind(of: $0)) }
        }
    }

    private mutating func array(depth: Int) -> PropertyListText? {
        var (strings, kinds): ([PropertyListValue], [PropertyListValue]) = ([], [])
        index += 1
        while !take(")") {
            guard let element = list(depth: depth + 1) else { return nil }
            strings.append(element.strings)
            kinds.append(element.kinds)
            if take(",") { continue }
            guard take(")") else { return nil }
            break
        }
        return PropertyListText(strings: .array(strings), kinds: .array(kinds))
    }

    private mutating func dictionary(depth: Int) -> PropertyListText? {
        var (strings, kinds): ([String: PropertyListValue], [String: PropertyListValue]) = ([:], [:])
        index += 1
        while !take("}") {
            guard let name = name(), take("="), let value = list(depth: depth + 1), take(";") else { return nil }
            strings[name] = value.strings
            kinds[name] = value.kinds
        }
        return PropertyListText(strings: .dictionary(strings), kinds: .dictionary(kinds))
    }

    private mutating func name() -> String? {
        skipSpace()
        guard index < bytes.count else { return nil }
        return bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "'") ? quoted() : word()
    }

    private mutating func data() -> Data? {
        var digits: [UInt8] = []
        index += 1
        while !take(">") {
            guard index < bytes.count, let digit = Character(UnicodeScalar(bytes[index])).hexDigitValue else {
                return nil
            }
            digits.append(UInt8(digit))
            index += 1
        }
        guard digits.count.isMultiple(of: 2) else { return nil }
        return Data(stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] })
    }

    private mutating func quoted() -> String? {
        let quote = bytes[index]
        var text: [UInt8] = []
        index += 1
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte == quote { return String(soundUTF8: text) }
            guard byte == UInt8(ascii: "\\") else {
                text.append(byte)
                continue
            }
            guard let escaped = escaped() else { return nil }
            text += Array(String(escaped).utf8)
        }
        return nil
    }

    /// Reads the rest of an escape, after the backslash.
    private mutating func escaped() -> Character? {
        guard index < bytes.count else { return nil }
        let byte = bytes[index]
        index += 1
        switch byte {
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "U"):
            let digits = bytes[index...].prefix(4)
            guard digits.count == 4, let number = UInt32(String(decoding: digits, as: UTF8.self), radix: 16),
                let scalar = UnicodeScalar(number)
            else { return nil }
            index += 4
            return Character(scalar)
        // An octal number in NeXTSTEP's encoding, or a byte of a non-ASCII character. The library writes neither of
        // them.
        case UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...: return nil
        default: return Character(UnicodeScalar(byte))
        }
    }

    private mutating func word() -> String? {
        let start = index
        while index < bytes.count, bytes[index].isOfAWord { index += 1 }
        return start < index ? String(decoding: bytes[start..<index], as: UTF8.self) : nil
    }

    /// Moves past spaces, and past a character if it comes next.
    ///
    /// Returns whether it did.
    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        guard index < bytes.count, bytes[index] == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    private mutating func skipSpace() {
        while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index += 1 }
    }
}

extension UInt8 {
    /// Whether this byte may occur in a word without quotes.
    fileprivate var isOfAWord: Bool {
        isDigit || isLetter || "_$/:.-+@".utf8.contains(self)
    }
}
