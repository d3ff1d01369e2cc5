import Foundation

/// What an engine knows of its store at one moment.
struct StoreContent {
    /// The values: those of the property list, changed as the journal says.
    var values: [StoredName: PropertyListValue] = [:]

    /// The page's state word when this was read; another one means that something has been written since.
    var word = StateWord.none

    /// The journal; nil if there is none that can be written on.
    var journal: OpenJournal?

    /// The property list that was read, or written last.
    var snapshot = SnapshotName.none

    /// What the system said of the property list.
    var snapshotStatus: FileStatus?

    /// Whether that is known to be of the property list that ``snapshot`` names, and not perhaps of one that another program
    /// has put in its place since.
    var isSnapshotKnown = true

    /// What the system said of the journal.
    var journalStatus: FileStatus?

    /// What wasn't as it should be; the first write puts it in order.
    var findings: [Finding] = []

    /// What stays of it when the rest of its journal is read, and where that begins.
    func resumed(from start: Int) -> (content: StoreContent, start: Int) {
        var content = self
        content.findings.removeAll { $0 == .outdatedPage || $0 == .missingJournal }
        return (content, max(start, journal?.end ?? start))
    }

    /// Adds something that was found, once.
    mutating func add(_ finding: Finding) {
        if !findings.contains(finding) { findings.append(finding) }
    }

    /// Makes sure that everything is read again before it is used.
    mutating func forgetJournal() {
        journal = nil
        // No journal has that end.
        word = StateWord(bits: word.bits | 1)
    }
}

/// A journal that is open, and closed with this object.
///
/// Unchecked: `end` is touched under the engine's locks only.
final class OpenJournal: @unchecked Sendable {
    let file: Int32
    let header: JournalHeader

    // Unchecked: the engine's locks see to it already.

    /// Where the next record goes.
    @exclusivity(unchecked) var end: Int

    private let storage: Storage

    init(_ file: Int32, header: JournalHeader, end: Int, storage: Storage) {
        self.file = file
        self.header = header
        self.end = end
        self.storage = storage
    }

    deinit { storage.close(file) }
}
