#if !canImport(Darwin)
import Foundation
import Synchronization

/// The start of a lock file, which every process that uses the store has mapped: a process reads what another one has
/// written without a system call.
final class SharedHeader: Sendable {
    // Unsafe: it never changes, and the memory it points to is read and written by atomics only.
    nonisolated(unsafe) private let memory: UnsafeMutableRawPointer
    private let file: Int32
    private let storage: Storage
    private let faults: PageFaults.Page

    /// Whether fields are written through the mapping; otherwise by a system call, which says so when it can't.
    let isWrittenDirectly: Bool

    /// Maps a lock file that is long enough; nil if the system doesn't.
    init?(_ file: Int32, isWritable: Bool, isWrittenDirectly: Bool, storage: Storage) {
        let isDirect = isWritable && isWrittenDirectly
        // An optional in every C library, though Android's declares none.
        let memory: UnsafeMutableRawPointer? = mmap(
            nil, HeaderField.size, PROT_READ | (isDirect ? PROT_WRITE : 0), MAP_SHARED, file, 0)
        guard let memory, memory != MAP_FAILED else { return nil }
        self.memory = memory
        faults = PageFaults.add(memory)
        self.file = file
        self.storage = storage
        self.isWrittenDirectly = isDirect
    }

    deinit {
        PageFaults.remove(faults)
        munmap(memory, HeaderField.size)
    }

    /// Whether the file's content couldn't be read: another program has shortened the file, or the disk is gone or full.
    ///
    /// All fields are 0 then, and no other process sees what is stored in them.
    var isLost: Bool { faults.isLost }

    /// Maps the file's content again after it was lost.
    func restore() throws(StorageError) {
        if try storage.status(of: file).size < HeaderField.size {
            try storage.truncate(file, to: HeaderField.size)
        }
        // Read first: touching a page that can't be read would lose it again.
        _ = try storage.read(file, from: 0, count: HeaderField.size)
        let protection = PROT_READ | (isWrittenDirectly ? PROT_WRITE : 0)
        faults.isLost = false
        guard mmap(memory, HeaderField.size, protection, MAP_SHARED | MAP_FIXED, file, 0) != MAP_FAILED else {
            faults.isLost = true
            throw StorageError(action: "map the lock file", number: errno)
        }
    }

    subscript(field: HeaderField) -> UInt64 {
        UInt64(littleEndian: word(field).pointee.load(ordering: .acquiring))
    }

    func store(_ value: UInt64, in field: HeaderField) throws(StorageError) {
        if isWrittenDirectly { return word(field).pointee.store(value.littleEndian, ordering: .releasing) }
        try storage.write(file, value.littleEndian, at: 8 * field.rawValue)
    }

    /// Asks the next writer to wake this process; the position has to be read once more after this.
    ///
    /// Where fields are written by system calls, each of them wakes it.
    func requestWakeUp() {
        guard isWrittenDirectly else { return }
        word(.requested).pointee.wrappingAdd(1, ordering: .sequentiallyConsistent)
    }

    /// Wakes the processes that have asked for it since the last time; to be called after the position was stored.
    func wakeIfRequested() throws(StorageError) {
        guard isWrittenDirectly else { return }
        // A process that is about to sleep either sees the new position, or its request is seen here.
        atomicMemoryFence(ordering: .sequentiallyConsistent)
        let requested = self[.requested]
        guard requested != self[.answered] else { return }
        try wake()
        // Only now: if this process is killed before, the next writer wakes them.
        try store(requested, in: .answered)
    }

    /// Wakes the processes that sleep until the file is written to; the system doesn't notice stores through a mapping.
    func wake() throws(StorageError) {
        try storage.write(file, 0, at: 8 * HeaderField.wakeUp.rawValue)
    }

    private func word(_ field: HeaderField) -> UnsafeMutablePointer<Atomic<UInt64>> {
        (memory + 8 * field.rawValue).assumingMemoryBound(to: Atomic<UInt64>.self)
    }
}
#endif
