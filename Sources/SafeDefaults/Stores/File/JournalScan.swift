import Foundation

/// What is found in a journal that is read from its begin, whatever is in it.
struct JournalScan {
    /// The changes that count, in order.
    private(set) var changes: [StoreChange] = []

    /// The property lists that folds were about to put in place.
    private(set) var announced: [SnapshotName] = []

    /// Where the next record goes: behind the last one that counts.
    private(set) var end = JournalHeader.size

    /// Whether something that counts may be missing: an unreadable stretch lies before the end.
    private(set) var isDamaged = false

    /// Whether whole records lie behind an unreadable stretch, and don't count.
    private(set) var hasStrayRecords = false

    /// Reads a journal.
    ///
    /// What was acknowledged is a row of whole records. A stretch that is none, with others behind it, is damage, and the
    /// others count. But where power was lost, records that had not been made durable may be missing while later ones are
    /// there, and then only the row up to the first gap is a state that ever was.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - salt: The journal's salt.
    ///   - knownEnd: Where the last acknowledged record ends; nil if that isn't known, after a start of the machine.
    init(_ bytes: [UInt8], salt: UInt64, knownEnd: Int?) {
        bytes.withUnsafeBytes { bytes in
            let limit = min(bytes.count, knownEnd ?? bytes.count)
            let readable = UnsafeRawBufferPointer(rebasing: bytes[..<limit])
            let row = Self.records(readable, salt: salt)
            let durable = row.last { $0.record == .synchronized }?.end ?? 0
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
            if let knownEnd, end < knownEnd {
                isDamaged = true
                end = max(end, (limit + 7) / 8 * 8)
            }
        }
    }

    private mutating func take(_ record: JournalRecord) {
        switch record {
        case .changes(let changes): self.changes += changes
        case .fold(let snapshot): announced.append(snapshot)
        case .synchronized: break
        }
    }

    private static func records(
        _ bytes: UnsafeRawBufferPointer, salt: UInt64
    ) -> [(record: JournalRecord, start: Int, end: Int)] {
        var (records, place) = ([(record: JournalRecord, start: Int, end: Int)](), JournalHeader.size)
        // Of a hostile file every place may look like the begin of a long record, whose checksum then takes its time.
        var patience = 4 * bytes.count + 1 << 20
        while place <= bytes.count - JournalRecord.headSize, patience > 0 {
            if let found = JournalRecord.read(bytes, at: place, salt: salt) {
                records.append((found.record, place, found.end))
                place = found.end
            } else {
                let length = Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)))
                if length <= bytes.count - place { patience -= length }
                place += 8
            }
        }
        return records
    }
}
