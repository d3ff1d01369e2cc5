#if !canImport(Darwin)
package import Dispatch
import Foundation

/// A lock that lets one process of a user at a time save or migrate plain stores.
///
/// NB: `synchronize()` reads the file, puts the values that this process has changed over what it has read, and writes
/// the result, whenever the file was written last. So if no other process writes between the two, the names that others
/// have changed keep their values.
///
/// It is a `flock` on the directory of the preferences. So no file is created for it, a read-only directory will do,
/// and the system releases it when a process is killed. `synchronize()` saves all suites with changes together, so one
/// lock serves them all. Where the directory can't be opened, or the file system has no locks, nobody is excluded.
package enum ProcessLock {
    private struct State {
        /// How many times threads of this process have taken the lock and not released it.
        var holders = 0

        /// Whether a migration is among the holders, whose own saves, on any thread, have to get in.
        var isMigrating = false

        /// The open directory; -1 if it can't be locked.
        var directory: Int32 = -1

        var start = DispatchTime(uptimeNanoseconds: 0)

        /// Takes the lock, and returns whether that was possible without waiting.
        mutating func take(joining: Bool, makingDirectory: Bool) -> Bool {
            if holders == 0 {
                guard lockDirectory(makingIt: makingDirectory) else { return false }
                start = .now()
            } else if !joining && !isMigrating {
                return false
            }
            holders += 1
            return true
        }

        private mutating func lockDirectory(makingIt: Bool) -> Bool {
            let path = PreferencesDirectory.path
            directory = StandardStreams.avoid(open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
            if directory < 0, errno == ENOENT, makingIt, PreferencesDirectory.ofPrograms != nil {
                // If that fails, nothing can be saved either, and a save says so.
                try? FileManager.default.createDirectory(
                    atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
                directory = StandardStreams.avoid(open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
            }
            guard directory >= 0, flock(directory, LOCK_EX | LOCK_NB) != 0 else { return true }
            let isBusy = errno == EWOULDBLOCK || errno == EINTR
            close(directory)
            directory = -1
            return !isBusy
        }

        /// Releases the lock, and returns whether it had been taken for so long that others may be waiting.
        mutating func release() -> Bool {
            holders -= 1
            guard holders == 0 else { return false }
            isMigrating = false
            guard directory >= 0 else { return false }
            // Closing the directory isn't enough: a child that was forked meanwhile has it open, too.
            flock(directory, LOCK_UN)
            close(directory)
            directory = -1
            return DispatchTime.now() > start + .milliseconds(20)
        }
    }

    private static let state = Locked(State())

    /// Waits for the lock, and returns whether this thread has it.
    ///
    /// - Parameters:
    ///   - end: When to stop waiting.
    ///   - joining: Whether to share the lock with another thread of this process that has it.
    ///   - makingDirectory: Whether to create the directory if there is none. If not, there is nothing to lock then.
    package static func lock(until end: DispatchTime, joining: Bool = false, makingDirectory: Bool) -> Bool {
        while !state.withLock({ $0.take(joining: joining, makingDirectory: makingDirectory) }) {
            if DispatchTime.now() >= end { return false }
            usleep(1_000)
        }
        return true
    }

    /// Waits for the lock, for a migration, and returns whether this thread has it.
    ///
    /// Until the migration releases it, other threads of this process share the lock, so that they can save.
    package static func lockForMigration(until end: DispatchTime) -> Bool {
        guard lock(until: end, makingDirectory: true) else { return false }
        state.withLock { $0.isMigrating = true }
        return true
    }

    /// Releases the lock.
    package static func unlock() {
        // Waiting processes look each millisecond. One that saves large files again and again would leave them no gap.
        if state.withLock({ $0.release() }) { usleep(1_000) }
    }

    /// Releases the lock of a migration.
    ///
    /// Threads that are saving share it until they are done.
    package static func unlockMigration() {
        state.withLock { $0.isMigrating = false }
        unlock()
    }
}
#endif
