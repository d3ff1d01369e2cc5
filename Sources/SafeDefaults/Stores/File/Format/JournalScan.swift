import Foundation

/// What is found in a journal that is read from its begin, or from a place up to which it is known, whatever is in it.
struct JournalScan {
    /// The changes that count, in order.
    private(set) var changes: [StoreChange] = []

    /// The property lists that compactions were about to put in place.
    private(set) var announced: [SnapshotName] = []

    /// Where the next record goes: behind the last one that counts.
    private(set) var end: Int

    /// Whether something that counts may be missing: an unreadable stretch lies before the end.
    private(set) var isDamaged = false

    /// Whether whole records lie behind an unreadable stretch, and don't count.
    private(set) var hasStrayRecords = false

    /// Whole records behind the known end, which count only if that end is out of date.
    private var tail: [(record: JournalRecord, start: Int, end: Int)] = []

    /// Whether the stretch before the known end, without the tail, is damaged.
    private var isDamagedBeforeTail = false

    /// Reads a journal that is in memory.
    init(_ bytes: [UInt8], salt: UInt64, knownEnd: Int?) {
        self.end = JournalHeader.size
        var reader = JournalReader(bytes, salt: salt)
        do throws(StorageError) {
            try scan(&reader, knownEnd: knownEnd)
        } catch {
            // Bytes in memory can be read.
            isDamaged = true
        }
    }

    /// Reads a journal.
    ///
    /// What was acknowledged is a row of whole records. A stretch that is none, with others behind it, is damage, and the
    /// others count. But where power was lost, records that had not been made durable may be missing while later ones are
    /// there, and then only the row up to the first gap is a state that ever was.
    ///
    /// - Parameters:
    ///   - reader: The whole file.
    ///   - start: Where the first record begins that isn't known yet.
    ///   - knownEnd: Where the last acknowledged record ends; nil if that isn't known, after a start of the machine.
    init(_ reader: inout JournalReader, from start: Int, knownEnd: Int?) throws(StorageError) {
        end = start
        try scan(&reader, knownEnd: knownEnd)
    }

    private mutating func scan(_ reader: inout JournalReader, knownEnd: Int?) throws(StorageError) {
        let limit = min(reader.size, knownEnd ?? reader.size)
        let row = try Self.records(&reader, from: end, limit: limit)
        let durable = row.reduce(0) { durable, found in
            switch found.record {
            case .synchronized: max(durable, found.end)
            case .synchronizedUpTo(let place): max(durable, min(place, found.start))
            default: durable
            }
        }
        var hasGap = false
        for found in row {
            if found.start != end || hasGap {
                // A gap.
                if knownEnd == nil, found.end > durable {
                    hasGap = true
                    hasStrayRecords = true
                    continue
                }
                isDamaged = true
            }
            take(found.record)
            end = found.end
        }
        guard let knownEnd else { return }
        isDamagedBeforeTail = isDamaged
        try findTail(&reader, knownEnd: knownEnd)
        if end < knownEnd {
            isDamaged = true
            end = max(end, (limit + 7) / 8 * 8)
        }
    }

    // MARK: - Behind the known end

    /// Whether there are whole records behind the known end.
    var hasTail: Bool { !tail.isEmpty }

    /// How many of them there are.
    var tailCount: Int { tail.count }

    /// Looks for whole records that follow each other, behind the last one or behind the known end.
    private mutating func findTail(_ reader: inout JournalReader, knownEnd: Int) throws(StorageError) {
        for start in [end, (knownEnd + 7) / 8 * 8] where tail.isEmpty {
            var place = start
            while let found = try reader.record(at: place, limit: reader.size) {
                tail.append((found.record, place, found.end))
                place = found.end
            }
        }
        if let first = tail.first, first.start != end { isDamagedBeforeTail = true }
    }

    /// Lets the records behind the known end count too.
    mutating func takeTail() {
        guard let last = tail.last else { return }
        for found in tail { take(found.record) }
        end = last.end
        isDamaged = isDamagedBeforeTail
        tail = []
    }

    // MARK: - Records

    private mutating func take(_ record: JournalRecord) {
        switch record {
        case .changes(let changes): self.changes += changes
        case .compaction(let snapshot): announced.append(snapshot)
        case .synchronized, .synchronizedUpTo: break
        }
    }

    private static func records(
        _ reader: inout JournalReader, from start: Int, limit: Int
    ) throws(StorageError) -> [(record: JournalRecord, start: Int, end: Int)] {
        var (records, place) = ([(record: JournalRecord, start: Int, end: Int)](), start)
        // Of a hostile file every place may look like the begin of a long record, whose checksum then takes its time.
        var budget = 4 * limit + 1 << 20
        while place <= limit - JournalRecord.headSize, budget > 0 {
            if let found = try reader.record(at: place, limit: limit) {
                records.append((found.record, place, found.end))
                place = found.end
            } else {
                guard let length = try reader.length(at: place) else { break }
                if length == 0 {
                    place = max(place + 8, try reader.nextContent(from: place) / 8 * 8)
                } else {
                    if length <= limit - place { budget -= length }
                    place += 8
                }
            }
        }
        return records
    }
}
