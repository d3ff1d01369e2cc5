import Foundation
import SafeDefaults

/// The system calls of a file store.
///
/// If a result is negative, `errno` has the reason.
///
/// Tests replace them with calls that record, fail, or write less than requested. Names are relative to the store's
/// directory, so that nothing is written outside of it. Pointers are never nil, because Android's C library doesn't
/// accept that.
protocol StorageCalls: Sendable {
    func open(_ name: String, in directory: Int32, flags: Int32, mode: mode_t) -> Int32
    func close(_ file: Int32)
    func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int
    func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int) -> Int
    func truncate(_ file: Int32, to size: Int) -> Int32
    func synchronize(_ file: Int32) -> Int32
    func lock(_ file: Int32, _ operation: Int32) -> Int32
    func status(of file: Int32, _ status: inout stat) -> Int32
    func status(of name: String, in directory: Int32, _ status: inout stat) -> Int32
    func setMode(of file: Int32, to mode: mode_t) -> Int32
    func rename(_ name: String, to newName: String, in directory: Int32) -> Int32
    func exchange(_ name: String, with other: String, in directory: Int32) -> Int32
    func renameNew(_ name: String, to newName: String, in directory: Int32) -> Int32
    func link(_ name: String, as newName: String, in directory: Int32) -> Int32
    func unlink(_ name: String, in directory: Int32) -> Int32
    func makeDirectory(_ path: String, mode: mode_t) -> Int32
}

/// The system's own calls.
struct SystemCalls: StorageCalls {
    func open(_ name: String, in directory: Int32, flags: Int32, mode: mode_t) -> Int32 {
        StandardStreams.avoid(openat(directory, name, flags, mode))
    }

    func close(_ file: Int32) { _ = Foundation.close(file) }

    func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
        guard let memory = buffer.baseAddress else { return 0 }
        return pread(file, memory, buffer.count, off_t(offset))
    }

    func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int) -> Int {
        guard let memory = bytes.baseAddress else { return 0 }
        return pwrite(file, memory, bytes.count, off_t(offset))
    }

    func truncate(_ file: Int32, to size: Int) -> Int32 { ftruncate(file, off_t(size)) }

    func synchronize(_ file: Int32) -> Int32 { Self.makeDurable(file) }

    func lock(_ file: Int32, _ operation: Int32) -> Int32 { flock(file, operation) }

    func status(of file: Int32, _ status: inout stat) -> Int32 { fstat(file, &status) }

    func status(of name: String, in directory: Int32, _ status: inout stat) -> Int32 {
        fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW)
    }

    func setMode(of file: Int32, to mode: mode_t) -> Int32 { fchmod(file, mode) }

    func rename(_ name: String, to newName: String, in directory: Int32) -> Int32 {
        renameat(directory, name, directory, newName)
    }

    /// Exchanges the names of two files in one step.
    func exchange(_ name: String, with other: String, in directory: Int32) -> Int32 {
        Self.renameSpecially(name, other, directory, .exchange)
    }

    /// Renames a file unless the new name exists.
    func renameNew(_ name: String, to newName: String, in directory: Int32) -> Int32 {
        Self.renameSpecially(name, newName, directory, .onlyNew)
    }

    /// The additional behaviour of a rename.
    enum SpecialRename { case exchange, onlyNew }

    func link(_ name: String, as newName: String, in directory: Int32) -> Int32 {
        linkat(directory, name, directory, newName, 0)
    }

    func unlink(_ name: String, in directory: Int32) -> Int32 { unlinkat(directory, name, 0) }

    /// Returns a number for the UUID of a run of the machine; nil if the string isn't a UUID.
    static func bootIdentifier(of uuid: String) -> UInt64? {
        UInt64(uuid.filter(\.isHexDigit).prefix(16), radix: 16)
    }

    func makeDirectory(_ path: String, mode: mode_t) -> Int32 {
        let made = mkdir(path, mode)
        if made != 0 { return made }
        Self.allowUseWhileLocked(path)
        // The process's mask may have removed even the permission to open the directory.
        return fchmodat(AT_FDCWD, path, mode, AT_SYMLINK_NOFOLLOW)
    }
}
