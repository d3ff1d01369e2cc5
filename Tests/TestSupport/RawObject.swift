import Foundation
import SafeDefaults

/// What a `UserDefaults` holds, described and made without the library's own conversion, which the tests check by it.
enum RawObject {
    /// The property-list value that an object from `object(forKey:)` is; nil if it is none.
    static func literal(_ object: Any?) -> PropertyListValue? {
        switch object {
        case let value as String: return .string(value)
        case let value as Data: return .data(value)
        case let value as Date: return .date(value)
        case let values as [Any?]:
            let literals = values.compactMap(literal)
            return literals.count == values.count ? .array(literals) : nil
        case let values as [String: Any?]:
            let literals = values.compactMapValues(literal)
            return literals.count == values.count ? .dictionary(literals) : nil
        default:
            // The type of the boxed number decides, so that an integer can't be taken for a boolean.
            guard let object else { return nil }
            switch object {
            case let value as Bool where type(of: object) == Bool.self: return .boolean(value)
            case let value as NSNumber where value === NSNumber(value: true): return true
            case let value as NSNumber where value === NSNumber(value: false): return false
            // A number that Foundation has read from a file casts to Int as well where it is whole.
            case let value as NSNumber where "df".contains(String(cString: value.objCType)):
                return .real(value.doubleValue)
            case let value as Int: return .integer(Int64(value))
            case let value as Int64: return .integer(value)
            case let value as UInt64: return .unsignedInteger(value)
            case let value as Double: return .real(value)
            case let value as Float: return .real(Double(value))
            default: return nil
            }
        }
    }

    /// The object that another program would have put into a `UserDefaults`.
    static func foreign(_ value: PropertyListValue) -> Any {
        switch value {
        case .boolean(let value): value
        case .integer(let value): NSNumber(value: value)
        case .unsignedInteger(let value): NSNumber(value: value)
        case .real(let value): value
        case .string(let value): value
        case .data(let value): value
        case .date(let value): value
        case .array(let values): values.map(foreign)
        case .dictionary(let values): values.mapValues(foreign)
        }
    }
}
