import Foundation

/// A type whose values have no parts in JSON.
///
/// Values are written as Foundation's encoder writes them, and read as its decoder reads them, except where a comment
/// says what differs.
protocol JSONLeaf: DefaultsValue {
    /// Reads a value; `nil` if the type can't hold it exactly.
    init?(json: JSONTree)

    var json: JSONTree { get }
}

extension Bool: JSONLeaf {
    init?(json: JSONTree) {
        guard case .boolean(let value) = json else { return nil }
        self = value
    }

    var json: JSONTree { .boolean(self) }
}

extension String: JSONLeaf {
    init?(json: JSONTree) {
        guard case .string(let value) = json else { return nil }
        self = value
    }

    var json: JSONTree { .string(self) }
}

// MARK: - Integers

extension JSONLeaf where Self: FixedWidthInteger {
    /// Reads a whole number, however it is written: `1`, `1.0`, `1e2`.
    ///
    /// NB: Foundation's decoder reads 1.0000000000000001 as 1, and refuses some numbers that are whole.
    init?(json: JSONTree) {
        switch json {
        case .integer(let value): self.init(exactly: value)
        case .number(let digits): self.init(digits: digits)
        default: return nil
        }
    }

    var json: JSONTree { Int64(exactly: self).map(JSONTree.integer) ?? .number(description) }

    private init?(digits: String) {
        if digits.isZeroInDigits {
            self = 0
            return
        }
        // An integer of 128 bits has at most 39 digits.
        guard let number = DecimalNumber(digits), (0...38).contains(number.exponent) else { return nil }
        let zeros = String(repeating: "0", count: number.exponent)
        self.init("\(number.isNegative ? "-" : "")\(number.digits)\(zeros)")
    }
}

// MARK: - Other numbers

extension JSONLeaf where Self: BinaryFloatingPoint & LosslessStringConvertible {
    /// Reads the nearest number of the type, unless that is infinite, or 0 for a number that isn't; and the strings
    /// that stand for numbers that JSON doesn't have.
    init?(json: JSONTree) {
        switch json {
        case .integer(let value): self.init(value)
        case .number(let digits):
            guard let value = Self(digits), value.isFinite, !value.isZero || digits.isZeroInDigits else { return nil }
            self = value
        case .string("NaN"): self = .nan
        case .string("Infinity"): self = .infinity
        case .string("-Infinity"): self = -.infinity
        default: return nil
        }
    }

    var json: JSONTree {
        if isNaN { return .string("NaN") }
        if isInfinite { return .string(self < 0 ? "-Infinity" : "Infinity") }
        return .number(digits)
    }
}

extension Double: JSONLeaf {}
extension Float: JSONLeaf {}

extension Decimal: JSONLeaf {
    /// Reads a number of which no digit would be lost, and the string `NaN`.
    ///
    /// NB: Foundation's decoder drops digits that don't fit, and its encoder writes a NaN that its decoder can't read.
    init?(json: JSONTree) {
        switch json {
        case .integer(let value): self.init(value)
        case .number(let digits):
            guard let value = DecimalNumber(digits).flatMap(Decimal.init(exactly:)) else { return nil }
            self = value
        case .string("NaN"): self = .nan
        default: return nil
        }
    }

    var json: JSONTree { isNaN ? .string("NaN") : .number(description) }
}

extension String {
    /// Whether a number in decimal digits is 0.
    fileprivate var isZeroInDigits: Bool {
        let mantissa = utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }
        return !mantissa.contains { (UInt8(ascii: "1")...UInt8(ascii: "9")).contains($0) }
    }
}
