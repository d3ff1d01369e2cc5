import Foundation
import SafeDefaults

/// The content of a journal.
///
/// It can be read from its start, or from an offset up to which it is already known. The file may contain anything.
struct JournalScan {
    /// The changes of all valid records, in order.
    private(set) var changes: [StoreChange] = []

    /// The property lists that compactions were about to install.
    private(set) var announced: [SnapshotName] = []

    /// The offset at which the next record is written, after the last valid one.
    private(set) var end: Int

    /// Whether valid records may be missing, because some bytes before the end can't be read.
    private(set) var isDamaged = false

    /// Whether there are complete records that are ignored, because they come after bytes that can't be read.
    private(set) var hasStrayRecords = false

    /// Complete records after the known end.
    ///
    /// They are valid only if the known end is out of date.
    private(set) var tail: [(record: JournalRecord, start: Int, end: Int)] = []

    /// Whether bytes before the known end can't be read.
    private var isDamagedBeforeTail = false

    /// Reads a journal.
    ///
    /// Records whose writes have returned successfully follow each other without a gap. So if there are other bytes
    /// between two records, these bytes are damaged, and the later records are still valid.
    ///
    /// But after a loss of power, records that weren't durable yet may be missing while later ones are there. In that
    /// case, only the records before the first gap are valid, because the store was never in any other state.
    ///
    /// - Parameters:
    ///   - reader: The reader of the whole file.
    ///   - start: The offset of the first record that isn't known yet.
    ///   - knownEnd: The offset at which the last record ends whose write has returned successfully; nil if it is
    ///     unknown, as after a restart of the machine.
    init(_ reader: inout JournalReader, from start: Int, knownEnd: Int?) throws(StorageError) {
        end = start
        let limit = min(reader.size, knownEnd ?? reader.size)
        let row = try Self.records(&reader, from: start, limit: limit)
        let durable = row.reduce(0) { durable, found in
            switch found.record {
            case .synchronized: max(durable, found.end)
            case .synchronizedUpTo(let end): max(durable, min(end, found.start))
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

    /// Looks for complete records without gaps after the last record, or after the known end.
    private mutating func findTail(_ reader: inout JournalReader, knownEnd: Int) throws(StorageError) {
        for start in [end, (knownEnd + 7) / 8 * 8] where tail.isEmpty {
            var offset = start
            while let found = try reader.record(at: offset, limit: reader.size) {
                tail.append((found.record, offset, found.end))
                offset = found.end
            }
        }
        if let first = tail.first, first.start != end { isDamagedBeforeTail = true }
    }

    /// Accepts the records after the known end as valid.
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
        var (records, offset) = ([(record: JournalRecord, start: Int, end: Int)](), start)
        // In a file made by an attacker, every offset may look like the start of a long record, and each checksum takes
        // time.
        var budget = 4 * limit + 1 << 20
        while offset <= limit - JournalRecord.headSize, budget > 0 {
            if let found = try reader.record(at: offset, limit: limit) {
                records.append((found.record, offset, found.end))
                offset = found.end
            } else {
                guard let length = try reader.length(at: offset) else { break }
                if length == 0 {
                    offset = max(offset + 8, try reader.nextContent(from: offset) / 8 * 8)
                } else {
                    if length <= limit - offset { budget -= length }
                    offset += 8
                }
            }
        }
        return records
    }
}
