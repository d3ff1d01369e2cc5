package import Dispatch
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

    #if canImport(Darwin)
    /// Takes the lock, and waits for it until a deadline if necessary.
    ///
    /// Returns whether this thread has it now.
    ///
    /// The system has no call for that. So this tries to take the lock again and again, with growing pauses.
    package func lock(until end: DispatchTime) -> Bool {
        var pause: UInt32 = 1
        while !tryLock() {
            if DispatchTime.now() >= end { return false }
            usleep(pause)
            pause = min(2 * pause, 1_000)
        }
        return true
    }
    #else
    /// Takes the lock, and waits for it until a deadline if necessary.
    ///
    /// Returns whether this thread has it now.
    package func lock(until end: DispatchTime) -> Bool {
        // The system's call takes a time of day, and the clock may be set forward meanwhile. So the call is repeated
        // until the deadline.
        while !tryLock() {
            let now = DispatchTime.now()
            guard now < end else { return false }
            var limit = timespec()
            clock_gettime(CLOCK_REALTIME, &limit)
            let nanoseconds = UInt64(limit.tv_nsec) + end.uptimeNanoseconds - now.uptimeNanoseconds
            limit.tv_sec += Int(nanoseconds / 1_000_000_000)
            limit.tv_nsec = Int(nanoseconds % 1_000_000_000)
            if pthread_mutex_timedlock(mutex, &limit) == 0 { return true }
        }
        return true
    }
    #endif

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
