import Foundation

/// Represents the values that JSON doesn't have as objects with one member.
///
/// A date is `{"$date": "2026-11-21T05:37:21Z"}`.
///
/// A dictionary that looks like such an object gets one more `$` in its key, which a reader removes.
package enum ValueEscape: String {
    case date = "$date"
    case data = "$data"

    /// A real that JSON doesn't have.
    case real = "$real"

    /// The escape of a value, with its content, if there is one for its kind.
    package static func escape(of value: PropertyListValue) -> (escape: ValueEscape, content: String)? {
        switch value {
        case .date(let date): (.date, ExactDate.text(for: date))
        case .data(let data): (.data, data.base64EncodedString())
        case .real(let value): (.real, value.escapedText)
        default: nil
        }
    }

    /// Returns the value that the content of an escape represents, or `nil` if it represents none.
    package func value(of content: PropertyListValue) -> PropertyListValue? {
        switch (self, content) {
        case (.date, .string(let text)): ExactDate.date(from: text).map { .date($0) }
        case (.data, .string(let text)): Data(base64Encoded: text).map { .data($0) }
        case (.real, .string(let text)): Double(escapedText: text).map { .real($0) }
        default: nil
        }
    }

    /// What the content has to be, for messages.
    package var form: String {
        switch self {
        case .date: "a string such as 2026-11-21T05:37:21.5Z"
        case .data: "a string in Base64"
        case .real: "a string such as nan, infinity or 1.0"
        }
    }

    // MARK: - Dictionaries that look like an escape

    /// Returns the only name of a dictionary as it has to be written, so that the dictionary isn't taken for an escape.
    package static func escaped(_ name: String) -> String { looksEscaped(name) ? "$" + name : name }

    /// Returns the name for what ``escaped(_:)`` has written.
    package static func unescaped(_ name: String) -> String {
        looksEscaped(name) && name.utf8.starts(with: "$$".utf8) ? String(name.dropFirst()) : name
    }

    /// Returns whether a name is an escape's, such as `$date`, with any number of `$` before it.
    private static func looksEscaped(_ name: String) -> Bool {
        guard name.utf8.first == UInt8(ascii: "$"), let word = name.lastIndex(of: "$") else { return false }
        return ValueEscape(rawValue: String(name[word...])) != nil
            && name[..<word].utf8.allSatisfy { $0 == UInt8(ascii: "$") }
    }
}
