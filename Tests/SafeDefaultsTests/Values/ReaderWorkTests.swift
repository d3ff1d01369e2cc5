import ContractCases
import Foundation
import Testing

@testable import SafeDefaults
@testable import SafeDefaultsArchives
@testable import SafeDefaultsFormats
@testable import TestSupport

/// Readers do work in proportion to the number of bytes, even for bytes that were made to keep them busy.
@Suite struct ReaderWorkTests {
    /// Checks that a reader takes no more steps for some bytes than a bound.
    private static func check(_ data: Data, _ name: String, perByte: Int = 32, _ read: (Data, WorkMeter) -> Void) {
        let meter = WorkMeter()
        read(data, meter)
        check(data, name, perByte: perByte, meter.steps)
    }

    private static func check(_ data: Data, _ name: String, perByte: Int = 32, _ steps: Int) {
        // A list that is too short for a trailer is refused without being read.
        #expect(steps > 0 || data.count < 40, "\(name): a reader that counts nothing")
        #expect(steps <= perByte * data.count + 1_000, "\(name): \(steps) steps for \(data.count) bytes")
    }

    /// Returns the steps in which a list is read as a value or as an archive.
    private static func steps(_ data: Data, isArchive: Bool) -> Int? {
        guard var reader = BinaryListReader(data, isArchive: isArchive) else { return nil }
        _ = reader.value()
        return reader.steps + reader.copied
    }

    /// Passes the bytes to every reader of binary lists.
    private static func checkBinary(_ data: Data, _ name: String) {
        check(data, "\(name), as a file") { _ = SnapshotReader.read([UInt8]($0), meter: $1) }
        for isArchive in [false, true] {
            check(data, "\(name), an archive: \(isArchive)", steps(data, isArchive: isArchive) ?? 0)
        }
        let archive = KeyedArchive(data)
        #expect(archive == nil, "\(name): no archive")
    }

    // MARK: - Binary lists

    // Each of 40 arrays contains the next one twice.
    @Test func aLatticeOfArraysIsNotFollowed() {
        var list = BinaryList()
        let lattice = (0..<40).reduce(list.add([0x09])) { inner, _ in list.add(array: [inner, inner]) }
        let entries = (0..<10).map { (key: list.add(text: "key \($0)"), value: lattice) }
        let top = list.add(dictionary: entries)
        Self.checkBinary(list.data(top: top), "a lattice")
    }

    // Many objects overlap: each of two thousand entries of the table is the same string of ten thousand bytes.
    @Test(arguments: [0x4F, 0x5F, 0x6F] as [UInt8]) func overlappingStringsAndDataAreNotCopied(marker: UInt8) {
        var list = BinaryList()
        let count = marker == 0x6F ? 5_000 : 10_000
        let long = list.add(
            [marker, 0x11, UInt8(count >> 8), UInt8(count & 0xFF)] + [UInt8](repeating: 0x41, count: 10_000))
        let places = [long] + (0..<2_000).map { _ in list.addOverlapping(long) }
        let array = list.add(array: places)
        let top = list.add(dictionary: [(list.add(text: "a"), array)])
        Self.checkBinary(list.data(top: top), "overlapping objects")
    }

    // One long string is the key of many dictionaries, each of which hashes it.
    @Test func aLongKeyOfManyDictionariesIsNotHashedForEach() {
        var list = BinaryList()
        let key = list.add([0x5F, 0x11, 0x75, 0x30] + [UInt8](repeating: 0x6B, count: 30_000))
        let one = list.add([0x10, 1])
        let parts = (0..<5_000).map { _ in list.add([0xD1, 0, UInt8(key), 0, UInt8(one)]) }
        let top = list.add(dictionary: [(list.add(text: "a"), list.add(array: parts))])
        Self.checkBinary(list.data(top: top), "a long key")
        let dictionary = list.add(dictionary: (0..<5_000).map { _ in (key, one) })
        Self.checkBinary(list.data(top: dictionary), "a long key, often")
    }

    // Foundation writes the one for a `Float`.
    @Test func shortRealsAndWideIntegersAreRead() {
        var list = BinaryList()
        let parts = [list.add([0x22, 0x3F, 0, 0, 0]), list.add([0x14] + [UInt8](repeating: 0xFF, count: 16))]
        let top = list.add(dictionary: [(list.add(text: "a"), list.add(array: parts))])
        #expect(PropertyListValue(binaryList: list.data(top: top)) == ["a": [0.5, -1]])
    }

