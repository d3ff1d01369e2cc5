import Foundation
import Testing

/// Checks that every block of Swift in the documentation compiles.
@Suite struct SnippetTests {
    private static let options = ["-swift-version", "6", "-suppress-warnings"]

    @Test(arguments: ClientMode.ofReaders)
    func snippetsOfStatementsAndMembersCompile(mode: ClientMode) async throws {
        let programs = try Snippet.all().map { SnippetProgram($0) }.filter { !$0.isApart }
        try #require(!programs.isEmpty)
        for files in try Self.modules(of: programs) { try await Self.accept(files, mode: mode) }
    }

    @Test(arguments: Sample.of(try Snippet.all().filter { [.file, .script].contains(SnippetProgram($0).form) }))
    func snippetThatIsAFileCompiles(snippet: Snippet) async throws {
        let program = SnippetProgram(snippet)
        for mode in ClientMode.ofReaders { try await Self.accept(program.files(prelude: program.prelude), mode: mode) }
    }

    /// The examples that run on Linux; `.ci/examples` builds them for the usual mode.
    @Test(arguments: ClientMode.ofReaders) func examplesCompile(mode: ClientMode) async throws {
        for name in ["Fleet", "Greeter", "Reader"] {
            let files = try Package.files(in: Self.examples.appendingPathComponent(name), withExtension: "swift")
            try #require(!files.isEmpty)
            if let complaint = try await mode.complaint(of: files) { Issue.record("\(complaint)") }
        }
    }

    private static let examples = Package.root.appendingPathComponent("Examples")

    private static let tutorial = Package.root.appendingPathComponent("Documentation.docc/Resources/Tutorial")

    /// Each file of the tutorial is a whole program, or a whole file of tests.
    @Test(arguments: try Package.files(in: tutorial, withExtension: "swift"))
    func fileOfTheTutorialCompiles(file: URL) async throws {
        let code = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        let name = code.contains("import Testing") ? "Tests.swift" : "main.swift"
        let compilation = try await Self.compile([name: code])
        if !compilation.succeeded { Issue.record("\(file.lastPathComponent): \(compilation.output)") }
    }

    @Test func theTutorialShowsEachOfItsFiles() throws {
        let page = Package.root.appendingPathComponent("Documentation.docc/Tutorial/RememberingReader.tutorial")
        let text = String(decoding: try Data(contentsOf: page), as: UTF8.self)
        let files = try Package.files(in: Self.tutorial, withExtension: "swift").map(\.lastPathComponent)
        #expect(files.count > 5)
        #expect(files.filter { !text.contains("file: \($0))") } == [])
    }

