import Foundation

/// Converts dates to and from ISO 8601 in universal time.
enum DateString {
    /// Returns the date of a string with whole seconds, or `nil`.
    static func date(from string: String) -> Date? {
        let formatter = ISO8601DateFormatter()
        guard string.utf8.count <= 32, let date = formatter.date(from: string), formatter.string(from: date) == string
        else { return nil }
        return date
    }

    /// Returns a date with whole seconds; the fraction of a second is cut off.
    static func string(for date: Date) -> String {
        ISO8601DateFormatter().string(from: date)
    }

    /// Returns the date of a string that `exactString(for:)` made, or `nil`.
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

    /// Returns a date with as many digits of its fraction of a second as tell it from every other date, or the seconds
    /// since 2001 after an `@` where ISO 8601 has no form for it.
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
    /// Whether a property list's file can hold this date.
    var isInReachOfAFile: Bool {
        // NB: Foundation writes the year as a 32-bit number, so that a later date would be read back as another one.
        timeIntervalSinceReferenceDate.magnitude < 6.3e16
    }
}
