import Foundation

extension String {
    /// The string in quotes for a sentence, without control characters, and cut after 120 characters.
    var quoted: String { "\"\(shown(atMost: 120))\"" }

    /// The string as one word of a POSIX shell.
    var shellQuoted: String {
        "'\(split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#))'"
    }

    /// The string for one line of a terminal, without control characters, and cut after a number of characters.
    func shown(atMost count: Int) -> String {
        let head = unicodeScalars.prefix(count)
        let escaped = head.map { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned:
                // Joins emoji; alone it shows nothing.
                scalar == "\u{200D}" ? "\u{200D}" : scalar.escaped(asASCII: true)
            default: String(scalar)
            }
        }
        return escaped.joined() + (head.endIndex < unicodeScalars.endIndex ? "…" : "")
    }
}

extension String {
    /// The number of columns that the string takes in a terminal.
    var columns: Int { reduce(0) { $0 + $1.columns } }
}

extension Character {
    /// Two for an emoji, or for a character of Chinese, Japanese or Korean; otherwise one.
    fileprivate var columns: Int {
        guard let first = unicodeScalars.first else { return 0 }
        if first.properties.isEmojiPresentation || unicodeScalars.contains("\u{FE0F}") { return 2 }
        switch first.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF,
            0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1_F300...0x1_F64F, 0x2_0000...0x3_FFFD:
            return 2
        default: return 1
        }
    }
}

extension [String] {
    /// The words as a list, such as `a, b or c`.
    var alternatives: String { dropLast().joined(separator: ", ") + (count > 1 ? " or " : "") + (last ?? "") }
}

/// Rows of words, written with aligned columns.
enum Table {
    /// Returns the rows as lines, of which no last column is padded.
    static func text(_ rows: [[String]]) -> String {
        let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].columns }.max() ?? 0 }
        return rows.map { row in
            let cells = zip(row.dropLast(), widths).map { $0 + String(repeating: " ", count: $1 - $0.columns) }
            return (cells + row.suffix(1)).joined(separator: "  ")
        }.joined(separator: "\n")
    }
}

/// Finds the words that a misspelled one was meant to be.
enum Nearest {
    /// Returns the nearest of some words, or nil if none is near.
    static func word(to word: String, in words: [String]) -> String? {
        let wanted = letters(of: word)
        // The time grows with the square of the length, and a long word is no slip of the finger.
        guard !wanted.isEmpty, wanted.count <= 64 else { return nil }
        let distances = words.map { (word: $0, distance: distance(wanted, letters(of: $0))) }
        guard let nearest = distances.min(by: { $0.distance < $1.distance }) else { return nil }
        return nearest.distance <= max(1, wanted.count / 3) ? nearest.word : nil
    }

    /// The letters and digits, in lower case.
    private static func letters(of word: String) -> [Character] {
        word.prefix(200).lowercased().filter { $0.isLetter || $0.isNumber }.map { $0 }
    }

    /// Returns the number of letters to insert, to remove, to replace or to swap with the next.
    private static func distance(_ left: [Character], _ right: [Character]) -> Int {
        var rows = [Array(0...right.count)]
        for i in 1...max(1, left.count) where !left.isEmpty {
            var row = [i]
            for j in 0..<right.count {
                let isSame = left[i - 1] == right[j]
                var best = min(rows[i - 1][j] + (isSame ? 0 : 1), rows[i - 1][j + 1] + 1, row[j] + 1)
                if i > 1, j > 0, left[i - 1] == right[j - 1], left[i - 2] == right[j] {
                    best = min(best, rows[i - 2][j - 1] + 1)
                }
                row.append(best)
            }
            rows.append(row)
        }
        return rows[left.count][right.count]
    }
}
