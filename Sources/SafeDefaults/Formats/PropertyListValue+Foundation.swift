import Foundation

// Conversions between stored values and Foundation's objects. The result of a conversion depends only on the kind of
// the stored value, and not on which casts `as?` allows. So it is the same on Linux and on Apple systems.

/// The error for an object that isn't a property-list object, or is nested too deeply.
///
/// It is as small as a pointer, because each function that may throw it reserves memory for one.
package indirect enum NonPropertyListObject: Error, Equatable {
    /// The object's type, for messages.
    case object(typeName: String)
}

/// Returns the value of an object if its type is one that `UserDefaults` often returns, or `nil` if it isn't.
private func scalar<Object>(_ object: Object) -> PropertyListValue? {
    // Each bit cast converts a type to itself.
    if Object.self == String.self { return .string(unsafeBitCast(object, to: String.self)) }
    if Object.self == Int.self { return .integer(Int64(unsafeBitCast(object, to: Int.self))) }
    if Object.self == Bool.self { return .boolean(unsafeBitCast(object, to: Bool.self)) }
    if Object.self == Double.self { return .real(unsafeBitCast(object, to: Double.self)) }
    if Object.self == Date.self { return .date(unsafeBitCast(object, to: Date.self)) }
    return nil
}

extension PropertyListValue {
    /// Creates a value from a property-list object.
    package init(foundationObject object: Any, depth: Int = 0) throws(NonPropertyListObject) {
        // A cast costs a lookup, which made a read of ten strings 4 % slower. So types are compared first, and the
        // values of simple types are read by opening the `Any`.
        if let value = _openExistential(object, do: scalar) {
            self = value
            return
        }
        guard depth < deepestPropertyList else { throw .object(typeName: "a tree that is too deep") }
        self = try Self.reading(object, depth: depth)
    }

    /// The value as a Foundation object, which `PropertyListSerialization` and `UserDefaults` accept.
    ///
    /// A number or a Boolean is an `NSNumber`, so that a property list keeps its kind on every platform.
    ///
    /// ```swift
    /// let objects = login.dictionaryRepresentation.mapValues(\.foundationObject)
    /// let data = try PropertyListSerialization.data(fromPropertyList: objects, format: .xml, options: 0)
    /// print(String(decoding: data, as: UTF8.self))
    /// ```
    public var foundationObject: Any {
        switch self {
        case .boolean(let value): NSNumber(value: value)
        case .integer(let value): NSNumber(value: value)
        case .unsignedInteger(let value): NSNumber(value: value)
        case .real(let value): NSNumber(value: value)
        case .string(let value): value
        case .data(let value): value
        case .date(let value): value
        case .array(let values): values.map(\.foundationObject)
        case .dictionary(let values): values.mapValues(\.foundationObject)
        }
    }

    /// The value in the types that Swift code expects in an `Any`, at any depth.
    ///
    /// These are `Bool`, `Int`, `Double`, `String`, `Data`, `Date`, `[Any]` and `[String: Any]`. A whole number that an
    /// `Int` can't represent is an `Int64` or a `UInt64`.
    package var swiftObject: Any {
        switch self {
        case .boolean(let value): value
        case .integer(let value): Int(exactly: value).map { $0 as Any } ?? value
        case .unsignedInteger(let value): Int(exactly: value).map { $0 as Any } ?? value
        case .real(let value): value
        case .string(let value): value
        case .data(let value): value
        case .date(let value): value
        case .array(let values): values.map(\.swiftObject)
        case .dictionary(let values): values.mapValues(\.swiftObject)
        }
    }

    /// The number or Boolean as an `NSNumber`, or `nil` if the value is of another kind.
    var nsNumber: NSNumber? { foundationObject as? NSNumber }

    private static func reading(_ object: Any, depth: Int) throws(NonPropertyListObject) -> PropertyListValue {
        switch object {
        case let value as String: return .string(value)
        case let value as Data: return .data(value)
        case let value as Date: return .date(value)
        case let values as [Any?]: return try array(values, depth: depth)
        case let values as [AnyHashable: Any?]: return try dictionary(values, depth: depth)
        default:
            // NB: on Linux, a number in an `Any` can't be cast to another numeric type, but every number can be cast to
            // `NSNumber`.
            guard let number = object as? NSNumber else { throw .object(typeName: "\(type(of: object))") }
            // A decimal number may have more digits than the numbers of a property list can represent.
            if let decimal = number as? NSDecimalNumber {
                let digits = decimal.description(withLocale: nil)
                if let whole = PropertyListValue(wholeNumber: digits[...]) { return whole }
                guard Decimal(string: decimal.doubleValue.description) == decimal.decimalValue else {
                    throw .object(typeName: "a decimal number")
                }
            }
            return .number(number)
        }
    }

    private static func array(_ objects: [Any?], depth: Int) throws(NonPropertyListObject) -> PropertyListValue {
        var values: [PropertyListValue] = []
        values.reserveCapacity(objects.count)
        for index in objects.indices {
            guard let object = objects[index] else { throw .object(typeName: "nil in an array") }
            values.append(try PropertyListValue(foundationObject: object, depth: depth + 1))
        }
        return .array(values)
    }

    private static func dictionary(
        _ objects: [AnyHashable: Any?], depth: Int
    ) throws(NonPropertyListObject) -> PropertyListValue {
        var values: [String: PropertyListValue] = [:]
        values.reserveCapacity(objects.count)
        for (name, object) in objects {
            guard let name = name.base as? String else {
                throw .object(typeName: "a dictionary with keys of type \(type(of: name.base))")
            }
            guard let object else { throw .object(typeName: "nil in a dictionary") }
            values[name] = try PropertyListValue(foundationObject: object, depth: depth + 1)
        }
        return .dictionary(values)
    }

    private static func number(_ number: NSNumber) -> PropertyListValue {
        // NB: an NSNumber that holds an Int8 has the same type code as a Boolean. But each of the two Booleans is
        // always the same object, so they are compared by identity.
        if number === NSNumber(value: true) { return .boolean(true) }
        if number === NSNumber(value: false) { return .boolean(false) }
        switch UInt8(bitPattern: number.objCType.pointee) {
        case UInt8(ascii: "d"), UInt8(ascii: "f"): return .real(number.doubleValue)
        case UInt8(ascii: "Q"): return whole(number.uint64Value)
        default: return .integer(number.int64Value)
        }
    }

    /// Returns a whole number as `.integer` if an `Int64` can represent it, so that equal numbers have the same case.
    package static func whole(_ value: UInt64) -> PropertyListValue {
        Int64(exactly: value).map { .integer($0) } ?? .unsignedInteger(value)
    }

    /// Reads a whole number of 64 bits.
    @inline(never)
    init?(wholeNumber text: Substring) {
        if let number = Int64(digits: text) {
            self = .integer(number)
        } else if let number = UInt64(digits: text) {
            self = .unsignedInteger(number)
        } else {
            return nil
        }
    }
}
