import Dispatch

/// A lock that a thread may take again while it has it.
///
/// NB: `NSRecursiveLock` can only wait until a time of day, and the clock may be set forward or back meanwhile.
///
/// Unchecked: only the thread that has the lock accesses `depth`.
final class RecursiveLock: @unchecked Sendable {
    private let plain = PlainLock()

    /// The thread that has the lock; 0 if none has.
    private let owner = SharedWord()

    /// How many times that thread has taken the lock and not released it.
    @exclusivity(unchecked) private(set) var depth = 0

    deinit { plain.free() }

    /// Whether this thread has the lock.
    var isOwned: Bool { owner.value == ThreadIdentity.current }

    func lock() {
        if owner.value != ThreadIdentity.current {
            plain.lock()
            owner.set(ThreadIdentity.current)
        }
        depth += 1
    }

    /// Takes the lock if no other thread has it.
    ///
    /// Returns whether it did.
    func tryLock() -> Bool {
        if owner.value != ThreadIdentity.current {
            guard plain.tryLock() else { return false }
            owner.set(ThreadIdentity.current)
        }
        depth += 1
        return true
    }

    /// Takes the lock, and waits for it until a deadline if necessary.
    ///
    /// Returns whether this thread has it now.
    func lock(until end: DispatchTime) -> Bool {
        if owner.value != ThreadIdentity.current {
            guard plain.lock(until: end) else { return false }
            owner.set(ThreadIdentity.current)
        }
        depth += 1
        return true
    }

    func unlock() {
        depth -= 1
        guard depth == 0 else { return }
        owner.set(0)
        plain.unlock()
    }
}
