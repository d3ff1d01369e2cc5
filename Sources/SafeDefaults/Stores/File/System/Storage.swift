import Foundation

/// Why a call to the system failed.
struct StorageError: Error, Equatable {
    /// What was tried, as the end of a sentence that begins with "can't".
    let action: String

    /// The system's number for the reason.
    let number: Int32

    /// The whole as a clause.
    var reason: String { "can't \(action) (\(String(cString: strerror(number))))" }
}

/// A store's calls to the system, with what every one of them needs: a call that was interrupted is made again, one that
/// wrote a part is continued, and a failure is an error.
struct Storage: Sendable {
    let calls: any StorageCalls

    init(_ calls: any StorageCalls = SystemCalls()) { self.calls = calls }

    // MARK: - Files

    /// Opens a file; nil if there is none.
    func open(
        _ name: String, in directory: Int32, _ flags: Int32, mode: mode_t = 0o600, follows: Bool = false
    ) throws(StorageError) -> Int32? {
        // No link is followed, nothing is waited for (a FIFO has an end nobody may hold), and no other program inherits it.
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

    /// Makes a file that isn't there yet, for its owner alone whatever the process's mask says.
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

    /// Opens a file for reading and writing, or makes it; nil if another process was quicker to make it.
    func openOrCreate(_ name: String, in directory: Int32) throws(StorageError) -> Int32? {
        if let file = try open(name, in: directory, O_RDWR) { return file }
        do throws(StorageError) {
            return try create(name, in: directory)
        } catch {
            if error.number == EEXIST { return nil }
            throw error
        }
    }

    func close(_ file: Int32) { calls.close(file) }

    /// Reads what is there from a place on, at most so much.
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

    /// Writes everything, in as many steps as the system needs.
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
    /// Never asked twice: after a failure the system says yes the next time.
    func synchronize(_ file: Int32) throws(StorageError) {
        try retrying("make durable what was written") { calls.synchronize(file) }
    }

    // MARK: - Names

    func status(of file: Int32) throws(StorageError) -> FileStatus {
        var status = stat()
        try retrying("look at an open file") { calls.status(of: file, &status) }
        return FileStatus(status)
    }

    /// What lies under a name; nil for nothing.
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

    func link(_ name: String, as newName: String, in directory: Int32) throws(StorageError) {
        try retrying("link \"\(name)\" as \"\(newName)\"") { calls.link(name, as: newName, in: directory) }
    }

    /// Keeps what lies under a name under another one too, or a copy where a file can't have two names.
    func keep(_ name: String, as newName: String, in directory: Int32) throws(StorageError) {
        do throws(StorageError) {
            try link(name, as: newName, in: directory)
        } catch {
            guard [EPERM, EOPNOTSUPP, ENOSYS, EMLINK].contains(error.number) else { throw error }
            guard let file = try open(name, in: directory, O_RDONLY) else { throw error }
            defer { close(file) }
            try copy(file, to: newName, in: directory)
        }
    }

    /// Writes a file's content into a new one, and waits until it is on the disk.
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

    /// Puts a file into the place of another, if that one is what it is expected to be.
    ///
    /// The two are exchanged, in one step, and then looked at. So not even a change of the last moment is lost.
    ///
    /// - Parameters:
    ///   - name: The name that the new file gets.
    ///   - expected: What lies there; nil for nothing.
    ///   - newName: The new file's name so far. Where files can be exchanged, what was there is found under it.
    ///   - directory: The directory of both.
    /// - Returns: Whether it was done.
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
            // Not every file system can do that.
            guard [EINVAL, ENOSYS, EOPNOTSUPP, ENOTSUP, EPERM].contains(error.number) else { throw error }
        }
        guard try status(of: name, in: directory).isContent(of: expected) else { return false }
        try rename(newName, to: name, in: directory)
        return true
    }

    /// Makes a directory, for its owner alone whatever the process's mask says; one that another made first will do.
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

    /// Removes a name, if it is there.
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
