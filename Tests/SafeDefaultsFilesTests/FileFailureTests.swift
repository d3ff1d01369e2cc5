#if os(Linux)
import Foundation
import Testing

@testable import SafeDefaults
@testable import SafeDefaultsFiles
@testable import TestSupport

@Suite struct FileFailureTests {
    let fixture = FileFixture()
    let calls = FailingCalls()

    // MARK: - Every call, every error

    static let failures: [(StorageCall, Int32)] = [
        StorageCall.write, .truncate, .synchronize, .rename, .status, .setMode,
    ]
    .flatMap { call in [EIO, ENOSPC, EDQUOT].map { (call, $0) } }

    @Test(arguments: failures) func aFailureLosesNothingAndAFailedWriteIsNotStored(_ call: StorageCall, _ number: Int32)
        throws
    {
        let engine = try fixture.engine(calls: calls)
        try engine.set("a", 1)
        calls.fail(call, with: number)
        var expected: [String: PropertyListValue] = ["a": 1]
        for turn in 0..<3 {
            do {
                try engine.set("b", .integer(Int64(turn)))
                expected["b"] = .integer(Int64(turn))
            } catch {
                #expect(error is DefaultsError)
            }
            try? engine.compactNow()
            try? engine.flush()
            #expect(engine.texts == expected)
        }
        calls.recover()
        #expect(engine.texts == expected)
        #expect(try fixture.values() == expected)
        try engine.set("c", 3)
        expected["c"] = 3
        try engine.compactNow()
        try engine.flush()
        #expect(engine.texts == expected)
        #expect(try fixture.values() == expected)
        #expect(fixture.directory.names == [".store.plist.journal", ".store.plist.lock", "store.plist"])
    }

    @Test func aWriteThatFailsBehindItsFirstPartIsTakenBack() throws {
        let engine = try fixture.engine(calls: calls)
        try engine.set("a", 1)
        // A third is written, then the disk is full.
        let count = Shared(0)
        calls.writeShort()
        calls.fail { call, _ in
            call == .write
                && count.change({
                    $0 += 1
                    return $0
                }) > 1 ? ENOSPC : nil
        }
        #expect(throws: DefaultsError.self) { try engine.set("b", "text") }
        calls.recover()
        #expect(try fixture.values() == ["a": 1])
        try engine.set("b", "x")
        #expect(try fixture.values() == ["a": 1, "b": "x"])
    }

    @Test func aFailedWriteThatCannotBeRemovedIsNotStored() throws {
        let engine = try fixture.engine(calls: calls)
        try engine.set("a", 1)
        let count = Shared(0)
        calls.writeShort()
        calls.fail { call, _ in
            call == .truncate
                || call == .write
                    && count.change({
                        $0 += 1
                        return $0
                    }) > 1
                ? EIO : nil
        }
        #expect(throws: DefaultsError.self) { try engine.set("b", "text") }
        #expect(throws: DefaultsError.self) { try engine.set("b", "text") }
        calls.recover()
        #expect(try fixture.values() == ["a": 1])
        try engine.set("c", 3)
        #expect(try fixture.values() == ["a": 1, "c": 3])
    }

    @Test(arguments: [1, 2] as [UInt64]) func aCompleteRecordThatDoesNotCountIsRemoved(_ boot: UInt64) throws {
        let engine = try leaveACompleteRecord(truncates: true)
        #expect(try fixture.values(boot: boot) == ["a": 1])
        withExtendedLifetime(engine) {}
    }

    @Test func aCompleteRecordOfAFailedWriteNeverCountsEvenIfItCannotBeRemoved() throws {
        let engine = try leaveACompleteRecord(truncates: false)
        let other = try fixture.engine()
        #expect(other.texts == ["a": 1])
        // Puts in order what the failed write left, and has nothing to compact.
        try other.compactNow()
        #expect(try fixture.values(boot: 2) == ["a": 1])
        withExtendedLifetime(engine) {}
    }

