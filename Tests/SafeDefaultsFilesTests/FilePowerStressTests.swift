#if os(Linux)
import Foundation
import Testing

@testable import SafeDefaults
@testable import SafeDefaultsFiles
@testable import SafeDefaultsFormats
@testable import TestSupport

@Suite struct FilePowerStressTests {
    /// The states that were acknowledged, in order, and from which one on they are durable.
    private struct History {
        var states: [[String: PropertyListValue]] = [[:]]
        var durable = 0

        /// What the shared header was in between.
        var pages: [Data] = []

        var count: Int { states.count }
    }

    @Test(.promise(file: "a loss of power after `synchronize()`"))
    func everyStateAfterALossOfPowerWasAcknowledged() throws {
        for seed in 0..<UInt64(Stress.count(30, usual: 60)) { try run(seed) }
    }

    private func run(_ seed: UInt64) throws {
        var random = RandomSource(state: seed)
        let fixture = FileFixture(isInMemory: true)
        // Now and then a sync fails before that.
        let failures = Set(random.some(0...3) { Int.random(in: 1...20, using: &$0) })
        let calls = PowerCalls(
            freezeAt: Int.random(in: 1...120, using: &random), failures: seed % 2 == 0 ? failures : [])
        var before = History()
        _ = try IssueRecorder.issues { before = try work(on: fixture.engine(calls: calls), calls, &random) }
        guard let disk = calls.image else { return }
        for turn in 0..<3 {
            let left = FileFixture(isInMemory: true)
            try disk.leave(in: left.directory, using: &random)
            // The shared header may be there too, from whatever moment.
            if Bool.random(using: &random) {
                let page = try Data(contentsOf: fixture.directory.file(".store.plist.lock"))
                try page.write(to: left.directory.file(".store.plist.lock"))
            } else {
                try? FileManager.default.removeItem(at: left.directory.file(".store.plist.lock"))
            }
            try check(left, before, "seed \(seed), state \(turn)")
        }
    }

    /// A disk that goes away while the machine goes on, and comes back as a loss of power leaves one: the shared header
    /// is of any moment before, and says that it is of this start of the machine.
    @Test func flushedWritesAreThereWhenOnlyTheDiskIsLost() throws {
        for seed in 0..<UInt64(Stress.count(15, usual: 30)) {
            var random = RandomSource(state: seed)
            let fixture = FileFixture(isInMemory: true)
            let calls = PowerCalls(freezeAt: Int.random(in: 1...120, using: &random))
            var before = History()
            let page = fixture.directory.file(".store.plist.lock")
            _ = try IssueRecorder.issues {
                before = try work(on: fixture.engine(calls: calls), calls, &random, page: page)
            }
            guard let disk = calls.image, !before.pages.isEmpty else { continue }
            let left = FileFixture(isInMemory: true)
            try disk.leave(in: left.directory, using: &random)
            try random.pick(before.pages).write(to: left.directory.file(".store.plist.lock"))
            var reading: [String: PropertyListValue] = [:]
            let issues = try IssueRecorder.issues {
                let engine = try left.engine()
                engine.report()
                reading = engine.texts
                try engine.set("after", 1)
                reading["after"] = 1
                #expect(try left.values() == reading, "seed \(seed), after a write")
                try engine.compactNow()
                #expect(try left.values() == reading, "seed \(seed), after a compaction")
                reading["after"] = nil
            }
            let possible = before.states[before.durable...]
            for name in Set(possible.flatMap(\.keys)).union(reading.keys) {
                let isPossible = possible.contains { $0[name] == reading[name] }
                #expect(isPossible, "seed \(seed), \(name): \(reading), durable \(before.durable)")
            }
            // A state that never was is possible only where something is said of it.
            #expect(!issues.isEmpty || possible.contains(reading), "seed \(seed): \(reading)")
        }
    }

    /// The same with every set of the names that weren't on the disk, at each call of a short work; and with all of
    /// them or none, after each sync's failure.
    @Test func everySetOfNamesAfterALossOfPowerWasAcknowledged() throws {
        for failure in 0...10 {
            // Each 13th call where no more is asked for, and others after each failure.
            let every = Stress.isAsked ? 1 : 13
            for step in stride(from: 1 + failure % every, to: .max, by: every) {
                let fixture = FileFixture(isInMemory: true)
                let calls = PowerCalls(freezeAt: step, failures: [failure])
                var before = History()
                _ = try IssueRecorder.issues { before = try workBriefly(on: fixture.engine(calls: calls), calls) }
                guard let disk = calls.image else { break }
                let all = 1 << min(disk.pendingNames.count, 8) - 1
                for selection in failure == 0 ? Array(0...all) : [0, all] {
                    for hasWrites in [false, true] {
                        let left = FileFixture(isInMemory: true)
                        try disk.leave(in: left.directory, selection, hasWrites: hasWrites)
                        let place = "sync \(failure) fails, call \(step), names \(selection), writes \(hasWrites)"
                        try check(left, before, place)
                    }
                }
            }
        }
    }

