import Foundation

/// The source that a snippet is compiled as.
struct SnippetProgram {
    enum Form: String {
        /// Statements, in a function of their own.
        case function

        /// Members of a domain, in one.
        case domain

        /// A file of a module, compiled apart from all other snippets.
        case file

        /// A program's main file, compiled apart from all other snippets.
        case script
    }

    let snippet: Snippet
    let form: Form
    private let declarations: [Declaration]

    /// What is imported for a snippet that doesn't import it itself.
    private let imports: String

    /// Finds the form of a snippet.
    ///
    /// - Parameters:
    ///   - snippet: The snippet.
    ///   - isForApple: Whether it may use what only Apple systems have.
    init(_ snippet: Snippet, isForApple: Bool = false) {
        self.snippet = snippet
        imports = Self.imports + (isForApple ? "import Combine\nimport SwiftUI\n" : "")
        declarations = snippet.code.compactMap(Declaration.init)
        form = Self.form(of: declarations)
    }

    private static func form(of declarations: [Declaration]) -> Form {
        let members = declarations.contains { $0.modifiers.contains("static") || $0.name == "settings" }
        let statements = declarations.contains { $0.isStatement || $0.keyword == "let" || $0.keyword == "var" }
        let onlyInFiles = declarations.contains { declaration in
            declaration.keyword == "import" || declaration.keyword == "extension"
                || declaration.name == "LoginDefaults" && declaration.keyword == "struct"
                || !declaration.attributes.isDisjoint(with: ["main", "Test", "Suite", "Observable"])
        }
        if members { return .domain }
        return onlyInFiles ? (statements ? .script : .file) : .function
    }

    /// The files that are compiled for this snippet, by name; for one that isn't compiled apart, without the prelude.
    func files(prelude: Prelude) -> [String: String] {
        switch form {
        case .function:
            ["Function.swift": imports + "private func snippet() async throws {\n\(located)\n}\n"]
        case .domain:
            ["Domain.swift": imports + domain(filledFrom: prelude)]
        case .file, .script:
            [
                form == .script ? "main.swift" : "File.swift": (isWholeFile ? "" : imports) + located,
                "Prelude.swift": prelude.without(replacedNames),
            ]
        }
    }

    /// The names that the code declares for itself, so that the prelude mustn't.
    private var replacedNames: Set<String> {
        Set(declarations.filter { $0.keyword != "import" && $0.keyword != "extension" }.compactMap(\.name))
    }

    /// Whether the code has all imports that it needs: one that imports the library is a file to be copied as it is.
    private var isWholeFile: Bool {
        declarations.contains { $0.keyword == "import" && $0.name == "SafeDefaults" }
    }

    private static let imports = "import Foundation\nimport SafeDefaults\n"

    /// The code, whose lines the compiler calls by their place in the documentation.
    private var located: String {
        """
        #sourceLocation(file: "\(snippet.file.path)", line: \(snippet.line))
        \(snippet.code.joined(separator: "\n"))
        #sourceLocation()
        """
    }

    /// A domain around the code, with the keys that it uses, and the settings of the prelude that it doesn't declare.
    private func domain(filledFrom prelude: Prelude) -> String {
        let names = Set(declarations.compactMap(\.name))
        let keys = prelude.settings.map(\.name) + snippet.code.flatMap(Self.keys(in:))
        let keyCases = "enum Keys: String, DefaultsKey { case \(Set(keys).sorted().joined(separator: ", ")) }\n"
        let settings = prelude.settings.filter { !names.contains($0.name) }.map(\.declaration)
        return """
            private struct Domain: SafeDefaults {
            \(names.contains("Keys") ? "" : keyCases)\(settings.joined(separator: "\n"))
            \(located)
            }
            """
    }

    /// The keys that a line's settings have: `a` in `Setting(.a` and in `Setting<[Int]>(.a`.
    private static func keys(in line: String) -> [String] {
        line.components(separatedBy: "Setting").dropFirst().compactMap { rest in
            guard let dot = rest.range(of: "(.") else { return nil }
            return String(rest[dot.upperBound...].prefix { $0.isLetter || $0.isNumber })
        }
    }
}

/// What every snippet may use without saying so.
struct Prelude {
    private let text: String

    static let file = Package.compilerTests.appendingPathComponent("Support/Prelude.swift")

    init() throws { text = String(decoding: try Data(contentsOf: Self.file), as: UTF8.self) }

    /// The settings of its domain.
    var settings: [(name: String, declaration: String)] {
        text.components(separatedBy: "\n").compactMap { line in
            let trimmed = line.trimmingCharacters(in: .whitespaces)
            guard trimmed.hasPrefix("static let "), trimmed.contains("Setting"),
                let name = Declaration(trimmed)?.name
            else { return nil }
            return (name, trimmed)
        }
    }

    /// Its source, but for the declarations of some names.
    func without(_ names: Set<String>) -> String {
        var isKept = true
        let lines = text.components(separatedBy: "\n").filter { line in
            if let declaration = Declaration(line) { isKept = !names.contains(declaration.name ?? "") }
            return isKept || line.isEmpty
        }
        return lines.joined(separator: "\n")
    }
}
