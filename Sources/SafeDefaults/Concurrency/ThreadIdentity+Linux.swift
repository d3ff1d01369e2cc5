#if !canImport(Darwin)
public import Foundation

/// Tells threads apart.
@usableFromInline
package enum ThreadIdentity {
    /// A number for this thread that no other thread has while this one lives, and that isn't 0.
    @inlinable package static var current: UInt { number(of: pthread_self()) }

    // A thread is an unsigned number in glibc, a signed one in Android's C library, and a pointer in musl.
    @inlinable static func number(of thread: UInt) -> UInt { thread }
    @inlinable static func number(of thread: Int) -> UInt { UInt(bitPattern: thread) }
    @inlinable static func number(of thread: OpaquePointer?) -> UInt { UInt(bitPattern: thread) }
}
#endif
