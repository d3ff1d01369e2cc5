#if !canImport(Darwin)
import Foundation

/// A copy of a file, which is kept beside it while Foundation overwrites the file.
///
/// It is locked for as long as its process lives. A copy without a lock was left by a killed process.
struct SafetyCopy {
    /// The reason why a copy couldn't be made, as an `errno`.
    struct Failure: Error {
        let number: Int32
    }

    private let url: URL
    private let handle: FileHandle

    init(of data: Data, at url: URL) throws(Failure) {
        unlink(url.path)
        let descriptor = open(url.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Failure(number: errno) }
        // If the file system has no locks, the copy is useful all the same.
        flock(descriptor, LOCK_EX | LOCK_NB)
        self.url = url
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try handle.write(contentsOf: data)
        } catch {
            unlink(url.path)
            throw Failure(number: ENOSPC)
        }
    }

    /// Puts the copy in a file's place, and returns whether that worked.
    func replace(_ file: URL) -> Bool { rename(url.path, file.path) == 0 }

    func remove() { unlink(url.path) }

    /// Returns whether the process that made a copy may still be alive.
    ///
    /// A copy that belongs to another user can't be opened, so it may be in use.
    static func isInUse(_ url: URL) -> Bool {
        let descriptor = open(url.path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return true }
        defer { close(descriptor) }
        return flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
    }
}
#endif
