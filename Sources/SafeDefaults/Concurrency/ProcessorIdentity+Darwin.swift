#if canImport(Darwin)
import Foundation

/// Tells processors apart, as far as the supported systems allow.
enum ProcessorIdentity {
    /// A number of this thread, which is used in place of its processor's.
    ///
    /// Two threads seldom have numbers with the same remainder.
    static var current: UInt {
        UInt(truncatingIfNeeded: UInt64(UInt(bitPattern: pthread_self())) &* 0x9E37_79B9_7F4A_7C15 >> 40)
    }
}
#endif
