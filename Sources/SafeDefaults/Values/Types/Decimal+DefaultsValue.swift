public import Foundation

extension Decimal: DefaultsValue {
    /// A string that contains all digits, and a point if there is a fraction, or `NaN` if the value is not a number.
    public var defaultsRepresentation: PropertyListValue {
        get throws {
            if isNaN { return "NaN" }
            let string = description
            guard let digits = DecimalNumber(string), Decimal(exactly: digits) == self else {
                throw DefaultsError.unstorable(Decimal.self, because: "its string would be read as another number")
            }
            return .string(string)
        }
    }

    /// Reads numbers, strings, Booleans, and the dictionary that `Codable` creates for a decimal number.
    ///
    /// An integer, and a string of decimal digits, are read exactly. A real is read as the shortest decimal number that
    /// represents it. A Boolean is read as 0 or 1.
    public init(defaultsRepresentation stored: PropertyListValue) throws {
        switch stored {
        case .boolean(let isTrue): self = isTrue ? 1 : 0
        case .real(let value) where value.isNaN: self = .nan
        case .string(let string) where string.withoutSpacesAround.lowercased() == "nan": self = .nan
        case .integer, .unsignedInteger, .real, .string:
            guard let digits = DecimalNumber(stored) else {
                throw DefaultsError.unreadable(
                    Decimal.self, from: stored, because: "that is no number in decimal digits")
            }
            guard let value = Decimal(exactly: digits) else {
                throw DefaultsError.unreadable(
                    Decimal.self, from: stored, because: "that a Decimal can't hold exactly")
            }
            self = value
        case .dictionary: self = try Self.codable(stored)
        default: throw DefaultsError.unreadable(Decimal.self, from: stored)
        }
    }

    /// Creates the number with these digits, or returns `nil` if a `Decimal` can't represent it exactly.
    init?(exactly digits: DecimalNumber) {
        // NB: Foundation drops digits that don't fit, and ignores characters after a number. It refuses an exponent
        // above 127, even if the exponent could be lowered by adding zeros to the digits.
        let zeros = max(0, digits.exponent - 127)
        guard digits.digits.utf8.count + zeros <= 39,
            let value = Decimal(string: digits.string(withZeros: zeros)), DecimalNumber(value.description) == digits
        else { return nil }
        self = value
    }
}

// MARK: - The form of Codable

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

extension DecimalNumber {
    /// Creates the number from a stored number or a string, or returns `nil` if the value is neither one.
    ///
    /// The digits of a real are the shortest that represent it.
    init?(_ stored: PropertyListValue) {
        switch stored {
        case .integer(let value): self.init(String(value))
        case .unsignedInteger(let value): self.init(String(value))
        case .real(let value): self.init(value.description)
        case .string(let string): self.init(string)
        default: return nil
        }
    }
}
