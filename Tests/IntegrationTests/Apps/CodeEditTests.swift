import Foundation
import SafeDefaults
import SafeDefaultsFiles
import SafeDefaultsSnapshots
import Testing

@testable import TestSupport

/// The settings of CodeEdit: eight sections of a JSON file, and a family in the standard store.
@Suite(.noHang) struct CodeEditTests {
    struct Editor: SafeDefaults {
        typealias Keys = DeclaredKeys<Self>

        struct Settings {
            let general = Setting("general", default: General(), stored: .json)
            let accounts = Setting("accounts", default: Accounts(), stored: .json)
            let theme = Setting("theme", default: Theme(), stored: .json)
            let textEditing = Setting("textEditing", default: TextEditing(), stored: .json)
            let keybindings = Setting("keybindings", default: Keybindings(), stored: .json)
            let search = Setting("search", default: Search(), stored: .json)
            let languageServers = Setting("languageServers", default: LanguageServers(), stored: .json)
            let developer = Setting("developerSettings", default: Developer(), stored: .json)
        }
        static let settings = Settings()
        var store: DefaultsStore

        // By hand: the file is JSON, so each section is stored as its text. A section that can't be read costs no other
        // one, and one that nobody declared stays as it is.
        func load(_ file: Data) throws {
            guard let sections = try JSONSerialization.jsonObject(with: file) as? [String: Any] else { return }
            for (name, section) in sections {
                let text = try JSONSerialization.data(withJSONObject: section, options: .fragmentsAllowed)
                set(String(decoding: text, as: UTF8.self), forKey: Keys(rawValue: name))
            }
        }

        func file() throws -> Data {
            let texts = store.userDefaults.dictionaryRepresentation().compactMapValues { $0 as? String }
            let sections = try texts.mapValues {
                try JSONSerialization.jsonObject(with: Data($0.utf8), options: .fragmentsAllowed)
            }
            return try JSONSerialization.data(withJSONObject: sections, options: [.prettyPrinted, .sortedKeys])
        }
    }

    /// Two of the sections as trees, as an import reads them.
    struct Sections: SafeDefaults {
        typealias Keys = DeclaredKeys<Self>
        struct Settings {
            let general = Setting("general", default: General())
            let textEditing = Setting("textEditing", default: TextEditing())
        }
        static let settings = Settings()
        var store: DefaultsStore
    }

    struct Workspaces: SafeDefaults {
        struct Keys: DynamicDefaultsKey {
            let rawValue: String
            static let namespace = "workspaceState"
            var uniqueValue: String { "workspaceState-" + rawValue }
        }
        struct Settings {
            subscript(file: URL) -> Setting<[String: PropertyListValue]> { Setting("\(file)", default: [:]) }
        }
        static let settings = Settings()
        var store: DefaultsStore = .standard
    }

    struct General: Codable, Equatable {
        enum Appearance: String, Codable { case system, light, dark }
        enum Issues: String, Codable { case inline, minimized }
        enum Extensions: Codable, Equatable { case showAll, hideAll, showOnly, hideOnly }
        enum Detail: Int, Codable { case upTo1 = 1, upTo2, upTo3, upTo4, upTo5, upTo10 = 10, upTo30 = 30 }
        var appAppearance = Appearance.system
        var showIssues = Issues.inline
        var fileExtensionsVisibility = Extensions.showAll
        var shownFileExtensions = (1...14).map { "e\($0)" }
        var findNavigatorDetail = Detail.upTo3
        var isAutoSaveOn = true
        var showLiveIssues = true
    }

    struct Accounts: Codable, Equatable {
        enum Provider: Codable, Equatable { case github, gitlab }
        enum Transport: String, Codable { case https = "HTTPS", ssh = "SSH" }
        struct Account: Codable, Equatable {
            var id, name, description, serverURL, sshKey: String
            var provider: Provider
            var urlProtocol: Transport
            var isTokenValid: Bool
        }
        struct SourceControl: Codable, Equatable { var gitAccounts: [Account] = [], sshKey = "" }
        var sourceControlAccounts = SourceControl()
    }

    struct Theme: Codable, Equatable {
        struct Attribute: Codable, Equatable {
            var color: String
            var bold, italic: Bool?  // written only if true
        }
        var selectedDarkTheme = "Default (Dark)", selectedLightTheme = "Default (Light)"
        var selectedTheme: String?
        var matchAppearance = true, useThemeBackground = true
        var overrides: [String: [String: [String: Attribute]]] = [:]
    }

    struct TextEditing: Codable, Equatable {
        struct Font: Codable, Equatable { var size = 12.0, weight = 0.23, name = "SF Mono" }
        struct Indent: Codable, Equatable { var indentType = "spaces", spaceCount = 4 }
        struct Warnings: Codable, Equatable { var enabled = false, characters: [UInt16: String] = [:] }
        var font = Font(), indentOption = Indent(), warningCharacters = Warnings()
        var defaultTabWidth = 4, reformatAtColumn = 80
        var lineHeightMultiple = 1.2
        var showMinimap = true
    }

