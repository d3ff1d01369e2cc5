/// Keeps the hubs of plain stores whole where a process forks and its child goes on without `exec`.
///
/// The fork waits for their locks, and for the writes that are being made: in the child there are no threads that could end
/// them.
enum PlainForks {
    private static let hubs = Locked<[WeakReference<ObservationHub>]>([])
    private static let held = Locked<[ObservationHub]>([])

    /// Keeps two threads from forking at once, each of which would wait for the other.
    private static let forking = RecursiveLock()

    /// Has a hub waited for.
    static func add(_ hub: Owner<ObservationHub>) {
        hubs.withLock { hubs in
            if hubs.count >= 16, hubs.count.nonzeroBitCount == 1 { hubs = hubs.filter { $0.object != nil } }
            hubs.append(WeakReference(hub))
        }
    }

    /// Takes the locks of all hubs of plain stores, so that no thread is in the middle of a change when the process forks.
    ///
    /// Every handler that runs before a fork calls this first. The order in which the system calls the handlers isn't ours, and
    /// these locks have to be taken before all others. Only the first call takes them.
    static func begin() {
        forking.lock()
        guard forking.depth == 1 else { return }
        let hubs = hubs.withLock { $0.compactMap(\.object) }
        hubs.forEach { $0.beginFork() }
        Self.hubs.beginFork()
        held.withLock { $0 = hubs }
    }

    /// Releases the locks, in the parent and in the child; to be called as often as ``begin()`` was.
    static func end(isChild: Bool) {
        forking.keepAfterFork()
        if forking.depth == 1 {
            hubs.endFork()
            held.withLock { $0 }.forEach { $0.endFork(isChild: isChild) }
            held.withLock { $0 = [] }
        }
        forking.unlock()
    }
}
