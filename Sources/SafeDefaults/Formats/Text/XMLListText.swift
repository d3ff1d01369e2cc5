import Foundation

/// Converts the text of the elements of an XML property list.
///
/// The functions return `nil` if the text is invalid.
enum XMLListText {
    /// Returns the whole number that the text contains in decimal or hexadecimal digits.
    ///
    /// The number must have at most 64 bits.
    static func integer(_ text: String) -> PropertyListValue? {
        var digits = trimmed(text)
        // NB: Foundation doesn't accept spaces before a sign.
        guard digits.startIndex == 0 || digits.first?.hexadecimalDigit != nil else { return nil }
        let isNegative = digits.first == UInt8(ascii: "-")
        if isNegative || digits.first == UInt8(ascii: "+") { digits = digits.dropFirst() }
        var radix: UInt64 = 10
        if digits.starts(with: "0x".utf8) || digits.starts(with: "0X".utf8) {
            (digits, radix) = (digits.dropFirst(2), 16)
        }
        guard !digits.isEmpty else { return nil }
        var magnitude: UInt64 = 0
        for digit in digits {
            guard let digit = digit.hexadecimalDigit, digit < radix else { return nil }
            let (product, isTooLarge) = magnitude.multipliedReportingOverflow(by: radix)
            let (sum, isLarger) = product.addingReportingOverflow(digit)
            guard !isTooLarge, !isLarger else { return nil }
            magnitude = sum
        }
        guard isNegative else { return .whole(magnitude) }
        guard magnitude <= Int64.min.magnitude else { return nil }
        return .integer(Int64(truncatingIfNeeded: 0 &- magnitude))
    }

    /// Returns the real that the text contains in decimal digits, or as a word such as `nan` or `infinity`.
    static func real(_ text: String) -> Double? {
        let digits = trimmed(text)
        guard digits.count <= 400 else { return longReal(digits) }
        switch String(decoding: digits, as: UTF8.self).lowercased() {
        case "nan": return .nan
        case "infinity", "+infinity", "inf", "+inf": return .infinity
        case "-infinity", "-inf": return -.infinity
        default: return longReal(digits)
        }
    }

    private static func longReal(_ digits: ArraySlice<UInt8>) -> Double? {
        guard digits.allSatisfy({ $0.isDigit || "+-.eE".utf8.contains($0) }),
            let value = Double(String(decoding: digits, as: UTF8.self)), value.isFinite
        else { return nil }
        return value
    }

    /// Returns the date for a text in the form `2026-11-21T05:37:21Z`.
    ///
    /// The year may have up to ten digits.
    static func date(_ text: String) -> Date? {
        var digits = trimmed(text)
        let isNegative = digits.first == UInt8(ascii: "-")
        if isNegative { digits = digits.dropFirst() }
        guard let year = number(&digits, 1...10, "-"), let month = number(&digits, 2...2, "-"),
            let day = number(&digits, 2...2, "T"), let hour = number(&digits, 2...2, ":"),
            let minute = number(&digits, 2...2, ":"), let second = number(&digits, 2...2, "Z"), digits.isEmpty,
            (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second < 60
        else { return nil }
        // The days since the year 0 of the Gregorian calendar, counted with years that start in March.
        let shifted = (isNegative ? -year : year) - (month <= 2 ? 1 : 0)
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        let leapDays = floored(shifted, 4) - floored(shifted, 100) + floored(shifted, 400)
        let seconds = (hour * 60 + minute) * 60 + second
        let days = shifted * 365 + leapDays + dayOfYear - 730_791
        let date = Date(timeIntervalSinceReferenceDate: Double(days * 86_400 + seconds))
        return date.isInReachOfAFile ? date : nil
    }

    /// Returns the data for a text in Base64, which may contain spaces anywhere.
    static func data(_ text: String) -> Data? {
        Data(base64Encoded: String(decoding: text.utf8.filter { !$0.isSpace }, as: UTF8.self))
    }

    // MARK: - Parts

    private static func trimmed(_ text: String) -> ArraySlice<UInt8> {
        var bytes = Array(text.utf8)[...]
        while bytes.first?.isSpace ?? false { bytes.removeFirst() }
        while bytes.last?.isSpace ?? false { bytes.removeLast() }
        return bytes
    }

    /// Removes a number, and the separator after it, from the start of the text.
    ///
    /// `count` is the range of allowed numbers of digits.
    private static func number(
        _ digits: inout ArraySlice<UInt8>, _ count: ClosedRange<Int>, _ end: Unicode.Scalar
    ) -> Int64? {
        let run = digits.prefix(11).prefix { $0.isDigit }
        let rest = digits.dropFirst(run.count)
        guard count.contains(run.count), let last = rest.first, UInt32(last) == end.value else { return nil }
        digits = rest.dropFirst()
        return run.reduce(0) { $0 * 10 + Int64($1.hexadecimalDigit ?? 0) }
    }

    private static func floored(_ value: Int64, _ divisor: Int64) -> Int64 {
        value >= 0 ? value / divisor : (value - divisor + 1) / divisor
    }
}
