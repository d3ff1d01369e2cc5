#if os(Linux)
import Foundation
import Testing

@testable import SafeDefaults
@testable import SafeDefaultsFiles
@testable import TestSupport

/// Property lists and directories that are damaged, removed or replaced while processes have the store open.
@Suite struct FileLossStressTests {
    /// What becomes of the property list.
    enum Damage: CaseIterable, Sendable { case cut, zeroed, garbage, replacedByGarbage }

    // MARK: - The property list

    @Test(arguments: Damage.allCases)
    func aProcessKeepsWhatItHasReadWhenThePropertyListIsDamagedUnderIt(_ damage: Damage) throws {
        for seed in 0..<UInt64(Stress.count(2, full: 50)) {
            var random = RandomSource(state: seed)
            let fixture = FileFixture(isInMemory: true)
            let (engine, other) = (try fixture.engine(), try fixture.engine())
            for turn in 0..<Int.random(in: 1...60, using: &random) {
                try engine.set("compacted \(turn)", .integer(Int64(turn)))
            }
            try engine.compactNow()
            for turn in 0..<Int.random(in: 0...10, using: &random) { try engine.set("new \(turn)", "text") }
            var expected = engine.texts
            // What another process has read, it has.
            #expect(other.texts == expected)
            let damaged = try Self.damage(fixture, damage, &random)
            let place = "seed \(seed), \(damage)"
            let issues = try IssueRecorder.issues {
                try engine.set("after", 1)
                expected["after"] = 1
                #expect(engine.texts == expected, "\(place), after a write")
                try engine.compactNow()
                #expect(engine.texts == expected, "\(place), after a compaction")
            }
            #expect(issues.map(\.kind) == [.damagedFile], "\(place): \(issues)")
            let aside = try fixture.aside.map { try Data(contentsOf: fixture.directory.file($0)) }
            #expect(aside == [damaged], "\(place): \(fixture.aside)")
            _ = IssueRecorder.issues { #expect(other.texts == expected, "\(place), another process") }
            let left = try IssueRecorder.issues {
                let engine = try fixture.engine()
                engine.report()
                #expect(engine.texts == expected, "\(place), a new process")
            }
            #expect(left.isEmpty, "\(place): \(left)")
            #expect(try fixture.propertyList() == expected, "\(place)")
        }
    }

    /// Damages the property list; gives what it is now.
    private static func damage(_ fixture: FileFixture, _ damage: Damage, _ random: inout RandomSource) throws -> Data {
        var bytes = try Data(contentsOf: fixture.url)
        switch damage {
        case .cut: bytes = bytes.prefix(Int.random(in: 9..<bytes.count, using: &random))
        case .zeroed: bytes = Data(count: bytes.count)
        case .garbage, .replacedByGarbage:
            bytes = Data(random.some(100...500) { .random(in: 1...255, using: &$0) })
        }
        try bytes.write(to: fixture.url, options: damage == .replacedByGarbage ? .atomic : [])
        // Some time ago: a file that was changed just now is given time to become whole.
        var times = utimbuf(actime: 1, modtime: 1)
        utime(fixture.url.path, &times)
        return bytes
    }

    /// A file system for which a file can have only one name, such as that of USB sticks.
    @Test(arguments: [EPERM, EOPNOTSUPP, ENOSYS, EMLINK])
    func aDamagedStoreIsWrittenAgainWhereAFileHasOneNameOnly(_ number: Int32) throws {
        for isJournal in [false, true] {
            let fixture = FileFixture(isInMemory: true)
            var engine: FileEngine? = try fixture.engine()
            for turn in 0..<20 { try engine?.set("compacted \(turn)", 1) }
            try engine?.compactNow()
            for turn in 0..<20 { try engine?.set("new \(turn)", 2) }
            engine?.schedule.isDirty.set(false)
            engine = nil
            let url = isJournal ? fixture.directory.file(".store.plist.journal") : fixture.url
            var bytes = try Data(contentsOf: url)
            bytes[bytes.count / 2] ^= 0x55
            if !isJournal { bytes = bytes.prefix(bytes.count / 2) }
            try bytes.write(to: url)
            var times = utimbuf(actime: 1, modtime: 1)
            utime(url.path, &times)
            let calls = FailingCalls()
            calls.fail(.link, with: number)
            let issues = try IssueRecorder.issues {
                let engine = try fixture.engine(calls: calls)
                #expect(throws: Never.self) { try engine.set("after", 3) }
                #expect(engine.value("after") == 3)
                #expect(throws: Never.self) { try engine.compactNow() }
                engine.schedule.isDirty.set(false)
            }
            #expect(issues.map(\.kind) == [.damagedFile], "\(issues)")
            let aside = try fixture.aside.map { try Data(contentsOf: fixture.directory.file($0)) }
            #expect(aside == [bytes], "\(fixture.directory.names)")
            #expect(try fixture.values()["after"] == 3)
        }
    }

    // MARK: - What a flush says

    /// What happens to a store that is open.
    enum Loss: CaseIterable, Sendable { case directoryRemoved, directoryRenamed, listIsADirectory }

    @Test(arguments: Loss.allCases) func aFlushSucceedsOnlyIfTheWritesCanBeReadAgain(_ loss: Loss) throws {
        for isFolded in [false, true] {
            let parent = TemporaryDirectory(isInMemory: true)
            let url = parent.file("inner/store.plist")
            let defaults = try FileDefaults(url: url)
            defaults.set(1, forKey: "a")
            #expect(defaults.synchronize())
            if isFolded { try defaults.file.connection.engineForWriting().compactNow() }
            switch loss {
            case .directoryRemoved: try FileManager.default.removeItem(at: parent.file("inner"))
            case .directoryRenamed: try FileManager.default.moveItem(at: parent.file("inner"), to: parent.file("other"))
            case .listIsADirectory:
                try? FileManager.default.removeItem(at: url)
                try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
            }
            var hasFlushed = true
            let issues = IssueRecorder.issues {
                defaults.set(2, forKey: "b")
                hasFlushed = defaults.synchronize()
            }
            let place = "\(loss), compacted \(isFolded)"
            #expect(!issues.isEmpty, "\(place)")
            #expect(!hasFlushed, "\(place)")
            guard loss != .listIsADirectory else { continue }
            // A new store is in its place, and what is written from now on is flushed.
            _ = IssueRecorder.issues {
                defaults.set(3, forKey: "c")
                #expect(defaults.synchronize(), "\(place)")
            }
            let outcome = try Program("filer", preferences: parent).run(url.path, "get", "c")
            #expect(outcome.output == "3" || outcome.output == "nil", "\(place)")
            let dump = try Program("filer", preferences: parent).run(url.path, "dump")
            #expect(dump.output.contains("c=3"), "\(place): \(dump)")
        }
    }

    /// How the files of an open store are replaced by copies, as a restore of a backup does it.
    enum Replacement: CaseIterable, Sendable { case directoryMoved, filesRenamed, filesRemoved }

    /// What an open store does besides writing after its files were replaced.
    enum Besides: CaseIterable, Sendable { case nothing, writesBefore, flushesBetween }

    @Test(arguments: Replacement.allCases, Besides.allCases)
    func aFlushSaysWhetherWritesAreLostWithReplacedFiles(_ replacement: Replacement, _ besides: Besides) throws {
        let parent = TemporaryDirectory(isInMemory: true)
        let directory = parent.file("inner")
        let url = directory.appendingPathComponent("store.plist")
        let defaults = try FileDefaults(url: url)
        defaults.set(1, forKey: "a")
        try defaults.file.connection.engineForWriting().compactNow()
        defaults.set(1, forKey: "a2")
        #expect(defaults.synchronize())
        let manager = FileManager.default
        try manager.copyItem(at: directory, to: parent.file("backup"))
        if besides == .writesBefore { defaults.set(2, forKey: "b") }
        switch replacement {
        case .directoryMoved:
            try manager.moveItem(at: directory, to: parent.file("old"))
            try manager.copyItem(at: parent.file("backup"), to: directory)
        case .filesRenamed:
            for name in try manager.contentsOfDirectory(atPath: parent.file("backup").path) {
                let copy = parent.file("backup").appendingPathComponent(name)
                #expect(rename(copy.path, directory.appendingPathComponent(name).path) == 0)
            }
        case .filesRemoved:
            for name in try manager.contentsOfDirectory(atPath: directory.path) {
                try manager.removeItem(at: directory.appendingPathComponent(name))
            }
            for name in try manager.contentsOfDirectory(atPath: parent.file("backup").path) {
                try manager.copyItem(
                    at: parent.file("backup").appendingPathComponent(name),
                    to: directory.appendingPathComponent(name))
            }
        }
        // Without a write that isn't flushed, the values of the copy are another program's change.
        if besides == .flushesBetween {
            let issues = IssueRecorder.issues { #expect(defaults.synchronize()) }
            #expect(issues.isEmpty, "\(issues)")
        }
        var hasFlushed = true
        let issues = IssueRecorder.issues {
            defaults.set(2, forKey: "b2")
            hasFlushed = defaults.synchronize()
        }
        let dump = { try Program("filer", preferences: parent).run(url.path, "dump").output }
        #expect(hasFlushed == (besides == .flushesBetween) && issues.isEmpty == hasFlushed, "\(issues)")
        #expect(try dump().contains("b2=2") == hasFlushed)
        let later = IssueRecorder.issues {
            defaults.set(3, forKey: "c")
            #expect(defaults.synchronize())
        }
        #expect(later.isEmpty, "\(later)")
        let left = try dump()
        #expect(left.contains("a=1") && left.contains("a2=1") && left.contains("c=3"), "\(left)")
    }

    @Test func anExitSaysThatWritesWereLostWithReplacedFiles() async throws {
        let result = await #expect(processExitsWith: .exitCode(0), observing: [\.standardErrorContent]) {
            let parent = TemporaryDirectory(isInMemory: true)
            let directory = parent.file("inner")
            let defaults = try FileDefaults(url: directory.appendingPathComponent("store.plist"))
            defaults.set(1, forKey: "a")
            try defaults.file.connection.engineForWriting().compactNow()
            try FileManager.default.copyItem(at: directory, to: parent.file("backup"))
            try FileManager.default.moveItem(at: directory, to: parent.file("old"))
            try FileManager.default.moveItem(at: parent.file("backup"), to: directory)
            defaults.set(2, forKey: "b")
            withExtendedLifetime(defaults) { exit(0) }
        }
        let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(text.contains("were replaced by another program"), "\(text)")
    }

    // MARK: - The cost of a compaction for others

    @Test func aReadAfterAnotherProcesssCompactionDoesNotReadThePropertyListAgain() throws {
        for isFoldedByOther in [true, false] {
            let fixture = FileFixture(isInMemory: true)
            let calls = ReadingCalls()
            let engine = try fixture.engine(calls: calls)
            let other = try fixture.engine()
            for turn in 0..<2_000 { try (isFoldedByOther ? other : engine).set("key \(turn)", .integer(Int64(turn))) }
            #expect(engine.texts.count == 2_000)
            for round in 0..<5 as Range<Int64> {
                try other.set("round", .integer(round))
                if round % 2 == 0 { #expect(engine.value("round") == .integer(round)) }
                calls.reset()
                try other.compactNow()
                if round > 2 { try other.set("round", .integer(-round)) }
                #expect(engine.value("round") == .integer(round > 2 ? -round : round))
                #expect(engine.values().count == 2_001)
                #expect(!calls.opened.contains("store.plist"), "\(round): \(calls.opened)")
                #expect(calls.bytesRead < 5_000, "\(round): \(calls.bytesRead)")
            }
        }
    }
}
#endif
