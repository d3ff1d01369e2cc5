import Foundation
import SafeDefaults

/// Converts the text of the elements of an XML property list.
///
/// The functions return `nil` if the text is invalid.
enum XMLListText {
    /// Returns the whole number that the text contains in decimal or hexadecimal digits.
    ///
    /// The number must have at most 64 bits.
    static func integer(_ text: String) -> PropertyListValue? {
        let bytes = trimmed(text)
        // NB: Foundation doesn't accept spaces before a sign.
        guard bytes.startIndex == 0 || bytes.first?.hexadecimalDigit != nil else { return nil }
        var digits = String(decoding: bytes, as: UTF8.self)[...]
        let sign = digits.first == "-" ? "-" : ""
        if ["-", "+"].contains(digits.first) { digits.removeFirst() }
        let isHexadecimal = digits.hasPrefix("0x") || digits.hasPrefix("0X")
        if isHexadecimal { digits.removeFirst(2) }
        // The standard library would take another sign.
        guard digits.utf8.first?.hexadecimalDigit != nil else { return nil }
        let radix = isHexadecimal ? 16 : 10
        if let value = Int64(sign + digits, radix: radix) { return .integer(value) }
        return sign.isEmpty ? UInt64(digits, radix: radix).map(PropertyListValue.whole) : nil
    }

    /// Returns the real that the text contains in decimal digits, or as a word such as `nan` or `infinity`.
    static func real(_ text: String) -> PropertyListValue? {
        let digits = String(decoding: trimmed(text), as: UTF8.self)
        switch digits.lowercased() {
        case "nan": return .real(.nan)
        case "infinity", "+infinity", "inf", "+inf": return .real(.infinity)
        case "-infinity", "-inf": return .real(-.infinity)
        default:
            guard digits.hasOnlyBytes({ $0.isDigit || "+-.eE".utf8.contains($0) }), let value = Double(digits),
                value.isFinite
            else { return nil }
            return .real(value)
        }
    }

    /// Returns the date for a text in the form `2026-11-21T05:37:21Z`.
    ///
    /// The year may have up to ten digits.
    static func date(_ text: String) -> PropertyListValue? { ExactDate.second(trimmed(text)).map { .date($0) } }

    /// Returns the data for a text in Base64, which may contain spaces anywhere.
    static func data(_ text: String) -> PropertyListValue? {
        Data(base64Encoded: String(decoding: text.utf8.filter { !$0.isSpace }, as: UTF8.self)).map { .data($0) }
    }

    // MARK: - Parts

    private static func trimmed(_ text: String) -> ArraySlice<UInt8> {
        var bytes = Array(text.utf8)[...]
        while bytes.first?.isSpace ?? false { bytes.removeFirst() }
        while bytes.last?.isSpace ?? false { bytes.removeLast() }
        return bytes
    }
}
