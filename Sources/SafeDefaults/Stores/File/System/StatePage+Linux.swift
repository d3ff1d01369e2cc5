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
    private let faults: PageFaults.Page

    /// Whether words are written through the mapping; else by the system, which says so when it can't.
    let isWrittenDirectly: Bool

    /// Maps the page of a lock file that is long enough; nil if the system doesn't.
    init?(_ file: Int32, isWritable: Bool, isWrittenDirectly: Bool, storage: Storage) {
        let isDirect = isWritable && isWrittenDirectly
        // An optional in every C library, though Android's declares none.
        let memory: UnsafeMutableRawPointer? = mmap(
            nil, StateField.pageSize, PROT_READ | (isDirect ? PROT_WRITE : 0), MAP_SHARED, file, 0)
        guard let memory, memory != MAP_FAILED else { return nil }
        self.memory = memory
        faults = PageFaults.add(memory)
        self.file = file
        self.storage = storage
        self.isWrittenDirectly = isDirect
    }

    deinit {
        PageFaults.remove(faults)
        munmap(memory, StateField.pageSize)
    }

    /// Whether the file's content could not be had, so that all words are 0 now, and what is stored in them is told to
    /// nobody: another program has shortened the file, the disk is gone, or it has no room for the page.
    var isLost: Bool { faults.isLost }

    /// Maps the file's content again, after it was lost.
    func restore() throws(StorageError) {
        if try storage.status(of: file).size < StateField.pageSize {
            try storage.truncate(file, to: StateField.pageSize)
        }
        // Tried out first: to look at a page that can't be had would lose it again.
        _ = try storage.read(file, from: 0, count: StateField.pageSize)
        let protection = PROT_READ | (isWrittenDirectly ? PROT_WRITE : 0)
        faults.isLost = false
        guard mmap(memory, StateField.pageSize, protection, MAP_SHARED | MAP_FIXED, file, 0) != MAP_FAILED else {
            faults.isLost = true
            throw StorageError(action: "map the lock file", number: errno)
        }
    }

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

    /// Asks the next writer to ring; after this the state has to be looked at once more.
    ///
    /// Where words are written by the system, each of them rings.
    func awaitRing() {
        guard isWrittenDirectly else { return }
        word(.awaited).pointee.wrappingAdd(1, ordering: .sequentiallyConsistent)
    }

    /// Rings if somebody waits for it who hasn't been rung for; after the state is set.
    func ringIfAwaited() throws(StorageError) {
        guard isWrittenDirectly else { return }
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
