import Foundation
import SafeDefaults

/// A system call that failed.
struct StorageError: Error, Equatable {
    /// The action that failed, as the rest of a sentence that starts with "can't".
    let action: String

    /// The error number, such as `ENOSPC`.
    let number: Int32

    /// The action, and the system's description of the error number.
    var reason: String { "can't \(action) (\(String(cString: strerror(number))))" }
}

/// The system calls of a store.
///
/// A failure is thrown as an error. An interrupted call is repeated, and a partial write is continued.
struct Storage: Sendable {
    let calls: any StorageCalls

    init(_ calls: any StorageCalls = SystemCalls()) { self.calls = calls }

    // MARK: - Files

    /// Opens a file; nil if there is none.
    func open(
        _ name: String, in directory: Int32, _ flags: Int32, mode: mode_t = 0o600, follows: Bool = false
    ) throws(StorageError) -> Int32? {
        // Links aren't followed unless the caller wants it. `O_NONBLOCK` is set because a FIFO may have no other end,
        // and `O_CLOEXEC` so that no started program inherits the file.
        let flags = flags | O_CLOEXEC | O_NONBLOCK | (follows ? 0 : O_NOFOLLOW)
        while true {
            let file = calls.open(name, in: directory, flags: flags, mode: mode)
            if file >= 0 { return file }
            let number = errno
            if number == EINTR { continue }
            if number == ENOENT, flags & O_CREAT == 0 { return nil }
            throw StorageError(action: "open \"\(name)\"", number: number)
        }
    }

    /// Creates a file that doesn't exist yet.
    ///
    /// Its permissions don't depend on the process's mask.
    func create(_ name: String, in directory: Int32, mode: mode_t = 0o600) throws(StorageError) -> Int32 {
        guard let file = try open(name, in: directory, O_RDWR | O_CREAT | O_EXCL, mode: mode) else {
            throw StorageError(action: "make \"\(name)\"", number: ENOENT)
        }
        do throws(StorageError) {
            try retrying("set the permissions of \"\(name)\"") { calls.setMode(of: file, to: mode) }
        } catch {
            calls.close(file)
            throw error
        }
        return file
    }

    /// Opens a file for reading and writing, or creates it.
    func openOrCreate(_ name: String, in directory: Int32) throws(StorageError) -> Int32 {
        while true {
            if let file = try open(name, in: directory, O_RDWR) { return file }
            do throws(StorageError) {
                return try create(name, in: directory)
            } catch {
                // Another process may have created it at the same time.
                if error.number != EEXIST { throw error }
            }
        }
    }

    func close(_ file: Int32) { calls.close(file) }

