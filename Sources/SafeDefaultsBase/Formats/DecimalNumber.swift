/// A decimal number, split into its sign, digits and exponent.
///
/// This type is used to convert and compare strings and numbers where a `Double` would lose digits.
package struct DecimalNumber: Equatable {
    /// Whether the number is less than zero.
    package let isNegative: Bool

    /// The digits without leading and trailing zeros.
    ///
    /// Empty if the number is zero.
    package let digits: String

    /// The power of ten by which the digits, read as a whole number, are multiplied.
    ///
    /// It is 0 if the number is zero.
    package let exponent: Int

    /// Creates the number from a string of digits, or returns `nil` if the string isn't a decimal number.
    ///
    /// The string may have a sign, a point, an exponent, and spaces around it. The exponent may have at most five
    /// digits, because no type here can represent a number with more.
    package init?(_ string: String) {
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

    /// Returns the number in the form `-123e-2`.
    ///
    /// `zeros` is the number of zeros to append to the digits. The exponent is reduced by the same number.
    package func string(withZeros zeros: Int) -> String {
        let mantissa = (digits.isEmpty ? "0" : digits) + String(repeating: "0", count: zeros)
        return "\(isNegative ? "-" : "")\(mantissa)e\(exponent - zeros)"
    }
}

extension String {
    /// The string without the spaces around it.
    ///
    /// On Linux, a negative number can be passed as a launch argument only with a space before its sign.
    package var withoutSpacesAround: Substring {
        var result = self[...]
        while result.first == " " { result.removeFirst() }
        while result.last == " " { result.removeLast() }
        return result
    }
}
