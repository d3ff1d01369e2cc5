#if canImport(Darwin)
import Foundation

/// Tells a process from a child that was forked from it and goes on without `exec`.
package enum ProcessIdentity {
    /// A number that changes in a forked child, and never in its parent.
    package static var current: UInt {
        _ = first
        return UInt(getpid())
    }

    /// Whether this process is a child that was forked after the library had been used in its parent.
    package static var isForkedChild: Bool { getpid() != first }

    private static let first = getpid()
}
#endif
