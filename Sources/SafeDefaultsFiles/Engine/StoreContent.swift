import Foundation
import SafeDefaults

/// What is known about a store's files at one moment, without the values.
struct StoreState {
    /// The directory and the lock file.
    var files: StoreFiles

    /// The position in the lock file when this state was read.
    ///
    /// If it differs now, something has been written since.
    var position = JournalPosition.none

    /// The journal; nil if there is none to which records can be appended.
    var journal: OpenJournal?

    /// The offset in the journal at which the next record is written.
    var end = 0

    /// The size and checksum of the property list that was last read or written.
    var snapshot = SnapshotName.none

    /// The property list's file status; nil if there is no such file.
    var snapshotStatus: FileStatus?

    /// Whether ``snapshotStatus`` is certainly the status of ``snapshot``.
    ///
    /// If not, it may be that of another file, which another program has put in its place.
    var isSnapshotKnown = true

    /// The journal's file status; nil if there is no such file.
    var journalStatus: FileStatus?

    /// The problems that were found.
    ///
    /// The first write repairs them.
    var findings: [Finding] = []

    /// Whether the files were read while this process had the `flock` on the lock file.
    var isConfirmed = false

    /// How many times this process has found that another program removed or replaced the stored values.
    var removals = 0

    init(_ files: StoreFiles) { self.files = files }

    /// Where the next record is written; nil if there is no journal.
    var tail: JournalTail? {
        journal.map { JournalTail(journal: $0, end: end, compactionLength: compactionLength) }
    }

    /// The journal's length at which it is compacted.
    ///
    /// Together with the lock file, that is 1 MiB or four times the size of the property list, whichever is larger.
    var compactionLength: Int { max(1 << 20, 4 * max(snapshot.size, 0)) - HeaderField.size }

    /// Whether a record can be appended without repairing or checking anything before.
    var isReadyToAppend: Bool { findings.isEmpty && snapshotStatus?.isWritable ?? true }

    var needsCompaction: Bool { findings.contains(where: \.needsCompaction) }

    /// The part of this state that stays valid while the rest of the journal is read, and the offset where the rest
    /// begins.
    var resumed: (state: StoreState, start: Int) {
        var state = self
        state.findings.removeAll { $0 == .outdatedHeader || $0 == .missingJournal }
        return (state, journal == nil ? JournalHeader.size : max(JournalHeader.size, end))
    }

    /// Whether the journal has records that may not be on the disk yet.
    var hasUnflushedRecords: Bool {
        guard journal != nil, end > JournalHeader.size, let header = files.header else { return false }
        let durable = JournalPosition(bits: header[.durable])
        return !durable.hasJournal(of: position) || durable.end < position.end
    }

    /// Returns whether the journal certainly has all records of an earlier state's journal, or follows one that has
    /// them.
    func hasRecords(of earlier: StoreState) -> Bool {
        guard let old = earlier.journal?.header else { return true }
        guard let header = journal?.header else { return false }
        if header.salt == old.salt { return end >= earlier.end }
        return header.predecessor.map { $0.salt == old.salt && $0.end >= earlier.end } ?? false
    }

    /// Adds a finding unless it is there already.
    mutating func add(_ finding: Finding) {
        if !findings.contains(finding) { findings.append(finding) }
    }
}

/// Where the next record is written.
///
/// It is the part of a ``StoreState`` that a usual write needs, and is faster to copy.
struct JournalTail {
    let journal: OpenJournal

    /// The offset in the journal at which the record begins.
    let end: Int

    /// The journal's length at which it is compacted.
    let compactionLength: Int
}

/// What an engine knows about its store at one moment.
struct StoreContent {
    /// The values of the property list, with the journal's changes applied.
    var values: [StoredName: PropertyListValue] = [:]

    var state: StoreState
}

/// An open journal.
///
/// The file is closed with this object.
final class OpenJournal: Sendable {
    let file: Int32
    let header: JournalHeader
    private let storage: Storage

    init(_ file: Int32, header: JournalHeader, storage: Storage) {
        self.file = file
        self.header = header
        self.storage = storage
    }

    deinit { storage.close(file) }

    /// Returns a reader of the journal up to an offset.
    func reader(size: Int) -> JournalReader {
        // NB: it captures nothing but this object, so no memory is allocated for it.
        JournalReader(size: size, salt: header.salt) { offset, count throws(StorageError) in
            try self.storage.read(self.file, from: offset, count: count)
        }
    }

    /// Calls a closure with each record in a part of the journal.
    ///
    /// Returns false if a record is missing or damaged.
    func records(
        in part: Range<Int>, _ body: (JournalRecord) throws(StorageError) -> Void
    ) throws(StorageError) -> Bool {
        var (reader, place) = (reader(size: part.upperBound), part.lowerBound)
        while place < part.upperBound {
            guard let found = try reader.record(at: place, limit: part.upperBound) else { return false }
            try body(found.record)
            place = found.end
        }
        return true
    }
}

/// The journal that was found in place.
struct FoundJournal {
    let journal: OpenJournal

    /// Whether its header could be read.
    let isSound: Bool

    var soundHeader: JournalHeader? { isSound ? journal.header : nil }
}
