import Dispatch
import SafeDefaults

/// A lock that lets one thread at a time migrate plain stores.
///
/// On Linux it also excludes other processes, by the lock that their saves take.
enum MigrationLock {
    /// How long a migration waits for another one, or for another process's save, in seconds.
    private static let timeout = 10

    private static let threads = RecursiveLock()

    /// Waits until no other thread or process migrates a plain store, and no other process saves one.
    ///
    /// A step may run other migrations on its own thread.
    static func lock() throws(DefaultsError) {
        let end = DispatchTime.now() + .seconds(timeout)
        guard threads.lock(until: end) else { throw isBusy("migration by another thread") }
        if threads.depth > 1 || ProcessLock.lock(until: end, makingDirectory: true) { return }
        threads.unlock()
        throw isBusy("migration or save by another process")
    }

    static func unlock() {
        if threads.depth == 1 { ProcessLock.unlock() }
        threads.unlock()
    }

    private static func isBusy(_ other: String) -> DefaultsError {
        DefaultsError(.refusedStore, reason: "a \(other) hasn't ended for \(timeout) seconds")
    }
}

#if canImport(Darwin)
/// No lock: on Apple systems, preferences belong to a daemon, and there is no file that all their users could lock.
enum ProcessLock {
    static func lock(until end: DispatchTime, makingDirectory: Bool) -> Bool { true }

    static func unlock() {}
}
#endif