    /// Reads bytes from an offset.
    ///
    /// Returns fewer bytes if the file ends before.
    func read(_ file: Int32, from offset: Int, count: Int) throws(StorageError) -> [UInt8] {
        var failure: StorageError?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
                let step = calls.read(file, into: rest, at: offset + filled)
                if step < 0, errno == EINTR { continue }
                if step < 0 { failure = StorageError(action: "read", number: errno) }
                guard step > 0 else { return }
                filled += step
            }
        }
        if let failure { throw failure }
        return bytes
    }

    /// Writes all bytes, in as many calls as the system needs.
    func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int) throws(StorageError) {
        var written = 0
        while written < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
            let step = calls.write(file, rest, at: offset + written)
            if step < 0, errno == EINTR { continue }
            guard step > 0 else {
                throw StorageError(action: "write", number: step == 0 ? EIO : errno)
            }
            written += step
        }
    }

    func write(_ file: Int32, _ bytes: [UInt8], at offset: Int) throws(StorageError) {
        try bytes.withUnsafeBufferPointer { bytes throws(StorageError) in
            try write(file, UnsafeRawBufferPointer(bytes), at: offset)
        }
    }

    func write(_ file: Int32, _ number: UInt64, at offset: Int) throws(StorageError) {
        try withUnsafeBytes(of: number) { bytes throws(StorageError) in try write(file, bytes, at: offset) }
    }

    func truncate(_ file: Int32, to size: Int) throws(StorageError) {
        try retrying("shorten the journal") { calls.truncate(file, to: size) }
    }

    /// Waits until a file is on the disk.
    ///
    /// A failed call isn't repeated, because the system would report success the next time.
    func synchronize(_ file: Int32) throws(StorageError) {
        try retrying("make durable what was written") { calls.synchronize(file) }
    }

    // MARK: - Names

    func status(of file: Int32) throws(StorageError) -> FileStatus {
        var status = stat()
        try retrying("look at an open file") { calls.status(of: file, &status) }
        return FileStatus(status)
    }

    /// Returns the status of the file with a name; nil if there is none.
    func status(of name: String, in directory: Int32) throws(StorageError) -> FileStatus? {
        var status = stat()
        do throws(StorageError) {
            try retrying("look at \"\(name)\"") { calls.status(of: name, in: directory, &status) }
        } catch {
            guard error.number == ENOENT else { throw error }
            return nil
        }
        return FileStatus(status)
    }

    func rename(_ name: String, to newName: String, in directory: Int32) throws(StorageError) {
        try retrying("rename \"\(name)\" to \"\(newName)\"") { calls.rename(name, to: newName, in: directory) }
    }

    /// The errors of a call that a file system doesn't support.
    ///
    /// NB: for a second name, macOS gives ENOTSUP on exFAT and FAT. It is another number than EOPNOTSUPP there, and the
    /// same on Linux, where no test can tell.
    private static let unsupported = [EPERM, ENOSYS, EOPNOTSUPP, ENOTSUP]

    /// Gives a file a second name.
    ///
    /// If the file system doesn't allow that, makes a copy.
    func keep(_ name: String, as newName: String, in directory: Int32) throws(StorageError) {
        do throws(StorageError) {
            try retrying("link \"\(name)\" as \"\(newName)\"") { calls.link(name, as: newName, in: directory) }
        } catch {
            guard Self.unsupported.contains(error.number) || error.number == EMLINK else { throw error }
            guard let file = try open(name, in: directory, O_RDONLY) else { throw error }
            defer { close(file) }
            try copy(file, to: newName, in: directory)
        }
    }

    /// Copies a file's content to a new file, and waits until that is on the disk.
    func copy(_ file: Int32, to name: String, in directory: Int32, mode: mode_t = 0o600) throws(StorageError) {
        let copy = try create(name, in: directory, mode: mode)
        defer { close(copy) }
        var place = 0
        while true {
            let bytes = try read(file, from: place, count: 1 << 20)
            if bytes.isEmpty { break }
            do throws(StorageError) {
                try write(copy, bytes, at: place)
            } catch {
                unlink(name, in: directory)
                throw error
            }
            place += bytes.count
        }
        try synchronize(copy)
    }

    /// Replaces a file with another one if it has the expected status.
    ///
    /// The two files are exchanged in one step and compared afterwards, so that not even a change in the last moment is
    /// lost.
    ///
    /// - Parameters:
    ///   - name: The name of the file that is replaced.
    ///   - expected: Its expected status; nil if there should be none.
    ///   - newName: The new file's current name. If the file system can exchange files, it becomes the old file's name.
    ///   - directory: The directory of both files.
    /// - Returns: False if the file didn't have the expected status.
    func replace(
        _ name: String, _ expected: FileStatus?, by newName: String, in directory: Int32
    ) throws(StorageError) -> Bool {
        do throws(StorageError) {
            guard let expected else {
                try retrying("rename \"\(newName)\" to \"\(name)\"") {
                    calls.renameNew(newName, to: name, in: directory)
                }
                return true
            }
            try retrying("exchange \"\(newName)\" and \"\(name)\"") {
                calls.exchange(newName, with: name, in: directory)
            }
            let old = try status(of: newName, in: directory)
            if old.isContent(of: expected) { return true }
            try retrying("exchange \"\(newName)\" and \"\(name)\"") {
                calls.exchange(newName, with: name, in: directory)
            }
            return false
        } catch {
            if error.number == ENOENT || error.number == EEXIST { return false }
            // Not every file system can exchange files.
            guard Self.unsupported.contains(error.number) || error.number == EINVAL else { throw error }
        }
        guard try status(of: name, in: directory).isContent(of: expected) else { return false }
        try rename(newName, to: name, in: directory)
        return true
    }

    /// Creates a directory with access for its owner only, independent of the process's mask.
    ///
    /// An existing directory is left as it is.
    func makeDirectory(_ path: String) throws(StorageError) {
        do throws(StorageError) {
            try retrying("make the directory \"\(path)\"") { calls.makeDirectory(path, mode: 0o700) }
        } catch {
            if error.number == EEXIST { return }
            throw error
        }
        guard let directory = try open(path, in: AT_FDCWD, O_RDONLY | O_DIRECTORY) else { return }
        defer { close(directory) }
        try retrying("set the permissions of \"\(path)\"") { calls.setMode(of: directory, to: 0o700) }
    }

    /// Removes a name if it exists.
    func unlink(_ name: String, in directory: Int32) {
        _ = calls.unlink(name, in: directory)
    }

    private func retrying(_ action: @autoclosure () -> String, _ call: () -> Int32) throws(StorageError) {
        while call() < 0 {
            let number = errno
            if number != EINTR { throw StorageError(action: action(), number: number) }
        }
    }
}
