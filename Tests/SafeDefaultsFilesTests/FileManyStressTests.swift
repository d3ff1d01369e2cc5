#if os(Linux)
import ChildProcesses
import Foundation
import Testing

@testable import SafeDefaults
@testable import SafeDefaultsFiles
@testable import TestSupport

/// Many processes, with threads in each, that use one store at once.
@Suite struct FileManyStressTests {
    private struct Pair: SafeDefaults {
        enum Keys: String, DefaultsKey { case left, right }

        struct Settings {
            let left = Setting(.left, default: 0)
            let right = Setting(.right, default: 0)
        }
        static let settings = Settings()
        var store: DefaultsStore
    }

    @Test(.promise(file: "two processes that count up one number"), .noHang)
    func processesThatCountTogetherLoseNothingAndNoProcessSeesHalfAChange() throws {
        let fixture = FileFixture(isInMemory: true)
        let (processes, turns) = (Stress.isFull ? 8 : 4, Stress.count(20, usual: 100, full: 1_000) / 4 * 4)
        let pair = Pair(store: .file(fixture.url))
        let halves = Shared([String]())
        let observation = pair.changes(of: \.left, \.right).observe { change in
            let (left, right) = change.newValue
            if left != right { halves.change { $0.append("observed \(left), \(right)") } }
        }
        let counters = try (0..<processes).map { try start(fixture, ["count", "\(turns)", "p\($0)"]) }
        var reads = 0
        while counters.contains(where: \.process.isRunning) {
            let (left, right) = Self.numbers(pair.dictionaryRepresentation)
            if left != right { halves.change { $0.append("read \(left), \(right)") } }
            reads += 1
            // Those who count need the processors too.
            usleep(1_000)
        }
        #expect(counters.map(\.process.terminationStatus) == [Int32](repeating: 0, count: processes))
        for counter in counters {
            let errors = counter.errors.rest()
            #expect(errors.isEmpty, "\(errors.prefix(1_000))")
        }
        observation.cancel()
        #expect(halves.value.isEmpty && reads > 0, "\(halves.value.prefix(3))")
        let engine = try fixture.engine(boot: SystemCalls.bootIdentifier())
        let total = PropertyListValue.integer(Int64(processes * turns))
        #expect(["shared", "left", "right"].map(engine.value) == [total, total, total])
        #expect(engine.values().count == processes * turns + 3)
        for process in 0..<processes {
            for index in 0..<turns {
                let (thread, turn) = (index % 4, index / 4)
                #expect(engine.value("p\(process).\(thread).\(turn)") == .integer(Int64(turn)))
            }
        }
    }

    private static func numbers(_ stored: [String: PropertyListValue]) -> (Int64, Int64) {
        let numbers = ["left", "right"].map { name in
            if case .integer(let number)? = stored[name] { number } else { Int64(0) }
        }
        return (numbers[0], numbers[1])
    }

    private func start(_ fixture: FileFixture, _ words: [String]) throws -> Program.Running {
        try Program("filer", preferences: fixture.directory).start([fixture.url.path] + words)
    }
}
#endif
