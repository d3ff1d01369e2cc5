import Foundation

/// What an engine keeps open of its store: the directory, and the lock file with the page of state in it.
final class StoreFiles: Sendable {
    let directory: Int32
    private let directoryPath: String

    /// The lock file; nil where there is none and none can be made, so that the store can only be read.
    let lock: Int32?

    /// The lock file's fields; nil where they can't be read, so that each read has to ask the system for the files' status.
    let header: SharedHeader?

    /// Which lock file it is.
    let identity: FileIdentity?

    /// Directories whose list of names has to be made durable too, because one of ours was made in it.
    let parents: [String]

    /// Why the lock file can't be locked for writing, where it can't be.
    let obstacle: String

    private let storage: Storage
    private let recovered = SharedWord()

    /// The lock file as it is open, whether or not it can be locked for writing.
    private let opened: Int32?

    /// Opens a store's directory and its lock file, and makes those that are missing.
    ///
    /// - Parameters:
    ///   - place: Where the store is.
    ///   - storage: What its calls to the system are made through.
    ///   - fileSystem: Tells what a directory is on, or nil if that isn't known.
    /// - Throws: Why there can be no store.
    init(
        _ place: FilePlace, storage: Storage, fileSystem: (String) -> FileSystem? = SystemCalls.fileSystem
    ) throws(DefaultsError) {
        self.storage = storage
        directoryPath = place.directory
        do throws(StorageError) {
            parents = try Self.makeDirectories(place.directory, storage: storage)
            let path = place.directory
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
            let (lock, obstacle) = try Self.openLock(place, in: directory, storage: storage)
            let isWritable = obstacle == nil
            self.obstacle = obstacle ?? ""
            opened = lock
            self.lock = isWritable ? lock : nil
            identity = Self.identity(of: lock, storage: storage)
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

    /// Whether this process has repaired the lock file since it opened it.
    var isRecovered: Bool { recovered.isSet }

    func setRecovered() { recovered.set(true) }

    // MARK: - Directories

    /// Notes that directories were made for the store, so that the next flush makes their names durable.
    func noteNewDirectories() {
        do throws(StorageError) {
            try header?.store(1, in: .newDirectories)
        } catch {
            // Then only this process knows.
        }
    }

    /// Makes the directories of a path that are missing, for their owner alone; gives those that they were made in.
    private static func makeDirectories(_ path: String, storage: Storage) throws(StorageError) -> [String] {
        guard try storage.status(of: path, in: AT_FDCWD) == nil, path != "/" else { return [] }
        let parent = URL(fileURLWithPath: path).deletingLastPathComponent().path
        let parents = try makeDirectories(parent, storage: storage)
        try storage.makeDirectory(path)
        return parents + [parent]
    }

    /// The directories whose lists of names are waited for, so that a start of the machine finds the store: those that this
    /// process knows, or, where another made them, all in which there is one of this user's.
    var directoriesToFlush: [String] {
        if !parents.isEmpty { return parents }
        var (found, url) = ([String](), URL(fileURLWithPath: directoryPath))
        while url.path != "/" {
            do throws(StorageError) {
                guard try storage.status(of: url.path, in: AT_FDCWD)?.owner == geteuid() else { return found }
            } catch {
                return found
            }
            url.deleteLastPathComponent()
            found.append(url.path)
        }
        return found
    }

    // MARK: - The lock file

    /// Opens the lock file: for writing, or else for reading, with the reason why it can't be written.
    private static func openLock(
        _ place: FilePlace, in directory: Int32, storage: Storage
    ) throws(DefaultsError) -> (file: Int32?, obstacle: String?) {
        do throws(StorageError) {
            let obstacle: String
            switch try openWritable(place.lock, in: directory, storage: storage) {
            case .success(let file): return (file, nil)
            case .failure(let error): obstacle = error.reason
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

    /// The lock file for reading and writing, made if it is missing; or why this user may only read.
    private static func openWritable(
        _ name: String, in directory: Int32, storage: Storage
    ) throws(StorageError) -> Swift.Result<Int32, StorageError> {
        do throws(StorageError) {
            while true {
                guard let file = try storage.openOrCreate(name, in: directory) else { continue }
                do throws(StorageError) {
                    guard try isOwnFile(file, storage: storage) else {
                        throw StorageError(
                            action: "use \"\(name)\", which is no file or not this user's", number: EACCES)
                    }
                    try fill(file, storage: storage)
                    return .success(file)
                } catch {
                    storage.close(file)
                    throw error
                }
            }
        } catch {
            // Where nothing can be made or written, what is there can still be read.
            if [EACCES, EPERM, EROFS, ENOSPC, EDQUOT, ENXIO].contains(error.number) { return .failure(error) }
            throw error
        }
    }

    private static func identity(of file: Int32?, storage: Storage) -> FileIdentity? {
        do throws(StorageError) {
            return try file.map { file throws(StorageError) in try storage.status(of: file).identity }
        } catch {
            // Then the engine isn't found by it, and each `UserDefaults` has one of its own.
            return nil
        }
    }

    private static func isOwnFile(_ file: Int32, storage: Storage) throws(StorageError) -> Bool {
        let status = try storage.status(of: file)
        return status.kind == .file && status.owner == geteuid()
    }

    /// Writes the page in full, so that the disk can't be too full for it later.
    ///
    /// Only zeros, and only where nothing is:
    /// another process may have begun to use it.
    private static func fill(_ file: Int32, storage: Storage) throws(StorageError) {
        let size = try storage.status(of: file).size
        guard size < HeaderField.size else { return }
        try storage.write(file, [UInt8](repeating: 0, count: HeaderField.size - size), at: size)
    }
}
