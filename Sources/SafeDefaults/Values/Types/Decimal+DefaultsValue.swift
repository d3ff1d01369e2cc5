public import Foundation

extension Decimal: DefaultsValue {
    /// A string: all the digits, with a point; `NaN` for what is no number.
    public var defaultsRepresentation: PropertyListValue {
        get throws {
            if isNaN { return "NaN" }
            let text = description
            guard let digits = DecimalText(text), Decimal(exactly: digits) == self else {
                throw DefaultsError.unstorable(Decimal.self, because: "its text would be read as another number")
            }
            return .string(text)
        }
    }

    /// Reads decimal text and integers exactly, a real as the shortest decimal digits that read back as the same real, and
    /// a truth value as 0 or 1; and the dictionary that `Codable` makes of a decimal number.
    public init(defaultsRepresentation stored: PropertyListValue) throws {
        switch stored {
        case .boolean(let truth): self = truth ? 1 : 0
        case .real(let value) where value.isNaN: self = .nan
        case .string(let text) where text.withoutSpacesAround.lowercased() == "nan": self = .nan
        case .integer, .unsignedInteger, .real, .string:
            guard let digits = DecimalText(stored) else {
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

    /// The number with these digits; nil if there is none.
    init?(exactly digits: DecimalText) {
        // NB: Foundation drops the digits for which it has no room, and what follows a number in a text; and takes no
        // exponent above 127, where more zeros would still have room among the digits.
        let zeros = max(0, digits.exponent - 127)
        guard digits.digits.utf8.count + zeros <= 39,
            let value = Decimal(string: digits.text(withZeros: zeros)), DecimalText(value.description) == digits
        else { return nil }
        self = value
    }
}
