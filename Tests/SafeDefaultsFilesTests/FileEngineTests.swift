#if os(Linux)
import Foundation
import Testing

@testable import SafeDefaults
@testable import SafeDefaultsFiles
@testable import TestSupport

@Suite struct FileEngineTests {
    let fixture = FileFixture()

    // MARK: - Reading and writing

    @Test(.promise(file: "another process's write")) func aWriteIsReadByAnotherProcessAtOnce() throws {
        let one = try fixture.engine()
        let two = try fixture.engine()
        try one.set("a", 1)
        #expect(two.value("a") == 1)
        try two.set("a", "two")
        try two.set("b", [1, "x", ["c": true]])
        #expect(one.texts == ["a": "two", "b": [1, "x", ["c": true]]])
        try one.remove("a")
        #expect(two.value("a") == nil)
        #expect(try fixture.values() == ["b": [1, "x", ["c": true]]])
    }

    @Test func nothingIsMadeBesideThePropertyListButTheJournalAndTheLockFile() throws {
        let engine = try fixture.engine()
        #expect(fixture.directory.names == [".store.plist.lock"])
        try engine.set("a", 1)
        #expect(fixture.directory.names == [".store.plist.journal", ".store.plist.lock"])
        try engine.compactNow()
        #expect(fixture.directory.names == [".store.plist.journal", ".store.plist.lock", "store.plist"])
    }

    @Test func noOpenFileIsInheritedByAnotherProgram() throws {
        let engine = try fixture.engine()
        try engine.set("a", 1)
        for file in [
            engine.cache.state.files.directory, engine.cache.state.files.lock, engine.cache.state.journal?.file,
        ] {
            #expect(fcntl(try #require(file), F_GETFD) & FD_CLOEXEC != 0)
        }
    }

    // MARK: - Compacting

    @Test func closingCompacts() throws {
        var engine: FileEngine? = try fixture.engine()
        try engine?.set("a", 1)
        #expect(!fixture.directory.names.contains("store.plist"))
        engine = nil
        #expect(try fixture.propertyList() == ["a": 1])
    }

    @Test func aReadMakesNoPropertyListAndNoJournal() throws {
        var engine: FileEngine? = try fixture.engine()
        #expect(engine?.value("a") == nil)
        engine = nil
        #expect(fixture.directory.names == [".store.plist.lock"])
    }

    @Test func flushingTwiceSynchronizesOnce() throws {
        let calls = CountingCalls()
        let engine = try fixture.engine(calls: calls)
        try engine.set("a", 1)
        calls.reset()
        try engine.flush()
        let first = calls.count(of: .synchronize)
        try engine.flush()
        #expect(first == 2)
        #expect(calls.count(of: .synchronize) == first)
    }

    // MARK: - After a start of the machine

    @Test func aStoreWorksWhereTheSystemSaysNothingOfItsStart() throws {
        let one = try fixture.engine(boot: nil)
        let two = try fixture.engine(boot: nil)
        try one.set("a", 1)
        try two.set("b", 2)
        try one.set("c", 3)
        #expect(one.texts == ["a": 1, "b": 2, "c": 3])
        #expect(two.texts == one.texts)
        #expect(try fixture.values(boot: nil) == one.texts)
    }

    // MARK: - Limits

    @Test func aKeyThatIsTooLongIsRefusedAndNothingChanges() throws {
        let engine = try fixture.engine()
        let name = String(repeating: "k", count: FileEngine.longestName + 1)
        #expect(throws: DefaultsError.self) { try engine.set(name, 1) }
        #expect(engine.values().isEmpty)
        try engine.set(String(name.dropLast()), 1)
        #expect(engine.values().count == 1)
    }

    @Test func aValueThatIsTooLargeIsRefusedAndTheOldOneStays() throws {
        let engine = try fixture.engine()
        try engine.set("a", 1)
        let large = PropertyListValue.data(Data(count: FileEngine.largestValue + 1))
        #expect(throws: DefaultsError.self) { try engine.set("a", large) }
        #expect(engine.texts == ["a": 1])
        #expect(try fixture.values() == ["a": 1])
    }

    // MARK: - Locks

    @Test func aWriterThatCannotHaveTheLockFails() throws {
        let holder = try fixture.engine()
        let writer = try fixture.engine(timeout: .milliseconds(50))
        try writer.set("a", 1)
        try holder.exclusively { _ throws(DefaultsError) in
            #expect(throws: DefaultsError.self) { try writer.set("a", 2) }
            #expect(writer.value("a") == 1)
        }
        try writer.set("a", 3)
        #expect(holder.value("a") == 3)
    }

    @Test func aWriterWhoseLockFileWasReplacedWaitsForTheOwnerOfTheNewOne() throws {
        let writer = try fixture.engine(timeout: .milliseconds(50))
        try writer.set("a", 1)
        try FileManager.default.removeItem(at: fixture.directory.file(".store.plist.lock"))
        let holder = try fixture.engine()
        try holder.exclusively { _ throws(DefaultsError) in
            #expect(throws: DefaultsError.self) { try writer.flush() }
            #expect(throws: DefaultsError.self) { try writer.compactNow() }
        }
        try writer.flush()
        #expect(writer.value("a") == 1)
    }

    @Test(.noHang) func aThreadThatWritesAgainAndAgainLetsOthersIn() throws {
        let calls = FailingCalls()
        let engine = try fixture.engine(calls: calls)
        // A store's first journal is made without the lock that this is about.
        try engine.set("b", 0)
        let isWriting = DispatchSemaphore(value: 0)
        let isFirst = Shared(true)
        // The first write lasts until somebody waits for it.
        calls.fail { call, _ in
            guard call == .write,
                isFirst.change({ isFirst in
                    defer { isFirst = false }
                    return isFirst
                })
            else { return nil }
            isWriting.signal()
            while !engine.writers.isAwaited { usleep(100) }
            return nil
        }
        let seen = Shared<PropertyListValue?>(nil)
        onThreads(2) { thread in
            if thread == 0 {
                for turn in 0..<1_000 as Range<Int64> { try? engine.set("a", .integer(turn)) }
            } else {
                isWriting.wait()
                try? engine.exclusively { _ in seen.change { $0 = engine.value("a") } }
            }
        }
        calls.recover()
        #expect(seen.value == 0)
        #expect(engine.value("a") == 999)
    }

    @Test func theThreadThatHasTheLockMayWrite() throws {
        let engine = try fixture.engine()
        try engine.exclusively { _ throws(DefaultsError) in
            try engine.write(.set(StoredName("a"), 1))
            try engine.write(.set(StoredName("a"), 2))
        }
        #expect(try fixture.values() == ["a": 2])
    }
}
#endif
