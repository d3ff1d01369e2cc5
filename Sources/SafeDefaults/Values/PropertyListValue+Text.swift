import Foundation

extension PropertyListValue {
    /// The value as text for people, which ``AnySetting/setText(_:)`` reads back: a string as it is, dates in ISO 8601,
    /// collections as an old-style property list, such as `(a, b)` and `{name = Tom;}`.
    var text: String {
        switch self {
        case .string(let value): value
        case .date(let value): DateText.text(for: value)
        default: nestedText
        }
    }

    private var nestedText: String {
        switch self {
        case .boolean(let value): value ? "true" : "false"
        case .integer(let value): String(value)
        case .unsignedInteger(let value): String(value)
        case .real(let value): value.description
        case .string(let value): value.quotedIfNeeded
        case .data(let value): "<\(value.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined())>"
        case .date(let value): DateText.text(for: value).quotedIfNeeded
        case .array(let values): "(\(values.map(\.nestedText).joined(separator: ", ")))"
        case .dictionary(let values):
            "{\(values.sorted { $0.key < $1.key }.map(Self.entry).joined(separator: " "))}"
        }
    }
}

extension PropertyListValue {
    private static func entry(_ name: String, _ value: PropertyListValue) -> String {
        "\(name.quotedIfNeeded) = \(value.nestedText);"
    }
}

extension String {
    /// The text as an old-style property list writes it.
    fileprivate var quotedIfNeeded: String {
        let isPlain =
            !isEmpty
            && utf8.allSatisfy { byte in
                byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
            }
        if isPlain { return self }
        return "\"\(replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\""))\""
    }
}

// MARK: - Description

extension PropertyListValue: CustomStringConvertible {
    /// The value in one line, as an old-style property list.
    public var description: String { nestedText }
}
