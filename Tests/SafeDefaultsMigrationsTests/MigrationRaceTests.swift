import Foundation
import Testing

@testable import SafeDefaults
@testable import SafeDefaultsMigrations
@testable import TestSupport

/// Runs that other writers and other runs come between, and runs that end in the middle.
@Suite(.noHang, .row(90), .rowsB(13)) struct MigrationRaceTests {
    @Test(arguments: StoreKind.allCases) func aWriteInBetweenIsNotLost(kind: StoreKind) throws {
        let test = TestStore(kind)
        let store = test.store
        store.userDefaults.set(1, forKey: "count")
        let calls = Shared(0)
        let list = DefaultsMigrations(
            "a",
            .custom("count") { draft in
                let count = try draft.value(Int.self, forKey: "count") ?? 0
                // Another writer, after the read.
                calls.change { $0 += 1 }
                if calls.value < 3 { store.userDefaults.set(count * 10, forKey: "count") }
                try draft.set(count + 1, forKey: "count")
            })
        let report = try list.run(in: store)
        #expect(calls.value == 3)
        #expect(store.userDefaults.integer(forKey: "count") == 101)
        #expect(report.entries.map(\.new) == [101])
    }

    @Test(arguments: StoreKind.allCases) func aStepMayWaitForAThreadThatSaves(kind: StoreKind) throws {
        let test = TestStore(kind)
        let store = test.store
        store.userDefaults.set(1, forKey: "size")
        let isSaved = Shared(false)
        let list = DefaultsMigrations(
            "a",
            .convert("size", from: Int.self) { size in
                try Background { isSaved.change { $0 = store.flush() } }.wait()
                return size * 10
            })
        _ = try list.run(in: store)
        #expect(isSaved.value)
    }

    /// The first step reads what was stored before another process's change, and the second what is stored after it.
    @Test(arguments: StoreKind.allCases) func aFailureThatAnotherWriterCausedIsNone(kind: StoreKind) throws {
        let test = TestStore(kind)
        let store = test.store
        store.userDefaults.set("before", forKey: "state")
        store.userDefaults.set(1, forKey: "size")
        let calls = Shared(0)
        let list = DefaultsMigrations(
            "a",
            .custom("look") { draft in
                calls.change { $0 += 1 }
                guard draft["state"] == "before" else { return draft["size"] = 7 }
                store.userDefaults.set("after", forKey: "state")
                store.userDefaults.set("no number", forKey: "size")
            },
            .convert("size", from: Int.self) { $0 * 10 })
        #expect(try list.run(in: store).newVersion == 1)
        #expect(calls.value == 2 && store.userDefaults.integer(forKey: "size") == 70)
    }

    @Test(arguments: StoreKind.allCases) func anEndlessWriterDoesntKeepARunFromItsEnd(kind: StoreKind) throws {
        let test = TestStore(kind)
        let store = test.store
        store.userDefaults.set(1, forKey: "count")
        let list = DefaultsMigrations(
            "a",
            .custom("count") { draft in
                let count = try draft.value(Int.self, forKey: "count") ?? 0
                store.userDefaults.set(count + 1, forKey: "count")
                draft["count"] = "end"
            })
        try list.run(in: store)
        #expect(test.raw("count") as? String == "end")
    }

    @Test(arguments: StoreKind.allCases) func severalThreadsMigrateOnce(kind: StoreKind) throws {
        for _ in 0..<Stress.count(2, usual: 10) {
            let (test, other) = (TestStore(kind), TestStore(kind))
            test.store.userDefaults.set(1, forKey: "count")
            other.store.userDefaults.set("secret", forKey: "token")
            let (store, source) = (test.store, other.store)
            let versions = (1...3).map { number in
                DefaultsMigrations.Version.version(
                    number,
                    [.convert("count", from: Int.self) { $0 * 10 + number }]
                        + (number == 2 ? [.move("token", from: source)] : []))
            }
            let failures = Shared<[String]>([])
            DispatchQueue.concurrentPerform(iterations: 4) { _ in
                do {
                    try DefaultsMigrations("a", versions).run(in: store)
                } catch {
                    failures.change { $0.append("\(error)") }
                }
            }
            #expect(failures.value == [])
            #expect(store.userDefaults.integer(forKey: "count") == 1_123)
            #expect(test.raw("token") as? String == "secret" && other.raw("token") == nil)
            #expect(test.raw("migrations/a/pending") == nil)
        }
    }

    // MARK: - Apple's preferences, of which a daemon takes each write by itself

    @Test func aValueThatWasWrittenAfterAnInterruptionStays() throws {
        let process = AppleProcess()
        let store = AppleListener.store(over: AppleDefaults("app", in: process))
        let pending = PendingMigration(
            version: 1,
            changes: [
                .init(name: "a", old: 1, new: 10), .init(name: "b", old: 2, new: nil),
                .init(name: "c", old: nil, new: 3),
            ],
            moves: [])
        store.userDefaults.set(pending.stored.foundationObject, forKey: "migrations/x/pending")
        store.userDefaults.set(5, forKey: "a")
        store.userDefaults.set(2, forKey: "b")
        let list = DefaultsMigrations("x", .remove("a"))
        let report = try list.run(in: store)
        #expect(report.hasResumed && report.newVersion == 1 && report.entries.isEmpty)
        #expect(process.daemon.domain("app").mapValues { "\($0.object)" } == ["a": "5", "c": "3", "migrations/x": "1"])
    }

    @Test func aPendingMigrationIsReadAsItWasStored() {
        let pending = PendingMigration(
            version: 4,
            changes: [.init(name: "a", old: nil, new: ["x": [1, 2.5]]), .init(name: "", old: "b", new: nil)],
            moves: [.init(version: 3, step: 1, name: "c", value: .data(Data([0])))])
        #expect(PendingMigration(stored: pending.stored) == pending)
        let others: [PropertyListValue] = [
            1, [], [:], ["version": 1], ["version": 1, "changes": [1], "moves": []],
        ]
        for strange in others {
            #expect(PendingMigration(stored: strange) == nil)
        }
    }
}
