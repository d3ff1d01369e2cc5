#if os(Linux)
import Foundation
import SafeDefaultsFiles
import Testing

@testable import SafeDefaults
@testable import SafeDefaultsMigrations
@testable import TestSupport

/// The values in a file; nil if it is incomplete.
private func contents(of bytes: Data) -> [String: Any]? {
    (try? PropertyListSerialization.propertyList(from: bytes, format: nil)) as? [String: Any]
}

/// Plain stores whose file a program without the library saves: it may bring back all that the file had before.
@Suite(.noHang, .row(90), .rowsB(13)) struct UndoneMigrationTests {
    private struct Tokens: SafeDefaults {
        enum Keys: String, DefaultsKey { case token }
        struct Settings { let token = Setting<String?>(.token) }
        static let settings = Settings()
        let store: DefaultsStore
    }

    private let test = TestStore(.rawSuite)
    private let file: URL

    init() throws {
        let plain = try #require(test.store.box.store as? PlainStore)
        file = try #require(plain.fileURL)
    }

    /// Does what Foundation does that has read the file earlier, and makes this process read it.
    private func bringBack(_ bytes: Data) throws {
        try bytes.write(to: file)
        // Any save of this process makes it read the file again.
        UserDefaults.standard.synchronize()
        _ = test.raw("old")
        for _ in 0..<2 { #expect(test.store.flush()) }
    }

    /// The migration takes longer than saves wait, so saves would come into it.
    ///
    /// It runs in a process of its own: whoever calls `synchronize()` saves this store, too, and other tests do.
    @Test func theFileNeverHasAPartOfARun() async {
        await #expect(processExitsWith: .success) {
            let (directory, count) = (TemporaryDirectory(), 600)
            setenv("XDG_CONFIG_HOME", directory.path, 1)
            let (store, file) = (DefaultsStore.suite("renames"), directory.file("renames.plist"))
            for number in 0..<count { store.userDefaults.set(number, forKey: "old-\(number)") }
            #expect(store.flush())
            let (seen, isOver) = (Shared<Set<Data>>([]), Shared(false))
            let reader = Background {
                repeat {
                    let bytes = try Data(contentsOf: file)
                    // Foundation writes into the file. What was read twice was no mixture of two contents.
                    if try Data(contentsOf: file) == bytes { seen.change { $0.insert(bytes) } }
                } while !isOver.value
            }
            let steps = (0..<count).map { number in
                DefaultsMigrations.Step.rename(MigratedName("old-\(number)"), to: MigratedName("new-\(number)"))
            }
            try DefaultsMigrations("a", [.version(1, steps)]).run(in: store)
            isOver.change { $0 = true }
            try reader.wait()
            #expect(seen.value.count > 1)
            for values in seen.value.compactMap(contents) {
                let names = values.keys.filter { !$0.hasPrefix("migrations/") }
                let prefix = values["migrations/a"] == nil ? "old-" : "new-"
                #expect(names.count == count && names.allSatisfy { $0.hasPrefix(prefix) })
            }
        }
    }

    @Test func aMoveThatIsTakenBackIsMadeAgainByTheNextRun() throws {
        let other = TestStore(.file)
        let date = Date(timeIntervalSinceReferenceDate: 0.25)
        other.store.userDefaults.set(date, forKey: "date")
        other.store.userDefaults.set("secret", forKey: "token")
        test.store.userDefaults.set(1, forKey: "old")
        #expect(test.store.flush())
        let before = try Data(contentsOf: file)
        var list = DefaultsMigrations(
            "a", .move("token", from: other.store), .move("date", from: other.store), .rename("old", to: "new"))
        let isMigrated = {
            test.raw("token") as? String == "secret" && test.raw("date") is Date && test.raw("new") as? Int == 1
                && test.raw("old") == nil && other.raw("token") == nil && other.raw("date") == nil
        }
        let report = try list.run(in: test.store)
        #expect(isMigrated() && other.raw("migrations/a/kept") != nil)
        let after = try Data(contentsOf: file)
        #expect(try list.run(in: test.store).description == "a: version 1")
        #expect(try Data(contentsOf: file) == after)

        for keepsForLonger in [true, false] {
            list.timeOfKeeping = keepsForLonger ? 60 : 0
            try bringBack(before)
            #expect(test.raw("token") == nil && test.raw("old") as? Int == 1 && test.raw("migrations/a") == nil)
            #expect(try list.run(in: test.store) == report)
            #expect(isMigrated())
        }
        #expect(try list.run(in: test.store).description == "a: version 1")
        #expect(isMigrated() && other.raw("migrations/a/kept") == nil)
        let names = test.store.userDefaults.dictionaryRepresentation().keys
        #expect(names.filter { $0.hasPrefix("migrations") } == ["migrations/a"])
    }

    /// Of the store that the values came from.
    @Test func whatIsBroughtBackInTheOldStoreIsRemovedByTheNextRun() throws {
        let source = TestStore(.rawSuite)
        source.store.userDefaults.set("secret", forKey: "token")
        #expect(source.store.flush())
        let file = try #require((source.store.box.store as? PlainStore)?.fileURL)
        let before = try Data(contentsOf: file)
        var list = DefaultsMigrations("a", .move("token", from: source.store))
        try list.run(in: test.store)
        for timeOfKeeping in [60.0, 0] {
            try before.write(to: file)
            list.timeOfKeeping = timeOfKeeping
            try list.run(in: test.store)
            #expect(test.raw("token") as? String == "secret" && source.raw("token") == nil, "\(timeOfKeeping)")
        }
        for store in [test, source] {
            let names = store.store.userDefaults.dictionaryRepresentation().keys.filter { $0.hasPrefix("migrations") }
            #expect(names == (store === test ? ["migrations/a"] : []))
        }
    }

    /// An account that is removed leaves nothing behind.
    @Test func aMoveBetweenScopesOfAStoreKeepsNothing() throws {
        test.store.userDefaults.set("secret", forKey: "tom_token")
        #expect(test.store.flush())
        let before = try Data(contentsOf: file)
        let list = DefaultsMigrations("a", .move("tom_token", from: test.store, to: "token"))
        let account = test.store.scoped("tom")
        for _ in 1...2 {
            try list.run(in: account)
            #expect(Tokens(store: account).token == "secret")
            let names = try #require(contents(of: Data(contentsOf: file))).keys
            #expect(names.allSatisfy { $0.hasPrefix("scope:tom/") })
            try bringBack(before)
        }
        try list.run(in: account)
        test.store.removeScope("tom")
        #expect(test.store.flush())
        let left = FileManager.default.contents(atPath: file.path).flatMap(contents)
        #expect(left?.isEmpty ?? true)
    }

    /// Another program has brought back what the file had before the plan, and then the changes were saved.
    @Test func whatWasMovedIsNotedThoughThePlanIsGone() throws {
        let source = TestStore(.rawSuite)
        source.store.userDefaults.set("secret", forKey: "token")
        let list = DefaultsMigrations("a", .move("token", from: source.store))
        let plan = PendingMigration(
            version: 1, changes: [.init(name: "token", old: nil, new: "secret")],
            moves: [.init(version: 1, step: 0, name: "token", value: "secret")])
        try MigrationRun(list: list, box: test.store.box, location: CodeLocation()).finish(plan)
        #expect(test.raw("token") as? String == "secret" && source.raw("token") == nil)
        #expect(test.raw("migrations/a/keeping/1") != nil)
    }

    @Test func aRunDoesntFailWhereWhatIsKeptCannotBeRemoved() throws {
        let other = TestStore(.file)
        other.store.userDefaults.set("secret", forKey: "token")
        let list = { (source: DefaultsStore) in
            var list = DefaultsMigrations("a", .move("token", from: source))
            list.timeOfKeeping = source == other.store ? 60 : 0
            return list
        }
        try list(other.store).run(in: test.store)
        // The old store's file is damaged meanwhile.
        let damaged = TestStore(.file).fileURL
        let directory = damaged.deletingLastPathComponent()
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        try Data("no list".utf8).write(to: damaged)
        let issues = try IssueRecorder.issues {
            let report = try list(.file(damaged)).run(in: test.store)
            #expect(report.description == "a: version 1")
        }
        #expect(issues.contains { $0.kind == .failedWrite })
        #expect(test.raw("migrations/a/keeping/1") != nil && other.raw("migrations/a/kept") != nil)
        #expect(try Data(contentsOf: damaged) == Data("no list".utf8))
    }

    /// Two parts of one store, of which the first gets the value.
    @Test func whatIsKeptForOneStoreIsNotMovedToAnother() throws {
        let other = TestStore(.inMemory)
        other.store.userDefaults.set("secret", forKey: "token")
        let list = DefaultsMigrations("a", .move("token", from: other.store))
        let (first, second) = (test.store.scoped("1"), test.store.scoped("2"))
        try list.run(in: first)
        try list.run(in: second)
        #expect(Tokens(store: first).token == "secret" && Tokens(store: second).token == nil)
        // What is stored there later is another value.
        other.store.userDefaults.set("other", forKey: "token")
        #expect(try list.run(in: first).entries == [])
        #expect(other.raw("token") as? String == "other")
    }

    /// While the second version's step runs.
    @Test func theVersionsOfARunAreSavedTogether() throws {
        test.store.userDefaults.set(1, forKey: "old")
        #expect(test.store.flush())
        let (file, before) = (file, try Data(contentsOf: file))
        let list = DefaultsMigrations(
            "a",
            [
                .version(1, [.rename("old", to: "new")]),
                .version(
                    2,
                    [
                        .custom("double") { draft in
                            #expect(try Data(contentsOf: file) == before)
                            try draft.set((draft.value(Int.self, forKey: "new") ?? 0) * 2, forKey: "new")
                        }
                    ]),
            ])
        #expect(try list.run(in: test.store).entries.map(\.version) == [1, 1, 2])
        let values = try #require(contents(of: try Data(contentsOf: file)))
        #expect(values["new"] as? Int == 2 && values["old"] == nil && values["migrations/a"] as? Int == 2)
    }
}

#endif
