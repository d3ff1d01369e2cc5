// Reals as text that represents them exactly.

extension Double {
    /// The shortest string that represents exactly this number.
    ///
    /// An unusual NaN is represented by its bits.
    package var escapedText: String {
        if isNaN { return bitPattern == Double.nan.bitPattern ? "nan" : "nan:\(String(bitPattern, radix: 16))" }
        if isInfinite { return self < 0 ? "-infinity" : "infinity" }
        return description
    }

    /// Creates the number that a string from ``escapedText`` represents, or returns `nil` if it represents none.
    package init?(escapedText text: String) {
        switch text {
        case "nan": self = .nan
        case "infinity": self = .infinity
        case "-infinity": self = -.infinity
        case _ where text.hasPrefix("nan:"):
            self.init(bitPattern: UInt64(digits: text.dropFirst(4), radix: 16) ?? 0)
            guard isNaN else { return nil }
        default:
            guard let last = text.utf8.last, last.isDigit else { return nil }
            self.init(jsonDigits: text)
        }
    }
}

extension BinaryFloatingPoint where Self: LosslessStringConvertible {
    /// Creates the number nearest to one in decimal digits.
    ///
    /// Returns `nil` if the nearest number is infinite, or is 0 although the digits aren't.
    package init?(jsonDigits digits: String) {
        guard digits.hasOnlyBytes({ $0.isDigit || "+-.eE".utf8.contains($0) }), let value = Self(digits),
            value.isFinite, !value.isZero || digits.isZeroInDigits
        else { return nil }
        self = value
    }
}

extension String {
    /// Whether this number in decimal digits is 0.
    package var isZeroInDigits: Bool {
        let mantissa = utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }
        return !mantissa.contains { (UInt8(ascii: "1")...UInt8(ascii: "9")).contains($0) }
    }
}
