import Foundation

/// A compaction that is under way: what the store was when it began.
struct Compaction {
    /// What was known of the files, and all values.
    let content: StoreContent

    /// The property list's status, as the system says.
    let status: FileStatus?

    /// The names under which the next files are written.
    let names: (snapshot: String, journal: String)

    var directory: Int32 { content.state.files.directory }

    /// The journal that is compacted; nil if there is none that could be appended to.
    var journal: OpenJournal? { content.state.journal }

    /// The offset in the journal up to which the values hold everything.
    var end: Int { journal == nil ? 0 : content.state.end }

    /// What the compaction repairs.
    var findings: [Finding] { content.state.findings }

    /// Whether a process that has followed the journal so far has all values, and needn't read the property list.
    var isContinuation: Bool { journal != nil && findings.allSatisfy { !$0.needsCompaction } }
}

/// A file that is being written under a name of its own, closed with this object.
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

    /// Opens or makes a file that others may be writing too; nil if it was made by another process just now.
    init?(sharing name: String, in directory: Int32, storage: Storage) throws(StorageError) {
        guard let file = try storage.openOrCreate(name, in: directory) else { return nil }
        self.file = file
        self.name = name
        self.storage = storage
    }

    deinit {
        if !isHandedOver { storage.close(file) }
    }

    /// Returns the file, which the caller closes from now on.
    func handOver() -> Int32 {
        isHandedOver = true
        return file
    }
}
