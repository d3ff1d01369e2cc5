import Foundation

// Lossless conversions of Booleans and numbers. A table of the tests lists them all: `Fixtures/conversions.md`.

// MARK: - Bool

extension Bool: DefaultsValue {
    /// A Boolean.
    public var defaultsRepresentation: PropertyListValue { .boolean(self) }

    /// Reads a Boolean, the numbers 0 and 1, or a word that launch arguments use for a Boolean, such as `YES`.
    public init(defaultsRepresentation stored: PropertyListValue) throws {
        switch stored {
        case .boolean(let value): self = value
        case .integer(0), .unsignedInteger(0), .real(0): self = false
        case .integer(1), .unsignedInteger(1), .real(1): self = true
        case .string(let word):
            switch word.lowercased() {
            case "yes", "true", "y", "t", "1": self = true
            case "no", "false", "n", "f", "0": self = false
            default: throw DefaultsError.unreadable(Bool.self, from: stored, because: "that is no Boolean")
            }
        case .integer, .unsignedInteger, .real:
            throw DefaultsError.unreadable(Bool.self, from: stored, because: "that is neither 0 nor 1")
        default: throw DefaultsError.unreadable(Bool.self, from: stored)
        }
    }
}

// MARK: - Integers

extension Int: DefaultsValue, DefaultsDictionaryKey, TreeLeaf {}
extension Int8: DefaultsValue, DefaultsDictionaryKey, TreeLeaf {}
extension Int16: DefaultsValue, DefaultsDictionaryKey, TreeLeaf {}
extension Int32: DefaultsValue, DefaultsDictionaryKey, TreeLeaf {}
extension Int64: DefaultsValue, DefaultsDictionaryKey, TreeLeaf {}
extension UInt: DefaultsValue, DefaultsDictionaryKey, TreeLeaf {}
extension UInt8: DefaultsValue, DefaultsDictionaryKey, TreeLeaf {}
extension UInt16: DefaultsValue, DefaultsDictionaryKey, TreeLeaf {}
extension UInt32: DefaultsValue, DefaultsDictionaryKey, TreeLeaf {}
extension UInt64: DefaultsValue, DefaultsDictionaryKey, TreeLeaf {}

extension FixedWidthInteger {
    /// Reads a whole number in decimal digits, or returns `nil` if it isn't one, or isn't in the type's range.
    @_semantics("optimize.sil.specialize.generic.never")
    init?(wholeNumber text: Substring) {
        switch PropertyListValue(wholeNumber: text) {
        case .integer(let number)?: self.init(exactly: number)
        case .unsignedInteger(let number)?: self.init(exactly: number)
        default: return nil
        }
    }
}

// The constraint to Codable makes this extension more specific than the extension for all Codable types.
extension DefaultsValue where Self: FixedWidthInteger & Codable {
    /// An integer.
    public var defaultsRepresentation: PropertyListValue {
        get throws {
            if let value = Int64(exactly: self) { return .integer(value) }
            if let value = UInt64(exactly: self) { return .unsignedInteger(value) }
            throw DefaultsError.unstorable(Self.self, because: "a property list's integers have 64 bits at most")
        }
    }

    /// Reads a number, a Boolean, or a string of decimal digits.
    ///
    /// A number must be whole and in the type's range. A Boolean is read as 0 or 1.
    public init(defaultsRepresentation stored: PropertyListValue) throws {
        if case .integer(let number) = stored, let value = Self(exactly: number) {
            self = value
        } else {
            self = try Self(converting: stored)
        }
    }

    /// Reads what isn't stored as an integer of the type.
    @_semantics("optimize.sil.specialize.generic.never")
    private init(converting stored: PropertyListValue) throws {
        self = try stored.number(
            "whole number in \(Self.self)'s range", Self.init(exactly:),
            { Self(wholeNumber: $0.withoutSpacesAround) })
    }
}

