import Foundation

// Conversion between stored values and Foundation's objects. Everything is decided by the kind that is stored, never by
// what `as?` happens to allow, so that Linux and Apple systems give the same answers.

/// What was found where a property-list value was expected: something else, or a tree that is too deep.
struct NonPropertyListObject: Error, Equatable {
    /// The type that was found, for messages.
    let typeName: String
}

/// The value of one of the types that a `UserDefaults` most often hands out.
private func scalar<Object>(_ object: Object) -> PropertyListValue? {
    // A bit cast from a type to itself.
    if Object.self == String.self { return .string(unsafeBitCast(object, to: String.self)) }
    if Object.self == Int.self { return .integer(Int64(unsafeBitCast(object, to: Int.self))) }
    if Object.self == Bool.self { return .boolean(unsafeBitCast(object, to: Bool.self)) }
    if Object.self == Double.self { return .real(unsafeBitCast(object, to: Double.self)) }
    if Object.self == Date.self { return .date(unsafeBitCast(object, to: Date.self)) }
    return nil
}

extension PropertyListValue {
    /// Reads what a `UserDefaults` hands out.
    init(foundationObject object: Any, depth: Int = 0) throws(NonPropertyListObject) {
        // Types are compared first, and scalars taken out of the `Any` by opening it: a cast costs a look-up, which made
        // a read of ten texts 4 % slower.
        if let value = _openExistential(object, do: scalar) {
            self = value
            return
        }
        let type = Swift.type(of: object)
        if type == [Any?].self, let values = object as? [Any?], depth < deepestPropertyList {
            self = try Self.array(values, depth: depth)
        } else if type == [AnyHashable: Any?].self, let values = object as? [AnyHashable: Any?],
            depth < deepestPropertyList
        {
            self = try Self.dictionary(values, depth: depth)
        } else {
            self = try Self.reading(object, depth: depth)
        }
    }

    /// The value as an object of Foundation: what `PropertyListSerialization` takes, and what a `UserDefaults` stores.
    ///
    /// Numbers and Booleans are `NSNumber`, so that a property list keeps their kinds on every platform.
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
        case .array(let values): Self.foundationArray(values)
        case .dictionary(let values): values.mapValues(\.foundationObject)
        }
    }

    /// An array of texts, which is by far the most common, as such: of an `[Any]` Foundation looks at each element anew.
    private static func foundationArray(_ values: [PropertyListValue]) -> Any {
        var texts: [String] = []
        texts.reserveCapacity(values.count)
        for value in values {
            guard case .string(let text) = value else { return values.map(\.foundationObject) }
            texts.append(text)
        }
        return texts
    }

    /// The value in the types that Swift code expects in an `Any`: `Bool`, `Int` (`UInt64` for what exceeds it),
    /// `Double`, `String`, `Data`, `Date`, `[Any]`, `[String: Any]`, at any depth.
    var swiftObject: Any {
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

    /// The number or truth value, or nil for the other kinds.
    var nsNumber: NSNumber? { foundationObject as? NSNumber }

    private static func reading(_ object: Any, depth: Int) throws(NonPropertyListObject) -> PropertyListValue {
        guard depth < deepestPropertyList else { throw NonPropertyListObject(typeName: "a tree that is too deep") }
        switch object {
        case let value as String: return .string(value)
        case let value as Data: return .data(value)
        case let value as Date: return .date(value)
        case let values as [Any?]: return try array(values, depth: depth)
        case let values as [AnyHashable: Any?]: return try dictionary(values, depth: depth)
        default:
            // NB: on Linux numbers in an Any don't bridge to one another, but each of them does to NSNumber.
            guard let number = object as? NSNumber else { throw NonPropertyListObject(typeName: "\(type(of: object))") }
            // A decimal number may have more digits than a property list's numbers.
            if let decimal = number as? NSDecimalNumber {
                guard let value = PropertyListValue(decimal) else {
                    throw NonPropertyListObject(typeName: "a decimal number")
                }
                return value
            }
            return .number(number)
        }
    }

    private static func array(_ objects: [Any?], depth: Int) throws(NonPropertyListObject) -> PropertyListValue {
        var values: [PropertyListValue] = []
        values.reserveCapacity(objects.count)
        for index in objects.indices {
            guard let object = objects[index] else { throw NonPropertyListObject(typeName: "nil in an array") }
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
                throw NonPropertyListObject(typeName: "a dictionary with keys of type \(type(of: name.base))")
            }
            guard let object else { throw NonPropertyListObject(typeName: "nil in a dictionary") }
            values[name] = try PropertyListValue(foundationObject: object, depth: depth + 1)
        }
        return .dictionary(values)
    }

    /// The integer or real that a decimal number is, or nil if it is none exactly.
    private init?(_ decimal: NSDecimalNumber) {
        let text = decimal.description(withLocale: nil)
        if let integer = Int64(text) {
            self = .integer(integer)
        } else if let integer = UInt64(text) {
            self = .unsignedInteger(integer)
        } else {
            let real = decimal.doubleValue
            guard Decimal(string: real.description) == decimal.decimalValue else { return nil }
            self = .real(real)
        }
    }

    private static func number(_ number: NSNumber) -> PropertyListValue {
        // NB: an NSNumber of an Int8 has the type code of a Bool, but the two truth values are single objects.
        if number === NSNumber(value: true) { return .boolean(true) }
        if number === NSNumber(value: false) { return .boolean(false) }
        switch UInt8(bitPattern: number.objCType.pointee) {
        case UInt8(ascii: "d"), UInt8(ascii: "f"): return .real(number.doubleValue)
        case UInt8(ascii: "Q"): return whole(number.uint64Value)
        default: return .integer(number.int64Value)
        }
    }

    /// An integer in the form that every reading of the same number has.
    static func whole(_ value: UInt64) -> PropertyListValue {
        Int64(exactly: value).map { .integer($0) } ?? .unsignedInteger(value)
    }
}
