/// The kind and the name of what a line of code at the left margin begins, a declaration or a statement.
///
/// Documented code is indented, so what begins at the margin is at top level.
struct Declaration {
    private(set) var attributes: Set<String> = []
    private(set) var modifiers: Set<String> = []

    /// The keyword, such as `struct`; nil for a statement, and for a line that has only attributes.
    private(set) var keyword: String?

    /// The name that is declared or extended.
    private(set) var name: String?

    /// Whether this is a statement, which can't be at the top level of a library's file.
    private(set) var isStatement = false

    /// The declaration that a line begins; nil where it begins nothing, but goes on with, ends or comments on
    /// something.
    init?(_ line: String) {
        var rest = Substring(line)
        guard let first = rest.first, !first.isWhitespace, !"})].".contains(first), !rest.hasPrefix("//") else {
            return nil
        }
        while rest.first == "@" {
            rest.removeFirst()
            attributes.insert(rest.takeWord())
            rest.dropParentheses()
        }
        var word = rest.takeWord()
        while Self.modifiers.contains(word) {
            modifiers.insert(word)
            rest.dropParentheses()
            word = rest.takeWord()
        }
        if Self.keywords.contains(word) {
            keyword = word
            name = rest.takeWord()
        } else {
            isStatement = !(word.isEmpty && rest.isEmpty)
        }
    }

    private static let modifiers: Set = [
        "public", "internal", "private", "fileprivate", "open", "final", "static", "nonisolated", "indirect",
    ]
    private static let keywords: Set = [
        "import", "struct", "class", "enum", "actor", "protocol", "extension", "func", "let", "var", "typealias",
        "subscript", "init",
    ]
}

extension Substring {
    /// Removes the word at the start, and the spaces after it.
    fileprivate mutating func takeWord() -> String {
        let word = prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        self = dropFirst(word.count).drop { $0 == " " }
        return String(word)
    }

    /// Removes the parentheses at the start with their contents, and the spaces after them.
    fileprivate mutating func dropParentheses() {
        guard first == "(" else { return }
        var depth = 0
        while let character = popFirst() {
            depth += character == "(" ? 1 : character == ")" ? -1 : 0
            if depth == 0 { break }
        }
        self = drop { $0 == " " }
    }
}
