import Foundation

/// A type whose values are JSON without parts: written as Foundation's encoder writes them, and read as its decoder reads
/// them, unless a comment says what differs.
protocol JSONLeaf: DefaultsValue {
    /// Reads a value; nil if it isn't one of this type, exactly.
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
        guard case .text(let value) = json else { return nil }
        self = value
    }

    var json: JSONTree { .text(self) }
}

// MARK: - Integers

extension JSONLeaf where Self: FixedWidthInteger {
    /// Reads a number that is whole, however it is written: `1`, `1.0`, `1e2`.
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
        // An integer of 128 bits has 39 digits; an exponent beyond that makes no integer.
        guard let number = DecimalText(digits), (0...38).contains(number.exponent) else { return nil }
        let zeros = String(repeating: "0", count: number.exponent)
        self.init("\(number.isNegative ? "-" : "")\(number.digits)\(zeros)")
    }
}

extension Int: JSONLeaf {}
extension Int8: JSONLeaf {}
extension Int16: JSONLeaf {}
extension Int32: JSONLeaf {}
extension Int64: JSONLeaf {}
extension UInt: JSONLeaf {}
extension UInt8: JSONLeaf {}
extension UInt16: JSONLeaf {}
extension UInt32: JSONLeaf {}
extension UInt64: JSONLeaf {}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Int128: JSONLeaf {}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension UInt128: JSONLeaf {}

// MARK: - Other numbers

extension JSONLeaf where Self: BinaryFloatingPoint & LosslessStringConvertible {
    /// Reads the nearest number there is, unless that is infinite, or 0 where none was written; and the texts that stand
    /// for what is no number in JSON.
    init?(json: JSONTree) {
        switch json {
        case .integer(let value): self.init(value)
        case .number(let digits):
            guard let value = Self(digits), value.isFinite, !value.isZero || digits.isZeroInDigits else { return nil }
            self = value
        case .text("NaN"): self = .nan
        case .text("Infinity"): self = .infinity
        case .text("-Infinity"): self = -.infinity
        default: return nil
        }
    }

    var json: JSONTree {
        if isNaN { return .text("NaN") }
        if isInfinite { return .text(self < 0 ? "-Infinity" : "Infinity") }
        return .number(digits)
    }
}

extension Double: JSONLeaf {}
extension Float: JSONLeaf {}

extension Decimal: JSONLeaf {
    /// Reads a number of which no digit would be lost, and the text `NaN`.
    ///
    /// NB: Foundation's decoder drops the digits that it has no room for, and its encoder writes a NaN that it can't read.
    init?(json: JSONTree) {
        switch json {
        case .integer(let value): self.init(value)
        case .number(let digits):
            guard let value = DecimalText(digits).flatMap(Decimal.init(exactly:)) else { return nil }
            self = value
        case .text("NaN"): self = .nan
        default: return nil
        }
    }

    var json: JSONTree { isNaN ? .text("NaN") : .number(description) }
}

extension String {
    /// Whether a number in digits is 0, whatever its exponent.
    fileprivate var isZeroInDigits: Bool {
        let mantissa = utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }
        return !mantissa.contains { (UInt8(ascii: "1")...UInt8(ascii: "9")).contains($0) }
    }
}
