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

    /// What the system said of the journal.
    var journalStatus: FileStatus?

    /// What wasn't as it should be; the first write puts it in order.
    var findings: [Finding] = []
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

/// Something that an engine found amiss in its store's files.
enum Finding: Hashable {
    case emptySnapshot
    case damagedSnapshot(kept: Int)
    case damagedJournal
    case missingJournal
    case editedSnapshot
    case removedSnapshot
    case secondName

    /// Whether the property list has to be set aside before another takes its place.
    var setsSnapshotAside: Bool {
        if case .damagedSnapshot = self { true } else { false }
    }

    /// Whether the journal has to be set aside before another takes its place.
    var setsJournalAside: Bool { self == .damagedJournal || self == .removedSnapshot }

    /// Whether the next write has to write the whole store anew.
    var needsFold: Bool { self != .secondName && self != .emptySnapshot }

    func issue(_ path: String) -> DefaultsIssue {
        switch self {
        case .emptySnapshot:
            .unexpectedFile("\"\(path)\" has no content", advice: "The store begins empty.")
        case .damagedSnapshot(let kept):
            .damagedFile(
                "\"\(path)\" is damaged",
                advice: "\(kept == 1 ? "One key" : "\(kept) keys") could be read. The first write sets the file aside, "
                    + "unchanged, in its directory, and puts what could be read in its place.")
        case .damagedJournal:
            .damagedFile(
                "the journal of \"\(path)\" is damaged",
                advice: "What could be read of it is kept. The first write sets it aside, unchanged, in its directory.")
        case .missingJournal:
            .damagedFile(
                "the journal of \"\(path)\" is gone", advice: "What was written since the last fold is lost with it.")
        case .editedSnapshot:
            .unexpectedFile(
                "\"\(path)\" was changed or restored by another program",
                advice: "Its values are used, with what the store's journal holds on top of them.")
        case .removedSnapshot:
            .unexpectedFile(
                "\"\(path)\" was removed by another program",
                advice: "The store begins empty. The first write sets its journal aside, unchanged, in its directory.")
        case .secondName:
            .unexpectedFile(
                "\"\(path)\" has a second name in the file system",
                advice: "A fold replaces the file under this name; the other name keeps the old content.")
        }
    }
}
