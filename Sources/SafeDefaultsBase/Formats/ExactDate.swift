package import Foundation

/// Converts dates to and from ISO 8601 strings that represent them exactly, without Foundation's slow formatters.
package enum ExactDate {
    /// Returns a string that represents exactly this date.
    ///
    /// The string has as many digits of the fraction of a second as are needed to distinguish the date from every
    /// other. If ISO 8601 can't represent the date, the string is `@` and the number of seconds since 2001.
    package static func text(for date: Date) -> String {
        let seconds = date.timeIntervalSinceReferenceDate
        let start = seconds.rounded(.down)
        // A date may be -0.0 seconds from the start of 2001, which ISO 8601 can't represent.
        guard seconds.bitPattern != (-0.0).bitPattern, let text = wholeText(for: date) else { return "@\(seconds)" }
        if start == seconds { return text }
        var scale = 1.0
        for count in 1...17 {
            scale *= 10
            let fraction = padded(Int64(((seconds - start) * scale).rounded()), count)
            let exact = "\(text.dropLast()).\(fraction)Z"
            if self.date(from: exact)?.timeIntervalSinceReferenceDate == seconds { return exact }
        }
        return "@\(seconds)"
    }

    /// Returns the date for a string in the form that ``text(for:)`` writes, or `nil` if the string has another form.
    package static func date(from text: String) -> Date? {
        guard text.utf8.count <= 64 else { return nil }
        if text.utf8.first == UInt8(ascii: "@") {
            guard let seconds = Double(text.dropFirst()), seconds.isFinite else { return nil }
            return Date(timeIntervalSinceReferenceDate: seconds)
        }
        guard text.utf8.last == UInt8(ascii: "Z") else { return nil }
        let parts = text.dropLast().split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, let start = wholeDate(from: parts[0] + "Z") else { return nil }
        guard parts.count == 2 else { return start }
        guard !parts[1].isEmpty, parts[1].utf8.allSatisfy(\.isDigit), let fraction = Double("0.\(parts[1])") else {
            return nil
        }
        return Date(timeIntervalSinceReferenceDate: start.timeIntervalSinceReferenceDate + fraction)
    }

    /// Returns a string with whole seconds for a date, or ``text(for:)`` if no file can represent the date.
    ///
    /// The fraction of a second is dropped.
    package static func shortText(for date: Date) -> String { wholeText(for: date) ?? text(for: date) }

    /// Returns the second in which a date lies as a string such as `2026-11-21T05:37:21Z`, or `nil` if no file can
    /// represent the date.
    package static func wholeText(for date: Date) -> String? {
        guard date.isInReachOfAFile else { return nil }
        let total = Int64(date.timeIntervalSinceReferenceDate.rounded(.down))
        let (days, second) = total.quotientAndRemainder(roundingDownBy: 86_400)
        // The days are counted from the first of March of the year 0 of the Gregorian calendar, in eras of 400 years.
        let (era, dayOfEra) = (days + 730_791).quotientAndRemainder(roundingDownBy: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        let year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
        let day = dayOfYear - (153 * shifted + 2) / 5 + 1
        return "\(year < 0 ? "-" : "")\(padded(Int64(year.magnitude), 4))-\(padded(month, 2))-\(padded(day, 2))T"
            + "\(padded(second / 3_600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))Z"
    }

    /// Returns the date for a string in the form that ``wholeText(for:)`` writes, or `nil` if the string has another
    /// form.
    package static func wholeDate(from text: String) -> Date? {
        guard let date = second(Array(text.utf8)[...]), wholeText(for: date) == text else { return nil }
        return date
    }

    /// Returns the date for the bytes of a text such as `2026-11-21T05:37:21Z`, or `nil` if the text is invalid.
    ///
    /// The year may have up to ten digits. The 30th of February is the 2nd of March or, in leap years, the 1st.
    package static func second(_ text: ArraySlice<UInt8>) -> Date? {
        var digits = text
        let isNegative = digits.first == UInt8(ascii: "-")
        if isNegative { digits = digits.dropFirst() }
        guard let year = number(&digits, 1...10, "-"), let month = number(&digits, 2...2, "-"),
            let day = number(&digits, 2...2, "T"), let hour = number(&digits, 2...2, ":"),
            let minute = number(&digits, 2...2, ":"), let second = number(&digits, 2...2, "Z"), digits.isEmpty,
            (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second < 60
        else { return nil }
        // The days since the year 0 of the Gregorian calendar, counted with years that start in March.
        let shifted = (isNegative ? -year : year) - (month <= 2 ? 1 : 0)
        let (era, yearOfEra) = shifted.quotientAndRemainder(roundingDownBy: 400)
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        let dayOfEra = 365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        let days = era * 146_097 + dayOfEra - 730_791
        let seconds = (hour * 60 + minute) * 60 + second
        let date = Date(timeIntervalSinceReferenceDate: Double(days * 86_400 + seconds))
        return date.isInReachOfAFile ? date : nil
    }

    /// Removes a number, and the separator after it, from the start of the text.
    ///
    /// `count` is the range of allowed numbers of digits.
    private static func number(
        _ digits: inout ArraySlice<UInt8>, _ count: ClosedRange<Int>, _ end: Unicode.Scalar
    ) -> Int64? {
        let run = digits.prefix(11).prefix { $0.isDigit }
        let rest = digits.dropFirst(run.count)
        guard count.contains(run.count), let last = rest.first, UInt32(last) == end.value else { return nil }
        digits = rest.dropFirst()
        return run.reduce(0) { $0 * 10 + Int64($1.hexadecimalDigit ?? 0) }
    }

    private static func padded(_ number: Int64, _ count: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
    }
}

extension Int64 {
    fileprivate func quotientAndRemainder(roundingDownBy divisor: Int64) -> (Int64, Int64) {
        let remainder = (self % divisor + divisor) % divisor
        return ((self - remainder) / divisor, remainder)
    }
}

extension Date {
    /// Whether a property-list file can represent this date.
    package var isInReachOfAFile: Bool {
        // NB: Foundation writes the year as a 32-bit number. A later date would be read back as another date.
        timeIntervalSinceReferenceDate.magnitude < 6.3e16
    }
}
