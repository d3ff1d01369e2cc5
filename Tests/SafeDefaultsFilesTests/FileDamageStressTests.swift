#if os(Linux)
import Foundation
import Testing

@testable import SafeDefaults
@testable import SafeDefaultsFiles
@testable import TestSupport

/// Stores of which something was damaged while nobody had them open.
@Suite struct FileDamageStressTests {
    @Test(.noHang) func noDamageTrapsHangsOrInventsValuesAndReadableValuesAreKept() throws {
        for seed in 0..<UInt64(Stress.count(30, usual: 100, full: 10_000)) { try run(seed) }
    }

    private func run(_ seed: UInt64) throws {
        var random = RandomSource(state: seed)
        let sample = try DamageSample(&random)
        let fixture = sample.fixture
        // Some time after a start of the machine, some time not.
        let boot: UInt64 = Bool.random(using: &random) ? 1 : 2
        var after: [String: PropertyListValue] = [:]
        let issues = try IssueRecorder.issues {
            let began = Date()
            let engine = try fixture.engine(boot: boot)
            engine.report()
            let values = engine.texts
            #expect(Date().timeIntervalSince(began) < 120, "seed \(seed)")
            sample.check(values, isOfThisBoot: boot == 1, "seed \(seed)")
            try sample.expectAsDamaged("seed \(seed), before a write")
            try engine.set("after", 1)
            #expect(engine.value("after") == 1, "seed \(seed)")
            try engine.compactNow()
            after = engine.texts
            #expect(after == values.merging(["after": 1], uniquingKeysWith: { $1 }), "seed \(seed)")
            let read = try fixture.propertyList()
            // Foundation doesn't keep which NaN it was.
            let (ours, foundations) = (after.mapValues(\.withOneNaN), read.mapValues(\.withOneNaN))
            #expect(
                foundations == ours, "seed \(seed): \(foundations.filter { ours[$0.key] != $0.value })")
            engine.schedule.isDirty.set(false)
        }
        try sample.expectAside(issues, "seed \(seed)")
        let (values, rest) = try reopened(fixture, boot)
        #expect(values == after && rest.isEmpty, "seed \(seed): \(rest)")
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
}

extension PropertyListValue {
    /// The same with one NaN for all.
    fileprivate var withOneNaN: PropertyListValue {
        switch self {
        case .real(let number) where number.isNaN: .real(.nan)
        case .array(let elements): .array(elements.map(\.withOneNaN))
        case .dictionary(let values): .dictionary(values.mapValues(\.withOneNaN))
        default: self
        }
    }
}

/// A store of which a part is compacted, and what has happened to its files.
private struct DamageSample {
    let fixture = FileFixture(isInMemory: true)

    /// Every value that each name ever had.
    private var written: [String: Set<PropertyListValue>] = [:]

    /// What the property list had.
    private var compacted: [String: PropertyListValue] = [:]

    private var files: [Name: File] = [:]

    private enum Name: String, CaseIterable {
        case journal = ".store.plist.journal"
        case snapshot = "store.plist"
        case page = ".store.plist.lock"
    }

    private struct File {
        var damage: Damage?
        var original: [UInt8]
        var damaged: [UInt8]
        var older: [UInt8]
        var bytes: DamagedBytes { DamagedBytes(original, damaged) }
    }

    private let salt: UInt64

    init(_ random: inout RandomSource) throws {
        let engine = try fixture.engine()
        var older: [Name: [UInt8]] = [:]
        for turn in 0..<60 {
            let name = "key \(Int.random(in: 0..<30, using: &random))"
            let value = Self.value(turn, &random)
            written[name, default: []].insert(value)
            if Int.random(in: 0..<6, using: &random) == 0 {
                try engine.remove(name)
            } else {
                try engine.set(name, value)
            }
            if turn == 10 { try engine.compactNow() }
            if turn == 40 {
                for name in Name.allCases { older[name] = try Self.bytes(name, fixture) }
                try engine.compactNow()
                compacted = engine.texts
            }
            if turn == 50 { try engine.flush() }
        }
        engine.schedule.isDirty.set(false)
        salt = try #require(engine.cache.state.journal).header.salt
        for name in Name.allCases {
            let bytes = try Self.bytes(name, fixture)
            files[name] = File(original: bytes, damaged: bytes, older: older[name] ?? [])
        }
        // Now and then two of them.
        for name in random.pick([[Name.journal], [.journal], [.snapshot], [.snapshot], [.page], [.journal, .snapshot]])
        {
            try damage(name, &random)
        }
    }