extension PropertyListValue {
    /// Returns the number that this number, Boolean or string represents.
    ///
    /// A Boolean represents 0 or 1.
    ///
    /// - Parameters:
    ///   - name: What any other number, and any other string, isn't: for errors.
    ///   - real: Returns the number that equals a real, or `nil` if there is none.
    ///   - string: Returns the number that a string represents, or `nil` if there is none.
    @_semantics("optimize.sil.specialize.generic.never")
    fileprivate func number<Number: Numeric>(
        _ name: @autoclosure () -> String, _ real: (Double) -> Number?, _ string: (String) -> Number?
    ) throws -> Number {
        let value: Number?
        switch self {
        case .integer(let number): value = Number(exactly: number)
        case .unsignedInteger(let number): value = Number(exactly: number)
        case .real(let number): value = real(number)
        case .boolean(let isTrue): value = isTrue ? 1 : 0
        case .string(let digits): value = string(digits)
        default: throw DefaultsError.unreadable(Number.self, from: self)
        }
        guard let value else {
            throw DefaultsError.unreadable(Number.self, from: self, because: "that is no \(name())")
        }
        return value
    }
}

// MARK: - Floating point

extension Double: DefaultsValue {
    /// A real.
    public var defaultsRepresentation: PropertyListValue { .real(self) }

    /// Reads a number, a Boolean, or a string of decimal digits.
    ///
    /// An integer, or a whole number in a string, must be one that a `Double` represents exactly. If a string has a
    /// point or an exponent, the nearest `Double` is read. A Boolean is read as 0 or 1.
    public init(defaultsRepresentation stored: PropertyListValue) throws {
        self = if case .real(let value) = stored { value } else { try Double(number: stored) }
    }
}

extension Float: DefaultsValue {
    /// A real, which represents every `Float` exactly.
    public var defaultsRepresentation: PropertyListValue { .real(Double(self)) }

    /// Reads a number, a Boolean, or a string of decimal digits.
    ///
    /// An integer must be one that a `Float` represents exactly. A real, or a number in a string, must be one that a
    /// `Float` represents exactly, or have the decimal digits that Swift prints for a `Float`, such as 0.1. A Boolean
    /// is read as 0 or 1.
    public init(defaultsRepresentation stored: PropertyListValue) throws {
        self = try Float(number: stored)
    }
}

extension BinaryFloatingPoint where Self: CustomStringConvertible {
    /// Reads a number, a Boolean, or a string of decimal digits.
    @_semantics("optimize.sil.specialize.generic.never")
    fileprivate init(number stored: PropertyListValue) throws {
        self = try stored.number(
            "number that a \(Self.self) can hold exactly", Self.init(sameDigitsAs:),
            { Double(decimal: $0).flatMap(Self.init(sameDigitsAs:)) })
    }

    /// Returns the value that equals a `Double` or has the same decimal digits, or `nil` if there is none.
    ///
    /// The `Double` 0.1 and the `Float` 0.1 are different numbers, but both have the decimal digits 0.1.
    @_semantics("optimize.sil.specialize.generic.never")
    private init?(sameDigitsAs number: Double) {
        self.init(number)
        guard number.isNaN || Double(self) == number || description == number.description else { return nil }
    }
}

extension Double {
    /// Reads a string as Swift's own initialiser does, with three exceptions.
    ///
    /// It refuses hexadecimal digits, a number that would be rounded to infinity or to 0, and a whole number that
    /// couldn't be read if it were stored as an integer.
    fileprivate init?(decimal string: String) {
        let text = string.withoutSpacesAround
        let digits = String(text)
        // The words for infinity and NaN have an n.
        let isWord = digits.utf8.contains { $0 | 0x20 == UInt8(ascii: "n") }
        let isWhole = digits.hasOnlyBytes { $0.isDigit || "+-".utf8.contains($0) }
        guard let value = isWord ? Double(digits) : Double(jsonDigits: digits),
            !isWhole
                || Int64(digits: text).flatMap(Double.init(exactly:)) != nil
                || UInt64(digits: text).flatMap(Double.init(exactly:)) != nil
        else { return nil }
        self = value
    }
}
