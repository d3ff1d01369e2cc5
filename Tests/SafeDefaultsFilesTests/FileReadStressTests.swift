#if os(Linux)
import ChildProcesses
import Foundation
import Testing

@testable import SafeDefaults
@testable import SafeDefaultsFiles
@testable import TestSupport

/// Threads that read a file while other threads and another process write to it, and while it is compacted.
@Suite struct FileReadStressTests {
    private struct Sample: SafeDefaults {
        enum Keys: String, DefaultsKey { case shared, number, text }

        struct Settings {
            let shared = Setting(.shared, default: 0)
            let number = Setting(.number, default: 0)
            let text = Setting(.text, default: FileReadStressTests.text(0))
        }
        static let settings = Settings()
        var store: DefaultsStore
    }

    private static let readers = 4
    private static let reads = Stress.count(10_000, usual: 100_000, full: 100_000_000) / readers

    @Test(.noHang) func everyValueThatIsReadWasWrittenAndNoneIsOlderThanTheOneBefore() throws {
        let fixture = FileFixture(isInMemory: true)
        let sample = Sample(store: .file(fixture.url))
        let (busy, failures, counted) = (Shared(Self.readers), Shared([String]()), Shared(0))
        onThreads(Self.readers + 3) { thread in
            do {
                switch thread {
                case 0: try self.write(sample, while: busy)
                case 1: try self.grow(fixture, sample, while: busy)
                case 2: try self.count(fixture, counted, while: busy)
                default:
                    self.read(sample) { failure in failures.change { $0.append(failure) } }
                    busy.change { $0 -= 1 }
                }
            } catch {
                failures.change { $0.append("\(error)") }
            }
        }
        #expect(failures.value.isEmpty, "\(failures.value.prefix(3))")
        #expect(sample.shared == counted.value)
        let engine = try fixture.engine(boot: SystemCalls.bootIdentifier())
        #expect(engine.value("number") == .integer(Int64(sample.number)))
        #expect(engine.value("text") == .string(sample.text))
    }

    /// Reads, and compares each value with what may have been written.
    private func read(_ sample: Sample, _ fail: (String) -> Void) {
        var (shared, number, text) = (0, 0, 0)
        for _ in 0..<Self.reads / 3 {
            let (nextShared, nextNumber, nextText) = (sample.shared, sample.number, sample.text)
            let nextTextNumber = Int(nextText.prefix { $0 != "," }) ?? -1
            guard nextShared >= shared, nextNumber >= number, nextTextNumber >= text,
                nextText == Self.text(nextTextNumber)
            else {
                return fail("\(nextShared), \(nextNumber), \(nextText) after \(shared), \(number), \(text)")
            }
            (shared, number, text) = (nextShared, nextNumber, nextTextNumber)
        }
    }

    /// A text that has a reference count, because it is long, and that shows whether it is whole.
    private static func text(_ number: Int) -> String { "\(number), and again, which makes it long: \(number)" }

    /// Writes ever greater numbers.
    private func write(_ sample: Sample, while busy: Shared<Int>) throws {
        for turn in 1... {
            if busy.value == 0 { return }
            sample.number = turn
            sample.text = Self.text(turn)
        }
    }

    /// Adds and removes values, so that the memory of the values moves, and compacts.
    private func grow(_ fixture: FileFixture, _ sample: Sample, while busy: Shared<Int>) throws {
        let defaults = sample.store.userDefaults
        while busy.value > 0 {
            for index in 0..<200 { defaults.set(index, forKey: "more \(index)") }
            for index in 0..<200 { defaults.removeObject(forKey: "more \(index)") }
            try EngineRegistry.shared.engine(at: try fixture.place()).object.compactNow()
        }
    }

    /// Has other processes count.
    private func count(_ fixture: FileFixture, _ counted: Shared<Int>, while busy: Shared<Int>) throws {
        let turns = 40
        repeat {
            let process = try Program("filer", preferences: fixture.directory)
                .start([fixture.url.path, "count", "\(turns)", "p"])
            process.process.waitUntilExit()
            counted.change { $0 += turns }
        } while busy.value > 0
    }
}
#endif
