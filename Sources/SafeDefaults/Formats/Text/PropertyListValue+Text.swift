import Foundation

/// The ways in which a value is written as text for people.
enum PropertyListTextStyle {
    /// A string has quotes only where an old-style property list needs them.
    case plain

    /// The kind of each value is visible: a string that looks like another kind has quotes.
    case exact
}

extension PropertyListValue {
    /// Returns the value as an old-style property list, such as `(a, b)` and `{name = Tom;}`; dates are in ISO 8601.
    func text(_ style: PropertyListTextStyle) -> String {
        switch self {
        case .boolean(let value): value ? "true" : "false"
        case .integer(let value): String(value)
        case .unsignedInteger(let value): String(value)
        case .real(let value): style == .exact ? value.exactText : value.description
        case .string(let value): value.quotedIfNeeded(style)
        case .data(let value): "<\(value.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined())>"
        case .date(let value):
            style == .exact ? DateString.exactString(for: value) : DateString.string(for: value).quotedIfNeeded(.plain)
        case .array(let values): "(\(values.map { $0.text(style) }.joined(separator: ", ")))"
        case .dictionary(let values):
            "{\(values.sorted { $0.key < $1.key }.map { Self.entry($0, $1, style) }.joined(separator: " "))}"
        }
    }

    private static func entry(_ name: String, _ value: PropertyListValue, _ style: PropertyListTextStyle) -> String {
        "\(name.quotedIfNeeded(.plain)) = \(value.text(style));"
    }
}

extension Double {
    /// A string that tells each number, and each NaN, from every other.
    fileprivate var exactText: String {
        isNaN && bitPattern != Double.nan.bitPattern ? "nan:\(String(bitPattern, radix: 16))" : description
    }
}

extension String {
    /// Returns the string as an old-style property list writes it.
    fileprivate func quotedIfNeeded(_ style: PropertyListTextStyle) -> String {
        let isPlain =
            !isEmpty
            && utf8.allSatisfy { byte in
                byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
                    || byte.isDigit
                    || byte.isLetter
            }
        if isPlain, style == .plain || PropertyListText.kind(of: self) == .string(self) { return self }
        return "\"\(replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\""))\""
    }
}

// MARK: - Description

extension PropertyListValue: CustomStringConvertible {
    /// The value in one line, as an old-style property list.
    public var description: String { text(.plain) }
}
