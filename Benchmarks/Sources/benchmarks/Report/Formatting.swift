import Foundation

/// Figures as people read them.
enum Formatting {
    /// A time: `137 ns`, `2.29 µs`, `98.6 ms`.
    static func time(_ nanoseconds: Double) -> String {
        for (limit, unit) in [(1e3, "ns"), (1e6, "µs"), (1e9, "ms")] where nanoseconds < limit * 0.9995 {
            return "\(significant(nanoseconds / limit * 1e3)) \(unit)"
        }
        return "\(significant(nanoseconds / 1e9)) s"
    }

    /// A ratio: `1.08`, `0.064`, `250`.
    static func ratio(_ number: Double) -> String {
        switch number {
        case ..<0.1: fraction(number, decimals: decimals(of: number))
        case ..<10: String(format: "%.2f", number)
        case ..<100: String(format: "%.1f", number)
        default: Int(number.rounded()).formatted
        }
    }

    /// A ratio and its spread, half the distance between the quartiles: `1.08 ± 0.01`.
    static func ratio(_ spread: Spread) -> String {
        let places = decimals(of: spread.median)
        let isSmall = spread.median < 0.1 && spread.deviation < 0.1
        let deviation =
            isSmall
            ? fraction(max(spread.deviation, pow(10, Double(-places))), decimals: places)
            : spread.deviation < 0.1 ? fraction(max(spread.deviation, 0.01), decimals: 2) : ratio(spread.deviation)
        return "\(ratio(spread.median)) ± \(deviation)"
    }

    /// The number of decimals that two significant digits of a fraction take.
    private static func decimals(of number: Double) -> Int {
        number > 0 && number < 0.1 ? 1 - Int(log10(number).rounded(.down)) : 2
    }

    private static func fraction(_ number: Double, decimals: Int) -> String {
        String(format: "%.\(decimals)f", number)
    }

    /// Lines of at most 120 columns.
    ///
    /// - Parameters:
    ///   - text: What is broken into lines.
    ///   - indentation: What the second line and all later ones begin with.
    static func wrapped(_ text: String, indentation: String = "") -> String {
        var lines: [String] = []
        var line = ""
        for word in text.split(whereSeparator: \.isWhitespace) {
            if !line.isEmpty && line.count + word.count >= 120 {
                lines.append(line)
                line = indentation + word
            } else {
                line += line.isEmpty ? String(word) : " \(word)"
            }
        }
        return (lines + [line]).joined(separator: "\n")
    }

    /// A size: `12 kB`, `1.95 MB`.
    static func size(_ bytes: Int) -> String {
        bytes < 1_000_000 ? "\(bytes / 1_000) kB" : "\(significant(Double(bytes) / 1e6)) MB"
    }

    /// A day: `22 November 2026` for `2026-11-22`.
    static func day(_ date: String) -> String {
        let months = [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November", "December",
        ]
        let parts = date.split(separator: "-").compactMap { Int($0) }
        guard parts.count == 3, months.indices.contains(parts[1] - 1) else { return date }
        return "\(parts[2]) \(months[parts[1] - 1]) \(parts[0])"
    }

    /// Three significant digits.
    private static func significant(_ number: Double) -> String {
        String(format: number < 9.995 ? "%.2f" : number < 99.95 ? "%.1f" : "%.0f", number)
    }
}
