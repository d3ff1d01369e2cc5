#if os(Linux)
import Foundation
import Testing

@testable import SafeDefaults
@testable import SafeDefaultsFormats
@testable import TestSupport

@Suite struct SnapshotTests {
    static let values: [StoredName: PropertyListValue] = [
        StoredName("a"): 1, StoredName("ü"): "ö\u{1F600}", StoredName("c"): [1, [2.5, [:]], true],
        StoredName("d"): .data(Data(repeating: 7, count: 300)), StoredName("e"): ["x": ["y": .unsignedInteger(.max)]],
        StoredName("f"): .date(Date(timeIntervalSinceReferenceDate: 1.25)), StoredName(""): .integer(.min),
    ]

    @Test func writtenListsAreReadBackAndByFoundation() throws {
        let bytes = BinaryListWriter.bytes(of: Self.values)
        let reading = SnapshotReader.read(bytes)
        #expect(reading.values == Self.values && !reading.isDamaged)
        let object = try PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
        let entries = try #require(object as? [String: Any])
        #expect(entries.count == Self.values.count)
        for (name, object) in entries {
            #expect(try PropertyListValue(foundationObject: object) == Self.values[StoredName(name)])
        }
    }

    @Test(arguments: [0, 1, 14, 15, 16, 255, 256, 257, Stress.isAsked ? 70_000 : 10_000])
    func everySizeOfListIsReadBack(count: Int) throws {
        let values = Dictionary(
            uniqueKeysWithValues: (0..<count).map { (StoredName("key \($0)"), PropertyListValue.integer(Int64($0))) })
        let bytes = BinaryListWriter.bytes(of: values)
        #expect(SnapshotReader.read(bytes).values == values)
        let object = try PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
        #expect((object as? [String: Any])?.count == count)
    }

    // MARK: - Damage

    @Test func aTruncatedListKeepsTheValuesBeforeTheCut() {
        let values = Dictionary(
            uniqueKeysWithValues: (0..<400).map { (StoredName("key \($0)"), PropertyListValue.string("value \($0)")) })
        let bytes = BinaryListWriter.bytes(of: values)
        let last = SnapshotReader.read(Array(bytes.dropLast(40)))
        #expect(last.isDamaged && last.values.count > 390)
        let half = SnapshotReader.read(Array(bytes.prefix(bytes.count * 3 / 5)))
        #expect(half.isDamaged && half.values.count > 100)
        for (name, value) in half.values { #expect(values[name] == value) }
    }

    @Test func aDamagedSignatureLosesNoValue() {
        for place in 0..<7 {
            var bytes = BinaryListWriter.bytes(of: Self.values)
            bytes[place] ^= 4
            let reading = SnapshotReader.read(bytes)
            #expect(reading.isDamaged && reading.values == Self.values, "\(place)")
        }
    }

    @Test(arguments: [6, 7]) func damagedSizesInTheTrailerLoseNoValue(place: Int) {
        for bit in 0..<8 {
            var bytes = BinaryListWriter.bytes(of: Self.values)
            bytes[bytes.count - 32 + place] ^= 1 << UInt8(bit)
            let reading = SnapshotReader.read(bytes)
            #expect(reading.isDamaged && reading.values == Self.values, "bit \(bit)")
        }
    }

    @Test func anUnsoundValueDoesNotLoseTheOthers() throws {
        var bytes = BinaryListWriter.bytes(of: [StoredName("a"): 1, StoredName("b"): "text", StoredName("c"): 3])
        let place = try #require(bytes.firstRange(of: Array("text".utf8))?.lowerBound)
        bytes[place - 1] = 0xC4
        let reading = SnapshotReader.read(bytes)
        #expect(reading.isDamaged && reading.values == [StoredName("a"): 1, StoredName("c"): 3])
    }

    @Test(.noHang) func hostileListsAreReadAsDamagedWithoutATrap() {
        // A list that contains itself, one whose parts are shared endlessly, one of sets, one with huge counts.
        let own = list(objects: [[0xD1, 1, 2], [0x51, 0x61], [0xA1, 2]])
        let shared = list(objects: [[0xD1, 1, 2], [0x51, 0x61]] + (3..<60).map { [0xA2, $0, $0] } + [[0x09]])
        let sets = list(objects: [[0xD1, 1, 2], [0x51, 0x61], [0xC1, 1]])
        let huge = list(objects: [[0xDF, 0x13, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]])
        let wide = list(objects: [[0xD1, 1, 2], [0x51, 0x61], [0xAF, 0x13, 0x20, 0, 0, 0, 0, 0, 0, 0]])
        for bytes in [own, shared, sets, huge, wide] {
            let reading = SnapshotReader.read(bytes)
            #expect(reading.isDamaged && reading.values.isEmpty)
        }
    }

    /// A binary list of objects, with references and offsets of a byte.
    private func list(objects: [[UInt8]]) -> [UInt8] {
        var (bytes, offsets) = (Array("bplist00".utf8), [UInt8]())
        for object in objects {
            offsets.append(UInt8(bytes.count))
            bytes += object
        }
        let table = UInt8(bytes.count)
        bytes += offsets + [0, 0, 0, 0, 0, 0, 1, 1]
        return bytes + [0, 0, 0, 0, 0, 0, 0, UInt8(objects.count)] + [UInt8](repeating: 0, count: 8)
            + [0, 0, 0, 0, 0, 0, 0, table]
    }
}
#endif
