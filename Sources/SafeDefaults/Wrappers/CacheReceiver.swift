/// The receiver of the changes of a cached value.
///
/// It keeps the newest content and counts the changes. If the count differs from that of the cached value, the cached
/// value is out of date.
///
/// It is separate from the cached value, so that the hub holds none of the client's objects, and releases none under
/// its lock.
///
/// Unchecked: everything is guarded by ``lock``.
@usableFromInline
final class CacheReceiver: ChangeReceiver, @unchecked Sendable {
    /// The stored names, the setting's own first.
    let names: [String]

    /// Guards all receivers, and the cached values that belong to them.
    ///
    /// There is one for the process, because its parts take some kilobytes, and so that a read of a
    /// ``CachedStandardValue`` takes only one lock. It is held for a few lines that access memory.
    static let sharedLock = ReadWriteLock()

    /// A copy of ``sharedLock``, because access to a global variable goes through `swift_once`.
    let lock = CacheReceiver.sharedLock

    /// The contents of the names that the hub has delivered last.
    ///
    /// They have no meaning before the first call of `note`.
    private(set) var contents: [StoredContent] = []

    /// The number of calls of `note`.
    private(set) var generation = 0

    /// The generation of the content that the cached value was read from, or -1 if no value is cached.
    var heldGeneration = -1

    /// The ``generation`` of the content that was last reported as unreadable, or -1 if none was.
    private var reportedGeneration = -1

    init(_ names: [String]) { self.names = names }

    /// Whether the cached value is current.
    ///
    /// Ask under the lock.
    var isCurrent: Bool { heldGeneration == generation }

    /// Takes the lock for reading if the cached value is current.
    ///
    /// - Returns: The part of the lock that the caller has to release; nil if the cached value is out of date.
    @usableFromInline
    func beginReading() -> PlainLock? {
        let part = lock.lockForReading()
        if isCurrent { return part }
        part.unlock()
        return nil
    }

    func receive(_ changes: [String: StoredContent]) -> DeferredAction {
        note(zip(names, contents).map { changes[$0] ?? $1 })
        return .nothing
    }

    /// Keeps the current contents of the names.
    ///
    /// Calls come in the order of the changes, because the hub's lock is held.
    func note(_ contents: [StoredContent]) {
        lock.withLock {
            self.contents = contents
            generation += 1
        }
    }

    /// Returns whether the caller is the first to report the unreadable content of a generation.
    ///
    /// Call this under the lock.
    func claimReport(of generation: Int) -> Bool {
        guard generation > reportedGeneration else { return false }
        reportedGeneration = generation
        return true
    }
}
