import Foundation
import Testing

/// A fenced block of Swift in the documentation.
struct Snippet: Sendable, CustomTestStringConvertible, CustomStringConvertible {
    let file: URL

    /// The number of its first line of code.
    let line: Int

    let code: [String]

    /// The code that declares what other snippets of the page use, if this is one of them.
    var declarations: [String]?

    var description: String { "\(file.lastPathComponent):\(line)" }
    var testDescription: String { description }

    /// The blocks of all documentation: the README, the catalog, and the comments of the library.
    static func all() throws -> [Snippet] {
        try fences().filter { $0.language == "swift" }.map(\.snippet)
    }

    /// The fenced blocks of all documentation, in any language.
    static func fences() throws -> [Fence] {
        let pages =
            [Package.root.appendingPathComponent("README.md")]
            + Package.filesBelow(Package.root.appendingPathComponent("Documentation.docc"), withExtension: "md")
        let sources = ["SafeDefaults", "SafeDefaultsCloud", "SafeDefaultsCommand", "SafeDefaultsUI"].flatMap { module in
            Package.filesBelow(Package.root.appendingPathComponent("Sources/\(module)"), withExtension: "swift")
        }
        return try pages.flatMap { declaring(try Fence.inPage(text(of: $0), file: $0)) }
            + sources.flatMap { try Fence.inComments(text(of: $0), file: $0) }
    }

    /// Gives all blocks of a page what its first block declares, and in the README what the next such block declares.
    ///
    /// A block counts if it imports the library and has no statements. A page without such a block has the prelude.
    static func declaring(_ fences: [Fence]) -> [Fence] {
        guard let first = fences.firstIndex(where: { $0.language == "swift" }), fences[first].isOnlyDeclarations else {
            return fences
        }
        let isReadMe = fences[first].snippet.file.lastPathComponent == "README.md"
        let next = isReadMe ? fences.indices.first { $0 > first && fences[$0].isOnlyDeclarations } : nil
        let declaring = [first] + (next.map { [$0] } ?? [])
        let code = declaring.flatMap { fences[$0].snippet.code }
        return fences.enumerated().map { index, fence in
            var fence = fence
            if !declaring.contains(index) { fence.snippet.declarations = code }
            return fence
        }
    }

    private static func text(of file: URL) throws -> String {
        String(decoding: try Data(contentsOf: file), as: UTF8.self)
    }
}

/// A fenced block: the lines between one with three backquotes and a language, and one with three backquotes.
struct Fence: Sendable, CustomTestStringConvertible, CustomStringConvertible {
    /// The language, as the block says; of Swift also `swift-apple`, `swift-manifest` and `swift-rejected`, where the
    /// line before the block is the comment `<!-- apple -->`, `<!-- manifest -->` or `<!-- rejected -->`.
    let language: String

    fileprivate(set) var snippet: Snippet

    /// The last line of text before the block.
    let caption: String

    var description: String { snippet.description }
    var testDescription: String { description }

    /// Whether this is Swift that imports the library and has no statements.
    fileprivate var isOnlyDeclarations: Bool {
        let declarations = snippet.code.compactMap(Declaration.init)
        return language == "swift"
            && declarations.contains { $0.keyword == "import" && $0.name == "SafeDefaults" }
            && declarations.allSatisfy { !$0.isStatement && $0.attributes.isEmpty }
    }

    /// The blocks of a Markdown page.
    static func inPage(_ text: String, file: URL) throws -> [Fence] {
        try blocks(in: lines(of: text).map(Optional.some), file: file)
    }

    /// The blocks in the documentation comments of a source file.
    static func inComments(_ text: String, file: URL) throws -> [Fence] {
        let lines: [Substring?] = lines(of: text).map { line in
            let trimmed = line.drop { $0 == " " }
            guard trimmed.hasPrefix("///") else { return nil }
            let comment = trimmed.dropFirst(3)
            return comment.hasPrefix(" ") ? comment.dropFirst() : comment
        }
        return try blocks(in: lines, file: file)
    }

    private static func lines(of text: String) -> [Substring] {
        text.split(omittingEmptySubsequences: false) { $0.isNewline }
    }

    /// Returns the blocks in some lines, where nil stands for a line that belongs to no documentation.
    private static func blocks(in lines: [Substring?], file: URL) throws -> [Fence] {
        var blocks: [Fence] = []
        var open: Opening?
        var code: [String] = []
        var caption = ""
        var mark = ""
        for (index, line) in lines.enumerated() {
            guard let line else {
                if let open { throw Unclosed(file: file, line: open.line) }
                continue
            }
            if let opening = open {
                guard opening.isClosed(by: line) else {
                    code.append(String(line.drop(atMost: opening.indentation) { $0 == " " }))
                    continue
                }
                let snippet = Snippet(file: file, line: opening.line + 1, code: code)
                blocks.append(Fence(language: opening.language + mark, snippet: snippet, caption: caption))
                mark = ""
                open = nil
                code = []
            } else {
                open = Opening(line, number: index + 1)
                guard open == nil else { continue }
                mark = marks[line.trimmingCharacters(in: .whitespaces)] ?? ""
                if mark.isEmpty, !line.allSatisfy(\.isWhitespace) { caption = String(line) }
            }
        }
        if let open { throw Unclosed(file: file, line: open.line) }
        return blocks
    }

    /// The comments that say of the block on the next line what readers needn't see.
    private static let marks = [
        "<!-- apple -->": "-apple", "<!-- manifest -->": "-manifest", "<!-- rejected -->": "-rejected",
    ]

    /// The line that opens a block.
    private struct Opening {
        let line: Int
        let indentation: Int
        let mark: String
        let language: String

        init?(_ text: Substring, number: Int) {
            let fence = text.drop { $0 == " " }
            guard let character = fence.first, character == "`" || character == "~" else { return nil }
            mark = String(fence.prefix { $0 == character })
            let rest = fence.dropFirst(mark.count).drop { $0 == " " }
            guard mark.count >= 3, !rest.contains("`") else { return nil }
            line = number
            indentation = text.count - fence.count
            language = String(rest.prefix { $0 != " " && $0 != "," && $0 != "{" }).lowercased()
        }

        func isClosed(by text: Substring) -> Bool {
            let trimmed = text.trimmingCharacters(in: .whitespaces)
            return trimmed.hasPrefix(mark) && trimmed.allSatisfy { $0 == mark.first }
        }
    }

    struct Unclosed: Error, CustomStringConvertible {
        let file: URL
        let line: Int

        var description: String { "\(file.path):\(line): this block is never closed." }
    }
}

extension Substring {
    /// Returns the string without the first characters that satisfy a condition, and without more than a number of
    /// them.
    fileprivate func drop(atMost count: Int, while condition: (Character) -> Bool) -> Substring {
        dropFirst(prefix(count).prefix(while: condition).count)
    }
}
