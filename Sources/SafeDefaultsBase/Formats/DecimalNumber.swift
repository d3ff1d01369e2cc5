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
        let bytes = Array(string.withoutSpacesAround.utf8)
        let sign = bytes.first
        var (digits, exponent, hasPoint) = ([UInt8](), 0, false)
        loop: for index in bytes.indices.dropFirst(sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") ? 1 : 0) {
            switch bytes[index] {
            case UInt8(ascii: ".") where !hasPoint: hasPoint = true
            case UInt8(ascii: "e"), UInt8(ascii: "E"):
                let rest = String(decoding: bytes[(index + 1)...], as: UTF8.self)
                guard rest.utf8.count <= 6, let value = Int(digits: rest[...]) else { return nil }
                exponent += value
                break loop
            case let byte where byte.isDigit:
                digits.append(byte)
                if hasPoint { exponent -= 1 }
            default: return nil
            }
        }
        guard !digits.isEmpty else { return nil }
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
