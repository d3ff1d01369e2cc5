#if !canImport(Darwin)
import Foundation
import Synchronization

/// The lock file's content, which every process of a store has mapped: what one writes the others read without asking the
/// system.
///
/// Unchecked: the memory is reached through atomic words only, and all else is immutable.
final class StatePage: @unchecked Sendable {
    private let memory: UnsafeMutableRawPointer
    private let file: Int32
    private let storage: Storage

    /// Whether words are written through the mapping; else by the system, which says so when it can't.
    let isWrittenDirectly: Bool

    /// Maps the page of a lock file that is long enough; nil if the system doesn't.
    init?(_ file: Int32, isWritable: Bool, isWrittenDirectly: Bool, storage: Storage) {
        let isDirect = isWritable && isWrittenDirectly
        let memory = mmap(
            nil, StateField.pageSize, PROT_READ | (isDirect ? PROT_WRITE : 0), MAP_SHARED, file, 0)
        guard let memory, memory != MAP_FAILED else { return nil }
        self.memory = memory
        self.file = file
        self.storage = storage
        self.isWrittenDirectly = isDirect
    }

    deinit { munmap(memory, StateField.pageSize) }

    subscript(field: StateField) -> UInt64 {
        UInt64(littleEndian: word(field).pointee.load(ordering: .acquiring))
    }

    func store(_ value: UInt64, in field: StateField) throws(StorageError) {
        if isWrittenDirectly { return word(field).pointee.store(value.littleEndian, ordering: .releasing) }
        var failure: StorageError?
        withUnsafeBytes(of: value.littleEndian) { bytes in
            do throws(StorageError) { try storage.write(file, bytes, at: 8 * field.rawValue) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    /// Whether a process can sleep until somebody rings: only where no other store of a word looks like a ring.
    var canBeAwaited: Bool { isWrittenDirectly }

    /// Has the next writer ring; after this the state has to be looked at once more.
    func awaitRing() {
        word(.awaited).pointee.wrappingAdd(1, ordering: .sequentiallyConsistent)
    }

    /// Rings if somebody waits for it who hasn't been rung for; after the state is set.
    func ringIfAwaited() throws(StorageError) {
        // Whoever is about to sleep sees the new state, or is seen here.
        atomicMemoryFence(ordering: .sequentiallyConsistent)
        let awaited = self[.awaited]
        guard awaited != self[.rung] else { return }
        try ring()
        // Only now: what a writer that is killed before this owes, the next one pays.
        try store(awaited, in: .rung)
    }

    /// Wakes whoever sleeps until the file is written to, which a store through the mapping isn't for the system.
    func ring() throws(StorageError) {
        try withUnsafeBytes(of: UInt64(0)) { bytes throws(StorageError) in
            try storage.write(file, bytes, at: 8 * StateField.bell.rawValue)
        }
    }

    private func word(_ field: StateField) -> UnsafeMutablePointer<Atomic<UInt64>> {
        (memory + 8 * field.rawValue).assumingMemoryBound(to: Atomic<UInt64>.self)
    }
}
#endif
