#if !canImport(Darwin)
package import Dispatch
import Foundation

/// A lock that lets one thread of one process of a user at a time save or migrate plain stores.
///
/// NB: `synchronize()` reads the file, puts the values that this process has changed over what it has read, and writes
/// the result, whenever the file was written last. So if no other process writes between the two, the names that others
/// have changed keep their values.
///
/// Between processes it is a `flock` on the directory of the preferences. So no file is created for it, a read-only
/// directory will do, and the system releases it when a process is killed. `synchronize()` saves all suites with
/// changes together, so one lock serves them all. Where the directory can't be opened, or the file system has no locks,
/// no other process is excluded.
package enum ProcessLock {
    /// The lock between threads, which guards the variables below.
    ///
    /// It is recursive, so that a migration can save, and an `exit` on its thread doesn't wait for itself.
    package static let thread = RecursiveLock()

    /// How many times the lock was taken or is held.
    private nonisolated(unsafe) static var depth = 0

    /// The open directory; -1 if it can't be locked.
    private nonisolated(unsafe) static var directory: Int32 = -1

    private nonisolated(unsafe) static var start = DispatchTime(uptimeNanoseconds: 0)

    /// Waits for the lock, and returns whether this thread has it.
    ///
    /// A thread that waits for another process doesn't make other threads wait.
    ///
    /// - Parameters:
    ///   - end: When to stop waiting.
    ///   - makingDirectory: Whether to create the directory if there is none. If not, there is nothing to lock then.
    package static func lock(until end: DispatchTime, makingDirectory: Bool) -> Bool {
        while thread.lock(until: end) {
            if depth > 0 || lockDirectory(makingIt: makingDirectory) {
                depth += 1
                return true
            }
            thread.unlock()
            if DispatchTime.now() >= end { return false }
            usleep(1_000)
        }
        return false
    }

    /// Waits for the lock, and keeps other processes from saving until ``release()``, while other threads may save.
    package static func hold(until end: DispatchTime) -> Bool {
        guard lock(until: end, makingDirectory: true) else { return false }
        thread.unlock()
        return true
    }

    /// Ends what ``hold(until:)`` has begun, unless the process is ending: then another thread keeps the lock.
    package static func release() {
        while !thread.lock(until: .now() + .milliseconds(100)) {
            if isEnding.isSet { return }
        }
        unlock()
    }

    /// Set once a thread has the lock that it keeps until the process ends.
    package static let isEnding = SharedWord()

    private static func lockDirectory(makingIt: Bool) -> Bool {
        start = .now()
        let path = PreferencesDirectory.path
        let opened = { StandardStreams.avoid(open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)) }
        directory = opened()
        if directory < 0, errno == ENOENT, makingIt, PreferencesDirectory.ofPrograms != nil {
            // If that fails, nothing can be saved either, and a save says so.
            try? FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            directory = opened()
        }
        guard directory >= 0, flock(directory, LOCK_EX | LOCK_NB) != 0 else { return true }
        let isBusy = errno == EWOULDBLOCK || errno == EINTR
        close(directory)
        directory = -1
        return !isBusy
    }

    /// Releases the lock.
    package static func unlock() {
        defer { thread.unlock() }
        depth -= 1
        guard depth == 0, directory >= 0 else { return }
        // Closing the directory isn't enough: a child that was forked meanwhile has it open, too.
        flock(directory, LOCK_UN)
        close(directory)
        directory = -1
        // Waiting processes look each millisecond. One that saves large files again and again would leave them no gap.
        if DispatchTime.now() > start + .milliseconds(20) { usleep(1_000) }
    }
}
#endif
