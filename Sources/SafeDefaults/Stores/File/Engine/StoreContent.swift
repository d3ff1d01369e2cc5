import Foundation

/// What is known of a store's files at one moment, apart from the values.
struct StoreState {
    /// The directory and the lock file.
    var files: StoreFiles

    /// The position that the lock file had when this was read; if it has another one, something was written since.
    var position = JournalPosition.none

    /// The journal; nil if there is none that can be appended to.
    var journal: OpenJournal?

    /// The offset in the journal at which the next record goes.
    var end = 0

    /// The property list that was read or written last.
    var snapshot = SnapshotName.none

    /// The property list's status.
    var snapshotStatus: FileStatus?

    /// Whether ``snapshotStatus`` is known to be that of ``snapshot``, and not of a file that another program has put in
    /// its place since.
    var isSnapshotKnown = true

    /// The journal's status.
    var journalStatus: FileStatus?

    /// What wasn't as it should be; the first write repairs it.
    var findings: [Finding] = []

    /// Whether the findings were made with the lock file's lock.
    var isConfirmed = false

    /// How often it was found that another program has removed what was stored.
    var removals = 0

    init(_ files: StoreFiles) { self.files = files }

    var needsCompaction: Bool { findings.contains(where: \.needsCompaction) }

    /// Returns what stays valid while the rest of the journal is read again, and where the rest begins.
    func resumed(from start: Int) -> (state: StoreState, start: Int) {
        var state = self
        state.findings.removeAll { $0 == .outdatedHeader || $0 == .missingJournal }
        return (state, journal == nil ? start : max(start, end))
    }

    /// Adds a finding if it isn't there yet.
    mutating func add(_ finding: Finding) {
        if !findings.contains(finding) { findings.append(finding) }
    }
}

/// What an engine knows of its store at one moment.
struct StoreContent {
    /// The values of the property list, changed as the journal says.
    var values: [StoredName: PropertyListValue] = [:]

    var state: StoreState
}

/// A journal that is open; the file is closed with this object.
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
}
