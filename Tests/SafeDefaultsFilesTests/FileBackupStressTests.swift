#if os(Linux)
import ChildProcesses
import Foundation
import Testing

@testable import SafeDefaults
@testable import SafeDefaultsFiles
@testable import TestSupport

/// The recipe for back-ups, as the guide prints it.
@Suite struct FileBackupStressTests {
    /// The commands of a section of the guide, in order.
    private static func commands() throws -> [String] {
        let guide = try Repository.text("Documentation.docc/HowFileDefaultsWorks.md")
        let section = try #require(guide.components(separatedBy: "\n## Back-ups\n").dropFirst().first)
        let text = try #require(section.components(separatedBy: "\n## ").first)
        return text.components(separatedBy: "```sh\n").dropFirst().compactMap {
            $0.components(separatedBy: "```").first
        }
    }

    /// Runs commands of the guide, with what they take from their environment.
    private static func run(_ command: String, file: URL, copy: String) throws -> Int32 {
        let variables = Program.environment.merging(["FILE": file.path, "COPY": copy], uniquingKeysWith: { $1 })
        return try ChildProcess(["/bin/sh", "-eu", "-c", command], environment: variables).terminationStatus
    }

    /// What is there of the lock file where a copy is restored.
    enum Lock: CaseIterable { case absent, older, newer }

    @Test(.noHang) func aBackupBesideWritersAndCompactionsHoldsAStateThatExisted() throws {
        let commands = try Self.commands()
        #expect(commands.count == 2)
        let (backUp, restore) = (try #require(commands.first), try #require(commands.last))
        for round in 0..<Stress.count(1, full: 10) {
            let fixture = FileFixture(isInMemory: true)
            let writers = try (0..<1).map { _ in
                try Program("filer", preferences: fixture.directory)
                    .start([fixture.url.path, "apart", "\(1 + round * 7 % 40)"])
            }
            let counters = writers.map { Counter($0) }
            while !counters.allSatisfy({ $0.last > 10 }), writers.allSatisfy(\.process.isRunning) { usleep(500) }
            let lock = try Data(contentsOf: fixture.directory.file(".store.plist.lock"))
            for turn in 0..<(Stress.isFull ? 20 : 6) {
                let place = "round \(round), \(turn)"
                let copies = TemporaryDirectory(isInMemory: true)
                let before = counters.map(\.last).max() ?? 0
                let copy = copies.file("copy").path
                #expect(try Self.run(backUp, file: fixture.url, copy: copy) == 0, "\(place)")
                let restored = FileFixture(isInMemory: true)
                // Something else is there, which the copy replaces.
                for name in ["store.plist", ".store.plist.journal"] {
                    try Data("before".utf8).write(to: restored.directory.file(name))
                }
                #expect(try Self.run(restore, file: restored.url, copy: copy) == 0, "\(place)")
                let kind = Lock.allCases[turn % 3]
                switch kind {
                case .absent: break
                case .older: try lock.write(to: restored.directory.file(".store.plist.lock"))
                case .newer:
                    let newer = try Data(contentsOf: fixture.directory.file(".store.plist.lock"))
                    try newer.write(to: restored.directory.file(".store.plist.lock"))
                }
                try check(restored, atLeast: before, kind, "\(place), lock file \(kind)")
            }
            for writer in writers {
                #expect(writer.process.isRunning)
                writer.kill()
            }
        }
    }

    @Test func nothingIsBackedUpWithoutAStore() throws {
        let (directory, backUp) = (TemporaryDirectory(), try #require(try Self.commands().first))
        let copy = directory.file("copy")
        #expect(try Self.run(backUp, file: directory.file("missing.plist"), copy: copy.path) != 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).isEmpty)
        let list = directory.file("a b.plist")
        let store = DefaultsStore.file(list)
        store.userDefaults.set(1, forKey: "a")
        #expect(try Self.run(backUp, file: list, copy: copy.path) == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: copy.path).contains(".a b.plist.journal"))
    }

    private func check(_ restored: FileFixture, atLeast before: Int, _ kind: Lock, _ place: String) throws {
        var values: [String: PropertyListValue] = [:]
        let issues = try IssueRecorder.issues {
            let engine = try restored.engine(boot: SystemCalls.bootIdentifier())
            engine.report()
            values = engine.texts
            try engine.set("after", 1)
            engine.schedule.isDirty.set(false)
        }
        // Only a lock file of another moment may be a reason to say something.
        if kind == .absent { #expect(issues.isEmpty, "\(place): \(issues)") }
        guard case .integer(let x)? = values["X"], case .integer(let y)? = values["Y"] else {
            Issue.record("\(place): \(values)")
            return
        }
        #expect(y <= x && x <= y + 1, "\(place): X \(x), Y \(y)")
        #expect(y >= Int64(before), "\(place): X \(x), Y \(y), \(before) was stored")
        let after = try restored.values(boot: SystemCalls.bootIdentifier())
        #expect(after == values.merging(["after": 1], uniquingKeysWith: { $1 }), "\(place)")
    }

    /// Follows what a writer says.
    private final class Counter: Sendable {
        private let count = Shared(0)

        init(_ running: Program.Running) {
            let file = running.output.fileHandleForReading
            Thread { [count] in
                var lines = LineReader(file)
                while let line = lines.next() { count.change { $0 = Int(line) ?? $0 } }
            }.start()
        }

        /// The last turn that was stored.
        var last: Int { count.value }
    }
}
#endif
