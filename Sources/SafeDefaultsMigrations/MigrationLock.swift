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
    /// A step may run other migrations on its own thread, and wait for a thread that saves.
    static func lock() throws(DefaultsError) {
        let end = DispatchTime.now() + .seconds(timeout)
        guard threads.lock(until: end) else { throw isBusy("migration by another thread") }
        if threads.depth > 1 || ProcessLock.hold(until: end) { return }
        threads.unlock()
        throw isBusy("migration or save by another process")
    }

    static func unlock() {
        if threads.depth == 1 { ProcessLock.release() }
        threads.unlock()
    }

    /// Runs a closure while no other thread saves, so that no file gets only a part of the closure's writes.
    static func holdingBackSaves<Result>(
        _ body: () throws(DefaultsError) -> Result
    ) throws(DefaultsError) -> Result {
        let isLocked = ProcessLock.lock(until: .now() + .seconds(timeout), makingDirectory: false)
        guard isLocked else { throw isBusy("save by another thread") }
        defer { ProcessLock.unlock() }
        return try body()
    }

    private static func isBusy(_ other: String) -> DefaultsError {
        DefaultsError(.refusedStore, reason: "a \(other) hasn't ended for \(timeout) seconds")
    }
}

#if canImport(Darwin)
/// No lock: on Apple systems, preferences belong to a daemon, and there is no file that all their users could lock.
enum ProcessLock {
    static func hold(until end: DispatchTime) -> Bool { true }

    static func release() {}

    static func lock(until end: DispatchTime, makingDirectory: Bool) -> Bool { true }

    static func unlock() {}
}
#endif
