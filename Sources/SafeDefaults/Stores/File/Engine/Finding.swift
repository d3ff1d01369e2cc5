/// Something that an engine found amiss in its store's files.
enum Finding: Hashable {
    case emptySnapshot
    case damagedSnapshot(kept: Int)
    case damagedJournal
    case missingJournal
    case editedSnapshot
    case removedSnapshot
    case secondName

    /// The property list was damaged, or emptied, while this process had its values in memory.
    case damagedWhileOpen
    case emptiedWhileOpen

    /// The lock file says that the journal ends before records that are there.
    case outdatedHeader

    /// Whether the property list has to be set aside before another takes its place.
    var setsSnapshotAside: Bool {
        switch self {
        case .damagedSnapshot, .damagedWhileOpen: true
        default: false
        }
    }

    /// Whether the journal has to be set aside before another takes its place.
    var setsJournalAside: Bool { self == .damagedJournal || self == .removedSnapshot }

    /// Whether the store has to be written anew soon.
    var needsCompaction: Bool { self != .secondName && self != .emptySnapshot && self != .outdatedHeader }

    /// Whether a record in the journal wouldn't count, so that the store has to be written anew before the next write.
    var preventsWriting: Bool { self == .removedSnapshot }

    /// What damage of the property list is for a process that has its values in memory; nil if it is no damage.
    var asDamageOfAnOpenFile: Finding? {
        switch self {
        case .damagedSnapshot, .damagedWhileOpen: .damagedWhileOpen
        case .emptySnapshot, .emptiedWhileOpen: .emptiedWhileOpen
        default: nil
        }
    }

    /// Whether it says what reads of the property list found.
    var isOfSnapshot: Bool {
        switch self {
        case .damagedJournal, .missingJournal, .outdatedHeader: false
        default: true
        }
    }

    func issue(_ path: String) -> DefaultsIssue {
        switch self {
        case .emptySnapshot:
            .unexpectedFile("\"\(path)\" has no content", advice: "The store begins empty.")
        case .damagedSnapshot(let kept):
            .damagedFile(
                "\"\(path)\" is damaged",
                advice: "\(kept == 1 ? "One key" : "\(kept) keys") could be read. The first write sets the file aside, "
                    + "unchanged, in its directory, and puts what could be read in its place.")
        case .damagedWhileOpen:
            .damagedFile(
                "\"\(path)\" was damaged by another program",
                advice:
                    "This process has its values in memory, and soon writes them anew. The damaged file is set aside, "
                    + "unchanged, in its directory.")
        case .emptiedWhileOpen:
            .unexpectedFile(
                "\"\(path)\" was emptied by another program",
                advice:
                    "This process has its values in memory, and soon writes them anew. To remove them, remove the file."
            )
        case .damagedJournal:
            .damagedFile(
                "the journal of \"\(path)\" is damaged",
                advice: "What could be read of it is kept. The first write sets it aside, unchanged, in its directory.")
        case .missingJournal:
            .damagedFile(
                "the journal of \"\(path)\" is gone",
                advice: "What was written since the last compaction is lost with it.")
        case .outdatedHeader:
            .unexpectedFile(
                "the lock file of \"\(path)\" is older than the journal, or damaged",
                advice: "Everything that the journal holds is used. The next write puts the lock file right.")
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
                advice: "A compaction replaces the file under this name; the other name keeps the old content.")
        }
    }
}
