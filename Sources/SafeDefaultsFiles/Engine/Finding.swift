import SafeDefaults

/// Something that is wrong with a store's files.
enum Finding: Hashable {
    case emptySnapshot
    case damagedSnapshot(kept: Int)
    case damagedJournal
    case missingJournal
    case editedSnapshot
    case removedSnapshot

    /// The property list was damaged or emptied while this process had its values in memory, so they aren't lost.
    case damagedWhileOpen
    case emptiedWhileOpen

    /// The position in the lock file is before the journal's last record.
    case outdatedHeader

    /// Whether the property list has to be kept under another name before it is replaced.
    var setsSnapshotAside: Bool {
        switch self {
        case .damagedSnapshot, .damagedWhileOpen: true
        default: false
        }
    }

    /// Whether the journal has to be kept under another name before it is replaced.
    var setsJournalAside: Bool { self == .damagedJournal || self == .removedSnapshot }

    /// Whether the store has to be compacted soon.
    var needsCompaction: Bool { self != .emptySnapshot && self != .outdatedHeader }

    /// The corresponding finding if this process has the property list's values in memory; nil if this finding isn't
    /// damage to the property list.
    var asDamageOfAnOpenFile: Finding? {
        switch self {
        case .damagedSnapshot, .damagedWhileOpen: .damagedWhileOpen
        case .emptySnapshot, .emptiedWhileOpen: .emptiedWhileOpen
        default: nil
        }
    }

    /// Whether this finding concerns the property list.
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
        }
    }
}
