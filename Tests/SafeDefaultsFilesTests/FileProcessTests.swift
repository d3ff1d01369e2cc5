#if os(Linux)
import ChildProcesses
import Foundation
import Observation
import Testing

@testable import SafeDefaults
@testable import SafeDefaultsFiles
@testable import TestSupport

@Suite struct FileProcessTests {
    let fixture = FileFixture()

    private var program: Program { Program("filer", preferences: fixture.directory) }

    @Test(.promise(file: "`kill -9` after `set`")) func aWriteThatReturnedSurvivesTheProcess() throws {
        #expect(try program.run(fixture.url.path, "set", "a", "kept").output == "ok")
        #expect(try program.run(fixture.url.path, "get", "a").output == "kept")
        #expect(!fixture.directory.names.contains("store.plist"), "it ended without a compaction")
    }

    @Test(.promise(file: "the program's end after `set`")) func aNormalEndCompacts() throws {
        #expect(try program.run(fixture.url.path, "compact", "a").status == 0)
        #expect(try fixture.propertyList() == ["a": "compacted"])
    }

    @Test func aChildThatSharesEverythingWithItsParentLosesNothing() throws {
        #expect(try program.run(fixture.url.path, "fork").output == "child ended with 0")
        let values = try fixture.engine(boot: SystemCalls.bootIdentifier()).texts
        #expect(values.count == 1_001)
        #expect(values["child.500"] == 500 && values["parent.500"] == 500)
    }

    @Test func aForkedChildEndsWhateverTheOtherThreadsOfItsParentWereDoing() throws {
        let children = Stress.count(8, usual: 20)
        #expect(try program.run(fixture.url.path, "fork-busy", "\(children)").output == "\(children) ended")
        let values = try fixture.engine(boot: SystemCalls.bootIdentifier()).texts
        #expect(values.keys.count { $0.hasPrefix("thread.") } == 3)
    }

    @Test func aChildThatIsForkedUnderTheLockLeavesItToItsParent() throws {
        let outcome = try program.run(fixture.url.path, "fork-locked")
        #expect(outcome.output == "child ended with 0, locked, -2" && outcome.errors == "")
    }

    @Test func aStoppedOwnerOfTheLockBlocksNoReaderAndWritersForATimeOnly() throws {
        let running = try program.start([fixture.url.path, "lock"])
        _ = running.output.fileHandleForReading.availableData
        kill(running.process.processIdentifier, SIGSTOP)
        let engine = try fixture.engine(boot: SystemCalls.bootIdentifier(), timeout: .milliseconds(100))
        #expect(engine.value("shared") != nil)
        #expect(throws: DefaultsError.self) { try engine.set("a", 1) }
        #expect(engine.value("a") == nil)
        running.kill()
        try engine.set("a", 2)
        #expect(engine.value("a") == 2)
    }

    @Test(.noHang) func whileAWriterWaitsForAStoppedOwnerOthersReadAndObserve() throws {
        let running = try program.start([fixture.url.path, "lock"])
        defer { running.kill() }
        _ = running.output.fileHandleForReading.availableData
        kill(running.process.processIdentifier, SIGSTOP)
        let counts = Sample(store: .file(fixture.url))
        let hasWritten = Locked(false)
        let writer = Thread {
            counts.text = "late"
            hasWritten.withLock { $0 = true }
        }
        writer.start()
        // Long enough that the writer waits for the lock during one of these at the latest.
        let end = Date(timeIntervalSinceNow: 0.5)
        repeat {
            counts.observe(\.text) { _ in }.cancel()
            withObservationTracking {
                _ = counts.text
            } onChange: {
            }
            #expect(counts.text == "" && counts.store.userDefaults.object(forKey: "count") == nil)
        } while Date() < end
        #expect(!hasWritten.withLock { $0 })
        running.kill()
        while !hasWritten.withLock({ $0 }) { usleep(1_000) }
        #expect(counts.text == "late")
    }
}
#endif
