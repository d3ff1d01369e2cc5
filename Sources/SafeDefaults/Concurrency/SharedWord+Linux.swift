#if !canImport(Darwin)
import Synchronization

/// A number that any thread may read and set.
///
/// Each access is a single atomic operation.
struct SharedWord: ~Copyable, Sendable {
    private let word: Atomic<UInt>

    init(_ value: UInt = 0) { word = Atomic(value) }

    var value: UInt { word.load(ordering: .acquiring) }

    func set(_ value: UInt) { word.store(value, ordering: .releasing) }
}
#endif
