import Foundation

/// Dates as text: ISO 8601 in universal time with whole seconds.
enum DateText {
    /// The date that a text stands for, or nil.
    static func date(from text: String) -> Date? {
        let formatter = ISO8601DateFormatter()
        guard text.utf8.count <= 32, let date = formatter.date(from: text), formatter.string(from: date) == text else {
            return nil
        }
        return date
    }

    /// The text of a date, its fraction of a second cut off.
    static func text(for date: Date) -> String {
        ISO8601DateFormatter().string(from: date)
    }

    /// The date that an exact text stands for, or nil.
    static func exactDate(from text: String) -> Date? {
        if text.hasPrefix("@") {
            return Double(text.dropFirst()).map { Date(timeIntervalSinceReferenceDate: $0) }
        }
        guard let point = text.firstIndex(of: ".") else { return date(from: text) }
        let digits = text[text.index(after: point)...].dropLast()
        guard text.hasSuffix("Z"), !digits.isEmpty, digits.utf8.allSatisfy(\.isDigit),
            let whole = date(from: text[..<point] + "Z"), let fraction = Double("0.\(digits)")
        else { return nil }
        return Date(timeIntervalSinceReferenceDate: whole.timeIntervalSinceReferenceDate + fraction)
    }

    /// The text of a date with as many digits of its fraction as tell it from every other date; the seconds since 2001
    /// behind an `@` where ISO 8601 has no text for it.
    static func exactText(for date: Date) -> String {
        let seconds = date.timeIntervalSinceReferenceDate
        let whole = seconds.rounded(.down)
        let text = Self.text(for: Date(timeIntervalSinceReferenceDate: whole))
        if self.date(from: text)?.timeIntervalSinceReferenceDate == whole {
            if whole == seconds { return text }
            var scale = 1.0
            for count in 1...17 {
                scale *= 10
                let digits = String(Int64(((seconds - whole) * scale).rounded()))
                guard digits.utf8.count <= count else { continue }
                let exact = "\(text.dropLast()).\(String(repeating: "0", count: count - digits.utf8.count))\(digits)Z"
                if exactDate(from: exact)?.timeIntervalSinceReferenceDate == seconds { return exact }
            }
        }
        return "@\(seconds)"
    }
}

extension Date {
    /// Tells whether a file gives this date back.
    var isInReachOfAFile: Bool {
        // NB: Foundation writes the year as a 32-bit number.
        timeIntervalSinceReferenceDate.magnitude < 6.3e16
    }
}
