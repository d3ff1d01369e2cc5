#if os(Linux)
import ChildProcesses
import Foundation
import Observation
import Testing

@testable import SafeDefaults
@testable import SafeDefaultsFiles
@testable import TestSupport

@Suite struct FileKillStressTests {
    @Test(.noHang) func aKillAtAnyMomentLosesAndInventsNothing() throws {
        // Of six rounds each.
        for seed in 0..<UInt64(Stress.count(1, usual: 2, full: 168)) { try run(seed) }
    }

    /// Kills writers of one store again and again, half of the times while another goes on.
    private func run(_ seed: UInt64) throws {
        var random = RandomSource(state: seed)
        let fixture = FileFixture(isInMemory: true)
        var (one, two) = (ChurnModel(), ChurnModel())
        for round in 0..<6 {
            let name = "seed \(seed), round \(round)"
            let first = try ChurnRun(fixture, "a", seed: random.next())
            let second = round % 2 == 1 ? try ChurnRun(fixture, "b", seed: random.next()) : nil
            usleep(UInt32.random(in: 0...60_000, using: &random))
            one.take(try first.kill())
            if let second {
                // Alone now, whatever the other left undone.
                usleep(UInt32.random(in: 0...20_000, using: &random))
                two.take(try second.kill())
            }
            let issues = try IssueRecorder.issues {
                let engine = try fixture.engine(boot: SystemCalls.bootIdentifier())
                let texts = engine.texts.mapValues(\.text)
                one.check(texts.filter { $0.key.hasPrefix("a.") }, name)
                two.check(texts.filter { $0.key.hasPrefix("b.") }, name)
                // A killed writer's last record counts from the next write on.
                try engine.remove("nothing")
                let settled = engine.texts.mapValues(\.text)
                one.settle(settled.filter { $0.key.hasPrefix("a.") }, name)
                two.settle(settled.filter { $0.key.hasPrefix("b.") }, name)
            }
            #expect(issues.isEmpty, "\(name): \(issues)")
        }
    }
}

/// What a churning process has said that it did.
struct ChurnModel {
    private var values: [String: String] = [:]
    private var underway: [String: String?] = [:]

    /// Follows a process's report: `?` and the changes it is about to make, `!` once they are made.
    mutating func take(_ report: String) {
        // A last line that isn't whole was never said.
        for line in report.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
            if line == "!" {
                for (name, value) in underway { values[name] = value }
                underway = [:]
            } else {
                for word in line.dropFirst(2).split(separator: " ") {
                    let parts = word.split(separator: "=", maxSplits: 1)
                    underway.updateValue(parts.count > 1 ? String(parts[1]) : nil, forKey: String(parts[0]))
                }
            }
        }
    }

    /// Whether that may be stored: everything that was done, and of what was under way all or nothing.
    func allows(_ stored: [String: String]) -> Bool { stored == values || stored == after }

    private var after: [String: String] {
        var after = values
        for (name, value) in underway { after[name] = value }
        return after
    }

    /// Checks that what is stored is allowed.
    func check(_ stored: [String: String], _ place: String) {
        let wrong = Set(stored.keys).union(values.keys).filter { stored[$0] != values[$0] && stored[$0] != after[$0] }
        #expect(allows(stored), "\(place): \(wrong.sorted().prefix(3)), under way \(underway.keys)")
    }

    /// Checks that what is stored is allowed, and goes on from it.
    mutating func settle(_ stored: [String: String], _ place: String) {
        check(stored, place)
        values = stored
        underway = [:]
    }
}

/// A process that changes a store without end.
struct ChurnRun {
    private let process: ChildProcess
    private let report: URL

    init(_ fixture: FileFixture, _ writer: String, seed: UInt64) throws {
        let program = Program("filer", preferences: fixture.directory)
        let reports = FileManager.default.temporaryDirectory.appendingPathComponent("SafeDefaults-\(UUID().uuidString)")
        report = reports
        process = try ChildProcess(
            [program.path, fixture.url.path, "churn", "\(seed)", writer], environment: Program.environment,
            output: Descriptor(path: reports.path, O_WRONLY | O_CREAT | O_EXCL))
    }

    func kill() throws -> String {
        process.send(SIGKILL)
        process.waitUntilExit()
        defer { try? FileManager.default.removeItem(at: report) }
        return String(decoding: try Data(contentsOf: report), as: UTF8.self)
    }
}

extension PropertyListValue {
    /// A text as it is; a question mark for anything else.
    var text: String { if case .string(let text) = self { text } else { "?" } }
}

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

    @Test func theLockOfAForkedChildThatIsKilledIsFree() throws {
        let outcome = try program.run(fixture.url.path, "fork-killed")
        #expect(outcome.output == "true" && outcome.errors == "")
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
