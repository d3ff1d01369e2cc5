#if os(Linux)
import Foundation
import Testing

@testable import SafeDefaults
@testable import SafeDefaultsFiles
@testable import TestSupport

@Suite struct JournalTests {
    @Test func theChecksumIsCRC32C() {
        #expect(Array("123456789".utf8).withUnsafeBytes { Checksum.of($0) } == 0xE306_9283)
        #expect([UInt8](repeating: 0, count: 32).withUnsafeBytes { Checksum.of($0) } == 0x8A91_36AA)
        #expect([UInt8](0..<32).withUnsafeBytes { Checksum.of($0) } == 0x46DD_794E)
    }

    // MARK: - Records

    static let records: [JournalRecord] = [
        .changes([.set(StoredName("a"), 1)]),
        .changes([
            .set(StoredName("ü\0"), ["a": [1, -1.5, "x", true, false], "b": .data(Data([0, 255]))]),
            .remove(StoredName("b")),
            .removeAll, .set(StoredName(""), .date(Date(timeIntervalSinceReferenceDate: -0.5))),
            .set(StoredName("u"), .unsignedInteger(.max)), .set(StoredName("n"), .real(.nan)),
        ]),
        .changes([]), .compaction(SnapshotName(size: 123, checksum: 456)), .compaction(.none), .synchronized,
    ]

    static func encoded(_ record: JournalRecord, salt: UInt64 = 7, offset: Int = 64) -> [UInt8] {
        var buffer = RecordBuffer()
        record.encode(into: &buffer, salt: salt, offset: offset)
        return Array(buffer.bytes)
    }

    @Test(arguments: records) func aRecordIsReadAsItWasWritten(_ record: JournalRecord) throws {
        let bytes = Self.encoded(record)
        #expect(bytes.count % 8 == 0)
        let read = bytes.withUnsafeBytes { JournalRecord.read($0, at: 0, salt: 7, base: 64) }
        #expect(read?.record == record)
        #expect(read?.end == bytes.count)
    }

    @Test(arguments: records) func aRecordThatIsNotAsItWasWrittenIsNone(_ record: JournalRecord) {
        let bytes = Self.encoded(record)
        for bit in 0..<8 * bytes.count {
            var damaged = bytes
            damaged[bit / 8] ^= 1 << (bit % 8)
            #expect(damaged.withUnsafeBytes { JournalRecord.read($0, at: 0, salt: 7, base: 64) } == nil, "bit \(bit)")
        }
        for count in 0..<bytes.count {
            #expect(bytes[..<count].withUnsafeBytes { JournalRecord.read($0, at: 0, salt: 7, base: 64) } == nil)
        }
    }

    @Test func aRecordOfAnotherPlaceOrAnotherJournalIsNone() {
        let bytes = Self.encoded(Self.records[0])
        #expect(bytes.withUnsafeBytes { JournalRecord.read($0, at: 0, salt: 7, base: 72) } == nil)
        #expect(bytes.withUnsafeBytes { JournalRecord.read($0, at: 0, salt: 8, base: 64) } == nil)
    }

    @Test func aValueDeeperThanTheLibraryReadsIsNone() {
        var deep = PropertyListValue.integer(1)
        for _ in 0..<deepestPropertyList { deep = [deep] }
        #expect(read(deep) == deep)
        #expect(read([deep]) == nil)
    }

    private func read(_ value: PropertyListValue) -> PropertyListValue? {
        var buffer = RecordBuffer()
        buffer.append(value: value)
        var reader = RecordReader(buffer.bytes)
        return reader.value()
    }

    // MARK: - Headers

    static let header = JournalHeader(generation: 5, salt: 99, snapshot: SnapshotName(size: 1, checksum: 2))

    @Test func aHeaderIsReadBack() {
        #expect(Self.header.bytes.count == JournalHeader.size)
        #expect(JournalHeader.read(Self.header.bytes) == .header(Self.header))
    }

    @Test func aHeaderThatIsNotAsItWasWrittenIsDamaged() {
        for bit in 0..<8 * JournalHeader.size {
            var damaged = Self.header.bytes
            damaged[bit / 8] ^= 1 << (bit % 8)
            #expect(JournalHeader.read(damaged) == .damaged, "bit \(bit)")
        }
        #expect(JournalHeader.read(Array(Self.header.bytes.dropLast())) == .damaged)
    }

