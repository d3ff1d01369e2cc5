#if canImport(Darwin)
import Foundation
#else
public import Foundation
public import Synchronization
#endif

#if canImport(Darwin)
/// A number that any thread may read and set.
///
/// It is guarded by a lock, because atomics need newer systems than those that the library supports.
@usableFromInline
package struct SharedWord: ~Copyable, Sendable {
    private let word: Locked<UInt>

    package init(_ value: UInt = 0) { word = Locked(value) }

    @usableFromInline package var value: UInt { word.withLock { $0 } }

    @usableFromInline package func set(_ value: UInt) { word.withLock { $0 = value } }
}
#else
/// A number that any thread may read and set.
///
/// Each access is a single atomic operation.
///
/// NB: it is inlined into the module of files, where a call would take longer than the operation. So are the locks.
@usableFromInline
package struct SharedWord: ~Copyable, Sendable {
    @usableFromInline let word: Atomic<UInt>

    package init(_ value: UInt = 0) { word = Atomic(value) }

    @inlinable package var value: UInt { word.load(ordering: .acquiring) }

    @inlinable package func set(_ value: UInt) { word.store(value, ordering: .releasing) }
}
#endif

extension SharedWord {
    /// Whether the number isn't 0.
    @inlinable package var isSet: Bool { value != 0 }

    @inlinable package func set(_ isSet: Bool) { set(isSet ? 1 as UInt : 0) }
}

/// Remembers whether something has ever happened, so that code can skip work while it hasn't.
@usableFromInline
package struct Occurrence: ~Copyable, Sendable {
    package init() {}

    #if canImport(Darwin)
    /// Whether it may have happened.
    ///
    /// Here it always may have, because asking would take a lock for which all threads wait, see ``SharedWord``.
    @inlinable package var mayHaveHappened: Bool { true }

    /// Call it before it happens.
    @inlinable package func note() {}
    #else
    @usableFromInline let word = SharedWord()

    /// Whether it may have happened.
    ///
    /// If this is false, nothing that this thread can know of has called ``note()``.
    @inlinable package var mayHaveHappened: Bool { word.isSet }

    /// Call it before it happens.
    @inlinable package func note() { word.set(true) }
    #endif
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
