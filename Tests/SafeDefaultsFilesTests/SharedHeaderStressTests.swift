#if os(Linux)
import Foundation
import Testing

@testable import SafeDefaults
@testable import SafeDefaultsFiles
@testable import TestSupport

/// A shared header that is an older one, or has a wrong bit, while the journal holds everything.
@Suite struct SharedHeaderStressTests {
    /// The change that is made to the header.
    enum Change: CaseIterable, Sendable { case older, flippedBit, flippedWord, removed }

    @Test(.noHang, arguments: [false, true])
    func anOutdatedOrWrongHeaderLosesNothing(underALivingProcess isLiving: Bool) throws {
        for seed in 0..<UInt64(Stress.count(10, usual: 25, full: 500)) { try run(seed, isLiving: isLiving) }
    }

    private func run(_ seed: UInt64, isLiving: Bool) throws {
        var random = RandomSource(state: seed)
        let fixture = FileFixture(isInMemory: true)
        let page = fixture.directory.file(".store.plist.lock")
        var (writer, pages): (FileEngine?, [[UInt8]]) = (try fixture.engine(), [])
        // Another process that is there all the while.
        let reader = isLiving ? try fixture.engine() : nil
        var expected: [String: PropertyListValue] = [:]
        for turn in 0..<Int.random(in: 1...30, using: &random) {
            pages.append([UInt8](try Data(contentsOf: page)))
            try Self.change(try #require(writer), turn, &expected, &random)
        }
        if !isLiving {
            writer?.schedule.isDirty.set(false)
            writer = nil
        }
        // It has seen the writes: to one that hasn't, an older header is the newest that there is, until the next
        // write.
        _ = reader?.texts
        let change = random.pick(isLiving ? [.older, .flippedBit, .flippedWord] : Change.allCases)
        try Self.make(change, pages, page, &random)
        let place = "seed \(seed), \(change)"
        let issues = try IssueRecorder.issues {
            let engine = try writer ?? fixture.engine()
            engine.report()
            #expect(engine.texts == expected, "\(place)")
            #expect(try reader?.texts ?? fixture.values() == expected, "\(place), another process")
            #expect(try fixture.values() == expected, "\(place), a new process")
            try engine.set("after", 1)
            expected["after"] = 1
            #expect(engine.texts == expected, "\(place), after a write")
            #expect(try fixture.values() == expected, "\(place), a new process after a write")
            #expect(try reader?.texts ?? fixture.values() == expected, "\(place), another process after a write")
            try engine.flush()
            try engine.compactNow()
            #expect(engine.texts == expected, "\(place), after a compaction")
            #expect(try reader?.texts ?? fixture.values() == expected, "\(place), another process after a compaction")
        }
        #expect(issues.allSatisfy { [.damagedFile, .unexpectedFile].contains($0.kind) }, "\(place): \(issues)")
        let left = try IssueRecorder.issues {
            let values = try fixture.values()
            #expect(values == expected, "\(place), at the end")
        }
        #expect(left.isEmpty, "\(place): \(left)")
        #expect(try fixture.propertyList() == expected, "\(place)")
    }

    /// Makes a change, and notes what is stored then.
    private static func change(
        _ engine: FileEngine, _ turn: Int, _ values: inout [String: PropertyListValue], _ random: inout RandomSource
    ) throws {
        let name = "key \(Int.random(in: 0..<12, using: &random))"
        switch Int.random(in: 0..<12, using: &random) {
        case 0..<7:
            let value: PropertyListValue = random.pick([
                .integer(Int64(turn)), .string(String(repeating: "\(turn) ", count: turn)),
            ])
            try engine.set(name, value)
            values[name] = value
        case 7, 8:
            try engine.remove(name)
            values[name] = nil
        case 9:
            let value = PropertyListValue.integer(Int64(turn))
            try engine.write([.set(StoredName(name), value), .set(StoredName("other"), value)])
            values[name] = value
            values["other"] = value
        case 10: try engine.flush()
        default: try engine.compactNow()
        }
    }

    /// Changes the header through its file, which every process has mapped.
    private static func make(
        _ change: Change, _ pages: [[UInt8]], _ page: URL, _ random: inout RandomSource
    ) throws {
        var bytes = [UInt8](try Data(contentsOf: page))
        // Where its words are.
        let place = Int.random(in: 0..<80, using: &random)
        switch change {
        case .older: bytes = random.pick(pages)
        case .flippedBit: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case .flippedWord:
            let word = place / 8 * 8
            for byte in word..<word + 8 { bytes[byte] = .random(in: 0...255, using: &random) }
        case .removed: return try FileManager.default.removeItem(at: page)
        }
        let file = Foundation.open(page.path, O_WRONLY)
        defer { Foundation.close(file) }
        #expect(pwrite(file, bytes, bytes.count, 0) == bytes.count)
    }
}
#endif
