#if os(Linux)
import Foundation
import Testing

@testable import SafeDefaults
@testable import SafeDefaultsFiles
@testable import TestSupport

/// How much room a store takes on the disk.
@Suite struct FileSizeTests {
    @Test(arguments: Stress.isAsked ? [1, 100, 8_000] : [1, 1_000])
    func filesTakeNoMoreThanTheirBounds(keys: Int) throws {
        let fixture = FileFixture(isInMemory: true)
        let calls = FailingCalls()
        let engine = try fixture.engine(calls: calls)
        try engine.write((0..<keys).map { .set(StoredName("key \($0)"), Self.value(0)) })
        try engine.compactNow()
        let snapshot = try #require(FileStatus.size(of: fixture.url.path))
        let atRest = snapshot * 11 / 10 + 64 << 10
        #expect(fixture.size <= atRest)

        // The files take most space before a compaction's renames.
        let during = Shared(0)
        calls.fail { call, _ in
            if call == .rename { during.change { $0 = max($0, fixture.size) } }
            return nil
        }
        let generation = engine.cache.state.journal?.header.generation
        var (before, turn) = (0, 0)
        while engine.cache.state.journal?.header.generation == generation {
            before = fixture.size
            for _ in 0..<8 where engine.cache.state.journal?.header.generation == generation {
                try engine.set("key \(turn % keys)", Self.value(turn))
                turn += 1
            }
        }
        #expect(before > 1 << 19 && before <= 5 * snapshot + 1 << 20, "\(before) with \(snapshot)")
        #expect(during.value > before && during.value <= 6 * snapshot + 2 << 20, "\(during.value) with \(snapshot)")
        try engine.compactNow()
        #expect(fixture.size <= atRest)
    }

    /// Texts of one length, so that a snapshot of them is as long as the one before.
    private static func value(_ turn: Int) -> PropertyListValue { .string("\(100_000_000 + turn)") }
}

extension FileFixture {
    /// How many bytes all files have together.
    fileprivate var size: Int { directory.names.reduce(0) { $0 + (FileStatus.size(of: directory.file($1).path) ?? 0) } }
}

extension FileStatus {
    fileprivate static func size(of path: String) -> Int? {
        var status = stat()
        return lstat(path, &status) == 0 ? FileStatus(status).size : nil
    }
}
#endif
