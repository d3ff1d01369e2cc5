import Foundation
import Testing

@testable import SafeDefaults
@testable import SafeDefaultsFiles
@testable import SafeDefaultsMigrations
@testable import TestSupport

/// What stops a run, what stays then, and what is said.
@Suite(.noHang, .row(90), .rowsB(13)) struct MigrationFailureTests {
    typealias Failure = DefaultsMigrations.Failure

    private func failure(of list: DefaultsMigrations, in store: DefaultsStore) throws -> Failure {
        try #require(#expect(throws: Failure.self) { try list.run(in: store) })
    }

    private func version(_ number: Int, _ steps: [DefaultsMigrations.Step] = []) -> DefaultsMigrations.Version {
        .version(number, steps)
    }

    // MARK: - Lists

    @Test(arguments: [
        ("", [1], "name is empty"), ("a/b", [1], "contains a /"), ("a", [0], "first possible number is 1"),
        ("a", [1, 1], "version 1 is listed twice"), ("a", [1, 3], "version 3 is listed after version 1, not directly"),
        ("a", [2, 1], "version 1 is listed after version 2"),
        ("a", [.max, 1], "version 1 is listed after version 9223372036854775807, not directly"),
        ("a", [.max, .min], "is listed after version 9223372036854775807, not directly"),
        ("a", [.max, .max], "version 9223372036854775807 is listed twice"),
    ]) func anImpossibleListIsRefused(name: String, numbers: [Int], reason: String) throws {
        let store = DefaultsStore.inMemory()
        store.userDefaults.set(1, forKey: "x")
        let list = DefaultsMigrations(name, numbers.map { version($0, [.remove("x")]) })
        let failure = try failure(of: list, in: store)
        #expect(failure.kind == .invalidList)
        #expect(failure.description.contains(reason), "\(failure)")
        #expect(store.userDefaults.integer(forKey: "x") == 1)
    }

    @Test(arguments: StoreKind.allCases) func aStoreOfAnotherTimeIsRefused(kind: StoreKind) throws {
        let test = TestStore(kind)
        test.store.userDefaults.set(5, forKey: "migrations/a")
        test.store.userDefaults.set(1, forKey: "x")
        let newer = try failure(of: DefaultsMigrations("a", [version(4, [.remove("x")])]), in: test.store)
        #expect(newer.kind == .newerStore)
        #expect(
            newer.description
                == "Migrations \"a\": the store has version 5, and the list ends with version 4. Nothing was changed.")
        let missing = try failure(of: DefaultsMigrations("a", [version(7, [.remove("x")])]), in: test.store)
        #expect(missing.kind == .missingVersions)
        #expect(missing.reason == "the store has version 5, and the list begins with version 7")
        test.store.userDefaults.set("five", forKey: "migrations/a")
        let unreadable = try failure(of: DefaultsMigrations("a", [version(6, [.remove("x")])]), in: test.store)
        #expect(unreadable.kind == .unreadableStore && unreadable.storedName == "migrations/a")
        #expect(test.store.userDefaults.integer(forKey: "x") == 1)
    }

    /// An older program can't know the steps of the version that a newer one was interrupted in.
    @Test(arguments: StoreKind.allCases) func pendingChangesOfANewerVersionAreRefused(kind: StoreKind) throws {
        let change = PendingMigration.Change(name: "x", old: 1, new: nil)
        let move = PendingMigration.Move(version: 2, step: 0, name: "token", value: "secret")
        for pending in [
            PendingMigration(version: 2, changes: [change], moves: [move]),
            PendingMigration(version: .max, changes: [], moves: []),
        ] {
            let test = TestStore(kind)
            let defaults = test.store.userDefaults
            defaults.set(1, forKey: "migrations/a")
            defaults.set(1, forKey: "x")
            defaults.set(pending.stored.foundationObject, forKey: "migrations/a/pending")
            let failure = try failure(of: DefaultsMigrations("a", [version(1, [.remove("x")])]), in: test.store)
            #expect(failure.kind == .newerStore)
            let finding = "changes of version \(pending.version) are pending in the store"
            #expect(failure.reason == "\(finding), and the list ends with version 1")
            #expect(defaults.integer(forKey: "x") == 1 && defaults.integer(forKey: "migrations/a") == 1)
            #expect(test.store.box.content(named: "migrations/a/pending") == .value(pending.stored))
        }
    }

    @Test(arguments: StoreKind.allCases) func aStrangePendingValueIsRefused(kind: StoreKind) throws {
        let test = TestStore(kind)
        test.store.userDefaults.set("mine", forKey: "migrations/a/pending")
        let failure = try failure(of: DefaultsMigrations("a", [version(1, [.remove("x")])]), in: test.store)
        #expect(failure.kind == .unreadableStore)
        #expect(failure.description.contains("\"migrations/a/pending\" holds something"))
    }

    // MARK: - Steps

    @Test(arguments: StoreKind.allCases) func aFailingStepKeepsTheDataOfItsVersion(kind: StoreKind) throws {
        let test = TestStore(kind)
        test.store.userDefaults.set(1, forKey: "a")
        test.store.userDefaults.set("forty-two secrets", forKey: "size")
        let list = DefaultsMigrations(
            "notes",
            [
                version(1, [.rename("a", to: "b")]), version(2),
                version(3, [.rename("b", to: "c"), .convert("size", from: Int.self) { Double($0) }]),
                version(4, [.remove("c")]),
            ])
        let failure = try #require(#expect(throws: Failure.self) { try list.run(in: test.store) })
        #expect(failure.kind == .failedStep)
        #expect((failure.list, failure.version, failure.step) == ("notes", 3, "convert \"size\""))
        #expect(failure.storedName == "size" && failure.error?.kind == .unreadable)
        #expect(
            failure.description
                == "Migrations \"notes\", version 3, convert \"size\": Can't read \"size\" as Int: found a string that "
                + "is no whole number in Int's range. Nothing of this version was changed; the versions before it stay "
                + "done.")
        #expect(test.raw("b") as? Int == 1 && test.raw("a") == nil && test.raw("c") == nil)
        #expect(test.raw("size") as? String == "forty-two secrets")
        #expect(test.raw("migrations/notes") as? Int == 2)
        #expect(test.raw("migrations/notes/pending") == nil)
        // With the value put right, the next run continues.
        test.store.userDefaults.set(42, forKey: "size")
        try list.run(in: test.store)
        #expect(test.store.userDefaults.double(forKey: "size") == 42 && test.raw("b") == nil)
    }

    /// What a list notes of itself under such names would be lost, or taken for a version.
    @Test(arguments: StoreKind.allCases) func aStepCantWriteTheNamesOfLists(kind: StoreKind) throws {
        let other = TestStore(kind)
        other.store.userDefaults.set(3, forKey: "migrations/own")
        let steps: [DefaultsMigrations.Step] = [
            .rename("value", to: "migrations/a"), .rename("value", to: "migrations/a/pending"),
            .rename("migrations/other", to: "number"), .remove("migrations/other"),
            .convert("migrations/other", from: Int.self) { $0 + 1 },
            .move("migrations/own", from: other.store, to: "x"),
            .custom("write") { $0["migrations/a"] = 7 },
            .custom("write") { try $0.set("text", forKey: "migrations/\u{301}") },
        ]
        for step in steps {
            let test = TestStore(kind)
            test.store.userDefaults.set("kept", forKey: "value")
            test.store.userDefaults.set(1, forKey: "migrations/other")
            let list = DefaultsMigrations("a", [version(1, [.rename("old", to: "new"), step])])
            let failure = try failure(of: list, in: test.store)
            #expect(failure.kind == .failedStep && failure.step == step.title)
            #expect(failure.storedName?.hasPrefix("migrations") == true)
            #expect(test.raw("value") as? String == "kept")
            #expect(test.store.userDefaults.integer(forKey: "migrations/other") == 1)
            #expect(test.raw("migrations/a") == nil && test.raw("migrations/a/pending") == nil)
            // The list isn't blocked.
            #expect(try DefaultsMigrations("a", [version(1, [.remove("value")])]).run(in: test.store).newVersion == 1)
        }
    }

    struct OwnError: Error { let value = "forty-two secrets" }

    @Test(arguments: StoreKind.allCases) func anErrorOfOnesOwnStopsTheRun(kind: StoreKind) throws {
        let test = TestStore(kind)
        test.store.userDefaults.set(1, forKey: "a")
        let steps: [DefaultsMigrations.Step] = [
            .custom("check", ifStored: ["a"]) { _ in throw OwnError() },
            .convert("a", from: Int.self) { (_: Int) -> Int in throw OwnError() },
            .custom("store a date", ifStored: ["a"]) { draft in
                draft["b"] = .date(Date(timeIntervalSinceReferenceDate: .nan))
            },
            .custom("store a date", ifStored: ["a"]) { draft in
                try draft.set(Date(timeIntervalSinceReferenceDate: .nan), forKey: "b")
            },
            .custom("read a text", ifStored: ["a"]) { draft in _ = try draft.value(Date.self, forKey: "a") },
        ]
        for step in steps {
            let list = DefaultsMigrations("x", [version(1, [.rename("a", to: "c"), .rename("c", to: "a"), step])])
            let failure = try failure(of: list, in: test.store)
            #expect(failure.kind == .failedStep && failure.step == step.title)
            #expect(!failure.description.contains("secret"))
            #expect(test.raw("a") as? Int == 1 && test.raw("b") == nil && test.raw("migrations/x") == nil)
        }
    }

    // MARK: - Stores

    @Test func aStoreInPlaceOfARefusedOneIsRefused() throws {
        let list = DefaultsMigrations("a", [version(1, [.remove("x")])])
        _ = try IssueRecorder.issues {
            for store in [DefaultsStore.suite(""), .file(named: "..")] {
                let failure = try failure(of: list, in: store)
                #expect(failure.kind == .unreadableStore)
            }
            let moving = DefaultsMigrations("a", [version(1, [.move("x", from: .suite(""))])])
            #expect(throws: Failure.self) { try moving.run(in: .inMemory()) }
        }
    }

    #if os(Linux)
    @Test func aFileThatCantBeReadIsRefused() throws {
        let list = DefaultsMigrations("a", [version(1, [.rename("x", to: "y")])])
        // A directory in the file's place.
        let fixture = FileFixture(isInMemory: true)
        try FileManager.default.createDirectory(at: fixture.url, withIntermediateDirectories: true)
        _ = try IssueRecorder.issues {
            let failure = try failure(of: list, in: .file(fixture.url))
            #expect(failure.kind == .unreadableStore && failure.description.contains("store.plist"))
        }
        // It can be read as soon as it isn't in the way any more.
        try FileManager.default.removeItem(at: fixture.url)
        #expect(try list.run(in: .file(fixture.url)).newVersion == 1)
    }

    @Test func aDamagedFileIsRefusedAndKept() throws {
        let fixture = FileFixture(isInMemory: true)
        let damaged = Data("<plist><dict><key>x</key><string>secret</string><key>y".utf8)
        try damaged.write(to: fixture.url)
        let list = DefaultsMigrations("a", [version(1, [.rename("x", to: "z")])])
        _ = try IssueRecorder.issues {
            let store = DefaultsStore.file(fixture.url)
            let failure = try failure(of: list, in: store)
            #expect(failure.kind == .unreadableStore && failure.description.contains("is damaged"))
            #expect(!failure.description.contains("secret"))
            #expect(try Data(contentsOf: fixture.url) == damaged && fixture.aside.isEmpty)
            // A write sets the damaged file aside; what could be read of it is migrated then.
            store.userDefaults.set(1, forKey: "other")
            try list.run(in: store)
        }
    }

    @Test func aDamagedFileOfFoundationsIsRefusedAndKept() throws {
        let fixture = FileFixture(isInMemory: true)
        let file = fixture.directory.file("filer-migrations.plist")
        try Data("<plist><dict><key>x</key><string>secret".utf8).write(to: file)
        let program = Program("filer", preferences: fixture.directory)
        let outcome = try program.run(fixture.url.path, "migrate", "suite")
        #expect(outcome.output.contains("is damaged, and its values can't be read"), "\(outcome)")
        #expect(fixture.directory.names.filter { $0.contains("filer-migrations") } == ["filer-migrations.plist"])
    }
    #endif

    // MARK: - Texts

    @Test func aReportShowsValuesOnlyWhenAsked() throws {
        let (test, other) = (TestStore(.inMemory), TestStore(.inMemory))
        test.store.userDefaults.set("secret", forKey: "a")
        test.store.userDefaults.set("secret", forKey: "b")
        other.store.userDefaults.set("secret", forKey: "d")
        let list = DefaultsMigrations(
            "notes",
            [
                version(1, [.rename("a", to: "c"), .convert("b", from: String.self) { $0.count }, .remove("c")]),
                version(2, [.move("d", from: other.store), .rename("b", to: "d")]),
            ])
        let report = try list.run(in: test.store)
        #expect(
            report.description == """
                notes: version 0 to 2
                  1. rename "a" to "c": "a" removed, string
                  1. rename "a" to "c": "c" new, string
                  1. convert "b": "b" from string to integer
                  1. remove "c": "c" removed, string
                  2. move "d" from DefaultsStore(InMemoryDefaults): "d" new, string
                  2. rename "b" to "d": "b" left as it is, because "d" has a value already
                """)
        var dumped = ""
        dump(report, to: &dumped)
        #expect(!dumped.contains("secret") && !"\(report.entries)".contains("secret"))
        let text = report.text(showingValues: true)
        #expect(text.contains("1. convert \"b\": \"b\" from string \"secret\" to integer 6"))
        #expect(try list.run(in: test.store).description == "notes: version 2")
    }
}
