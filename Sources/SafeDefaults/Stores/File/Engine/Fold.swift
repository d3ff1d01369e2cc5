import Foundation

/// A fold that is under way: what the store was when it began.
struct Fold {
    /// The directory and the lock file.
    let files: StoreFiles

    /// The journal that is folded in; nil where there is none that could be written on.
    let journal: OpenJournal?

    /// The place in the journal up to which ``values`` hold everything.
    let end: Int

    /// All values at that place.
    let values: [StoredName: PropertyListValue]

    /// The property list that is replaced, and what the system said of it.
    let snapshot: SnapshotName
    let status: FileStatus?

    /// What is put in order by the fold.
    let findings: [Finding]

    /// The names under which the next files are written.
    let names: (snapshot: String, journal: String)

    /// Whether a process that has followed the journal so far has all values, and needn't read the property list.
    var isContinuation: Bool { journal != nil && findings.allSatisfy { !$0.needsFold } }
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

    /// Opens a file that others may be writing too, or makes it; nil where it can't be opened.
    init?(sharing name: String, in directory: Int32, storage: Storage) throws(StorageError) {
        let file: Int32
        if let found = try storage.open(name, in: directory, O_RDWR) {
            file = found
        } else {
            do throws(StorageError) {
                file = try storage.create(name, in: directory)
            } catch {
                // Another was quicker.
                if error.number == EEXIST { return nil }
                throw error
            }
        }
        self.file = file
        self.name = name
        self.storage = storage
    }

    deinit {
        if !isHandedOver { storage.close(file) }
    }

    /// Gives the file to somebody else, who closes it.
    func handOver() -> Int32 {
        isHandedOver = true
        return file
    }
}