    @Test func aHeaderOfANewerFormIsDistinguishedFromADamagedOne() {
        var bytes = Self.header.bytes
        bytes[10] = 2
        let sum = bytes[..<60].withUnsafeBytes { Checksum.of($0) }
        bytes.replaceSubrange(60..., with: withUnsafeBytes(of: sum.littleEndian) { Array($0) })
        #expect(JournalHeader.read(bytes) == .newer)
        // A newer version that this one can read is read.
        bytes[8] = 2
        bytes[10] = 1
        let other = bytes[..<60].withUnsafeBytes { Checksum.of($0) }
        bytes.replaceSubrange(60..., with: withUnsafeBytes(of: other.littleEndian) { Array($0) })
        #expect(JournalHeader.read(bytes) == .header(Self.header))
    }

    // MARK: - Scans

    /// A journal of some records.
    private func journal(_ records: [JournalRecord]) -> [UInt8] {
        records.reduce(into: Self.header.bytes) { bytes, record in
            bytes += Self.encoded(record, salt: 99, offset: bytes.count)
        }
    }

    private func set(_ name: String) -> JournalRecord { .changes([.set(StoredName(name), 1)]) }

    private func names(_ scan: JournalScan) -> [String?] { scan.changes.map { $0.name?.text } }

    @Test func aTornTailIsDropped() throws {
        let bytes = journal([set("a"), set("b")])
        for cut in 1..<Self.encoded(set("b")).count {
            let scan = try JournalScan(Array(bytes.dropLast(cut)), salt: 99, knownEnd: nil)
            #expect(names(scan) == ["a"])
            #expect(!scan.isDamaged && !scan.hasStrayRecords)
        }
    }

    @Test func recordsBehindTheKnownEndDoNotCount() throws {
        let bytes = journal([set("a"), set("b")])
        let end = journal([set("a")]).count
        let scan = try JournalScan(bytes, salt: 99, knownEnd: end)
        #expect(names(scan) == ["a"] && scan.end == end && !scan.isDamaged)
    }

    @Test func aGapIsDamageAndTheRecordsBehindItAreKept() throws {
        var bytes = journal([set("a"), set("b"), set("c")])
        bytes[journal([set("a")]).count + 20] ^= 1
        let scan = try JournalScan(bytes, salt: 99, knownEnd: bytes.count)
        #expect(names(scan) == ["a", "c"] && scan.isDamaged && scan.end == bytes.count)
    }

    /// Longer than what is read at once.
    @Test func aHoleIsAGapToo() throws {
        let hole = journal([set("a")]) + [UInt8](repeating: 0, count: 1 << 20)
        let bytes = hole + Self.encoded(set("b"), salt: 99, offset: hole.count)
        #expect(try names(JournalScan(bytes, salt: 99, knownEnd: bytes.count)) == ["a", "b"])
        #expect(try names(JournalScan(hole, salt: 99, knownEnd: nil)) == ["a"])
    }

    @Test func afterAStartOfTheMachineNoRecordBehindAGapCounts() throws {
        var bytes = journal([set("a"), set("b"), set("c")])
        let gap = journal([set("a")]).count
        bytes[gap + 20] ^= 1
        let scan = try JournalScan(bytes, salt: 99, knownEnd: nil)
        #expect(names(scan) == ["a"] && !scan.isDamaged && scan.hasStrayRecords && scan.end == gap)
    }

    @Test func aGapBeforeDurableRecordsIsAlwaysDamage() throws {
        var bytes = journal([set("a"), set("b"), set("c"), .synchronized, set("d")])
        bytes[journal([set("a")]).count + 20] ^= 1
        let scan = try JournalScan(bytes, salt: 99, knownEnd: nil)
        #expect(names(scan) == ["a", "c", "d"] && scan.isDamaged)
    }

    @Test(.noHang) func aHostileJournalIsNoEndlessWork() throws {
        // Every place looks like the begin of a record that fills the rest.
        var buffer = RecordBuffer()
        Self.header.bytes.withUnsafeBytes { buffer.append($0) }
        let size = (Stress.isAsked ? 32 : 4) << 20
        while buffer.count < size { buffer.append(number: UInt64(size - buffer.count)) }
        #expect(try JournalScan(Array(buffer.bytes), salt: 99, knownEnd: nil).changes.isEmpty)
    }
}

extension JournalScan {
    /// Reads a journal that is in memory.
    fileprivate init(_ bytes: [UInt8], salt: UInt64, knownEnd: Int?) throws {
        var reader = JournalReader(size: bytes.count, salt: salt) { Array(bytes[$0...].prefix($1)) }
        try self.init(&reader, from: JournalHeader.size, knownEnd: knownEnd)
    }
}
#endif