    /// A block of `swift-apple` is for Apple systems, and may use Combine and SwiftUI without importing them.
    ///
    /// So are some examples, and some files in `Accepted` and `Rejected`. It needs a module of each of Apple's
    /// frameworks that the library uses, so `swift test` skips it.
    @Test(.enabled(if: Sample.isAll, "left to .ci/run"))
    func snippetsForAppleSystemsCompileAgainstTheirModules() async throws {
        let programs = try Snippet.fences().filter { $0.language == "swift-apple" }
            .map { SnippetProgram($0.snippet, isForApple: true) }
        try #require(!programs.isEmpty)
        // The snippets of a page are one module, in which none may replace the prelude, or be a program.
        for program in programs { #expect(program.form != .script, "\(program.snippet.testDescription)") }
        let modules = try Self.modules(of: programs)
        var files: [String: String] = [:]
        for (index, module) in modules.enumerated() {
            for (name, text) in module { files["\(index)_\(name)"] = text }
        }
        try await TemporaryFolder.with(files) { folder in
            let snippets = modules.enumerated().map { index, module in
                module.keys.sorted().map { folder.appendingPathComponent("\(index)_\($0)") }
            }
            let all = try snippets + Self.filesForAppleSystems()
            try await AppleModules.with { options in
                for mode in ClientMode.ofReaders {
                    for files in all {
                        let complaint = try await mode.complaint(of: files, modules: options)
                        if let complaint { Issue.record("\(complaint)") }
                    }
                }
                let rejected = Package.compilerTests.appendingPathComponent("Rejected/Apple")
                let verification = try await Compiler.verify(
                    Package.files(in: rejected, withExtension: "swift"), options: ClientMode.swift6.options,
                    modules: options)
                #expect(verification.complaints == [])
            }
        }
    }

    /// The modules of the examples that need Xcode, and of the accepted code for Apple systems.
    private static func filesForAppleSystems() throws -> [[URL]] {
        let weather = examples.appendingPathComponent("Weather")
        let accepted = Package.compilerTests.appendingPathComponent("Accepted/Apple")
        return try [
            Package.files(in: examples.appendingPathComponent("SettingsScreen"), withExtension: "swift"),
            ["WeatherSettings.swift", "WeatherApp.swift"].map(weather.appendingPathComponent),
            ["WeatherSettings.swift", "WeatherWidget.swift"].map(weather.appendingPathComponent),
            Package.files(in: accepted, withExtension: "swift"),
        ]
    }

    /// The files of the modules that some snippets make: one for each page that has declarations of its own, and one
    /// for all others.
    private static func modules(of programs: [SnippetProgram]) throws -> [[String: String]] {
        let pages = Dictionary(grouping: programs) { $0.snippet.declarations == nil ? "" : $0.snippet.file.path }
        return try pages.sorted { $0.key < $1.key }.map { _, programs in
            let prelude = try programs[0].prelude
            var files = ["Prelude.swift": prelude.text]
            for (index, program) in programs.enumerated() {
                for (name, text) in program.files(prelude: prelude) where name != "Prelude.swift" {
                    files["\(index)-\(name)"] = text
                }
            }
            return files
        }
    }

    /// A block of `swift-rejected` shows a mistake; the line before it may quote the sentence that the mistake meets.
    @Test(arguments: Sample.of(try Snippet.fences().filter { $0.language == "swift-rejected" }))
    func snippetOfAMistakeIsRejected(fence: Fence) async throws {
        let program = SnippetProgram(fence.snippet)
        let prelude = try program.prelude
        let compilation = try await Self.compile(
            ["Prelude.swift": prelude.text].merging(program.files(prelude: prelude)) { $1 })
        #expect(!compilation.succeeded)
        for misleading in ["cannot find", "expected expression", "invalid character"] {
            #expect(!compilation.output.contains(misleading), "rejected for another reason: \(compilation.output)")
        }
        for sentence in QuotedSentence.all(in: fence.caption) {
            #expect(compilation.output.contains(sentence.text), "\(compilation.output)")
        }
    }

    /// Each sentence that *Troubleshooting* explains must be expected of some rejected code.
    @Test func sentencesOfTroubleshootingAreExpectedOfRejectedCode() throws {
        let page = Package.root.appendingPathComponent("Documentation.docc/Troubleshooting.md")
        let sentences = QuotedSentence.all(in: String(decoding: try Data(contentsOf: page), as: UTF8.self))
        try #require(!sentences.isEmpty)
        let rejected = Package.compilerTests.appendingPathComponent("Rejected")
        let expected = try Package.filesBelow(rejected, withExtension: "swift").flatMap { file in
            String(decoding: try Data(contentsOf: file), as: UTF8.self).components(separatedBy: "\n")
                .filter { $0.contains("// expected-") }.map { QuotedSentence($0).withoutNames }
        }
        for sentence in sentences {
            #expect(expected.contains { $0.contains(sentence.withoutNames) }, "\(sentence.text)")
        }
    }

    @Test func everyFencedBlockSaysWhatLanguageItIsIn() throws {
        for fence in try Snippet.fences() {
            #expect(!fence.language.isEmpty, "\(fence.snippet.file.path):\(fence.snippet.line - 1)")
        }
    }

    private static func accept(_ files: [String: String], mode: ClientMode) async throws {
        try await TemporaryFolder.with(files) { folder in
            let paths = files.keys.sorted().map { folder.appendingPathComponent($0) }
            if let complaint = try await mode.complaint(of: paths) { Issue.record("\(complaint)") }
        }
    }

    static func compile(_ files: [String: String]) async throws -> Compilation {
        try await TemporaryFolder.with(files) { folder in
            try await Compiler.check(
                files.keys.sorted().map { folder.appendingPathComponent($0) }, options: options)
        }
    }
}

/// Tests how blocks are found, and how they are wrapped in code that compiles.
@Suite struct SnippetHarnessTests {
    private let page = URL(fileURLWithPath: "/tmp/Page.md")

