/// A number in decimal digits, split into its exact parts.
///
/// Strings and numbers are compared and converted by it where a `Double` would lose digits.
struct DecimalNumber: Equatable {
    /// Whether the number is below zero.
    let isNegative: Bool

    /// The digits from the first that is not 0 to the last that is not 0; empty for zero.
    let digits: String

    /// The power of ten by which the digits, read as a whole number, are multiplied; 0 for zero.
    let exponent: Int

    /// Splits a string of digits, which may have a sign, a point, an exponent, and spaces around it all; `nil` for any
    /// other.
    ///
    /// An exponent has at most five digits, because no type here holds a number with more.
    init?(_ string: String) {
        var rest = string.withoutSpacesAround.utf8[...]
        let sign = rest.first
        if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { rest.removeFirst() }

        let mantissa = rest.prefix { $0 | 0x20 != UInt8(ascii: "e") }
        var exponent = 0
        if mantissa.endIndex != rest.endIndex {
            let digits = rest[mantissa.endIndex...].dropFirst()
            guard digits.count <= 6, let value = Int(Substring(digits)) else { return nil }
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

    /// Splits a stored number, or a string of digits; a real counts as the shortest digits that are read back as it.
    init?(_ stored: PropertyListValue) {
        switch stored {
        case .integer(let value): self.init(String(value))
        case .unsignedInteger(let value): self.init(String(value))
        case .real(let value): self.init(value.description)
        case .string(let string): self.init(string)
        default: return nil
        }
    }

    /// Returns the number in the form `-123e-2`, with a part of the exponent written as zeros.
    func string(withZeros zeros: Int) -> String {
        let mantissa = (digits.isEmpty ? "0" : digits) + String(repeating: "0", count: zeros)
        return "\(isNegative ? "-" : "")\(mantissa)e\(exponent - zeros)"
    }
}

extension String {
    /// The string without the spaces around it.
    ///
    /// On Linux a negative number can be a launch argument only with a space before its sign.
    var withoutSpacesAround: Substring {
        var result = self[...]
        while result.first == " " { result.removeFirst() }
        while result.last == " " { result.removeLast() }
        return result
    }
}