    /// An engine whose last write wrote a record, but couldn't make it count.
    ///
    /// - Parameter truncates: Whether it can take it back.
    private func leaveACompleteRecord(truncates: Bool) throws -> FileEngine {
        // On an unknown file system, fields of the header are written by system calls too, and one may fail.
        let (place, storage) = (try fixture.place(), Storage(calls))
        let files = try StoreFiles(place, storage: storage) { _ in nil }
        let engine = try FileEngine(place, files: files, storage: storage, boot: 1)
        try engine.set("a", 1)
        try engine.compactNow()
        let writes = Shared(0)
        calls.fail { call, _ in
            if call == .truncate, !truncates { return EIO }
            guard call == .write else { return nil }
            // The intent, the record, and what makes it count.
            let number = writes.change {
                $0 += 1
                return $0
            }
            return number == 3 ? EIO : nil
        }
        #expect(throws: DefaultsError.self) { try engine.set("b", 2) }
        // The fourth says that nothing is left, or what has to be undone.
        #expect(writes.value == 4)
        engine.schedule.isDirty.set(false)
        return engine
    }

    // MARK: - Interruptions

    @Test func shortWritesAndInterruptionsAreNoFailures() throws {
        let count = Shared(0)
        calls.writeShort()
        calls.fail { call, _ in
            guard call != .lock, call != .open else { return nil }
            return count.change({
                $0 += 1
                return $0
            }) % 2 == 0 ? EINTR : nil
        }
        let engine = try fixture.engine(calls: calls)
        for turn in 0..<20 { try engine.set("\(turn)", .string(String(repeating: "x", count: turn * 7))) }
        try engine.flush()
        try engine.compactNow()
        #expect(try fixture.values().count == 20)
        #expect(try fixture.propertyList().count == 20)
    }

    // MARK: - Writing later

    @Test func aFailedCompactionIsReportedOnceAndTheJournalGoesOn() throws {
        let engine = try fixture.engine(calls: calls)
        try engine.set("a", 1)
        calls.fail { call, name in call == .open && name.contains(".next-") ? EDQUOT : nil }
        let text = PropertyListValue.string(String(repeating: "x", count: 100_000))
        let issues = try IssueRecorder.issues {
            for turn in 0..<15 { try engine.set("\(turn % 3)", text) }
        }
        #expect(issues.map(\.kind).allSatisfy { $0 == .failedSave } && (1...3).contains(issues.count))
        calls.recover()
        #expect(try fixture.values() == engine.texts)
    }

    // MARK: - Reading

    @Test func aFailedReadIsNoDamage() throws {
        let writer = try fixture.engine()
        let reader = try fixture.engine(calls: calls)
        try writer.set("a", 1)
        #expect(reader.value("a") == 1)
        try writer.set("a", 2)
        calls.fail(.read, with: EIO)
        let issues = IssueRecorder.issues { #expect(reader.value("a") == 1) }
        #expect(issues.map(\.kind) == [.unreadableFile])
        #expect(throws: DefaultsError.self) { try reader.set("b", 1) }
        #expect(throws: DefaultsError.self) { _ = try fixture.engine(calls: calls) }
        calls.recover()
        #expect(reader.value("a") == 2)
        #expect(try fixture.values() == ["a": 2] && fixture.aside.isEmpty)
    }

    @Test func aDamagedFileStaysWhereItIsUntilItCanBeSetAside() throws {
        try Data("damaged".utf8).write(to: fixture.url)
        let engine = try fixture.engine(calls: calls)
        calls.fail(.link, with: EIO)
        #expect(throws: DefaultsError.self) { try engine.set("a", 1) }
        #expect(try Data(contentsOf: fixture.url) == Data("damaged".utf8))
        calls.recover()
        try engine.set("a", 1)
        #expect(try Data(contentsOf: fixture.directory.file(try #require(fixture.aside.first))) == Data("damaged".utf8))
        #expect(try fixture.values() == ["a": 1])
    }

    @Test func filesThatAreDamagedWithinOneSecondAreAllSetAside() throws {
        for turn in 0..<4 {
            let damaged = Data("damaged \(turn)".utf8)
            try damaged.write(to: fixture.url)
            _ = try IssueRecorder.issues { try fixture.engine().set("a", .integer(Int64(turn))) }
            let aside = try fixture.aside.map { try Data(contentsOf: fixture.directory.file($0)) }
            #expect(aside.count == turn + 1 && aside.contains(damaged))
        }
    }
}
#endif
