import Foundation
import SafeDefaults
import SafeDefaultsFiles
import SafeDefaultsInspection
import SafeDefaultsSnapshots
import Testing

@testable import TestSupport

@Suite(.rowsB(13), .row(90)) struct FormerNameTests {
    enum Theme: String, DefaultsValue { case light, dark }

    /// What an earlier version of the program had.
    struct Old: SafeDefaults {
        enum Keys: String, DefaultsKey {
            case appTheme, size = "fontSize", count
            case uiTheme = "ui.theme"
        }

        struct Settings {
            let appTheme = Setting<Theme?>(.appTheme)
            let uiTheme = Setting<Theme?>(.uiTheme)
            let size = Setting<Int?>(.size)
            let count = Setting<Int?>(.count)
        }
        static let settings = Settings()
        var store: DefaultsStore
    }

    struct Editor: SafeDefaults {
        enum Keys: String, DefaultsKey {
            case theme, fontSize, count
            static let namespace = "editor"
        }

        struct Settings {
            let theme = Setting(.theme, default: Theme.light, formerly: "appTheme", "ui.theme")
            let fontSize = Setting(
                .fontSize, default: 12.5, in: 8...72, formerly: .key("fontSize", as: Int.self) { Double($0) })
            let count = Setting(.count, default: 0, formerly: .key(Old.Keys.count)).storingOnlyChanges()
        }
        static let settings = Settings()
        var store: DefaultsStore
    }

    // MARK: - Reading

    @Test(arguments: StoreKind.allCases) func readsFallBackThroughTheNamesInOrder(kind: StoreKind) throws {
        let test = TestStore(kind)
        let (old, editor) = (Old(store: test.store), Editor(store: test.store))
        #expect(editor.theme == .light && !editor.contains(\.theme))
        old.uiTheme = .dark
        #expect(editor.theme == .dark && editor.contains(\.theme) && editor.lookup(\.theme).readable == .dark)
        #expect(try editor.read(\.theme) == .dark)
        old.appTheme = .light
        #expect(editor.theme == .light)
        old.size = 14
        #expect(editor.fontSize == 14)
        // A value of another type is held to the range, too.
        old.size = 100
        #expect(editor.fontSize == 72)
        // A read never writes.
        #expect(test.raw("editor/theme") == nil && test.raw("ui.theme") as? String == "dark")
        #expect(test.raw("editor/fontSize") == nil)
        #expect(AnySetting(Editor.theme, in: test.store).isStored && editor.allSettings.map(\.text)[0] == "light")
    }

    @Test(arguments: StoreKind.allCases) func anUnreadableFormerValueIsToldAndKept(kind: StoreKind) throws {
        let test = TestStore(kind)
        let (old, editor) = (Old(store: test.store), Editor(store: test.store))
        old.set("big", forKey: .size)
        old.uiTheme = .dark
        old.set("purple", forKey: .appTheme)
        let issues = IssueRecorder.issues {
            #expect(editor.fontSize == 12.5 && editor.theme == .light)
            editor.update(\.fontSize) { $0 += 1 }
        }
        #expect(issues.map(\.storedName) == ["fontSize", "appTheme", "fontSize"])
        #expect(editor.lookup(\.fontSize).isUnreadable)
        #expect(test.raw("fontSize") as? String == "big" && test.raw("editor/fontSize") == nil)
        editor.fontSize = 20
        #expect(test.raw("fontSize") == nil && test.raw("editor/fontSize") as? Double == 20)
    }

    // MARK: - Writing

    /// The ways to write a setting.
    static let writes: [@Sendable (Editor) throws -> Void] = [
        { $0.theme = .dark }, { try $0.write(.dark, to: \.theme) }, { $0.update(\.theme) { $0 = .dark } },
        { $0.edit { $0.theme = .dark } }, { try $0.edit { draft in try draft.write(.dark, to: \.theme) } },
        { Editor.theme.set(.dark, in: $0.store) }, { try AnySetting(Editor.theme, in: $0.store).setText("dark") },
    ]

    @Test(arguments: StoreKind.allCases, writes.indices)
    func aWriteStoresUnderTheNewNameAndRemovesTheOldOnes(kind: StoreKind, way: Int) throws {
        let test = TestStore(kind)
        let (old, editor) = (Old(store: test.store), Editor(store: test.store))
        old.uiTheme = .light
        old.appTheme = .light
        old.count = 3
        try Self.writes[way](editor)
        #expect(editor.theme == .dark && test.raw("editor/theme") as? String == "dark")
        #expect(test.raw("appTheme") == nil && test.raw("ui.theme") == nil)
        // Another setting's former name isn't touched.
        #expect(test.raw("count") as? Int == 3)
    }

    @Test(arguments: StoreKind.allCases) func anEqualValueMovesUnderOnlyChanges(kind: StoreKind) {
        let test = TestStore(kind)
        let (old, editor) = (Old(store: test.store), Editor(store: test.store))
        old.count = 3
        editor.count = 3
        #expect(test.raw("editor/count") as? Int == 3 && test.raw("count") == nil)
        editor.update(\.count) { $0 += 1 }
        #expect(editor.count == 4)
    }

    @Test(arguments: StoreKind.allCases) func aResetRemovesTheValueUnderEveryName(kind: StoreKind) {
        let test = TestStore(kind)
        let (old, editor) = (Old(store: test.store), Editor(store: test.store))
        let resets: [@Sendable () -> Void] = [
            { editor.reset(\.theme) }, { Stored(Editor.theme, store: editor.store).reset() },
            { editor.edit { $0.reset(\.theme) } }, { AnySetting(Editor.theme, in: editor.store).reset() },
            { editor.removeAll() }, { editor.edit { $0.removeAll() } },
        ]
        for reset in resets {
            old.uiTheme = .dark
            old.appTheme = .dark
            reset()
            #expect(editor.theme == .light && !editor.contains(\.theme))
            #expect(test.raw("appTheme") == nil && test.raw("ui.theme") == nil)
        }
    }

    @Test func theKeysOfADomainCountFormerNamesOfListedSettings() {
        let store = DefaultsStore.inMemory()
        Old(store: store).uiTheme = .dark
        #expect(Editor(store: store).storedKeys == [.theme])
    }

    // MARK: - Snapshots

    @Test(arguments: StoreKind.allCases) func snapshotsAndImportsKnowFormerNames(kind: StoreKind) throws {
        let test = TestStore(kind)
        let (old, editor) = (Old(store: test.store), Editor(store: test.store))
        old.uiTheme = .dark
        old.size = 14
        let (snapshot, exported) = (editor.snapshot(), try editor.snapshot().export(as: .json))
        #expect(snapshot.values == ["ui.theme": "dark", "fontSize": 14])
        editor.theme = .light
        editor.fontSize = 20
        try editor.restore(snapshot)
        #expect(editor.theme == .dark && editor.fontSize == 14 && editor.snapshot() == snapshot)
        editor.theme = .light
        editor.fontSize = 20
        // The value under the own name would hide the imported one.
        try editor.import(exported)
        #expect(editor.theme == .dark && editor.fontSize == 14)
        let error = try #require(throws: DefaultsImportError.self) {
            try editor.import(Data(#"{"fontSize": "big", "ui.theme": "purple"}"#.utf8))
        }
        #expect(Set(error.problems.map(\.storedName)) == ["fontSize", "ui.theme"])
        #expect(editor.theme == .dark && editor.fontSize == 14)
    }

    // MARK: - Observing

    @Test(arguments: StoreKind.allCases) func observersHearWritesToAnOldName(kind: StoreKind) {
        let test = TestStore(kind)
        let (old, editor) = (Old(store: test.store), Editor(store: test.store))
        let log = Log<Theme>(), pairs = Log<String>(), keys = Log<[Editor.Keys]>()
        let cached = Stored(Editor.theme, store: test.store, options: .cached)
        #expect(cached.wrappedValue == .light)
        let tokens = [
            editor.observe(\.theme) { log.add($0.newValue) },
            editor.changes(of: \.theme, \.fontSize).observe { pairs.add("\($0.newValue)") },
            editor.changes().observe { keys.add($0.changedKeys()) },
        ]
        old.uiTheme = .dark
        #expect(log.all == [.dark] && cached.wrappedValue == .dark)
        // It moves, and stays the same.
        editor.theme = .dark
        #expect(log.all == [.dark] && cached.wrappedValue == .dark)
        editor.theme = .light
        old.appTheme = .dark
        #expect(log.all == [.dark, .light] && cached.wrappedValue == .light)
        editor.reset(\.theme)
        #expect(cached.wrappedValue == .light)
        old.size = 10
        #expect(pairs.all.count == 3, "\(pairs.all)")
        #expect(keys.all.first == [.theme] && keys.all.last == [.fontSize], "\(keys.all)")
        withExtendedLifetime(tokens) {}
    }

    // MARK: - Threads

    /// While one thread moves a value, and another one an old version's, no reader finds nothing.
    @Test(arguments: StoreKind.allCases) func noReaderFindsNothingWhileAValueMoves(kind: StoreKind) {
        let test = TestStore(kind)
        let (old, editor) = (Old(store: test.store), Editor(store: test.store))
        old.uiTheme = .dark
        let turns = Stress.count(200, usual: 1_000)
        onThreads(3) { index in
            for _ in 0..<turns {
                switch index {
                case 0:
                    editor.theme = .dark
                    // As an old version does, before the new name's value is gone.
                    old.uiTheme = .dark
                    test.store.userDefaults.removeObject(forKey: "editor/theme")
                default: #expect(editor.theme == .dark)
                }
            }
        }
    }
}
