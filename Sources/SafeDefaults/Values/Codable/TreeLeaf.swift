package import Foundation

/// A type whose values a tree's coders read and write as a whole.
///
/// In JSON, values are written as Foundation's encoder writes them, and read as its decoder reads them. Comments
/// describe the exceptions.
protocol TreeLeaf: DefaultsValue {
    /// The kind of value that the type is stored as in a tree.
    static var kind: PropertyListValue.Kind { get }

    /// Reads a value from JSON, or returns `nil` if the type can't represent it.
    ///
    /// - Parameter value: The JSON, in the form that ``JSONReader`` returns.
    init?(json value: PropertyListValue)

    /// The JSON, in the form that ``JSONReader`` returns, in which a number may also be a real.
    var json: PropertyListValue { get }
}

extension PropertyListValue {
    /// The kind of this value, which has been read from JSON, with its article.
    package var jsonNameWithArticle: String {
        switch self {
        case .boolean: "a Boolean"
        case .integer, .unsignedInteger, .real, .data: "a number"
        case .string, .date: "a string"
        case .array: "an array"
        case .dictionary: isNilMarker ? "null" : "an object"
        }
    }

    /// The digits of a number that has been read from JSON.
    fileprivate var jsonDigits: String? {
        switch self {
        case .integer(let value): String(value)
        case .data(let digits): String(decoding: digits, as: UTF8.self)
        default: nil
        }
    }
}

extension Bool: TreeLeaf {
    static var kind: PropertyListValue.Kind { .boolean }

    init?(json value: PropertyListValue) {
        guard case .boolean(let value) = value else { return nil }
        self = value
    }

    var json: PropertyListValue { .boolean(self) }
}

extension String: TreeLeaf {
    static var kind: PropertyListValue.Kind { .string }

    init?(json value: PropertyListValue) {
        guard case .string(let value) = value else { return nil }
        self = value
    }

    var json: PropertyListValue { .string(self) }
}

// MARK: - Integers

extension TreeLeaf where Self: FixedWidthInteger {
    static var kind: PropertyListValue.Kind { .integer }

    /// Reads a whole number in any notation, such as `1`, `1.0` or `1e2`.
    ///
    /// NB: Foundation's decoder reads 1.0000000000000001 as 1, and refuses some whole numbers.
    @_semantics("optimize.sil.specialize.generic.never")
    init?(json value: PropertyListValue) {
        if case .integer(let value) = value {
            self.init(exactly: value)
        } else {
            guard let digits = value.jsonDigits else { return nil }
            self.init(digits: digits)
        }
    }

    var json: PropertyListValue { Int64(exactly: self).map { .integer($0) } ?? .data(Data(description.utf8)) }

    @_semantics("optimize.sil.specialize.generic.never")
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

extension TreeLeaf where Self: BinaryFloatingPoint & LosslessStringConvertible {
    static var kind: PropertyListValue.Kind { .real }

    /// Reads a number as the nearest value of the type, or a string that represents a number that JSON doesn't have.
    ///
    /// A number is refused if its nearest value is infinite, or is 0 although the number isn't 0.
    @_semantics("optimize.sil.specialize.generic.never")
    init?(json value: PropertyListValue) {
        switch value {
        case .integer(let value): self.init(value)
        case .string("NaN"): self = .nan
        case .string("Infinity"): self = .infinity
        case .string("-Infinity"): self = -.infinity
        default:
            guard let digits = value.jsonDigits, let value = Self(digits), value.isFinite,
                !value.isZero || digits.isZeroInDigits
            else { return nil }
            self = value
        }
    }

    var json: PropertyListValue {
        if isNaN { return .string("NaN") }
        if isInfinite { return .string(self < 0 ? "-Infinity" : "Infinity") }
        // A `Float` has fewer digits than the `Double` that equals it.
        return .real(Self.self == Double.self ? Double(self) : Double(digits) ?? Double(self))
    }
}

extension Double: TreeLeaf {}
extension Float: TreeLeaf {}

extension Decimal: TreeLeaf {
    /// A dictionary, which is what its own `encode(to:)` writes.
    static var kind: PropertyListValue.Kind { .dictionary }

    /// Reads the string `NaN`, or a number if no digit of it is lost.
    ///
    /// NB: Foundation's decoder drops digits that don't fit. Its encoder writes a NaN in a form that its decoder can't
    /// read.
    init?(json value: PropertyListValue) {
        if case .string("NaN") = value {
            self = .nan
        } else {
            guard let value = value.jsonDigits.flatMap({ DecimalNumber($0) }).flatMap(Decimal.init(exactly:)) else {
                return nil
            }
            self = value
        }
    }

    var json: PropertyListValue { isNaN ? .string("NaN") : .data(Data(description.utf8)) }
}

// MARK: - What JSON represents as another type

extension Date: TreeLeaf {
    static var kind: PropertyListValue.Kind { .date }

    init?(json value: PropertyListValue) {
        guard let seconds = Double(json: value) else { return nil }
        self.init(timeIntervalSinceReferenceDate: seconds)
    }

    var json: PropertyListValue { timeIntervalSinceReferenceDate.json }
}

extension Data: TreeLeaf {
    static var kind: PropertyListValue.Kind { .data }

    init?(json value: PropertyListValue) {
        guard let string = String(json: value) else { return nil }
        self.init(base64Encoded: string)
    }

    var json: PropertyListValue { .string(base64EncodedString()) }
}

extension URL: TreeLeaf {
    static var kind: PropertyListValue.Kind { .string }

    init?(json value: PropertyListValue) {
        guard let string = String(json: value) else { return nil }
        self.init(string: string)
    }

    var json: PropertyListValue { .string(absoluteString) }
}

// MARK: - Reading whole values

extension JSONReader {
    /// Decodes a value from a string of JSON.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - string: The JSON.
    ///   - found: The kind of the stored value that contains the JSON, for errors.
    /// - Throws: An error if the string isn't JSON, is nested too deeply, or can't be decoded as the type.
    @_semantics("optimize.sil.specialize.generic.never")
    static func decode<Value: Decodable>(
        _ type: Value.Type, from string: String, found: PropertyListValue.Kind
    ) throws(DefaultsError) -> Value {
        do {
            return try TreeDecoder.decode(type, fromJSON: read(string))
        } catch let flaw as Flaw {
            throw flaw.error(of: type, found: found)
        } catch {
            throw DefaultsError.converting(error, as: .unreadable, expected: type, found: found.rawValue)
        }
    }

    /// Decodes a value from data that contains JSON in UTF-8.
    @_semantics("optimize.sil.specialize.generic.never")
    package static func decode<Value: Decodable>(
        _ type: Value.Type, from data: Data
    ) throws(DefaultsError) -> Value {
        guard let string = String(data: data, encoding: .utf8) else { throw Flaw.noJSON.error(of: type, found: .data) }
        return try decode(type, from: string, found: .data)
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
