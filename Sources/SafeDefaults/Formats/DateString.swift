import Foundation

/// Converts dates to and from ISO 8601 strings in Coordinated Universal Time.
enum DateString {
    /// Returns the date that a string with whole seconds represents, or `nil` if it represents none.
    static func date(from string: String) -> Date? {
        let formatter = ISO8601DateFormatter()
        guard string.utf8.count <= 32, let date = formatter.date(from: string), formatter.string(from: date) == string
        else { return nil }
        return date
    }

    /// Returns a string with whole seconds for a date.
    ///
    /// The fraction of a second is dropped.
    static func string(for date: Date) -> String {
        ISO8601DateFormatter().string(from: date)
    }

    /// Returns the date for a string from `exactString(for:)`, or `nil` if the string is invalid.
    static func exactDate(from string: String) -> Date? {
        if string.hasPrefix("@") {
            return Double(string.dropFirst()).map { Date(timeIntervalSinceReferenceDate: $0) }
        }
        guard let point = string.firstIndex(of: ".") else { return date(from: string) }
        let digits = string[string.index(after: point)...].dropLast()
        guard string.hasSuffix("Z"), !digits.isEmpty, digits.utf8.allSatisfy(\.isDigit),
            let whole = date(from: string[..<point] + "Z"), let fraction = Double("0.\(digits)")
        else { return nil }
        return Date(timeIntervalSinceReferenceDate: whole.timeIntervalSinceReferenceDate + fraction)
    }

    /// Returns a string that represents exactly this date.
    ///
    /// The string has as many digits of the fraction of a second as are needed to distinguish the date from every
    /// other. If ISO 8601 can't represent the date, the string is `@` and the number of seconds since 2001.
    static func exactString(for date: Date) -> String {
        let seconds = date.timeIntervalSinceReferenceDate
        let whole = seconds.rounded(.down)
        let string = Self.string(for: Date(timeIntervalSinceReferenceDate: whole))
        if self.date(from: string)?.timeIntervalSinceReferenceDate == whole {
            if whole == seconds { return string }
            var scale = 1.0
            for count in 1...17 {
                scale *= 10
                let digits = String(Int64(((seconds - whole) * scale).rounded()))
                guard digits.utf8.count <= count else { continue }
                let exact = "\(string.dropLast()).\(String(repeating: "0", count: count - digits.utf8.count))\(digits)Z"
                if exactDate(from: exact)?.timeIntervalSinceReferenceDate == seconds { return exact }
            }
        }
        return "@\(seconds)"
    }
}

extension Date {
    /// Whether a property-list file can represent this date.
    var isInReachOfAFile: Bool {
        // NB: Foundation writes the year as a 32-bit number. A later date would be read back as another date.
        timeIntervalSinceReferenceDate.magnitude < 6.3e16
    }
}
