#if !canImport(Darwin)
public import Synchronization

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
