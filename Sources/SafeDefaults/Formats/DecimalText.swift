/// A number in decimal digits, taken apart exactly: what text and numbers are compared and converted by where a `Double`
/// would lose digits.
struct DecimalText: Equatable {
    /// Whether the number is below zero; false for zero.
    let isNegative: Bool

    /// The digits from the first to the last that is not 0; empty for zero.
    let digits: String

    /// The power of ten that the digits, as a whole number, are multiplied with; 0 for zero.
    let exponent: Int

    /// Takes a text apart: digits with or without a sign, a point and an exponent, and spaces around it all.
    ///
    /// An exponent of more than five digits is none: no type here has such numbers.
    init?(_ text: String) {
        var rest = text.withoutSpacesAround.utf8[...]
        let sign = rest.first
        if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { rest.removeFirst() }

        let mantissa = rest.prefix { $0 | 0x20 != UInt8(ascii: "e") }
        var exponent = 0
        if mantissa.endIndex != rest.endIndex {
            let text = rest[mantissa.endIndex...].dropFirst()
            guard text.count <= 6, let value = Int(Substring(text)) else { return nil }
            exponent = value
        }

        let parts = mantissa.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        let fraction = parts.count == 2 ? parts[1] : mantissa.suffix(0)
        var digits = Array(parts[0]) + Array(fraction)
        guard !digits.isEmpty, digits.allSatisfy({ $0.isDigit }) else {
            return nil
        }
        exponent -= fraction.count
        while digits.last == UInt8(ascii: "0") {
            digits.removeLast()
            exponent += 1
        }
        self.digits = String(decoding: digits.drop { $0 == UInt8(ascii: "0") }, as: UTF8.self)
        self.exponent = digits.isEmpty ? 0 : exponent
        isNegative = sign == UInt8(ascii: "-") && !digits.isEmpty
    }

    /// Takes a stored number, or a text that is one, apart; a real as the shortest digits that read back as it.
    init?(_ stored: PropertyListValue) {
        switch stored {
        case .integer(let value): self.init(String(value))
        case .unsignedInteger(let value): self.init(String(value))
        case .real(let value): self.init(value.description)
        case .string(let text): self.init(text)
        default: return nil
        }
    }

    /// The number as text, in the form `-123e-2`, with some of the exponent as zeros.
    func text(withZeros zeros: Int) -> String {
        let mantissa = (digits.isEmpty ? "0" : digits) + String(repeating: "0", count: zeros)
        return "\(isNegative ? "-" : "")\(mantissa)e\(exponent - zeros)"
    }
}

extension String {
    /// The text without the spaces around it: on Linux a launch argument that is a negative number arrives only when a
    /// space stands before its sign.
    var withoutSpacesAround: Substring {
        var text = self[...]
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return text
    }
}
