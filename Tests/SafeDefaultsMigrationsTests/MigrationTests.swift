import Foundation
import Testing

@testable import SafeDefaults
@testable import SafeDefaultsMigrations
@testable import TestSupport

/// What a run of a list of migrations does, over every kind of store.
@Suite(.noHang, .row(90), .rowsB(13)) struct MigrationTests {
    struct Notes: SafeDefaults {
        enum Keys: String, DefaultsKey {
            case fontSize, theme, token, first, last
            static let namespace = "notes"
        }

        struct Settings {
            let fontSize = Setting(.fontSize, default: 12.5)
            let theme = Setting(.theme, default: "light")
            let token = Setting<String?>(.token)
            let first = Setting<String?>(.first)
            let last = Setting<String?>(.last)
        }
        static let settings = Settings()
        var store: DefaultsStore
    }

    typealias Keys = Notes.Keys

    static func list(movingFrom source: DefaultsStore) -> DefaultsMigrations {
        DefaultsMigrations(
            "notes",
            [
                .version(1, [.rename("fontsize", to: .key(Keys.fontSize)), .remove("obsolete")]),
                .version(
                    2,
                    [
                        .convert(.key(Keys.fontSize), from: Int.self) { Double($0) + 0.5 },
                        .convert("dark", to: .key(Keys.theme), from: Bool.self) { $0 ? "dark" : "light" },
                        .move("token", from: source, to: .key(Keys.token)),
                    ]),
                .version(
                    3,
                    [
                        .custom("split the name", ifStored: ["name"]) { draft in
                            let parts = try draft.value(String.self, forKey: "name")?.split(separator: " ") ?? []
                            draft[.key(Keys.first)] = parts.first.map { .string(String($0)) }
                            try draft.set(parts.last.map(String.init), forKey: .key(Keys.last))
                            draft["name"] = nil
                        }
                    ]),
            ])
    }

    @Test(arguments: StoreKind.allCases) func aRunMakesEveryVersion(kind: StoreKind) throws {
        let (test, other) = (TestStore(kind), TestStore(kind))
        let defaults = test.store.userDefaults
        for (name, value) in ["fontsize": 14, "obsolete": "x", "dark": true, "name": "Ada Lovelace"] as [String: Any] {
            defaults.set(value, forKey: name)
        }
        other.store.userDefaults.set("secret", forKey: "token")
        let list = Self.list(movingFrom: other.store)
        let report = try list.run(in: test.store)
        let notes = Notes(store: test.store)
        #expect(notes.fontSize == 14.5)
        #expect(notes.theme == "dark")
        #expect(notes.token == "secret")
        #expect(notes.first == "Ada" && notes.last == "Lovelace")
        for name in ["fontsize", "obsolete", "dark", "name", "migrations/notes/pending"] {
            #expect(test.raw(name) == nil, "\(name)")
        }
        #expect(other.raw("token") == nil)
        #expect(defaults.integer(forKey: "migrations/notes") == 3)
        #expect((report.oldVersion, report.newVersion) == (0, 3))
        #expect(report.entries.count == 10)
        // A second run finds nothing to do.
        defaults.set(3, forKey: "fontsize")
        #expect(try list.run(in: test.store).isEmpty)
        #expect(test.raw("fontsize") != nil)
    }

    @Test(arguments: StoreKind.allCases) func aNewStoreGetsTheNewestVersionOnly(kind: StoreKind) throws {
        let (test, other) = (TestStore(kind), TestStore(.inMemory))
        let report = try Self.list(movingFrom: other.store).run(in: test.store)
        #expect(report.entries.isEmpty && report.newVersion == 3 && !report.isEmpty)
        #expect(test.store.box.storedNames(startingWith: "migrations/") == ["migrations/notes"])
        #expect(test.store.box.storedNames(startingWith: "notes/") == [])
    }

    @Test(arguments: StoreKind.allCases) func observersHearARunAsOneChange(kind: StoreKind) throws {
        let test = TestStore(kind)
        let notes = Notes(store: test.store)
        test.store.userDefaults.set("Ada Lovelace", forKey: "name")
        test.store.userDefaults.set(10, forKey: "fontsize")
        let log = Log<[String]>()
        let token = notes.changes(of: \.first, \.last, \.fontSize).observe { change in
            log.add([change.newValue.0 ?? "", change.newValue.1 ?? "", "\(change.newValue.2)"])
        }
        try Self.list(movingFrom: .inMemory()).run(in: test.store)
        #expect(log.all == [["Ada", "Lovelace", "10.5"]])
        token.cancel()
    }

    @Test(arguments: StoreKind.allCases) func namesMadeAtRunTimeAreListed(kind: StoreKind) throws {
        let test = TestStore(kind)
        for number in 1...3 { test.store.userDefaults.set(number, forKey: "room/\(number)") }
        let list = DefaultsMigrations(
            "rooms",
            .custom("rename rooms") { draft in
                for name in draft.names(startingWith: "room/") {
                    draft["rooms/\(name.dropFirst(5))"] = draft[name]
                    draft[name] = nil
                }
            },
            .custom("number them") { draft in
                draft["rooms"] = .array(draft.names(startingWith: "room").map { .string($0) })
            })
        try list.run(in: test.store)
        #expect(test.store.userDefaults.stringArray(forKey: "rooms") == ["rooms/1", "rooms/2", "rooms/3"])
        #expect(test.store.userDefaults.integer(forKey: "rooms/2") == 2)
        #expect(test.raw("room/2") == nil)
    }

    // MARK: - What is left as it is

    @Test(arguments: StoreKind.allCases) func aValueUnderTheNewNameIsNeverReplaced(kind: StoreKind) throws {
        let (test, other) = (TestStore(kind), TestStore(kind))
        test.store.userDefaults.set("old", forKey: "a")
        test.store.userDefaults.set("new", forKey: "b")
        other.store.userDefaults.set("other", forKey: "b")
        let list = DefaultsMigrations(
            "a",
            .rename("a", to: "b"), .move("b", from: other.store),
            .convert("a", to: "b", from: String.self) { $0.count })
        let report = try list.run(in: test.store)
        #expect(test.raw("a") as? String == "old" && test.raw("b") as? String == "new")
        #expect(other.raw("b") as? String == "other")
        #expect(report.entries.map(\.storedName) == ["a", "b", "a"])
        #expect(report.entries.allSatisfy { $0.reason == "left as it is, because \"b\" has a value already" })
    }

    @Test(arguments: StoreKind.allCases) func aValueInTheNewFormStays(kind: StoreKind) throws {
        let test = TestStore(kind)
        test.store.userDefaults.set("large", forKey: "size")
        let list = DefaultsMigrations("a", .convert("size", from: Int.self) { "\($0) pt" })
        let report = try list.run(in: test.store)
        #expect(test.raw("size") as? String == "large")
        #expect(report.entries.map(\.reason) == ["left as it is, because it has the new form already"])
    }

    @Test(arguments: StoreKind.allCases) func onlyStoredValuesAreMigrated(kind: StoreKind) throws {
        let test = TestStore(kind)
        let (name, taken) = ("old-\(UUID().uuidString)", "new-\(UUID().uuidString)")
        test.store.userDefaults.register(defaults: [name: "registered", taken: "registered"])
        // Of an object that other code has created, an unchanged registered value can't be told from a stored one.
        if kind == .apple { return }
        let list = DefaultsMigrations("a", .rename(MigratedName(name), to: MigratedName(taken)))
        #expect(try list.run(in: test.store).entries.isEmpty)
        test.store.userDefaults.set("own", forKey: name)
        try DefaultsMigrations("b", list.versions).run(in: test.store)
        #expect(test.store.box.contents(named: [name, taken], in: .own) == [name: .nothing, taken: .value("own")])
    }

    @Test(arguments: LayeredStore.Kind.allCases) func argumentsAreNotMigrated(kind: LayeredStore.Kind) throws {
        let test = LayeredStore(kind)
        let (a, b) = (test.name("a"), test.name("b"))
        test.defaults.set("own", forKey: a)
        test.setArguments(["a": "argument", "b": "argument"])
        try DefaultsMigrations("a", .rename(MigratedName(a), to: MigratedName(b))).run(in: test.store)
        #expect(test.stored(["a", "b"]) == ["b": .value("own")])
    }

    // MARK: - Codecs

    @Test(arguments: StoreKind.allCases) func codecsAreUsed(kind: StoreKind) throws {
        struct Person: Codable, Equatable { var name = "", age = 0 }
        let test = TestStore(kind)
        test.store.userDefaults.set(#"{"name":"Ada","age":36}"#, forKey: "captain")
        let list = DefaultsMigrations(
            "a",
            .convert(
                "captain", to: "team", decoding: DefaultsCodec<Person>.json,
                encoding: DefaultsCodec<Person>.json.array
            ) { [$0] })
        try list.run(in: test.store)
        let team = try #require(test.store.userDefaults.stringArray(forKey: "team"))
        #expect(team.count == 1 && team[0].contains("Ada"))
        #expect(test.raw("captain") == nil)
    }

    /// A date with a fraction of a second, which a file of Foundation's on Linux doesn't keep.
    @Test(arguments: StoreKind.allCases) func aValueThatTheFileChangesIsMigrated(kind: StoreKind) throws {
        let test = TestStore(kind)
        test.store.userDefaults.set(Date(timeIntervalSinceReferenceDate: 1_000.75), forKey: "date")
        let list = DefaultsMigrations(
            "a", .convert("date", from: Date.self) { Int($0.timeIntervalSinceReferenceDate) })
        try list.run(in: test.store)
        #expect(test.raw("date") as? Int == 1_000)
    }

    // MARK: - Scopes

    @Test(arguments: StoreKind.allCases) func aScopeIsMigratedByItself(kind: StoreKind) throws {
        let test = TestStore(kind)
        test.store.userDefaults.set("outside", forKey: "old")
        let scope = test.store.scoped("tom")
        scope.box.userDefaults.set("inside", forKey: "scope:tom/old")
        let list = DefaultsMigrations(
            "a",
            [
                .version(1, [.rename("old", to: "new")]),
                .version(
                    2,
                    [
                        .custom("all") { draft in
                            for name in draft.names(startingWith: "n") { draft["n"] = .string(name) }
                        }
                    ]),
            ])
        try list.run(in: scope)
        #expect(test.raw("scope:tom/new") as? String == "inside" && test.raw("scope:tom/old") == nil)
        #expect(test.raw("scope:tom/n") as? String == "new" && test.raw("scope:tom/migrations/a") as? Int == 2)
        #expect(test.raw("old") as? String == "outside" && test.raw("migrations/a") == nil)
    }
}
