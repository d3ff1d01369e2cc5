import Foundation

@testable import SafeDefaults
@testable import SafeDefaultsFiles
@testable import TestSupport

/// What must still be read of a journal some of whose bytes aren't what they were.
struct JournalModel {
    private let records: [(record: JournalRecord, range: Range<Int>)]

    /// - Parameters:
    ///   - bytes: The journal as it was written.
    ///   - salt: Its salt.
    init(_ bytes: [UInt8], salt: UInt64) {
        var (records, place) = ([(record: JournalRecord, range: Range<Int>)](), JournalHeader.size)
        bytes.withUnsafeBytes { bytes in
            while let found = JournalRecord.read(bytes, at: place, salt: salt) {
                records.append((found.record, place..<found.end))
                place = found.end
            }
        }
        self.records = records
    }

    /// The changes that are left.
    ///
    /// - Parameters:
    ///   - damage: Which bytes were damaged.
    ///   - knowsEnd: Whether the page of state says where the journal ends. If not, a gap may come from a loss of
    ///     power, and nothing behind it counts but what was made durable.
    func changes(after damage: DamagedBytes, knowsEnd: Bool) -> [StoreChange] {
        let left = records.filter { damage.spare($0.range) }
        let durable = left.last { $0.record == .synchronized }?.range.upperBound ?? 0
        var (changes, end, hasGap) = ([StoreChange](), JournalHeader.size, false)
        for (record, range) in left {
            hasGap = hasGap || range.lowerBound != end && range.upperBound > durable
            guard knowsEnd || !hasGap else { break }
            if case .changes(let some) = record { changes += some }
            end = range.upperBound
        }
        return changes
    }
}

/// What must still be read of a binary property list some of whose bytes aren't what they were.
struct SnapshotModel {
    private struct Entry {
        let name: String
        /// Where the reference to the name is.
        let key: Int
        /// Everything that it takes to read it: references, entries of the table, objects.
        var parts: [Range<Int>] = []
        /// Where its last object ends.
        var end = 0
    }

    private let bytes: [UInt8]
    private let (offsetSize, referenceSize): (Int, Int)
    private let (table, trailer): (Int, Int)
    private var entries: [Entry] = []

    /// The dictionary that holds all others.
    private var top = 0..<0

    /// - Parameter bytes: A sound list whose top is its first object, as the library writes it.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        trailer = bytes.count - 32
        (offsetSize, referenceSize) = (Int(bytes[trailer + 6]), Int(bytes[trailer + 7]))
        table = Self.number(bytes, trailer + 24, 8)
        let (first, count, _) = body(at: 8)
        top = 8..<first + 2 * count * referenceSize
        for index in 0..<count {
            let (key, value) = (first + index * referenceSize, first + (count + index) * referenceSize)
            var entry = Entry(name: text(key, in: bytes) ?? "", key: key)
            for reference in [key, value] { take(reference, into: &entry) }
            entries.append(entry)
        }
    }

    /// The names whose values must be there as they were.
    func names(after damage: DamagedBytes) -> Set<String> {
        guard let first = damage.first else { return Set(entries.map(\.name)) }
        let head = 8..<body(at: 8).first
        let isFound =
            damage.hasSameLength && damage.spare(trailer..<trailer + 32) && damage.spare(head)
            && damage.spare(table..<table + offsetSize)
        if isFound {
            // A name that was damaged may have become another's, and nobody can tell whose value is whose.
            let others = entries.filter { text($0.key, in: damage.damaged) != $0.name }
            return names { $0.parts.allSatisfy(damage.spare) }
                .subtracting(others.compactMap { text($0.key, in: damage.damaged) })
        }
        // Without the end of the file, what lies before the first damage is found by going from object to object.
        let isWithoutEnd = !damage.hasSameLength || !damage.spare(trailer + 6..<trailer + 8)
        return isWithoutEnd && first >= top.upperBound ? names { $0.end <= first } : []
    }

    private func names(_ isLeft: (Entry) -> Bool) -> Set<String> { Set(entries.filter(isLeft).map(\.name)) }

    // MARK: - Objects

    /// Notes what it takes to follow a reference.
    private func take(_ reference: Int, into entry: inout Entry) {
        let number = Self.number(bytes, reference, referenceSize)
        let slot = table + number * offsetSize
        let place = Self.number(bytes, slot, offsetSize)
        let (first, count, width) = body(at: place)
        let end = first + count * width
        entry.parts += [reference..<reference + referenceSize, slot..<slot + offsetSize, place..<end]
        entry.end = max(entry.end, end)
        guard bytes[place] >> 4 == 0xA || bytes[place] >> 4 == 0xD else { return }
        for part in stride(from: first, to: end, by: referenceSize) { take(part, into: &entry) }
    }

    /// The text that a reference leads to, also in bytes that are damaged.
    private func text(_ reference: Int, in bytes: [UInt8]) -> String? {
        let slot = table + Self.number(bytes, reference, referenceSize) * offsetSize
        guard slot <= trailer - offsetSize else { return nil }
        let place = Self.number(bytes, slot, offsetSize)
        guard place < trailer, bytes[place] >> 4 == 0x5 else { return nil }
        let count = Int(bytes[place] & 0x0F)
        return String(decoding: bytes[(place + 1)...].prefix(count), as: UTF8.self)
    }

    /// Where an object's content begins, how many parts it has, and how long each is.
    private func body(at place: Int) -> (first: Int, count: Int, width: Int) {
        let low = Int(bytes[place] & 0x0F)
        switch bytes[place] >> 4 {
        case 0x0: return (place + 1, 0, 1)
        case 0x1, 0x2, 0x3: return (place + 1, 1 << low, 1)
        case let kind:
            let width = [0xA: referenceSize, 0xD: 2 * referenceSize, 0x6: 2][kind] ?? 1
            guard low == 0xF else { return (place + 1, low, width) }
            let size = 1 << Int(bytes[place + 1] & 0x0F)
            return (place + 2 + size, Self.number(bytes, place + 2, size), width)
        }
    }

    private static func number(_ bytes: [UInt8], _ place: Int, _ size: Int) -> Int {
        bytes[place..<place + size].reduce(0) { $0 << 8 | Int($1) }
    }
}
