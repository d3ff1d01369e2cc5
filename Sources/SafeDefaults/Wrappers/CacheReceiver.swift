/// The receiver of a cached value's changes: it keeps the newest content, and counts changes so that the cached value
/// is known to be out of date.
///
/// It is separate from the cached value, so that the hub holds no object of a client's, and releases none under its
/// lock.
///
/// Unchecked: everything is guarded by `lock`.
@usableFromInline
final class CacheReceiver: ChangeReceiver, @unchecked Sendable {
    /// The stored name.
    let name: String

    /// Guards this object and the cached value that belongs to it.
    let lock = PlainLock()

    /// The current content according to the hub; meaningless before the first note.
    private(set) var content = StoredContent.nothing

    /// How many changes were noted.
    private(set) var generation = 0

    /// The generation of the content that the cached value was read from.
    var heldGeneration = -1

    /// The last generation whose content was reported as unreadable.
    private var reportedGeneration = -1

    init(_ name: String) { self.name = name }

    deinit { lock.free() }

    /// Takes the lock if the cached value is current, and returns whether it is.
    @usableFromInline
    func beginReading() -> Bool {
        lock.lock()
        if heldGeneration == generation { return true }
        lock.unlock()
        return false
    }

    /// Releases the lock that ``beginReading()`` has taken.
    @usableFromInline
    func endReading() { lock.unlock() }

    func receive(_ contents: [String: StoredContent]) -> DeferredAction {
        if let content = contents[name] { note(content) }
        return .nothing
    }

    /// Keeps what is stored now.
    ///
    /// Calls come in the order of the changes, because the hub's lock is held.
    func note(_ content: StoredContent) {
        lock.lock()
        defer { lock.unlock() }
        self.content = content
        generation += 1
    }

    /// Returns whether the caller is the first to find a generation's content unreadable; called under the lock.
    func claimReport(of generation: Int) -> Bool {
        guard generation > reportedGeneration else { return false }
        reportedGeneration = generation
        return true
    }
}
