import Foundation

extension Decimal {
    /// The fields of a decimal number that is encoded by `Codable`.
    private struct Parts: Decodable {
        let exponent: Int8
        let length: Int
        let isNegative: Bool
        let mantissa: [UInt16]
    }

    /// Reads the dictionary that `Codable` creates for a decimal number.
    ///
    /// NB: Foundation reads the exponent 1,000 as -24, which is another number.
    static func codable(_ stored: PropertyListValue) throws -> Decimal {
        let parts = try TreeDecoder.decode(Parts.self, from: stored)
        if parts.length == 0, parts.isNegative { return .nan }
        guard parts.mantissa.count == 8, (0...8).contains(parts.length),
            let digits = DecimalNumber(
                (parts.isNegative ? "-" : "") + decimalDigits(of: parts.mantissa.prefix(parts.length))
                    + "e\(parts.exponent)"),
            let value = Decimal(exactly: digits)
        else {
            throw DefaultsError.unreadable(
                Decimal.self, from: stored, because: "whose fields are those of no decimal number")
        }
        return value
    }

    /// Returns the decimal digits of a number that is given in parts of 16 bits, the least significant part first.
    private static func decimalDigits(of mantissa: ArraySlice<UInt16>) -> String {
        var rest = Array(mantissa)
        var digits: [UInt8] = []
        while let last = rest.last {
            guard last != 0 else {
                rest.removeLast()
                continue
            }
            var remainder: UInt32 = 0
            for index in rest.indices.reversed() {
                let part = remainder << 16 | UInt32(rest[index])
                rest[index] = UInt16(part / 10)
                remainder = part % 10
            }
            digits.append(UInt8(ascii: "0") + UInt8(remainder))
        }
        return digits.isEmpty ? "0" : String(decoding: digits.reversed(), as: UTF8.self)
    }
}
