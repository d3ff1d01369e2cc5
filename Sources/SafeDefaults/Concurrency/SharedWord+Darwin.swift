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
#endif
