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
        case .dictionary(let fields): self = try Self.codable(fields)
        default: self = try stored.decimalNumber("number", Decimal.init(exactly:))
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
    /// Reads the dictionary that `Codable` creates for a decimal number.
    ///
    /// NB: Foundation reads the exponent 1,000 as -24, which is another number.
    private static func codable(_ fields: [String: PropertyListValue]) throws -> Decimal {
        func field<Field: DefaultsValue>(_ name: String) throws -> Field {
            try Field._decode(fields[name] ?? .nilMarker)
        }
        let exponent: Int8 = try field("exponent")
        let length: Int = try field("length")
        let isNegative: Bool = try field("isNegative")
        let mantissa: [UInt16] = try field("mantissa")
        if length == 0, isNegative { return .nan }
        // The least significant part of the mantissa comes first.
        let number = mantissa.prefix(max(0, length)).reversed().reduce(Decimal(0)) { $0 * 0x10000 + Decimal($1) }
        guard mantissa.count == 8, (0...8).contains(length),
            let digits = DecimalNumber("\(isNegative ? "-" : "")\(number)e\(exponent)"),
            let value = Decimal(exactly: digits)
        else {
            throw DefaultsError.unreadable(
                Decimal.self, from: .dictionary(fields), because: "whose fields are those of no decimal number")
        }
        return value
    }
}

extension PropertyListValue {
    /// Returns the value that a stored number or a string of decimal digits represents exactly.
    ///
    /// The digits of a real are the shortest that represent it.
    ///
    /// - Parameters:
    ///   - name: What the digits are, for errors.
    ///   - make: Returns the value of a number, or `nil` if the type can't represent it exactly.
    func decimalNumber<Value>(_ name: String, _ make: (DecimalNumber) -> Value?) throws -> Value {
        let number = try parsed(stringOrNumber, orElse: "that is no \(name) in decimal digits") { DecimalNumber($0) }
        guard let value = make(number) else {
            throw DefaultsError.unreadable(Value.self, from: self, because: "that a \(Value.self) can't hold exactly")
        }
        return value
    }
}
