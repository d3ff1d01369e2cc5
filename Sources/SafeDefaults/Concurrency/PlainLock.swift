public import Foundation

/// A lock that isn't an object.
///
/// Its owner has to free it.
///
/// NB: taking an `NSLock` retains and releases the object, which takes longer than taking the lock itself.
@frozen @usableFromInline
package struct PlainLock: Sendable {
    // Unsafe: the pointer never changes, and the functions that take it are thread-safe.
    @usableFromInline package nonisolated(unsafe) let mutex: UnsafeMutablePointer<pthread_mutex_t>

    package init() { self.init(at: .allocate(capacity: 1)) }

    /// Creates a lock in memory that the caller has allocated, or uses the lock that was created there before.
    @inlinable package init(at memory: UnsafeMutablePointer<pthread_mutex_t>, isNew: Bool = true) {
        mutex = memory
        if isNew { pthread_mutex_init(memory, nil) }
    }

    @inlinable package func lock() { pthread_mutex_lock(mutex) }

    @inlinable package func unlock() { pthread_mutex_unlock(mutex) }

    /// Takes the lock if it is free.
    ///
    /// Returns whether it did.
    @inlinable package func tryLock() -> Bool { pthread_mutex_trylock(mutex) == 0 }

    /// Runs a closure under the lock.
    @inlinable package func withLock<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure)
        -> Result
    {
        lock()
        defer { unlock() }
        return try body()
    }

    /// Frees the memory.
    ///
    /// The lock must not be used after this.
    package func free() {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }
}
