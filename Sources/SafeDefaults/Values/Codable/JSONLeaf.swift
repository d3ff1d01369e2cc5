import Foundation

/// A type whose values are numbers, strings or Booleans in JSON, and have no parts.
///
/// Values are written as Foundation's encoder writes them, and read as its decoder reads them. Comments describe the
/// exceptions.
protocol JSONLeaf: DefaultsValue {
    /// Reads a value from JSON, or returns `nil` if the type can't represent it.
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
    /// Reads a whole number in any notation, such as `1`, `1.0` or `1e2`.
    ///
    /// NB: Foundation's decoder reads 1.0000000000000001 as 1, and refuses some whole numbers.
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
        self.init(wholeNumber: "\(number.isNegative ? "-" : "")\(number.digits)\(zeros)"[...])
    }
}

// MARK: - Other numbers

extension JSONLeaf where Self: BinaryFloatingPoint & LosslessStringConvertible {
    /// Reads a number as the nearest value of the type, or a string that represents a number that JSON doesn't have.
    ///
    /// A number is refused if its nearest value is infinite, or is 0 although the number isn't 0.
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
    /// Reads the string `NaN`, or a number if no digit of it is lost.
    ///
    /// NB: Foundation's decoder drops digits that don't fit. Its encoder writes a NaN in a form that its decoder can't
    /// read.
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

// MARK: - Reading whole values

extension JSONReader {
    /// Decodes a value from a string of JSON.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - string: The JSON.
    ///   - found: The kind of the stored value that contains the JSON, for errors.
    ///   - depth: The number of levels that enclose the JSON.
    /// - Throws: An error if the string isn't JSON, is nested too deeply, or can't be decoded as the type.
    static func decode<Value: Decodable>(
        _ type: Value.Type, from string: String, found: PropertyListValue.Kind, depth: Int = 0
    ) throws(DefaultsError) -> Value {
        do {
            return try TreeDecoder.decode(type, from: read(string), depth: depth)
        } catch let flaw as Flaw {
            throw flaw.error(of: type, found: found)
        } catch {
            throw DefaultsError.converting(error, as: .unreadable, expected: type, found: found.rawValue)
        }
    }

    /// Decodes a value from data that contains JSON in UTF-8.
    static func decode<Value: Decodable>(
        _ type: Value.Type, from data: Data, depth: Int = 0
    ) throws(DefaultsError) -> Value {
        guard let string = String(data: data, encoding: .utf8) else { throw Flaw.noJSON.error(of: type, found: .data) }
        return try decode(type, from: string, found: .data, depth: depth)
    }
}

extension JSONReader.Flaw {
    /// Returns the error to report for this flaw.
    func error(of type: Any.Type, found kind: PropertyListValue.Kind) -> DefaultsError {
        let reason =
            switch self {
            case .noJSON: "found \(kind.nameWithArticle) that holds no JSON"
            case .tooDeep: "found JSON that is nested more than \(deepestPropertyList) levels deep"
            }
        return DefaultsError(
            .unreadable, expected: String(describing: type), found: kind.rawValue, reason: reason)
    }
}
