import Foundation

extension DomainSetting {
    /// Returns a description of the strings that stand for values of a type.
    static func form(of type: Any.Type) -> String {
        if let optional = type as? any AnyOptional.Type { return form(of: optional.wrappedType) }
        switch type {
        case is Bool.Type: return "true or false"
        case is any FixedWidthInteger.Type: return "a whole number, such as 7"
        case is any BinaryFloatingPoint.Type, is Decimal.Type: return "a number, such as 1.5"
        case is Date.Type: return "a date, such as 2026-11-21T05:37:21Z"
        case is URL.Type: return "a URL, such as https://example.com"
        case is UUID.Type: return "a UUID, such as E621E1F8-C36C-495A-93FC-0C247A3E6E5F"
        case is Data.Type: return "data in hexadecimal digits, such as <0aff>"
        case is any StringProtocol.Type: return "a string"
        case is any ExpressibleByDictionaryLiteral.Type: return "a dictionary, such as {name = value;}"
        case is any ExpressibleByArrayLiteral.Type: return "a list, such as (a, b)"
        default: return "text that stands for a value of the type \(type)"
        }
    }
}
