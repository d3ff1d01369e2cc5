package import Dispatch
public import Foundation

// In the pod, what the header declares is in the module itself.
#if canImport(CSafeDefaults)
public import CSafeDefaults
#endif

/// A value that is guarded by a lock.
///
/// The lock is held while a closure reads or changes the value.
///
/// Unchecked: the value is accessed only under the lock. `Mutex` wouldn't need this, but it needs newer systems than
/// those that the library supports, and was measured to be slower on Linux.
@usableFromInline
package final class Locked<Value>: @unchecked Sendable {
    @usableFromInline let lock = PlainLock()

    // Exclusivity is unchecked: the lock prevents overlapping access, and the check takes longer than the lock.
    @exclusivity(unchecked) @usableFromInline var value: Value

    package init(_ value: Value) { self.value = value }

    deinit { lock.free() }

    /// Runs a closure with the value while no other thread can access it.
    @inlinable
    package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}

/// A `UserDefaults` object that several threads use.
///
/// Unchecked: `UserDefaults` is documented to be thread-safe, and its subclasses must be too. Only Foundation's
/// declaration doesn't say so.
@frozen @usableFromInline
package struct SharedDefaults<Object: UserDefaults>: @unchecked Sendable {
    @usableFromInline package let object: Object

    @inlinable package init(_ object: Object) { self.object = object }
}

/// Owns an object, so that others can refer to it weakly through its owner.
///
/// NB: once there is a weak reference to an object, each retain and release of it is slower, which took a third of a
/// read's time.
package final class Owner<Object> {
    package let object: Object

    package init(_ object: Object) { self.object = object }
}

extension Owner: Sendable where Object: Sendable {}

/// Refers to an owned object for as long as its owner lives.
package struct WeakReference<Object> {
    private weak var owner: Owner<Object>?

    package init(_ owner: Owner<Object>?) { self.owner = owner }

    package var object: Object? { owner?.object }

    /// The owner, for code that shares the ownership of the object; nil if it is gone.
    package var shared: Owner<Object>? { owner }
}

extension WeakReference: Sendable where Object: Sendable {}

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
        _ = take {
            plain.lock()
            return true
        }
    }

    /// Takes the lock if no other thread has it.
    ///
    /// Returns whether it did.
    @inlinable package func tryLock() -> Bool { take { plain.tryLock() } }

    /// Takes the lock, and waits for it until a deadline if necessary.
    ///
    /// Returns whether this thread has it now.
    package func lock(until end: DispatchTime) -> Bool { take { plain.lock(until: end) } }

    @inline(__always) @inlinable
    func take(_ acquire: () -> Bool) -> Bool {
        if owner.value != ThreadIdentity.current {
            guard acquire() else { return false }
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

// MARK: - What threads share without a lock

/// A number that any thread may read and set.
///
/// Each access is a single atomic operation. It is one of C, because Swift's `Atomic` needs newer systems than those
/// that the library supports.
///
/// NB: it is inlined into the module of files, where a call would take longer than the operation. So are the locks.
@usableFromInline
package struct SharedWord: ~Copyable, Sendable {
    // Unsafe: the pointer never changes, and what it points to is only accessed by atomic operations.
    @usableFromInline nonisolated(unsafe) let word: UnsafeMutablePointer<UInt>

    package init(_ value: UInt = 0) {
        word = .allocate(capacity: 1)
        word.initialize(to: value)
    }

    deinit { word.deallocate() }

    @inlinable package var value: UInt { safe_defaults_load(word) }

    @inlinable package func set(_ value: UInt) { safe_defaults_store(word, value) }

    /// Whether the number isn't 0.
    @inlinable package var isSet: Bool { value != 0 }

    @inlinable package func set(_ isSet: Bool) { set(isSet ? 1 as UInt : 0) }
}

/// Tells threads apart.
@usableFromInline
package enum ThreadIdentity {
    #if canImport(Darwin)
    /// A number for this thread that no other thread has while this one lives, and that isn't 0.
    @usableFromInline package static var current: UInt { UInt(pthread_mach_thread_np(pthread_self())) }
    #else
    /// A number for this thread that no other thread has while this one lives, and that isn't 0.
    @inlinable package static var current: UInt { number(of: pthread_self()) }

    // A thread is an unsigned number in glibc, a signed one in Android's C library, and a pointer in musl.
    @inlinable static func number(of thread: UInt) -> UInt { thread }
    @inlinable static func number(of thread: Int) -> UInt { UInt(bitPattern: thread) }
    @inlinable static func number(of thread: OpaquePointer?) -> UInt { UInt(bitPattern: thread) }
    #endif
}

/// Tells a process from a child that was forked from it and goes on without `exec`.
@usableFromInline
package enum ProcessIdentity {
    #if canImport(Darwin)
    /// A number that changes in a forked child, and never in its parent.
    package static var current: UInt {
        _ = first
        return UInt(getpid())
    }

    /// Whether this process is a child that was forked after the library had been used in its parent.
    package static var isForkedChild: Bool { getpid() != first }

    private static let first = getpid()
    #else
    /// A number that changes in a forked child, and never in its parent.
    ///
    /// NB: `getpid` is a system call on Linux, and would take half as long as a read of a setting.
    @inlinable package static var current: UInt { generation.value }

    /// Whether this process is a child that was forked after the library had been used in its parent.
    package static var isForkedChild: Bool { current != 1 }

    @usableFromInline static let generation: SharedWord = {
        pthread_atfork(nil, nil, { ProcessIdentity.generation.set(ProcessIdentity.generation.value + 1) })
        return SharedWord(1)
    }()
    #endif
}