    struct Keybindings: Codable, Equatable {
        struct Shortcut: Codable, Equatable { var name, description, context, keybinding, modifier, id: String }
        var keybindings: [String: Shortcut] = [:]
    }

    struct Search: Codable, Equatable {
        struct Pattern: Codable, Equatable { var id: UUID, value: String }
        var ignoreGlobPatterns: [Pattern] = []
    }

    struct LanguageServers: Codable, Equatable {
        struct Server: Codable, Equatable { var packageName: String, isEnabled: Bool, version: String }
        var installedLanguageServers: [String: Server] = [:]
    }

    struct Developer: Codable, Equatable {
        var lspBinaries: [String: String] = [:], showInternalDevelopmentInspector = false
    }

    /// The app's own file, as an older version left it.
    static let file = Data(
        #"""
        {"general": {"appAppearance":"dark","fileExtensionsVisibility":{"hideOnly":{}},"findNavigatorDetail":30,
          "showLiveIssues":false,"showIssues":null},
        "accounts": {"sourceControlAccounts":{"gitAccounts":[{"id":"a","name":"n","description":"d",
          "provider":{"github":{}},"serverURL":"https:\/\/x\/y","urlProtocol":"HTTPS","sshKey":"",
          "isTokenValid":true}]}},
        "theme": {"selectedTheme":null,"selectedDarkTheme":"D",
          "overrides":{"D":{"editor":{"background":{"color":"#123456"}}}}},
        "textEditing": {"lineHeightMultiple":2,"font":{"size":14,"name":null},
          "warningCharacters":{"enabled":true,"characters":[8211,"dash",160,"nbsp"]}},
        "keybindings": {"keybindings":{"k":{"name":"n","description":"d","context":"c","keybinding":"k",
          "modifier":"command","id":"k"}}},
        "search": {"ignoreGlobPatterns":[{"id":"6F9619FF-8B86-D011-B42D-00C04FC964FF","value":"*.o"}]},
        "languageServers": {"installedLanguageServers":{"gopls":{"packageName":"gopls","isEnabled":true,
          "version":"0.16"}}},
        "developerSettings": {"lspBinaries":{"swift":"\/usr\/bin\/x"}},
        "navigation": {"of": ["a newer version", null], "at": null}}
        """#.utf8)

    /// What the old code reads of a section of the file.
    private func section<Section: Decodable>(_ name: String, of file: Data, as: Section.Type) throws -> Section {
        let sections = try #require(try JSONSerialization.jsonObject(with: file) as? [String: Any])
        return try JSONDecoder().decode(
            Section.self, from: JSONSerialization.data(withJSONObject: #require(sections[name])))
    }

    @Test func everySectionOfTheFileIsReadAndWrittenAsTheAppReadsIt() throws {
        let editor = Editor(store: .inMemory())
        try editor.load(Self.file)
        var general = General()
        (general.appAppearance, general.fileExtensionsVisibility) = (.dark, .hideOnly)
        (general.findNavigatorDetail, general.showLiveIssues) = (.upTo30, false)
        #expect(editor.general == general && general.isAutoSaveOn && general.shownFileExtensions.count == 14)
        let account = editor.accounts.sourceControlAccounts.gitAccounts.first
        #expect(account?.provider == .github && account?.urlProtocol == .https && account?.serverURL == "https://x/y")
        #expect(editor.accounts.sourceControlAccounts.sshKey.isEmpty)
        let attribute = Theme.Attribute(color: "#123456")
        #expect(
            editor.theme == Theme(selectedDarkTheme: "D", overrides: ["D": ["editor": ["background": attribute]]]))
        let text = editor.textEditing
        #expect(text.lineHeightMultiple == 2 && text.font == TextEditing.Font(size: 14))
        #expect(text.warningCharacters.characters == [8211: "dash", 160: "nbsp"] && text.indentOption.spaceCount == 4)
        #expect(editor.keybindings.keybindings["k"]?.modifier == "command")
        #expect(editor.search.ignoreGlobPatterns.first?.id.uuidString == "6F9619FF-8B86-D011-B42D-00C04FC964FF")
        #expect(editor.languageServers.installedLanguageServers["gopls"]?.version == "0.16")
        #expect(editor.developer == Developer(lspBinaries: ["swift": "/usr/bin/x"]))

        (editor.general.showLiveIssues, editor.theme.matchAppearance) = (true, false)
        editor.textEditing.showMinimap.toggle()
        let file = try editor.file()
        #expect(try section("general", of: file, as: General.self) == editor.general)
        #expect(try section("theme", of: file, as: Theme.self) == editor.theme)
        #expect(try section("textEditing", of: file, as: TextEditing.self) == editor.textEditing)
        let unknown = try section("navigation", of: file, as: [String: [String?]?].self)
        #expect(unknown == ["of": ["a newer version", nil], "at": nil])
        let written = String(decoding: file, as: UTF8.self)
        #expect(!written.contains("selectedTheme") && !written.contains("bold"))
        #expect(written.filter { !$0.isWhitespace }.contains(#""characters":["#))
    }

    /// A file that an import can read as a whole stays JSON without code by hand.
    @Test func aFileWithoutAFlawIsImportedAndExported() throws {
        let sections = Sections(store: .inMemory())
        let file = Data(
            #"""
            {"general":{"appAppearance":"dark","fileExtensionsVisibility":{"hideOnly":{}},"findNavigatorDetail":30},
            "textEditing":{"lineHeightMultiple":2,"warningCharacters":{"characters":[8211,"dash"]}}}
            """#.utf8)
        try sections.import(file)
        #expect(sections.general.appAppearance == .dark && sections.general.fileExtensionsVisibility == .hideOnly)
        #expect(sections.textEditing.warningCharacters.characters == [8211: "dash"])
        (sections.general.showLiveIssues, sections.textEditing.showMinimap) = (false, false)
        let written = try sections.snapshot().export(as: .json)
        #expect(try section("general", of: written, as: General.self) == sections.general)
        #expect(try section("textEditing", of: written, as: TextEditing.self) == sections.textEditing)
    }

    @Test func anOlderFileAndABadSectionCostNoOtherSetting() throws {
        let editor = Editor(store: .inMemory())
        try editor.load(
            Data(
                #"""
                {"general":{"showLiveIssues":false,"fileExtensionsVisibility":{"hideAll":{}}},
                "textEditing":{"font":{"size":14}}}
                """#.utf8))
        #expect(editor.general.fileExtensionsVisibility == .hideAll && !editor.general.showLiveIssues)
        #expect(editor.textEditing.font == TextEditing.Font(size: 14) && editor.search == Search())

        try editor.load(Data(#"{"general":{"appAppearance":"sepia"},"search":{"ignoreGlobPatterns":[]}}"#.utf8))
        let issues = IssueRecorder.issues {
            #expect(editor.general == General())
            editor.general.showLiveIssues = false
        }
        #expect(issues.count == 2 && issues.allSatisfy { $0.kind == .unreadableValue })
        #expect(String(decoding: try editor.file(), as: UTF8.self).contains("sepia") && editor.contains(\.search))
    }

    @Test func aStoreAtTheFileLeavesItUntouchedWhileItIsOnlyRead() throws {
        let test = TestStore(.file)
        let url = test.fileURL.deletingLastPathComponent().appendingPathComponent("settings.json")
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Self.file.write(to: url)
        let issues = IssueRecorder.issues { #expect(Editor(store: .file(url)).general == General()) }
        #expect(issues.map(\.kind) == [.damagedFile])
        #expect(try Data(contentsOf: url) == Self.file)
    }

    @Test func eachSectionIsObservedAndChangedOnItsOwn() throws {
        let editor = Editor(store: .inMemory())
        let heard = Log<String>()
        let tokens = [
            editor.observe(\.general) { _ in heard.add("general") },
            editor.observe(\.textEditing) { _ in heard.add("textEditing") },
        ]
        editor.general.showLiveIssues = false
        editor.textEditing.showMinimap.toggle()
        #expect(heard.all == ["general", "textEditing"])
        for token in tokens { token.cancel() }

        let live = Log<Bool>()
        // By hand: an observer of one field compares it, because it hears of every change of the section.
        let token = editor.observe(\.general) { change in
            if change.oldValue.showLiveIssues != change.newValue.showLiveIssues {
                live.add(change.newValue.showLiveIssues)
            }
        }
        editor.general.isAutoSaveOn = false
        editor.general.showLiveIssues = true
        token.cancel()
        #expect(live.all == [true])

        DispatchQueue.concurrentPerform(iterations: 2) { thread in
            for _ in 1...100 {
                editor.update(\.textEditing) { text in
                    if thread == 0 { text.defaultTabWidth += 1 } else { text.reformatAtColumn += 1 }
                }
            }
        }
        #expect(editor.textEditing.defaultTabWidth == 104 && editor.textEditing.reformatAtColumn == 180)
        #expect(!editor.textEditing.showMinimap)
    }

    @Test(arguments: StoreKind.allCases) func theStateOfAWorkspaceIsADictionaryOfAnything(kind: StoreKind) throws {
        let test = TestStore(kind)
        let state: [String: PropertyListValue] = ["openTabs": [.data(Data([1]))], "width": 1.0]
        try check(
            Workspaces(store: test.store),
            AppRow(
                "workspaceState-file:///p/", ["openTabs": [Data([1])], "width": 1.0] as [String: Any],
                \.[URL(fileURLWithPath: "/p/", isDirectory: true)], state))
    }
}
