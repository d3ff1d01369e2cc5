package import Foundation

/// A type whose values a tree's coders read and write as a whole.
///
/// In JSON, values are written as Foundation's encoder writes them, and read as its decoder reads them. Comments
/// describe the exceptions.
protocol TreeLeaf: DefaultsValue, Codable {
    /// The kind of value that the type is stored as in a tree.
    static var kind: PropertyListValue.Kind { get }

    /// Reads a value from JSON, or returns `nil` if the type can't represent it.
    ///
    /// - Parameter value: The JSON, in the form that ``JSONReader`` returns.
    static func fromJSON(_ value: PropertyListValue) -> Self?

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

    /// The string, or the string that the data contains in UTF-8, or `nil` if this is neither.
    var jsonString: String? {
        if case .data(let data) = self { String(data: data, encoding: .utf8) } else { string }
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

    static func fromJSON(_ value: PropertyListValue) -> Bool? {
        if case .boolean(let value) = value { value } else { nil }
    }

    var json: PropertyListValue { .boolean(self) }
}

extension String: TreeLeaf {
    static var kind: PropertyListValue.Kind { .string }

    static func fromJSON(_ value: PropertyListValue) -> String? { value.string }

    var json: PropertyListValue { .string(self) }
}

// MARK: - Integers

extension TreeLeaf where Self: FixedWidthInteger {
    static var kind: PropertyListValue.Kind { .integer }

    /// Reads a whole number in any notation, such as `1`, `1.0` or `1e2`.
    ///
    /// NB: Foundation's decoder reads 1.0000000000000001 as 1, and refuses some whole numbers.
    @_semantics("optimize.sil.specialize.generic.never")
    static func fromJSON(_ value: PropertyListValue) -> Self? {
        if case .integer(let value) = value { return Self(exactly: value) }
        // An integer of 128 bits has at most 39 digits.
        guard let digits = value.jsonDigits, let number = DecimalNumber(digits.isZeroInDigits ? "0" : digits),
            (0...38).contains(number.exponent)
        else { return nil }
        let zeros = String(repeating: "0", count: number.exponent)
        return Self(wholeNumber: "\(number.isNegative ? "-" : "")0\(number.digits)\(zeros)"[...])
    }

    var json: PropertyListValue { Int64(exactly: self).map { .integer($0) } ?? .data(Data(description.utf8)) }
}

// MARK: - Other numbers

extension TreeLeaf where Self: BinaryFloatingPoint & LosslessStringConvertible {
    static var kind: PropertyListValue.Kind { .real }

    /// Reads a number as the nearest value of the type, or a string that represents a number that JSON doesn't have.
    ///
    /// A number is refused if its nearest value is infinite, or is 0 although the number isn't 0.
    @_semantics("optimize.sil.specialize.generic.never")
    static func fromJSON(_ value: PropertyListValue) -> Self? {
        switch value {
        case .integer(let value): Self(value)
        case .string("NaN"): .nan
        case .string("Infinity"): .infinity
        case .string("-Infinity"): -.infinity
        default: value.jsonDigits.flatMap(Self.init(jsonDigits:))
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
    static func fromJSON(_ value: PropertyListValue) -> Decimal? {
        if case .string("NaN") = value { return .nan }
        return value.jsonDigits.flatMap(DecimalNumber.init).flatMap(Decimal.init(exactly:))
    }

    var json: PropertyListValue { isNaN ? .string("NaN") : .data(Data(description.utf8)) }
}

// MARK: - What JSON represents as another type

extension Date: TreeLeaf {
    static var kind: PropertyListValue.Kind { .date }

    static func fromJSON(_ value: PropertyListValue) -> Date? {
        Double.fromJSON(value).map(Date.init(timeIntervalSinceReferenceDate:))
    }

    var json: PropertyListValue { timeIntervalSinceReferenceDate.json }
}

extension Data: TreeLeaf {
    static var kind: PropertyListValue.Kind { .data }

    static func fromJSON(_ value: PropertyListValue) -> Data? { value.string.flatMap { Data(base64Encoded: $0) } }

    var json: PropertyListValue { .string(base64EncodedString()) }
}

extension URL: TreeLeaf {
    static var kind: PropertyListValue.Kind { .string }

    static func fromJSON(_ value: PropertyListValue) -> URL? { value.string.flatMap { URL(string: $0) } }

    var json: PropertyListValue { .string(absoluteString) }
}

// MARK: - Reading whole values

extension JSONReader {
    /// Decodes a value from stored JSON, which is a string, or data in UTF-8.
    @_semantics("optimize.sil.specialize.generic.never")
    package static func decode<Value: Decodable>(_ type: Value.Type, from stored: PropertyListValue) throws -> Value {
        do {
            guard let string = stored.jsonString else { throw Flaw.noJSON }
            return try TreeDecoder.decode(type, from: read(string), .json)
        } catch Flaw.noJSON {
            throw DefaultsError.unreadable(type, from: stored, because: "that holds no JSON")
        } catch Flaw.tooDeep {
            let reason = "of JSON that is nested more than \(deepestPropertyList) levels deep"
            throw DefaultsError.unreadable(type, from: stored, because: reason)
        } catch {
            throw DefaultsError.converting(error, as: .unreadable, expected: type, found: stored.kind.rawValue)
        }
    }
}
