import Foundation

// Every conversion here loses nothing; the table in the article Conversions lists them, and a test runs it.

// MARK: - Bool

extension Bool: DefaultsValue {
    /// A boolean.
    public var defaultsRepresentation: PropertyListValue { .boolean(self) }

    /// Reads a boolean, the numbers 0 and 1, and the words that launch arguments use.
    public init(defaultsRepresentation stored: PropertyListValue) throws {
        switch stored {
        case .boolean(let value): self = value
        case .integer(0), .unsignedInteger(0): self = false
        case .integer(1), .unsignedInteger(1): self = true
        case .real(let value) where value == 0: self = false
        case .real(let value) where value == 1: self = true
        case .string(let text):
            switch text.lowercased() {
            case "yes", "true", "y", "t", "1": self = true
            case "no", "false", "n", "f", "0": self = false
            default: throw DefaultsError.unreadable(Bool.self, from: stored, because: "that is no truth value")
            }
        case .integer, .unsignedInteger, .real:
            throw DefaultsError.unreadable(Bool.self, from: stored, because: "that is neither 0 nor 1")
        default: throw DefaultsError.unreadable(Bool.self, from: stored)
        }
    }
}

// MARK: - Integers

extension Int: DefaultsValue {}
extension Int8: DefaultsValue {}
extension Int16: DefaultsValue {}
extension Int32: DefaultsValue {}
extension Int64: DefaultsValue {}
extension UInt: DefaultsValue {}
extension UInt8: DefaultsValue {}
extension UInt16: DefaultsValue {}
extension UInt32: DefaultsValue {}
extension UInt64: DefaultsValue {}

// Codable is named because the integers are that too, and this extension has to be the more constrained one.
extension DefaultsValue where Self: FixedWidthInteger & Codable {
    /// An integer.
    public var defaultsRepresentation: PropertyListValue {
        get throws {
            if let value = Int64(exactly: self) { return .integer(value) }
            if let value = UInt64(exactly: self) { return .unsignedInteger(value) }
            throw DefaultsError.unstorable(Self.self, because: "a property list's integers have 64 bits at most")
        }
    }

    /// Reads a number that is whole and fits, a truth value as 0 or 1, and decimal text.
    public init(defaultsRepresentation stored: PropertyListValue) throws {
        let value: Self?
        switch stored {
        case .integer(let number): value = Self(exactly: number)
        case .unsignedInteger(let number): value = Self(exactly: number)
        case .real(let number): value = Self(exactly: number)
        case .boolean(let truth): value = truth ? 1 : 0
        case .string(let text):
            guard let number = Self(text.withoutSpacesAround) else {
                throw DefaultsError.unreadable(
                    Self.self, from: stored, because: "that is no whole number in \(Self.self)'s range")
            }
            value = number
        default: throw DefaultsError.unreadable(Self.self, from: stored)
        }
        guard let value else {
            throw DefaultsError.unreadable(
                Self.self, from: stored, because: "that is not whole, or not in \(Self.self)'s range")
        }
        self = value
    }
}

// MARK: - Floating point

extension Double: DefaultsValue {
    /// A real.
    public var defaultsRepresentation: PropertyListValue { .real(self) }

    /// Reads a real, an integer that a double holds exactly, a truth value as 0 or 1, and decimal text: of an integer as
    /// exactly, with a point or an exponent as the nearest double.
    public init(defaultsRepresentation stored: PropertyListValue) throws {
        switch stored {
        case .real(let value): self = value
        case .string(let text): self = try Double(decimalText: text, of: stored, for: Double.self)
        default: self = try Double(truthOrInteger: stored)
        }
    }
}

extension Float: DefaultsValue {
    /// A real, which holds every `Float` exactly.
    public var defaultsRepresentation: PropertyListValue { .real(Double(self)) }

    /// Reads a real that a `Float` holds exactly or that is written with the same decimal digits, an integer that a
    /// `Float` holds exactly, a truth value as 0 or 1, and decimal text of such a real.
    public init(defaultsRepresentation stored: PropertyListValue) throws {
        self = try Float(narrowing: stored)
    }
}

