package import Dispatch

/// A lock that a thread may take again while it has it.
///
/// NB: `NSRecursiveLock` can only wait until a time of day, and the clock may be set forward or back meanwhile.
///
/// Unchecked: only the thread that has the lock accesses `count`.
@usableFromInline
package final class RecursiveLock: @unchecked Sendable {
    @usableFromInline let plain = PlainLock()

    /// The thread that has the lock; 0 if none has.
    @usableFromInline let owner = SharedWord()

    @exclusivity(unchecked) @usableFromInline var count = 0

    /// How many times that thread has taken the lock and not released it.
    ///
    /// NB: computed, so that other modules call it. They would check the exclusivity of each access to a stored
    /// property, which takes longer than the call.
    package var depth: Int { count }

    package init() {}

    deinit { plain.free() }

    /// Whether this thread has the lock.
    @inlinable package var isOwned: Bool { owner.value == ThreadIdentity.current }

    @inlinable package func lock() {
        if owner.value != ThreadIdentity.current {
            plain.lock()
            owner.set(ThreadIdentity.current)
        }
        count += 1
    }

    /// Takes the lock if no other thread has it.
    ///
    /// Returns whether it did.
    @inlinable package func tryLock() -> Bool {
        if owner.value != ThreadIdentity.current {
            guard plain.tryLock() else { return false }
            owner.set(ThreadIdentity.current)
        }
        count += 1
        return true
    }

    /// Takes the lock, and waits for it until a deadline if necessary.
    ///
    /// Returns whether this thread has it now.
    package func lock(until end: DispatchTime) -> Bool {
        if owner.value != ThreadIdentity.current {
            guard plain.lock(until: end) else { return false }
            owner.set(ThreadIdentity.current)
        }
        count += 1
        return true
    }

    @inlinable package func unlock() {
        count -= 1
        guard count == 0 else { return }
        owner.set(0)
        plain.unlock()
    }
}
