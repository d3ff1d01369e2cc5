import Foundation
import SafeDefaults

/// The directory and the lock file of a store.
///
/// An engine keeps both open.
final class StoreFiles: Sendable {
    let directory: Int32

    /// The lock file; nil if it can't be locked.
    ///
    /// The store is then read-only.
    let lock: Int32?

    /// The fields of the lock file; nil if they can't be read.
    ///
    /// Each read then has to ask the system for the status of the store's files.
    let header: SharedHeader?

    /// The lock file's identity; nil if the system can't provide it.
    let identity: FileIdentity?

    /// The reason why the lock file can't be locked; empty if it can be.
    let obstacle: String

    /// Whether this process has recovered the store since it opened the lock file.
    let isRecovered = SharedWord()

    private let storage: Storage

    /// The lock file, whether or not it can be locked.
    private let opened: Int32?

    /// Opens a store's directory and its lock file, and creates those that are missing.
    ///
    /// - Parameters:
    ///   - place: The paths of the store.
    ///   - storage: The system calls.
    ///   - creates: Whether to create what is missing. If not, a missing lock file can't be locked, as if this user
    ///     weren't allowed to create it; so the first write opens the files again.
    ///   - fileSystem: Returns the file system of a directory, or nil if it is unknown.
    /// - Throws: The reason why the store can't be opened.
    init(
        _ place: FilePlace, storage: Storage, creates: Bool = true,
        fileSystem: (String) -> FileSystem? = SystemCalls.fileSystem
    ) throws(DefaultsError) {
        self.storage = storage
        do throws(StorageError) {
            let path = place.directory
            if creates { try Self.makeDirectories(path, storage: storage) }
            let opened = try storage.open(path, in: AT_FDCWD, O_RDONLY | O_DIRECTORY, follows: true)
            guard let opened else { throw StorageError(action: "open \"\(path)\"", number: ENOENT) }
            directory = opened
        } catch {
            throw DefaultsError(.fileFailure, reason: error.reason)
        }
        let system = fileSystem(place.directory)
        do throws(DefaultsError) {
            if let system, system.isNetwork {
                throw DefaultsError(
                    .refusedStore,
                    reason: "\"\(place.path)\" is on a network file system (\(system.kind)), where a lock doesn't hold "
                        + "between machines; keep the file on a local disk")
            }
            let (lock, obstacle) = try Self.openLock(place, in: directory, storage: storage, creates: creates)
            let isWritable = obstacle == nil
            self.obstacle = obstacle ?? ""
            opened = lock
            self.lock = isWritable ? lock : nil
            // Without an identity, the engine can't be found by it, so each `UserDefaults` has an engine of its own.
            identity = lock.flatMap { try? storage.status(of: $0).identity }
            header = lock.flatMap {
                SharedHeader(
                    $0, isWritable: isWritable, isWrittenDirectly: system?.keepsWrittenPages ?? false, storage: storage)
            }
        } catch {
            storage.close(directory)
            throw error
        }
    }

    deinit {
        if let opened { storage.close(opened) }
        storage.close(directory)
    }

    /// Creates the missing directories of a path, with access for their owner only.
    private static func makeDirectories(_ path: String, storage: Storage) throws(StorageError) {
        guard try storage.status(of: path, in: AT_FDCWD) == nil, path != "/" else { return }
        try makeDirectories(path.parentPath, storage: storage)
        try storage.makeDirectory(path)
    }

    // MARK: - The lock file

    /// Opens the lock file for writing.
    ///
    /// If that isn't possible, opens it for reading, and returns the reason as well.
    private static func openLock(
        _ place: FilePlace, in directory: Int32, storage: Storage, creates: Bool
    ) throws(DefaultsError) -> (file: Int32?, obstacle: String?) {
        do throws(StorageError) {
            let obstacle: String
            do throws(StorageError) {
                return (try openWritable(place.lock, in: directory, storage: storage, creates: creates), nil)
            } catch {
                // If nothing can be created or written here, an existing store can still be read.
                let isObstacle = [EACCES, EPERM, EROFS, ENOSPC, EDQUOT, ENXIO].contains(error.number)
                guard isObstacle || !creates && error.number == ENOENT else { throw error }
                obstacle = error.reason
            }
            guard let file = try storage.open(place.lock, in: directory, O_RDONLY) else { return (nil, obstacle) }
            guard try isOwnFile(file, storage: storage), try storage.status(of: file).size >= HeaderField.size else {
                storage.close(file)
                return (nil, obstacle)
            }
            return (file, obstacle)
        } catch {
            throw DefaultsError(.fileFailure, reason: "\(error.reason) beside \"\(place.path)\"")
        }
    }

    /// Opens the lock file for reading and writing, or creates it.
    private static func openWritable(
        _ name: String, in directory: Int32, storage: Storage, creates: Bool
    ) throws(StorageError) -> Int32 {
        let opened =
            try creates ? storage.openOrCreate(name, in: directory) : storage.open(name, in: directory, O_RDWR)
        guard let file = opened else { throw StorageError(action: "open \"\(name)\"", number: ENOENT) }
        do throws(StorageError) {
            guard try isOwnFile(file, storage: storage) else {
                throw StorageError(action: "use \"\(name)\", which is no file or not this user's", number: EACCES)
            }
            try fill(file, storage: storage)
            return file
        } catch {
            storage.close(file)
            throw error
        }
    }

    private static func isOwnFile(_ file: Int32, storage: Storage) throws(StorageError) -> Bool {
        let status = try storage.status(of: file)
        return status.kind == .file && status.owner == geteuid()
    }

    /// Extends the lock file to its full length, so that writing to it can't fail later because the disk is full.
    ///
    /// Other processes may be doing the same, or using the file already. So this writes only to the part behind the
    /// fields: a zero that was written to a field could replace what another process has written since the size was
    /// read.
    private static func fill(_ file: Int32, storage: Storage) throws(StorageError) {
        guard try storage.status(of: file).size < HeaderField.size else { return }
        try storage.write(file, [UInt8](repeating: 0, count: HeaderField.size - HeaderField.end), at: HeaderField.end)
    }
}