extension BinaryFloatingPoint where Self: CustomStringConvertible {
    /// Reads what a type that is narrower than `Double` can be read from.
    init(narrowing stored: PropertyListValue) throws {
        let value: Double
        switch stored {
        case .real(let real): value = real
        case .string(let text): value = try Double(decimalText: text, of: stored, for: Self.self)
        default:
            self = try Self(truthOrInteger: stored)
            return
        }
        // 0.1 as a double is not the 0.1 of a Float, but both are what somebody means who writes 0.1.
        let nearest = Self(value)
        guard value.isNaN || Double(nearest) == value || nearest.description == value.description else {
            throw DefaultsError.unreadable(Self.self, from: stored, because: "that a \(Self.self) can't hold exactly")
        }
        self = nearest
    }
}

extension BinaryFloatingPoint {
    /// Reads what is neither a real nor text.
    fileprivate init(truthOrInteger stored: PropertyListValue) throws {
        let value: Self?
        switch stored {
        case .integer(let number): value = Self(exactly: number)
        case .unsignedInteger(let number): value = Self(exactly: number)
        case .boolean(let truth): value = truth ? 1 : 0
        default: throw DefaultsError.unreadable(Self.self, from: stored)
        }
        guard let value else {
            throw DefaultsError.unreadable(
                Self.self, from: stored, because: "that a \(Self.self) can't hold exactly")
        }
        self = value
    }
}

extension Double {
    /// Reads decimal text as Swift's own initialiser does, but neither hexadecimal text, nor a number so large or so
    /// small that it would become infinite or 0, nor a whole number that a stored integer couldn't be read from either.
    fileprivate init(decimalText: String, of stored: PropertyListValue, for type: Any.Type) throws {
        let text = decimalText.withoutSpacesAround
        let isHexadecimal = text.utf8.contains { $0 | 0x20 == UInt8(ascii: "x") }
        guard !isHexadecimal, let value = Double(String(text)) else {
            throw DefaultsError.unreadable(type, from: stored, because: "that is no number in decimal digits")
        }
        let mantissa = text.utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }
        let isZero = !mantissa.contains { (UInt8(ascii: "1")...UInt8(ascii: "9")).contains($0) }
        let hasSign = text.first == "-" || text.first == "+"
        let isWhole = text.utf8.dropFirst(hasSign ? 1 : 0)
            .allSatisfy { $0.isDigit }
        guard
            !value.isInfinite || text.utf8.contains(where: { $0 | 0x20 == UInt8(ascii: "i") }), !value.isZero || isZero,
            !isWhole || Int64(text).flatMap(Double.init(exactly:)) ?? UInt64(text).flatMap(Double.init(exactly:)) != nil
        else {
            throw DefaultsError.unreadable(type, from: stored, because: "that a \(type) can't hold exactly")
        }
        self = value
    }
}

// MARK: - String

extension String: DefaultsValue {
    /// A string.
    public var defaultsRepresentation: PropertyListValue { .string(self) }

    /// Reads a string, and a number as its shortest decimal text that reads back as the same number.
    public init(defaultsRepresentation stored: PropertyListValue) throws {
        guard let value = stored.stringOrNumber else { throw DefaultsError.unreadable(String.self, from: stored) }
        self = value
    }
}

extension PropertyListValue {
    /// A string, or a number in its shortest decimal digits; `nil` for any other kind.
    fileprivate var stringOrNumber: String? {
        switch self {
        case .string(let value): value
        case .integer(let value): String(value)
        case .unsignedInteger(let value): String(value)
        case .real(let value): value.description
        default: nil
        }
    }
}

// MARK: - The plain getters of `UserDefaults`

// They convert more than a typed read does, as `UserDefaults` itself does, and never fail.

extension PropertyListValue {
    /// What `string(forKey:)` gives: the text, and that of a number.
    var plainString: String? {
        if case .boolean(let value) = self { value ? "1" : "0" } else { stringOrNumber }
    }

    /// What `integer(forKey:)` gives: the number, and that which a text begins with.
    var plainInteger: Int {
        if case .string(let text) = self { return (text as NSString).integerValue }
        return nsNumber?.intValue ?? 0
    }

    /// What `double(forKey:)` gives: the number, and that which a text begins with.
    var plainDouble: Double {
        if case .string(let text) = self { return (text as NSString).doubleValue }
        return nsNumber?.doubleValue ?? 0
    }

    /// What `bool(forKey:)` gives: whether a number isn't 0, or a text says yes.
    var plainBool: Bool {
        if case .string(let text) = self { return (text as NSString).boolValue }
        return (nsNumber?.doubleValue ?? 0) != 0
    }
}