    @Test func hostileBinaryListsTakeWorkInProportionToTheirSize() {
        for seed in 0..<UInt64(Stress.count(30, usual: 100, full: 20_000)) {
            var random = RandomSource(state: seed)
            let file = HostileList.binary(&random)
            Self.check(Data(file.bytes), "seed \(seed): \(file.name)") {
                let reading = SnapshotReader.read([UInt8]($0), meter: $1)
                if file.keepsGood { #expect(reading.values[StoredName("good")] == 1, "seed \(seed): \(file.name)") }
            }
            for isArchive in [false, true] {
                let steps = Self.steps(Data(file.bytes), isArchive: isArchive) ?? 0
                #expect(steps <= 32 * file.bytes.count + 1_000, "seed \(seed): \(file.name), \(isArchive)")
            }
        }
    }

    // MARK: - Archives

    /// Returns an archive of objects, the first of which is its root, after their class.
    private static func archive(
        _ list: inout BinaryList, className: String, _ objects: (inout BinaryList, Int) -> [Int]
    ) -> Data {
        let null = list.add(text: "$null")
        let classes = list.add(array: [list.add(text: className)])
        let names = [list.add(text: "$classname"), list.add(text: "$classes")]
        let type = list.add(dictionary: [(names[0], list.add(text: className)), (names[1], classes)])
        let typeUID = list.add([0x80, 1])
        let others = objects(&list, typeUID)
        let all = list.add(array: [null, type] + others)
        let roots = list.add(dictionary: [(list.add(text: "root"), list.add([0x80, 2]))])
        let version = list.add([0x12, 0x00, 0x01, 0x86, 0xA0])
        let entries = [
            ("$archiver", list.add([0x5F, 0x10, 0x0F] + Array("NSKeyedArchiver".utf8))), ("$version", version),
            ("$top", roots), ("$objects", all),
        ]
        let top = list.add(dictionary: entries.map { (list.add(text: $0.0), $0.1) })
        return list.data(top: top)
    }

    /// A reference to an object of an archive.
    private static func uid(_ list: inout BinaryList, _ number: Int) -> Int {
        list.add([0x81, UInt8(number >> 8), UInt8(number & 0xFF)])
    }

    @Test func anArchiveOfALatticeIsNotFollowed() throws {
        var list = BinaryList()
        let data = Self.archive(&list, className: "NSArray") { list, type in
            let (name, parts) = (list.add(text: "$class"), list.add(text: "NS.objects"))
            return (0..<40).map { level in
                let next = level == 39 ? [] : [Self.uid(&list, level + 3), Self.uid(&list, level + 3)]
                return list.add(dictionary: [(name, type), (parts, list.add(array: next))])
            }
        }
        let archive = try #require(KeyedArchive(data), "it is a sound archive")
        #expect(archive.propertyList == nil)
        #expect(archive.isSafe)
        let domain = ContractDomain(store: .inMemory())
        domain.set(data, forKey: ContractDomain.Keys(rawValue: "subject"))
        #expect(domain.lookup([URL].self, forKey: ContractDomain.Keys(rawValue: "subject")).isUnreadable)
        Self.check(data, "a lattice", Self.steps(data, isArchive: true) ?? 0)
    }

    // NB: Foundation hashes only 96 characters of a long string, and compares all strings of one hash with each other.
    #if os(Linux)
    @Test(arguments: [(20, true), (4_000, false)]) func keysThatFoundationTakesLongToTellApartAreRefused(
        count: Int, isRead: Bool
    ) throws {
        var list = BinaryList()
        let data = Self.archive(&list, className: "NSDictionary") { list, type in
            let (name, keys) = (list.add(text: "$class"), list.add(text: "NS.keys"))
            let objects = list.add(text: "NS.objects")
            let uids = (0..<count).map { Self.uid(&list, $0 + 3) }
            let fields = [(name, type), (keys, list.add(array: uids)), (objects, list.add(array: uids))]
            let (begin, end) = (String(repeating: "a", count: 40), String(repeating: "a", count: 80))
            return [list.add(dictionary: fields.map { (key: $0.0, value: $0.1) })]
                + (0..<count).map { index in
                    let text = begin + String(10_000 + index) + end
                    return list.add([0x5F, 0x10, UInt8(text.utf8.count)] + text.utf8)
                }
        }
        let archive = try #require(KeyedArchive(data), "it is a sound archive")
        #expect(archive.isSafe == isRead)
    }
    #endif

    // MARK: - Text

    @Test(arguments: Stress.cases(each: 2, of: Array(HostileList.texts.indices)))
    func hostileTextTakesWorkInProportionToItsSize(_ index: Int) {
        let file = HostileList.texts[index]
        Self.check(Data(file.bytes), file.name) { _ = SnapshotReader.read([UInt8]($0), meter: $1) }
        Self.check(Data(file.bytes), file.name) { _ = XMLListReader.value([UInt8]($0), meter: $1) }
    }
}
