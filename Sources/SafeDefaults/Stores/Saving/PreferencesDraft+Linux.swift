#if !canImport(Darwin)
import Foundation

/// A file beside the preferences file, which replaces it when it is complete.
///
/// It is locked for as long as its process lives. One without a lock was left by a killed process.
final class PreferencesDraft {
    /// The reason why a file couldn't be written, replaced or read, as an `errno`.
    struct Failure: Error {
        let number: Int32

        /// Whether the directory lets nobody create a file in it, or lets nobody replace this one.
        var isForGood: Bool { [EACCES, EPERM, EROFS, ENOENT, EBUSY].contains(number) }

        /// Makes a system call, again while it is interrupted, and throws an error if it fails.
        ///
        /// - Parameter ignored: The errors that are no failure.
        static func check(_ call: () -> Int32, or ignored: Int32...) throws(Failure) {
            while call() < 0 {
                if errno == EINTR { continue }
                if ignored.contains(errno) { return }
                throw Failure(number: errno)
            }
        }
    }

    /// What is in the draft.
    let values: PreferencesFile.Values
    let data: Data

    private let path: String
    private let descriptor: Int32

    /// Creates a draft, and has it on the disk.
    ///
    /// - Parameters:
    ///   - values: What is in the draft.
    ///   - data: The bytes; nil for the exact form of the values.
    ///   - place: The place of the file.
    init(of values: PreferencesFile.Values, as data: Data? = nil, beside place: PreferencesPlace) throws(Failure) {
        self.values = values
        self.data = data ?? Data(BinaryListWriter.bytes(of: values))
        // A killed process may have left drafts, and may have had this one's number: in a container, each has. This
        // draft comes after them, because it is newer.
        let left = (1...9).last { access(place.draft($0), F_OK) == 0 }
        var (number, path, file) = (left ?? 0, "", Int32(-1))
        repeat {
            number += 1
            path = place.draft(number)
            file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        } while file < 0 && errno == EEXIST && number < 1_000
        let problem = Failure(number: errno)
        self.path = path
        descriptor = StandardStreams.avoid(file)
        if file < 0 { throw problem }
        do throws(Failure) {
            guard descriptor >= 0 else { throw Failure(number: errno) }
            // If the file system has no locks, the draft is useful all the same.
            flock(descriptor, LOCK_EX | LOCK_NB)
            var rest = self.data[...]
            while !rest.isEmpty {
                try Failure.check {
                    let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
                    if count > 0 { rest = rest.dropFirst(count) }
                    return Int32(clamping: count)
                }
            }
            try Failure.check { fsync(descriptor) }
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
            try Failure.check { fchmod(descriptor, status.permissions) }
            // A group to which this user doesn't belong can't be given; then it is the user's own.
            _ = fchown(descriptor, uid_t.max, status.group)
        }
        try Failure.check { rename(path, file) }
    }

    func remove() { unlink(path) }

    /// Writes to the disk what was renamed or removed in a file's directory, so that a loss of power doesn't undo it.
    static func syncDirectory(of file: String) throws(Failure) {
        let directory = open(file.parentPath, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { throw Failure(number: errno) }
        defer { close(directory) }
        // Some file systems can't do that for a directory.
        try Failure.check({ fsync(directory) }, or: EINVAL, ENOTSUP)
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

/// The status of a preferences file, with enough details to detect that the file was changed or replaced.
struct PreferencesStatus: Equatable {
    let format: mode_t
    let permissions: mode_t
    let user: uid_t
    let group: gid_t

    /// The file's identity, size and times, at least one of which differs after a change or a replacement.
    private let details: [Int]

    /// Creates the status of a file, or if it is a link, of the file that it points to; nil if there is none.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        (format, permissions) = (status.st_mode & S_IFMT, status.st_mode & 0o7777)
        (user, group) = (status.st_uid, status.st_gid)
        let times = [status.st_mtim, status.st_ctim].flatMap { [$0.tv_sec, $0.tv_nsec] }
        let numbers = [UInt64(status.st_dev), UInt64(status.st_ino), UInt64(status.st_nlink)]
        details = [Int(status.st_size)] + times.map { Int($0) } + numbers.map { Int(truncatingIfNeeded: $0) }
    }
}
#endif