    @Test func blocksAreFoundWithTheirLines() throws {
        let text = """
            Text
            ```swift
            let a = 1
            ```
            1. Item
               ```swift
               if true {
                   print(1)
               }
               ```
            ```swift-manifest
            .package(path: "x")
            ```
            ~~~swift
            let b = 2
            ~~~
            ````swift
            let c = "```"
            ````
            """
        let fences = try Fence.inPage(text, file: page)
        #expect(fences.map(\.language) == ["swift", "swift", "swift-manifest", "swift", "swift"])
        #expect(fences.map(\.snippet.line) == [3, 7, 12, 15, 18])
        #expect(fences[1].snippet.code == ["if true {", "    print(1)", "}"])
        #expect(throws: Fence.Unclosed.self) { try Fence.inPage("```swift\nlet a = 1", file: page) }
    }

    @Test func blocksOfCommentsAreFoundWithTheirLines() throws {
        let text = """
            enum A {
                /// Text.
                ///
                /// ```swift
                /// struct B {
                ///     let c = 1
                ///
                /// }
                /// ```
                case a
            }
            """
        let fences = try Fence.inComments(text, file: page)
        #expect(fences.map(\.snippet.line) == [5])
        #expect(fences[0].snippet.code == ["struct B {", "    let c = 1", "", "}"])
        #expect(throws: Fence.Unclosed.self) { try Fence.inComments("/// ```swift\ncase a", file: page) }
    }

    @Test(arguments: [
        ("login.attempts += 1", "function"),
        ("struct Local: Codable {}\nprint(Local())", "function"),
        ("let login = LoginDefaults(store: .inMemory())\nawait Task.yield()", "function"),
        ("// Why.\nlet attempts = Setting(.attempts, default: 0)", "settings"),
        ("struct Settings {\n    let a = Setting(.a, default: 0)\n}\nstatic let settings = Settings()", "domain"),
        ("extension LoginDefaults {\n    func f() {}\n}", "file"),
        ("import SafeDefaults\n\nstruct A {\n    let b = 1\n}", "file"),
        ("@Test(arguments: [1, 2]) func f(a: Int) {}", "file"),
        ("@MainActor\n@main\nstruct A {\n    static func main() {}\n}", "file"),
        ("struct LoginDefaults: SafeDefaults {\n}", "file"),
        ("import SafeDefaults\nlogin.attempts += 1", "script"),
        ("extension LoginDefaults {\n}\nlet a = 1", "script"),
    ])
    func aBlockIsCompiledInTheFormThatItNeeds(code: String, form: String) {
        #expect(SnippetProgram(snippet(code)).form.rawValue == form)
    }

    private static let blocksWithAnError = [
        "login.attempts += 1\nlet wrong: Int = login.theme",
        "let attempts = Setting(.attempts, default: 0)\nlet wrong = Setting<Int>(.other)",
        "struct Settings {\n    let wrong = Setting<Int>(.other)\n}\nstatic let settings = Settings()",
        "import SafeDefaults\nstruct A { let wrong: Int = login.theme }",
        "import SafeDefaults\nlet wrong: Int = login.theme",
        "import SafeDefaults\nlet wrong = Date()",
        "extension LoginDefaults {\n    var wrong: Int { theme }\n}",
    ]

    @Test(arguments: Sample.of(blocksWithAnError))
    func anErrorIsReportedWithThePageAndItsLine(code: String) async throws {
        let compilation = try await compile(code)
        #expect(!compilation.succeeded)
        #expect(compilation.output.contains("/tmp/Page.md:8:"), "\(compilation.output)")
    }

    private func snippet(_ code: String) -> Snippet {
        Snippet(file: page, line: 7, code: code.components(separatedBy: "\n"))
    }

    private func compile(_ code: String) async throws -> Compilation {
        let program = SnippetProgram(snippet(code))
        let prelude = try Prelude()
        return try await SnippetTests.compile(
            ["Prelude.swift": prelude.text].merging(program.files(prelude: prelude)) { $1 })
    }
}
