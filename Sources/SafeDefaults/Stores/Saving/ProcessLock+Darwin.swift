#if canImport(Darwin)
import Dispatch

/// No lock: on Apple systems, preferences belong to a daemon, and there is no file that all their users could lock.
enum ProcessLock {
    static func lockForMigration(until end: DispatchTime) -> Bool { true }

    static func unlockMigration() {}
}
#endif
