public import Foundation

/// Tells threads apart.
@usableFromInline
package enum ThreadIdentity {
    #if canImport(Darwin)
    /// A number for this thread that no other thread has while this one lives, and that isn't 0.
    package static var current: UInt { UInt(pthread_mach_thread_np(pthread_self())) }
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
