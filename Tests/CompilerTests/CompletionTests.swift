import Foundation
import Testing

@testable import SafeDefaultsInspection

/// What an editor offers to somebody who uses the domain of the documentation.
@Suite(.enabled(if: LanguageServer.command != nil, "there is no sourcekit-lsp beside the compiler or in PATH"))
struct CompletionTests {
    private static let places = ["login.", "login.update(\\.", "LoginDefaults.", "LoginDefaults.settings."]

    /// The settings of the prelude, in the order in which an editor lists them.
    private static let settings = [
        "attempts: LoginDefaults.Setting<Int>", "loginDate: LoginDefaults.Setting<Date?>",
        "theme: LoginDefaults.Setting<Theme>",
    ]

    /// The members besides the settings that an editor may list after `login.`, so that the list can be read.
    private static let mostOtherMembers = 60

    #if canImport(Darwin)
    /// The words behind the list of names that are taken.
    private static let listEnd = "Write the key path"
    #else
    /// The words behind the list of names that are taken on this system.
    private static let listEnd = "on Apple systems also"
    #endif

    /// One run of the language server, for all tests.
    private static let completions = Task {
        let imports = Package.modules.map { "import \($0)\n" }.joined()
        return try await LanguageServer.completions(after: places, declaring: imports + Prelude().without([]))
    }

    private func completions(after place: String) async throws -> [Completion] {
        try #require(try await Self.completions.value[place])
    }

    @Test(arguments: ["login.", "login.update(\\.", "LoginDefaults.settings."])
    func settingsComeFirstWithTheirTypes(place: String) async throws {
        let completions = try await completions(after: place)
        #expect(completions.prefix(3).map { "\($0.label): \($0.detail ?? "")" } == Self.settings)
    }

    // NB: the compiler offers no dynamic members of a type (Swift 6.3). So `LoginDefaults.attempts` compiles, but isn't
    // offered; what is offered first is `settings`, and all settings behind it.
    @Test func thePropertyWithTheSettingsComesFirstAfterTheTypeOfADomain() async throws {
        let completions = try await completions(after: "LoginDefaults.")
        #expect(completions.first?.label == "settings")
    }

    @Test func onlySubscriptsAreOfferedBesidesTheSettingsOfAKeyPath() async throws {
        let others = try await completions(after: "login.update(\\.").dropFirst(Self.settings.count)
        #expect(others.filter { !$0.label.hasPrefix("[") }.map(\.label) == [])
    }

    @Test func fewOtherMembersAreOfferedAfterADomain() async throws {
        let others = try await otherMembersOfADomain()
        #expect(others.count <= Self.mostOtherMembers, "\(others.count)")
    }

    @Test func theNamesThatAreTakenAreThoseOfTheOtherMembers() async throws {
        let names = Set(try await otherMembersOfADomain().map { Self.name(in: $0.label) })
        #expect(names == (try Self.takenNames()))
        #expect(names.union(["bindings"]) == NameCheck.taken)
    }

    /// The members that are offered after `login.`, without the settings and the keyword `self`.
    private func otherMembersOfADomain() async throws -> [Completion] {
        try await completions(after: "login.").dropFirst(Self.settings.count).filter { $0.label != "self" }
    }

    /// The names of the list "Names that are taken" in the page on mistakes.
    private static func takenNames() throws -> Set<String> {
        let page = Package.root.appendingPathComponent("Documentation.docc/Troubleshooting.md")
        let text = String(decoding: try Data(contentsOf: page), as: UTF8.self)
        let section = try #require(text.components(separatedBy: "## Names that are taken").dropFirst().first)
        let list = try #require(section.components(separatedBy: listEnd).first)
        return Set(list.components(separatedBy: "`").enumerated().filter { $0.offset % 2 == 1 }.map(\.element))
    }

    /// A member that is public only for the library's own use begins with an underscore, or has no link in the
    /// documentation.
    @Test(arguments: places)
    func onlyDocumentedMembersAreOffered(place: String) async throws {
        // The last one is the name of a subscript.
        let others = ["self", "Type", "init", ""] + Self.settings.map(Self.name)
        let names = Set(try await completions(after: place).map { Self.name(in: $0.label) })
        let undocumented = names.subtracting(try Self.linkedNames()).subtracting(others)
        #expect(undocumented == [])
    }

    /// The names in the symbol links of the documentation: `edit` of ``` ``edit(fileID:line:_:)`` ```.
    private static func linkedNames() throws -> Set<String> {
        let pages = Package.filesBelow(Package.root.appendingPathComponent("Documentation.docc"), withExtension: "md")
        let links = try pages.flatMap { page in
            String(decoding: try Data(contentsOf: page), as: UTF8.self).components(separatedBy: "``")
                .filter { !$0.contains { $0.isWhitespace } }
        }
        return Set(links.flatMap { $0.components(separatedBy: "/") }.map(name))
    }

    private static func name(in declaration: String) -> String {
        String(declaration.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
    }

    /// The overloads of calls that can't work are declared only for the compiler's messages.
    @Test(arguments: places)
    func noUnavailableMemberIsOffered(place: String) async throws {
        let signs = [
            "NoSettingOfThisName", "(setting: ", "(value: Value, forKey: ", "(type: Value.Type, ",
        ]
        let offered = try await completions(after: place).map { " \($0.label): \($0.detail ?? "")" }
        #expect(offered.filter { line in signs.contains { line.contains($0) } } == [])
    }
}
