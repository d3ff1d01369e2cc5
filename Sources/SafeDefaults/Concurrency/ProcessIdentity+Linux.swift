#if !canImport(Darwin)
import Foundation

/// Tells a process from a child that was forked from it and goes on without `exec`.
@usableFromInline
package enum ProcessIdentity {
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
}
#endif
