import Dispatch

/// Lets one thread at a time migrate plain stores; where a file lock can be had, one process, too.
enum MigrationLock {
    /// How long a migration waits for another one, in seconds.
    private static let timeout = 10

    private static let lock = RecursiveLock()

    /// Runs a closure while no other thread or process migrates a plain store.
    ///
    /// A step may run other migrations on its own thread.
    static func whileHeld<Result>(_ body: () -> Result) throws(DefaultsError) -> Result {
        let end = DispatchTime.now() + .seconds(timeout)
        guard lock.lock(until: end) else { throw isBusy("thread") }
        defer { lock.unlock() }
        if lock.depth > 1 { return body() }
        let file = ProcessLock()
        guard file.lock(until: end) else { throw isBusy("process") }
        return body()
    }

    private static func isBusy(_ other: String) -> DefaultsError {
        DefaultsError(
            .refusedStore, reason: "a migration by another \(other) hasn't ended for \(timeout) seconds")
    }
}
