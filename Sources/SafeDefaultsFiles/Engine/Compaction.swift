import Foundation
import SafeDefaults

/// The state of a store when a compaction began.
struct Compaction {
    /// All values, and the known state of the files.
    let content: StoreContent

    /// The property list's file status; nil if there is no such file.
    let status: FileStatus?

    /// The temporary names of the next files.
    let names: FilePlace.NextNames

    var directory: Int32 { content.state.files.directory }

    /// The journal to compact; nil if there is none to which records could be appended.
    var journal: OpenJournal? { content.state.journal }

    /// The end of the part of the journal that the values include, as an offset.
    var end: Int { journal == nil ? 0 : content.state.end }

    /// The problems that the compaction repairs.
    var findings: [Finding] { content.state.findings }

    /// Whether a process that has read the old journal to its end can go on with the new files without reading the
    /// property list, because it has the same values already.
    var isContinuation: Bool { journal != nil && findings.allSatisfy { !$0.needsCompaction } }
}

/// A file that is being written under a temporary name.
///
/// It is closed with this object.
final class NextFile {
    let file: Int32
    let name: String
    private let storage: Storage
    private var isHandedOver = false

    init(_ name: String, in directory: Int32, mode: mode_t = 0o600, storage: Storage) throws(StorageError) {
        storage.unlink(name, in: directory)
        file = try storage.create(name, in: directory, mode: mode)
        self.name = name
        self.storage = storage
    }

    deinit {
        if !isHandedOver { storage.close(file) }
    }

    /// Returns the file descriptor.
    ///
    /// The caller has to close it.
    func handOver() -> Int32 {
        isHandedOver = true
        return file
    }
}
