#if os(Linux)
import Foundation
import Testing

@testable import SafeDefaults

@Suite struct FileDamageStressTests {
    /// Names of the files that are damaged in turn.
    static let names = [".store.plist.journal", "store.plist", ".store.plist.lock"]

    @Test(.timeLimit(.minutes(10))) func noDamageTrapsHangsOrInvents() throws {
        for seed in 0..<UInt64(100 * Stress.factor) { try run(seed) }
    }

    private func run(_ seed: UInt64) throws {
        var random = RandomSource(state: seed)
        let fixture = FileFixture(isInMemory: true)
        let written = try prepare(fixture, &random)
        let name = random.pick(Self.names)
        let file = fixture.directory.file(name)
        let original = [UInt8](try Data(contentsOf: file))
        let damaged = damage(original, &random)
        try Data(damaged).write(to: file)
        // Some time after a start of the machine, some time not.
        let boot: UInt64 = Bool.random(using: &random) ? 1 : 2
        let issues = try IssueRecorder.issues {
            let engine = try fixture.engine(boot: boot)
            engine.report()
            let values = engine.texts
            // A journal knows when it isn't as it was written; of a property list nobody can tell.
            if name == Self.names[0], damaged != original {
                for (key, value) in values { #expect(written[key]?.contains(value) == true, "seed \(seed), \(key)") }
            }
            try engine.set("after", 1)
            #expect(engine.value("after") == 1, "seed \(seed)")
            try engine.foldNow()
            #expect(try fixture.propertyList()["after"] == 1, "seed \(seed)")
            engine.idling.isDirty = false
        }
        if issues.contains(where: { $0.kind == .damagedFile && !$0.error.reason.contains("gone") }) {
            let aside = try fixture.aside.map { [UInt8](try Data(contentsOf: fixture.directory.file($0))) }
            #expect(aside.contains { $0.starts(with: damaged.prefix(64)) }, "seed \(seed): \(fixture.directory.names)")
        }
        let (values, rest) = try reopened(fixture, boot)
        #expect(values["after"] == 1 && rest.isEmpty, "seed \(seed): \(rest)")
    }

    private func reopened(_ fixture: FileFixture, _ boot: UInt64) throws -> (
        [String: PropertyListValue], [DefaultsIssue]
    ) {
        var values: [String: PropertyListValue] = [:]
        let issues = try IssueRecorder.issues {
            let engine = try fixture.engine(boot: boot)
            engine.report()
            values = engine.texts
        }
        return (values, issues)
    }

    /// Makes a store, of which a part is folded in; gives every value that each name ever had.
    private func prepare(
        _ fixture: FileFixture, _ random: inout RandomSource
    ) throws -> [String: Set<PropertyListValue>] {
        var written: [String: Set<PropertyListValue>] = [:]
        let engine = try fixture.engine()
        for turn in 0..<40 {
            let name = "key \(Int.random(in: 0..<20, using: &random))"
            let value: PropertyListValue = random.pick([
                .integer(Int64(turn)), .string("text \(turn)"), ["n": [.integer(Int64(turn)), "x"]],
                .data(Data(count: turn)),
            ])
            written[name, default: []].insert(value)
            try engine.set(name, value)
            if turn == 20 { try engine.foldNow() }
            if turn == 30 { try engine.flush() }
        }
        engine.idling.isDirty = false
        return written
    }

    private func damage(_ original: [UInt8], _ random: inout RandomSource) -> [UInt8] {
        var bytes = original
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<7, using: &random) {
        case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 1:
            for _ in 0..<8 {
                bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
            }
        case 2: bytes = Array(bytes.prefix(place))
        case 3: bytes += random.some(1...200) { .random(in: 0...255, using: &$0) }
        case 4:
            // Two blocks change places.
            let size = min(64, bytes.count / 2)
            let (one, two) = (0, bytes.count - size)
            let first = Array(bytes[one..<one + size])
            bytes.replaceSubrange(one..<one + size, with: bytes[two..<two + size])
            bytes.replaceSubrange(two..<two + size, with: first)
        case 5: bytes.replaceSubrange(place..., with: [UInt8](repeating: 0, count: bytes.count - place))
        default: bytes = []
        }
        return bytes
    }
}
#endif
