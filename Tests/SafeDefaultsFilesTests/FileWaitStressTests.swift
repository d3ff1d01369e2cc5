#if os(Linux)
import ChildProcesses
import Foundation
import Testing

@testable import SafeDefaults
@testable import SafeDefaultsFiles
@testable import TestSupport

/// What others do while a process waits for the disk.
///
/// No test looks at a clock: a sync goes on until the others are done.
@Suite struct FileWaitStressTests {
    /// What waits for the disk.
    enum Work: CaseIterable, Sendable { case compact, flush }

    /// At each sync of a compaction and of a flush.
    @Test(.noHang, arguments: Work.allCases)
    func whileOneWaitsForTheDiskAllOthersReadAndWrite(_ work: Work) throws {
        for number in 1... {
            let fixture = FileFixture(isInMemory: true)
            let calls = GatedCalls(.synchronize, number)
            let engine = try fixture.engine(calls: calls, timeout: .milliseconds(300))
            let other = try fixture.engine(timeout: .milliseconds(300))
            try engine.set("a", 1)
            calls.arm()
            let thread = Background {
                switch work {
                case .compact: try engine.compactNow()
                case .flush: try engine.flush()
                }
            }
            let isReached = calls.wait(for: thread)
            let place = "\(work), sync \(number)"
            if isReached {
                // A thread of the same process, and a thread of another.
                for (name, engine) in [("thread", engine), ("process", other)] {
                    #expect(throws: Never.self, "\(place), \(name)") { try engine.set(name, 1) }
                    #expect(engine.value(name) == 1, "\(place), \(name)")
                    #expect(throws: Never.self, "\(place), \(name)") { try engine.remove("a") }
                    #expect(throws: Never.self, "\(place), \(name)") { try engine.set("a", 2) }
                }
                #expect(engine.value("a") == 2 && other.value("a") == 2, "\(place)")
                // Two don't compact at once.
                if work == .compact, number == 1 {
                    #expect(throws: DefaultsError.self) { try other.compactNow() }
                    #expect(try !other.compact(if: .changes, waits: false))
                }
                #expect(thread.isRunning, "\(place)")
            }
            calls.open()
            try thread.wait()
            guard isReached else { break }
            let expected: [String: PropertyListValue] = ["a": 2, "thread": 1, "process": 1]
            #expect(engine.texts == expected && other.texts == expected, "\(place)")
            #expect(try fixture.values() == expected, "\(place)")
            try other.compactNow()
            #expect(engine.texts == expected, "\(place)")
            #expect(try fixture.propertyList() == expected, "\(place)")
        }
    }
}
#endif