    private func check(_ left: FileFixture, _ history: History, _ place: String) throws {
        // What has its name is whole.
        if let journal = try? Data(contentsOf: left.directory.file(".store.plist.journal")) {
            #expect(JournalHeader.read([UInt8](journal)) != .damaged, "\(place)")
        }
        if let list = try? Data(contentsOf: left.url) {
            #expect(!SnapshotReader.read([UInt8](list)).isDamaged, "\(place)")
        }
        var reading: [String: PropertyListValue] = [:]
        _ = try IssueRecorder.issues { reading = try left.values(boot: 2) }
        let possible = history.states[history.durable...]
        #expect(
            possible.contains(reading), "\(place): \(reading) at \(left.directory.names), durable \(history.durable)")
        // And it goes on from there.
        _ = try IssueRecorder.issues {
            let engine = try left.engine(boot: 2)
            try engine.set("after", 1)
            reading["after"] = 1
            #expect(engine.texts == reading, "\(place), after a write")
            try engine.compactNow()
            #expect(try left.values(boot: 3) == reading, "\(place), after a compaction")
        }
    }

    /// Whether something didn't fail.
    private func isMade(_ body: () throws -> Void) -> Bool { (try? body()) != nil }

    /// Writes, compacts, writes what a journal of before the compaction would undo, and compacts again; gives what was
    /// acknowledged up to the loss of power, and the change that was under way.
    private func workBriefly(on engine: FileEngine, _ calls: PowerCalls) throws -> History {
        var (history, state) = (History(), [String: PropertyListValue]())
        defer { engine.schedule.isDirty.set(false) }
        for round in 1...3 as ClosedRange<Int64> {
            // A failing sync keeps the first of them from the second, which is the worst it can do.
            let changes: [(String, PropertyListValue?)] = [
                ("a", .integer(2 * round)), ("a", .integer(2 * round + 1)),
                (round == 2 ? "c" : "b", round == 3 ? nil : .integer(round)),
            ]
            for (name, value) in changes where calls.image == nil {
                let isWritten = isMade { if let value { try engine.set(name, value) } else { try engine.remove(name) } }
                guard isWritten else { continue }
                state[name] = value
                history.states.append(state)
            }
            if round == 1, isMade({ try engine.flush() }), calls.image == nil { history.durable = history.count - 1 }
            if calls.image == nil { _ = isMade { try engine.compactNow() } }
        }
        return history
    }

    /// Works on a store until the power fails; gives what was acknowledged up to then, and the change that was under
    /// way.
    private func work(
        on engine: FileEngine, _ calls: PowerCalls, _ random: inout RandomSource, page: URL? = nil
    ) throws -> History {
        var (history, state) = (History(), [String: PropertyListValue]())
        defer { engine.schedule.isDirty.set(false) }
        while calls.image == nil {
            if let page { history.pages.append(try Data(contentsOf: page)) }
            let name = "k\(Int.random(in: 0..<6, using: &random))"
            switch Int.random(in: 0..<12, using: &random) {
            case 0..<6:
                let value = PropertyListValue.integer(Int64(history.count))
                guard isMade({ try engine.set(name, value) }) else { continue }
                state[name] = value
            case 6:
                guard isMade({ try engine.remove(name) }) else { continue }
                state[name] = nil
            case 7:
                let value = PropertyListValue.integer(Int64(history.count))
                let changes = [StoreChange.set(StoredName(name), value), .set(StoredName("b"), value)]
                guard isMade({ try engine.write(changes) }) else { continue }
                state[name] = value
                state["b"] = value
            case 8..<10:
                guard isMade({ try engine.flush() }) else { continue }
                // Only if it came to its end before the power failed.
                if calls.image == nil { history.durable = history.count - 1 }
                continue
            default:
                _ = isMade { try engine.compactNow() }
                continue
            }
            history.states.append(state)
        }
        return history
    }
}
#endif
