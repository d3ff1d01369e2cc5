#if !canImport(Darwin)
import Foundation

/// A file beside the preferences file, which replaces it when it is complete.
///
/// It is locked for as long as its process lives. One without a lock was left by a killed process.
final class PreferencesDraft {
    /// The reason why a draft couldn't be written, or couldn't take the file's place, as an `errno`.
    struct Failure: Error {
        let number: Int32
    }

    private let path: String
    private let descriptor: Int32

    /// Creates a draft, and has it on the disk.
    init(of data: Data, at path: String) throws(Failure) {
        unlink(path)
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw Failure(number: errno) }
        descriptor = StandardStreams.avoid(file)
        self.path = path
        guard descriptor >= 0 else { throw fail() }
        // If the file system has no locks, the draft is useful all the same.
        flock(descriptor, LOCK_EX | LOCK_NB)
        let isWritten = data.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while let start = UnsafeRawBufferPointer(rebasing: rest).baseAddress, !rest.isEmpty {
                let count = write(descriptor, start, rest.count)
                if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return false }
            }
            return true
        }
        guard isWritten, retrying({ fsync(descriptor) }) == 0 else { throw fail() }
        do throws(Failure) {
            // So that its name is on the disk, too.
            try Self.syncDirectory(of: path)
        } catch {
            remove()
            throw error
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Replaces a file by the draft, and waits until the directory with the new file is on the disk.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - status: The status of the file whose permissions and group it gets; nil if there was none.
    func replace(_ file: String, like status: PreferencesStatus?) throws(Failure) {
        try takePlace(of: file, like: status)
        try Self.syncDirectory(of: file)
    }

    /// Puts the draft in the place of a file.
    ///
    /// A loss of power may undo that, until ``syncDirectory(of:)`` is called.
    func takePlace(of file: String, like status: PreferencesStatus?) throws(Failure) {
        if let status {
            guard retrying({ fchmod(descriptor, status.permissions) }) == 0 else { throw Failure(number: errno) }
            // A group to which this user doesn't belong can't be given; then it is the user's own.
            _ = fchown(descriptor, uid_t.max, status.group)
        }
        guard retrying({ rename(path, file) }) == 0 else { throw Failure(number: errno) }
    }

    /// Removes a file; if Foundation has already removed it, does nothing.
    static func removeFile(_ file: String) throws(Failure) {
        guard retrying({ unlink(file) }) == 0 || errno == ENOENT else { throw Failure(number: errno) }
    }

    func remove() { unlink(path) }

    private func fail() -> Failure {
        let number = errno
        remove()
        return Failure(number: number)
    }

    /// Writes to the disk what was renamed or removed in a file's directory, so that a loss of power doesn't undo it.
    static func syncDirectory(of file: String) throws(Failure) {
        let directory = open(PreferencesPlace.directory(of: file), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { throw Failure(number: errno) }
        defer { close(directory) }
        // Some file systems can't do that for a directory.
        guard retrying({ fsync(directory) }) == 0 || [EINVAL, ENOTSUP].contains(errno) else {
            throw Failure(number: errno)
        }
    }

    /// Returns whether the process that made a draft may still be alive.
    ///
    /// A draft that belongs to another user can't be opened, so it may be in use.
    static func isInUse(_ path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return true }
        defer { close(descriptor) }
        return flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
    }
}

/// Makes a system call again while it is interrupted.
private func retrying(_ call: () -> Int32) -> Int32 {
    while true {
        let result = call()
        if result >= 0 || errno != EINTR { return result }
    }
}

/// The status of a preferences file, with enough details to detect that the file was changed or replaced.
struct PreferencesStatus: Equatable {
    enum Kind { case file, directory, other }

    let kind: Kind
    let permissions: mode_t
    let user: uid_t
    let group: gid_t
    let size: Int

    /// When the content was last changed, in seconds and nanoseconds.
    private let change: [Int]

    /// The file's times and the like, at least one of which differs after a change or a replacement.
    private let details: [UInt64]

    /// Creates the status of a file, or if it is a link, of the file that it points to; nil if there is none.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        switch status.st_mode & S_IFMT {
        case S_IFREG: kind = .file
        case S_IFDIR: kind = .directory
        default: kind = .other
        }
        (user, group, size) = (status.st_uid, status.st_gid, Int(status.st_size))
        permissions = status.st_mode & 0o7777
        change = [Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec)]
        details = [
            UInt64(truncatingIfNeeded: status.st_dev), UInt64(truncatingIfNeeded: status.st_ino),
            UInt64(truncatingIfNeeded: status.st_nlink),
            UInt64(truncatingIfNeeded: status.st_ctim.tv_sec), UInt64(truncatingIfNeeded: status.st_ctim.tv_nsec),
        ]
    }

    func isNewer(than other: PreferencesStatus?) -> Bool {
        guard let other else { return true }
        return other.change.lexicographicallyPrecedes(change)
    }
}
#endif
