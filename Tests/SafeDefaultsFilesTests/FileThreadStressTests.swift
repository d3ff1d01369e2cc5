#if os(Linux)
import Foundation
import Testing

@testable import SafeDefaults
@testable import SafeDefaultsFiles
@testable import TestSupport

/// Sixteen threads over one file: for the thread sanitizer above all.
@Suite struct FileThreadStressTests {
    private struct Sample: SafeDefaults {
        enum Keys: String, DefaultsKey { case count, left, right }

        struct Settings {
            let count = Setting(.count, default: 0)
            let left = Setting(.left, default: 0)
            let right = Setting(.right, default: 0)
        }
        static let settings = Settings()
        var store: DefaultsStore
    }

    private static let threads = 16
    private static let turns = Stress.count(25, full: 500)

    @Test(.noHang) func threadsOverOneObjectLoseNothing() throws {
        let fixture = FileFixture(isInMemory: true)
        let defaults = DefaultsStore(try FileDefaults(url: fixture.url))
        try work(fixture) { _ in defaults }
    }

    @Test(.noHang) func threadsOverObjectsOfTheSameFileLoseNothing() throws {
        let fixture = FileFixture(isInMemory: true)
        let stores = try (0..<Self.threads).map { _ in DefaultsStore(try FileDefaults(url: fixture.url)) }
        try work(fixture) { stores[$0] }
    }

    /// Reads, writes, batches, observes, compacts, flushes, opens and closes at once, and counts what was done.
    private func work(_ fixture: FileFixture, _ store: @escaping @Sendable (Int) -> DefaultsStore) throws {
        let halves = Shared([String]())
        let failures = Shared([String]())
        // Another process, as far as the store can tell.
        let other = try fixture.engine(boot: SystemCalls.bootIdentifier())
        onThreads(Self.threads) { thread in
            let sample = Sample(store: store(thread))
            for turn in 0..<Self.turns {
                do {
                    try step(thread, turn, sample, fixture, other, halves)
                } catch {
                    failures.change { $0.append("\(error)") }
                }
                sample.update(\.count) { $0 += 1 }
            }
        }
        #expect(
            failures.value.isEmpty && halves.value.isEmpty, "\(failures.value.first ?? ""), \(halves.value.first ?? "")"
        )
        let values = try fixture.engine(boot: SystemCalls.bootIdentifier()).texts
        #expect(values["count"] == .integer(Int64(Self.threads * Self.turns)))
        #expect(values["left"] == .integer(Int64(2 * Self.turns)) && values["left"] == values["right"])
        for thread in 0..<4 {
            for turn in 0..<Self.turns { #expect(values["\(thread).\(turn)"] == .integer(Int64(turn))) }
        }
        #expect(other.texts == values)
    }

    @Sendable private func step(
        _ thread: Int, _ turn: Int, _ sample: Sample, _ fixture: FileFixture, _ other: FileEngine,
        _ halves: Shared<[String]>
    ) throws {
        let defaults = sample.store.userDefaults
        switch thread {
        case 0..<4: defaults.set(turn, forKey: "\(thread).\(turn)")
        case 4, 5:
            sample.edit { draft in
                let next = draft.left + 1
                draft.left = next
                draft.right = next
            }
        case 6, 7:
            let stored = sample.dictionaryRepresentation
            if stored["left"] != stored["right"] { halves.change { $0.append("\(stored)") } }
        case 8: _ = defaults.dictionaryRepresentation()
        case 9, 10:
            let observation = sample.changes(of: \.left, \.right).observe { change in
                if change.newValue.0 != change.newValue.1 { halves.change { $0.append("\(change)") } }
            }
            if turn % 2 == 0 { observation.cancel() }
        case 11: try EngineRegistry.shared.engine(at: try fixture.place()).object.compactNow()
        case 12: defaults.synchronize()
        case 13: try FileDefaults(url: fixture.url).set(turn, forKey: "opened")
        case 14:
            try other.set("other", .integer(Int64(turn)))
            _ = other.value("count")
        default:
            defaults.set(turn, forKey: "gone")
            defaults.removeObject(forKey: "gone")
        }
    }
}
#endif