    private static func value(_ turn: Int, _ random: inout RandomSource) -> PropertyListValue {
        random.pick([
            .integer(Int64(turn)), .string("text \(turn)"), ["n": [.integer(Int64(turn)), "x"], "m": "ü"],
            .data(Data(count: turn)), .string("ä \(turn)"), .real(Double(turn)), [true, [.integer(-5)]],
            .string(String(repeating: "long ", count: turn)),
        ])
    }

    private static func bytes(_ name: Name, _ fixture: FileFixture) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: fixture.directory.file(name.rawValue)))
    }

    private mutating func damage(_ name: Name, _ random: inout RandomSource) throws {
        guard var file = files[name] else { return }
        let damage = random.pick(Damage.allCases)
        file.damage = damage
        file.damaged = damage.happen(to: file.original, older: file.older, using: &random)
        files[name] = file
        let url = fixture.directory.file(name.rawValue)
        try Data(file.damaged).write(to: url)
        // Some time ago: a file that was changed just now is given time to become whole.
        var times = utimbuf(actime: 1, modtime: 1)
        utime(url.path, &times)
    }

    // MARK: - What must be

    /// Holds what was read against what can be read.
    func check(_ values: [String: PropertyListValue], isOfThisBoot: Bool, _ place: String) {
        // A damaged header can't be told from a sound one, nor an old journal from the new one in whose place it lies.
        guard let journal = files[.journal], let snapshot = files[.snapshot], let page = files[.page] else { return }
        let isExact = snapshot.bytes.first == nil && page.bytes.first == nil && journal.damage != .leftover
        guard page.bytes.first == nil, journal.damage != .leftover else { return checkInvented(values, place) }
        let changes = JournalModel(journal.original, salt: salt)
            .changes(after: journal.bytes, knowsEnd: isOfThisBoot)
        // An end that is left over of an older list is a sound one, of other objects.
        let isOther = snapshot.damage == .leftoverEnd || snapshot.damage == .leftover
        let kept = isOther ? [] : SnapshotModel(snapshot.original).names(after: snapshot.bytes)
        var expected = Dictionary(
            compacted.filter { kept.contains($0.key) }.map { (StoredName($0), $1) }, uniquingKeysWith: { $1 })
        for change in changes { change.apply(to: &expected) }
        for (name, value) in expected {
            #expect(values[name.text] == value, "\(place), \(name.text): \(describe())")
        }
        guard isExact else { return }
        #expect(values.count == expected.count, "\(place): \(describe())")
    }

    private func checkInvented(_ values: [String: PropertyListValue], _ place: String) {
        guard files[.snapshot]?.bytes.first == nil else { return }
        for (key, value) in values {
            #expect(written[key]?.contains(value) == true, "\(place), \(key): \(describe())")
        }
    }

    /// The damaged files are where they were, as they were.
    func expectAsDamaged(_ place: String) throws {
        for name in [Name.journal, .snapshot] {
            #expect(try Self.bytes(name, fixture) == files[name]?.damaged, "\(place): \(describe())")
        }
        #expect(fixture.aside.isEmpty, "\(place)")
    }

    /// What was reported as damaged was set aside, every byte of it.
    func expectAside(_ issues: [DefaultsIssue], _ place: String) throws {
        let reasons = issues.filter { $0.kind == .damagedFile }.map(\.error.reason).filter { $0.hasSuffix("damaged") }
        for reason in reasons {
            let isJournal = reason.hasPrefix("the journal")
            let names = fixture.aside.filter { $0.hasSuffix(".journal") == isJournal }
            #expect(names.allSatisfy { $0.hasPrefix("store.plist.damaged-20") }, "\(place): \(names)")
            let aside = try names.map { [UInt8](try Data(contentsOf: fixture.directory.file($0))) }
            #expect(aside == [files[isJournal ? .journal : .snapshot]?.damaged], "\(place): \(describe())")
        }
    }

    func describe() -> String {
        files.filter { $0.value.damage != nil }.map { name, file in
            "\(file.damage.map { "\($0)" } ?? "") of \(name) at \(file.bytes.first ?? -1) of \(file.original.count)"
        }.joined(separator: ", ")
    }
}
#endif
