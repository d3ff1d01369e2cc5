import Foundation

/// A sentence of the compiler that a page quotes in bold type and quotation marks at the start of a line.
struct QuotedSentence {
    let text: String

    init(_ text: String) { self.text = text }

    /// Returns the sentences that a text quotes.
    ///
    /// A sentence with an `…` between spaces counts as two.
    static func all(in page: String) -> [QuotedSentence] {
        page.components(separatedBy: "**\"").dropFirst().flatMap { rest -> [QuotedSentence] in
            guard let end = rest.range(of: "\"**") else { return [] }
            let quoted = rest[..<end.lowerBound].replacingOccurrences(of: "\n", with: " ")
            return quoted.components(separatedBy: " … ").map(QuotedSentence.init)
        }
    }

    /// The sentence without the names in it, which are in single quotation marks.
    var withoutNames: String {
        var isName = false
        var kept = ""
        var previous: Character = " "
        for character in text {
            if character == "'", isName || !previous.isLetter {
                isName.toggle()
            } else if !isName, character != " " {
                kept.append(character)
            }
            previous = character
        }
        return kept
    }
}
