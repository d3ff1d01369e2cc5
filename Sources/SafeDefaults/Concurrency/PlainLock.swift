import Foundation

/// A lock without an object around it.
///
/// Its owner frees it. Taking an `NSLock` retains and releases the object, which takes longer than the taking itself.
struct PlainLock: Sendable {
    // Unsafe: the pointer never changes, and the calls that take it are made for several threads.
    nonisolated(unsafe) let mutex: UnsafeMutablePointer<pthread_mutex_t>

    init() {
        mutex = .allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
    }

    func lock() { pthread_mutex_lock(mutex) }
    func unlock() { pthread_mutex_unlock(mutex) }

    /// Takes it if it is free, and tells whether it did.
    func tryLock() -> Bool { pthread_mutex_trylock(mutex) == 0 }

    /// Runs a closure under the lock.
    func withLock<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        lock()
        defer { unlock() }
        return try body()
    }

    /// Gives its memory back; nobody may use it any more.
    func free() {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }
}
