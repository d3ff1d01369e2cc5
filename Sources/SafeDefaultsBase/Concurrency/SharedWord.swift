#if canImport(Darwin)
import Foundation
#else
public import Foundation
#endif

// In the pod, what the header declares is in the module itself.
#if canImport(CSafeDefaults)
public import CSafeDefaults
#endif

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
