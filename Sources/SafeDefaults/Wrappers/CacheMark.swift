/// What a cached value hears of from a hub: that it is out of date, and of what to make the new one.
///
/// Apart from the value, so that the hub holds no object of a user's, and lets go of none under its lock.
///
/// Unchecked: everything is guarded by `lock`.
@usableFromInline
final class CacheMark: ChangeReceiver, @unchecked Sendable {
    /// The stored name that it is about.
    let name: String

    /// Guards this and the value that belongs to it.
    let lock = PlainLock()

    /// What is stored now, as the hub told last; meaningless before it is asked.
    private(set) var content = StoredContent.nothing

    /// How often it was told.
    private(set) var generation = 0

    /// The generation of which the value was made that is held.
    var heldGeneration = -1

    /// The last generation of which an unreadable value was reported.
    private var reportedGeneration = -1

    init(_ name: String) { self.name = name }

    deinit { lock.free() }

    /// Takes the lock if the value that is held is current, and tells whether it is.
    @usableFromInline
    func beginReading() -> Bool {
        lock.lock()
        if heldGeneration == generation { return true }
        lock.unlock()
        return false
    }

    /// Ends what ``beginReading()`` began.
    @usableFromInline
    func endReading() { lock.unlock() }

    func receive(_ contents: [String: StoredContent]) -> DeferredAction {
        if let content = contents[name] { note(content) }
        return .nothing
    }

    /// Takes note of what is stored now; in the order of the changes, since the hub's lock is held.
    func note(_ content: StoredContent) {
        lock.lock()
        defer { lock.unlock() }
        self.content = content
        generation += 1
    }

    /// Tells whether the caller is the first to find the content of a generation unreadable; under the lock.
    func claimReport(of generation: Int) -> Bool {
        guard generation > reportedGeneration else { return false }
        reportedGeneration = generation
        return true
    }
}
