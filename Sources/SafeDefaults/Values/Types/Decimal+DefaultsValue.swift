public import Foundation

extension Decimal: DefaultsValue {
    /// A string: all the digits, with a point; `NaN` for a value that is no number.
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

    /// Reads a string of decimal digits and an integer exactly, a real as the shortest decimal digits that are read
    /// back as the same real, a Boolean as 0 or 1, and the dictionary that `Codable` makes of a decimal number.
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

    /// Creates the number with these digits; `nil` if a decimal number can't hold them exactly.
    init?(exactly digits: DecimalNumber) {
        // NB: Foundation drops digits that don't fit, and characters after a number. It refuses an exponent above 127,
        // even if the digits have room for more zeros.
        let zeros = max(0, digits.exponent - 127)
        guard digits.digits.utf8.count + zeros <= 39,
            let value = Decimal(string: digits.string(withZeros: zeros)), DecimalNumber(value.description) == digits
        else { return nil }
        self = value
    }
}
