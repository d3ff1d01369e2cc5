#if canImport(Darwin)
import Foundation

/// Tells threads apart.
package enum ThreadIdentity {
    /// A number for this thread that no other thread has while this one lives, and that isn't 0.
    package static var current: UInt { UInt(pthread_mach_thread_np(pthread_self())) }
}
#endif
