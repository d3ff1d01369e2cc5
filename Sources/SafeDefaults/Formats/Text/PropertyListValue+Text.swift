import Foundation

/// The styles in which a value is written as readable text.
package enum PropertyListTextStyle {
    /// A string is quoted only if an old-style property list requires it.
    case plain

    /// The text shows the kind of each value: a string that looks like another kind is quoted.
    case exact
}

extension PropertyListValue {
    /// Returns the value as an old-style property list, such as `(a, b)` or `{name = Tom;}`.
    ///
    /// Dates are in ISO 8601.
    package func text(_ style: PropertyListTextStyle) -> String {
        switch self {
        case .boolean(let value): value ? "true" : "false"
        case .integer(let value): String(value)
        case .unsignedInteger(let value): String(value)
        case .real(let value): style == .exact ? value.exactText : value.description
        case .string(let value): value.quotedIfNeeded(style)
        case .data(let value): "<\(value.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined())>"
        case .date(let value):
            style == .exact ? ExactDate.text(for: value) : ExactDate.shortText(for: value).quotedIfNeeded(.plain)
        case .array(let values): "(\(values.map { $0.text(style) }.joined(separator: ", ")))"
        case .dictionary(let values):
            "{\(values.inAlphabeticalOrder().map { Self.entry($0, $1, style) }.joined(separator: " "))}"
        }
    }

    private static func entry(_ name: String, _ value: PropertyListValue, _ style: PropertyListTextStyle) -> String {
        "\(name.quotedIfNeeded(.plain)) = \(value.text(style));"
    }
}

extension Double {
    /// A string that is different for every number and for every NaN.
    fileprivate var exactText: String {
        isNaN && bitPattern != Double.nan.bitPattern ? "nan:\(String(bitPattern, radix: 16))" : description
    }
}

extension String {
    /// Returns the string as it is written in an old-style property list, with quotes if they are needed.
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
    /// The value on one line, in the form of an old-style property list.
    public var description: String { text(.plain) }
}
