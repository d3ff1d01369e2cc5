#if !canImport(Darwin)
import Foundation

/// Tells threads apart.
enum ThreadIdentity {
    /// A number for this thread that no other thread has while this one lives, and that isn't 0.
    static var current: UInt { number(of: pthread_self()) }

    // A thread is an unsigned number in glibc, a signed one in Android's C library, and a pointer in musl.
    private static func number(of thread: UInt) -> UInt { thread }
    private static func number(of thread: Int) -> UInt { UInt(bitPattern: thread) }
    private static func number(of thread: OpaquePointer?) -> UInt { UInt(bitPattern: thread) }
}
#endif
