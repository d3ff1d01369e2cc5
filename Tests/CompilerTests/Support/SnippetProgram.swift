import Foundation

/// The source code that a snippet is compiled as.
struct SnippetProgram {
    enum Form: String {
        /// Statements, which are put into a function.
        case function

        /// Members of a domain, which are put into one.
        case domain

        /// Settings, which are put into the settings of a domain.
        case settings

        /// A file of a module, which is compiled separately.
        case file

        /// A program's main file, which is compiled separately.
        case script
    }

    let snippet: Snippet
    let form: Form
    private let declarations: [Declaration]

    /// The modules that are imported for a snippet that doesn't import them itself.
    private let imports: String

    /// Finds the form of a snippet.
    ///
    /// - Parameters:
    ///   - snippet: The snippet.
    ///   - isForApple: Whether it may use what exists only on Apple systems.
    init(_ snippet: Snippet, isForApple: Bool = false) {
        self.snippet = snippet
        imports = Self.imports + (isForApple ? "import Combine\nimport SwiftUI\n" : "")
        declarations = snippet.code.compactMap(Declaration.init)
        form = Self.form(of: declarations, in: snippet.code, replacing: Prelude.domains(in: snippet.declarations))
    }

    private static func form(
        of declarations: [Declaration], in code: [String], replacing domains: Set<String>
    ) -> Form {
        let members = declarations.contains { $0.modifiers.contains("static") || $0.name == "Settings" }
        let statements = declarations.contains { $0.isStatement || $0.keyword == "let" || $0.keyword == "var" }
        let onlyInFiles = declarations.contains { declaration in
            declaration.keyword == "import" || declaration.keyword == "extension"
                || declaration.keyword == "struct" && domains.contains(declaration.name ?? "")
                || !declaration.attributes.isDisjoint(with: ["main", "Test", "Suite", "Observable"])
        }
        if members { return .domain }
        if code.contains(where: { Prelude.setting(in: $0) != nil }) { return .settings }
        return onlyInFiles ? (statements ? .script : .file) : .function
    }

    /// Whether the snippet is compiled in a module of its own, with its own prelude.
    var isApart: Bool { form == .file || form == .script }

    /// What the snippet may use: the declarations of its page, or those of the documentation.
    var prelude: Prelude {
        get throws { try snippet.declarations.map { Prelude(imports: imports, page: $0) } ?? Prelude() }
    }

    /// Returns the files that are compiled for this snippet, by name.
    ///
    /// The prelude is one of them if the snippet is compiled separately.
    func files(prelude: Prelude) -> [String: String] {
        switch form {
        case .function:
            ["Function.swift": imports + "private func snippet() async throws {\n\(located)\n}\n"]
        case .domain, .settings:
            ["Domain.swift": imports + domain(filledFrom: prelude)]
        case .file, .script:
            [
                form == .script ? "main.swift" : "File.swift": (isWholeFile ? "" : imports) + located,
                "Prelude.swift": prelude.without(replacedNames),
            ]
        }
    }

    /// The names that the code declares itself, so that the prelude mustn't.
    private var replacedNames: Set<String> {
        Set(declarations.filter { $0.keyword != "import" && $0.keyword != "extension" }.compactMap(\.name))
    }

    /// Whether the code imports the library; then it is a complete file, which readers can copy.
    private var isWholeFile: Bool {
        declarations.contains { $0.keyword == "import" && ["SafeDefaults", "SafeDefaultsUI"].contains($0.name) }
    }

    private static let imports =
        "import Foundation\n" + Package.modules.map { "import \($0)\n" }.joined()

    /// The code with a directive, so that the compiler reports lines of the documentation.
    private var located: String {
        """
        #sourceLocation(file: "\(snippet.file.path)", line: \(snippet.line))
        \(snippet.code.joined(separator: "\n"))
        #sourceLocation()
        """
    }

    /// The code in a domain or its settings, with the keys that it uses, and with the settings of the prelude that it
    /// doesn't declare.
    private func domain(filledFrom prelude: Prelude) -> String {
        let names = Set(declarations.compactMap(\.name))
        let keys = prelude.settings.map(\.name) + snippet.code.flatMap(Self.keys(in:))
        let keyCases = "enum Keys: String, DefaultsKey { case \(Set(keys).sorted().joined(separator: ", ")) }\n"
        let others = prelude.settings.filter { !names.contains($0.name) }.map(\.declaration).joined(separator: "\n")
        let settings = "struct Settings {\n\(others)\n\(form == .settings ? located : "")\n}\n"
        return """
            private struct Domain: SafeDefaults {
            \(names.contains("Keys") ? "" : keyCases)\(names.contains("Settings") ? "" : settings)
            \(names.contains("settings") ? "" : "static let settings = Settings()")
            \(form == .domain ? located : "")
            }
            """
    }

    /// Returns the keys of a line's settings: `a` in `Setting(.a` and in `Setting<[Int]>(.a`.
    private static func keys(in line: String) -> [String] {
        line.components(separatedBy: "Setting").dropFirst().compactMap { rest in
            guard let dot = rest.range(of: "(.") else { return nil }
            return String(rest[dot.upperBound...].prefix { $0.isLetter || $0.isNumber })
        }
    }
}

/// The declarations that every snippet may use, or every snippet of a page.
struct Prelude {
    let text: String

    static let file = Package.compilerTests.appendingPathComponent("Support/Prelude.swift")

    init() throws { text = String(decoding: try Data(contentsOf: Self.file), as: UTF8.self) }

    /// The declarations of a page.
    init(imports: String, page code: [String]) {
        let own = code.filter { Declaration($0)?.keyword != "import" }
        let others = code.filter { Declaration($0)?.keyword == "import" && !imports.contains("\($0)\n") }
        text = imports + (others + own).joined(separator: "\n") + "\n"
    }

    /// The names of the domains of the prelude, or of a page's declarations.
    static func domains(in declarations: [String]?) -> Set<String> {
        guard let declarations else { return ["LoginDefaults"] }
        return Set(
            declarations.filter { $0.contains(": SafeDefaults {") }.compactMap { Declaration($0)?.name })
    }

    /// The settings of its domain.
    var settings: [(name: String, declaration: String)] {
        text.components(separatedBy: "\n").compactMap { line in
            let declaration = line.trimmingCharacters(in: .whitespaces)
            return Self.setting(in: declaration).map { ($0, declaration) }
        }
    }

    /// Returns the name of the setting that a line at the left margin declares, or nil if it declares none.
    static func setting(in line: String) -> String? {
        guard let declaration = Declaration(line), declaration.keyword == "let",
            ["= Setting(", "= Setting<"].contains(where: line.contains)
        else { return nil }
        return declaration.name
    }

    /// Returns the source without the declarations of some names.
    func without(_ names: Set<String>) -> String {
        var isKept = true
        let lines = text.components(separatedBy: "\n").filter { line in
            if let declaration = Declaration(line) { isKept = !names.contains(declaration.name ?? "") }
            return isKept || line.isEmpty
        }
        return lines.joined(separator: "\n")
    }
}
