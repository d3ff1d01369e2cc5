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
