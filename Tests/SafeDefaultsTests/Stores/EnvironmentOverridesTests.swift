import Foundation
import Testing

@testable import SafeDefaults
@testable import SafeDefaultsFiles
@testable import SafeDefaultsInspection
@testable import TestSupport

/// Environment variables that override a store's values.
@Suite(.rowsC(5)) struct EnvironmentOverridesTests {
    enum Theme: String, DefaultsValue { case light, dark }
    struct Point: Codable, Equatable { var x = 0, y = 0 }

    struct Editor: SafeDefaults {
        enum Keys: String, DefaultsKey {
            case fontSize, name, isOn, theme, list, table, point, homeURL
            case plist = "value"
            static let namespace = "editor"
        }

        struct Settings {
            let fontSize = Setting(.fontSize, default: 12)
            let name = Setting(.name, default: "none")
            let isOn = Setting(.isOn, default: false)
            let theme = Setting(.theme, default: Theme.light)
            let list = Setting(.list, default: [Int]())
            let table = Setting(.table, default: [String: Int]())
            let point = Setting(.point, default: Point())
            let plist = Setting<PropertyListValue?>(.plist)
            let homeURL = Setting<URL?>(.homeURL)
        }
        static let settings = Settings()
        var store: DefaultsStore
    }

    enum Kind: CaseIterable { case inMemory, file }

    /// Runs a closure with a store that has environment variables.
    private func withEditor(
        _ kind: Kind, _ variables: [String: String], arguments: [String] = [],
        _ body: (Editor) throws -> Void
    ) rethrows {
        let environment = EnvironmentOverrides(prefix: "NOTES", variables: variables)
        switch kind {
        case .inMemory: try body(Editor(store: .inMemory(arguments: arguments, environment: environment)))
        case .file:
            let directory = FileManager.default.temporaryDirectory
                .appendingPathComponent("EnvironmentOverridesTests-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: directory) }
            let store = DefaultsStore.file(directory.appendingPathComponent("a.plist"), environment: environment)
            store.userDefaults.setVolatileDomain(
                LaunchArguments.parse(arguments).mapValues(\.foundationObject), forName: UserDefaults.argumentDomain)
            try body(Editor(store: store))
        }
    }

    // MARK: - Names

    static let names: [(String, String?)] = [
        ("editor/fontSize", "NOTES_EDITOR_FONT_SIZE"), ("editor.font.size", "NOTES_EDITOR_FONT_SIZE"),
        ("font_size", "NOTES_FONT_SIZE"), ("homeURL", "NOTES_HOME_URL"), ("URLPath", "NOTES_URL_PATH"),
        ("URL", "NOTES_URL"), ("aURLOfB", "NOTES_A_URL_OF_B"), ("size2X", "NOTES_SIZE2_X"),
        ("utf8Name", "NOTES_UTF8_NAME"), ("allowedURLs", "NOTES_ALLOWED_URLS"), ("userIDs", "NOTES_USER_IDS"),
        ("URLsByID", "NOTES_URLS_BY_ID"), ("net/IDs.all", "NOTES_NET_IDS_ALL"), ("IDs2", "NOTES_IDS2"),
        ("URLSession", "NOTES_URL_SESSION"), ("URLIsOn", "NOTES_URLIS_ON"), ("seenAs", "NOTES_SEEN_AS"),
        ("As", "NOTES_AS"), ("allAsZ", "NOTES_ALL_AS_Z"), ("isOS", "NOTES_IS_OS"), ("anXs", "NOTES_AN_XS"),
        ("3d", "NOTES_3D"), ("_private__x", "NOTES_PRIVATE_X"), ("-", nil), ("", nil),
        ("straße", "NOTES_STRA_U00DF_E"), ("e\u{301}", "NOTES_U00E9"), ("\u{e9}", "NOTES_U00E9"),
        ("😀", "NOTES_U1F600"), ("scope:user-7/login/attempts", "NOTES_SCOPE_USER_7_LOGIN_ATTEMPTS"),
        ("a\0b", "NOTES_A_B"), ("A", "NOTES_A"), ("aB", "NOTES_A_B"), ("isOn", "NOTES_IS_ON"),
    ]

    @Test(arguments: names.indices) func storedNamesBecomeVariables(index: Int) {
        let (name, variable) = Self.names[index]
        #expect(EnvironmentOverrides(prefix: "NOTES").variable(for: name) == variable)
    }

    @Test func theAuditFindsNamesWithOneVariable() {
        struct First: SafeDefaults {
            enum Keys: String, DefaultsKey { case fontSize, other, dashes = "--" }
        }
        struct Second: SafeDefaults {
            enum Keys: String, DefaultsKey { case fontSize = "font.size", more }
        }
        let problems = DefaultsAudit.problems(in: [First.self, Second.self], environment: "NOTES")
        #expect(
            problems == [
                "\"--\" has no environment variable, because it has no letter and no digit.",
                "\"font.size\" and \"fontSize\" are all overridden by the environment variable NOTES_FONT_SIZE: give "
                    + "one of them another raw value, or its domain another namespace.",
            ])
        #expect(DefaultsAudit.problems(in: [First.self, Second.self]).isEmpty)
        #expect(DefaultsAudit.problems(in: [Editor.self], environment: "NOTES").isEmpty)
    }

    // MARK: - Values

    @Test(arguments: Kind.allCases) func aVariableIsReadByTheSettingsType(kind: Kind) {
        let variables = [
            "NOTES_EDITOR_FONT_SIZE": "14", "NOTES_EDITOR_NAME": "\"14\" (a)", "NOTES_EDITOR_IS_ON": "yes",
            "NOTES_EDITOR_THEME": "dark", "NOTES_EDITOR_LIST": "[1, 2]", "NOTES_EDITOR_TABLE": #"{"a": 1}"#,
            "NOTES_EDITOR_POINT": #"{"x": 1, "y": 2}"#, "NOTES_EDITOR_VALUE": "5",
            "NOTES_EDITOR_HOME_URL": "https://example.com", "OTHER": "x",
        ]
        withEditor(kind, variables) { editor in
            let issues = IssueRecorder.issues {
                #expect(editor.fontSize == 14 && editor.name == "\"14\" (a)" && editor.isOn && editor.theme == .dark)
                #expect(editor.list == [1, 2] && editor.table == ["a": 1] && editor.point == Point(x: 1, y: 2))
                #expect(editor.plist == .string("5") && editor.homeURL == URL(string: "https://example.com"))
                #expect(editor.integer(forKey: .fontSize) == 14 && editor.bool(forKey: .isOn) == true)
                #expect(editor.value([Int].self, forKey: .list) == [1, 2])
                #expect(
                    editor.lookup(\.list).readable == [1, 2]
                        && editor.lookup(Int.self, forKey: .fontSize).readable == 14)
                #expect(editor.store.userDefaults.integer(forKey: "editor/fontSize") == 14)
                #expect(editor.store.userDefaults.string(forKey: "editor/list") == "[1, 2]")
                #expect(editor.contains(\.list))
                #expect(Editor.list.origin(in: editor.store) == .environment("NOTES_EDITOR_LIST"))
            }
            #expect(issues.isEmpty, "\(issues)")
        }
    }

    @Test(arguments: Kind.allCases) func unreadableTextGivesTheDefaultAndOneIssueThatNamesTheVariable(kind: Kind) {
        withEditor(kind, ["NOTES_EDITOR_FONT_SIZE": "seventeen"]) { editor in
            editor.fontSize = 13
            var issues = IssueRecorder.issues { #expect(editor.fontSize == 12) }
            #expect(issues.map(\.kind) == [.unreadableValue])
            #expect("\(issues)".contains("NOTES_EDITOR_FONT_SIZE") && !"\(issues)".contains("seventeen"))
            // Not the usual advice to write or reset, which would replace a good stored value.
            let advice =
                "What is stored is kept, and is read again without the environment variable NOTES_EDITOR_FONT_SIZE: "
                + "correct that, or leave it out."
            #expect("\(issues[0])".hasSuffix("The read gave the default. \(advice)"))
            issues = IssueRecorder.issues { #expect(editor.integer(forKey: .fontSize) == nil) }
            #expect("\(issues)".contains("NOTES_EDITOR_FONT_SIZE") && !"\(issues)".contains("seventeen"))
            #expect("\(issues[0])".hasSuffix("The read gave nil. \(advice)"))
            issues = IssueRecorder.issues { editor.fontSize += 1 }
            #expect("\(issues[0])".hasSuffix("so nothing was written. \(advice)"))
            #expect(throws: DefaultsError.self) { try editor.read(\.fontSize) }
            #expect(Editor.fontSize.origin(in: editor.store) == .environment("NOTES_EDITOR_FONT_SIZE"))
            editor.update(\.fontSize) { $0 += 1 }
            #expect(editor.store.box.contents(named: ["editor/fontSize"], in: .own) == ["editor/fontSize": .value(14)])
        }
    }

    @Test(arguments: Kind.allCases) func anUnreadableArgumentIsNotWhatIsStored(kind: Kind) {
        withEditor(kind, [:], arguments: ["-editor/fontSize", "seventeen"]) { editor in
            editor.fontSize = 13
            let issues = IssueRecorder.issues { #expect(editor.fontSize == 12) }
            let advice = "read again without the launch argument: correct that, or leave it out."
            #expect(issues.count == 1 && "\(issues[0])".hasSuffix(advice))
        }
    }

    // MARK: - Layers

    @Test(arguments: Kind.allCases) func aVariableIsNeverStored(kind: Kind) {
        withEditor(kind, ["NOTES_EDITOR_FONT_SIZE": "14", "NOTES_EDITOR_LIST": "[1]"]) { editor in
            #expect(editor.storedKeys.isEmpty && editor.dictionaryRepresentation.isEmpty)
            editor.update(\.fontSize) { $0 += 1 }
            editor.edit { $0.list.append(2) }
            #expect(editor.fontSize == 14 && editor.list == [1])
            #expect(editor.dictionaryRepresentation == ["editor/fontSize": 13, "editor/list": [2]])
            #expect(editor.allSettings.filter(\.isStored).map(\.name) == ["fontSize", "list"])
            editor.removeAll()
            #expect(editor.storedKeys.isEmpty && editor.fontSize == 14)
        }
    }

    @Test(arguments: Kind.allCases) func observersOfAnOverriddenSettingHearNothing(kind: Kind) {
        withEditor(kind, ["NOTES_EDITOR_FONT_SIZE": "14"]) { editor in
            let values = Shared<[Int]>([])
            let token = editor.observe(\.fontSize, initial: true) { change in
                values.change { $0.append(change.newValue) }
            }
            editor.fontSize = 20
            editor.update(\.fontSize) { $0 += 1 }
            token.cancel()
            #expect(values.value == [14])
        }
    }

    /// A text is parsed only if it is what a read finds.
    @Test(arguments: Kind.allCases) func aChangeDoesNotParseAStoredString(kind: Kind) {
        withEditor(kind, ["NOTES_EDITOR_LIST": "[1]"]) { editor in
            editor.set("[1]", forKey: .list)
            let issues = IssueRecorder.issues {
                editor.update(\.list) { $0.append(2) }
                editor.edit { $0.list.append(2) }
                #expect(editor.list == [1])
            }
            #expect(issues.map(\.kind) == [.unreadableValue, .unreadableValue])
            #expect(!"\(issues)".contains("NOTES_EDITOR_LIST"))
            #expect(editor.dictionaryRepresentation == ["editor/list": "[1]"])
        }
    }

    @Test func aVariableOfAFormerNameIsReadByItsConversion() {
        struct Page: SafeDefaults {
            enum Keys: String, DefaultsKey { case sizes, colors }
            struct Settings {
                let sizes = Setting(.sizes, default: [Int](), formerly: "points")
                let colors = Setting(
                    .colors, default: [String](),
                    formerly: .key("tints", as: [Int].self) { $0.map { "\($0)" } })
            }
            static let settings = Settings()
            var store: DefaultsStore
        }
        var variables = ["A_POINTS": "[1, 2]", "A_TINTS": "[1, 2]"]
        var page: Page { Page(store: .inMemory(environment: .init(prefix: "A", variables: variables))) }
        #expect(page.sizes == [1, 2] && page.colors == ["1", "2"])
        variables = ["A_POINTS": "x", "A_TINTS": "x"]
        let issues = IssueRecorder.issues { #expect(page.sizes.isEmpty && page.colors.isEmpty) }
        #expect(issues.count == 2 && "\(issues)".contains("A_POINTS") && "\(issues)".contains("A_TINTS"))
    }

    // MARK: - Stores

    @Test func theProcesssOwnVariablesAreReadOnceWhenTheStoreIsMade() {
        let directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("EnvironmentOverridesTests-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: directory) }
        let url = directory.appendingPathComponent("a.plist")
        let path = ProcessInfo.processInfo.environment["PATH"]
        struct Search: SafeDefaults {
            enum Keys: String, DefaultsKey { case path }
            struct Settings { let path = Setting<String?>(.path) }
            static let settings = Settings()
            var store: DefaultsStore
        }
        let search = Search(store: .file(url, environment: ""))
        #expect(search.path == path)
        #expect(search.store == .file(url, environment: ""))
        #expect(search.store != .file(url))
        search.path = "/stored"
        #expect(search.path == path && Search(store: .file(url)).path == "/stored")
    }
}

extension AnySetting {
}
