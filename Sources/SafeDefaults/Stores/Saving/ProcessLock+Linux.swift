#if !canImport(Darwin)
import Dispatch
import Foundation

/// A lock that excludes other processes of the same user, until this object is gone or the process has ended.
///
/// It is a `flock` on the directory of the preferences, so that no file has to be created for it.
final class ProcessLock {
    private let directory: Int32

    init() {
        let url = PreferencesDirectory.url
        if access(url.path, F_OK) != 0 {
            // If that fails, nothing can be saved either, and a save says so.
            try? FileManager.default.createDirectory(
                at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        }
        directory = open(url.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    }

    /// Waits for the lock, and returns whether this object has it.
    ///
    /// If the directory can't be opened, there is nothing to lock, and the result is true.
    func lock(until end: DispatchTime) -> Bool {
        if directory < 0 { return true }
        while flock(directory, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR else { return true }
            if DispatchTime.now() >= end { return false }
            usleep(1_000)
        }
        return true
    }

    deinit { if directory >= 0 { close(directory) } }
}
#endif
