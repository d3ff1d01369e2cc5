#if !canImport(Darwin)
import Foundation
import SafeDefaults
import Synchronization

/// The start of a lock file.
///
/// Every process that uses the store maps it into memory, and so sees the writes of other processes without a system
/// call.
final class SharedHeader: Sendable {
    // Unsafe: the pointer never changes, and its memory is accessed only by atomics.
    nonisolated(unsafe) private let memory: UnsafeMutableRawPointer
    private let file: Int32
    private let storage: Storage
    private let faults: PageFaults.Page

    /// Whether fields are written through the mapping.
    ///
    /// If not, they are written by system calls, which report their failures.
    let isWrittenDirectly: Bool

    /// Maps a lock file, which must have its full length; nil if the system can't map it.
    init?(_ file: Int32, isWritable: Bool, isWrittenDirectly: Bool, storage: Storage) {
        let isDirect = isWritable && isWrittenDirectly
        // The result is optional in every C library, although Android's doesn't declare it so.
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

    /// Whether the file's content was lost, because another program has shortened the file, or the disk is gone or
    /// full.
    ///
    /// If so, all fields are 0, and no other process sees the values that are stored in them.
    var isLost: Bool { faults.isLost }

    /// Maps the file's content again after it has been lost.
    func restore() throws(StorageError) {
        if try storage.status(of: file).size < HeaderField.size {
            try storage.truncate(file, to: HeaderField.size)
        }
        // The file is read by a system call first. If that fails, it can't be accessed through the mapping either.
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

    /// Asks the next writer to wake this process.
    ///
    /// The caller has to read the position once more after this.
    ///
    /// If fields are written by system calls, every such write wakes this process, so nothing has to be requested.
    func requestWakeUp() {
        guard isWrittenDirectly else { return }
        word(.requested).pointee.wrappingAdd(1, ordering: .sequentiallyConsistent)
    }

    /// Wakes the processes that have requested it since the last time.
    ///
    /// Call it after the position has been stored.
    func wakeIfRequested() throws(StorageError) {
        guard isWrittenDirectly else { return }
        // After this fence, a process that is about to sleep either sees the new position, or its request is seen here.
        atomicMemoryFence(ordering: .sequentiallyConsistent)
        let requested = self[.requested]
        guard requested != self[.answered] else { return }
        try wake()
        // This is stored last: if this process is killed earlier, the next writer wakes the others.
        try store(requested, in: .answered)
    }

    /// Wakes the processes that sleep until someone writes to the file.
    ///
    /// A system call is needed, because the system doesn't notice stores through a mapping.
    func wake() throws(StorageError) {
        try storage.write(file, 0, at: 8 * HeaderField.wakeUp.rawValue)
    }

    private func word(_ field: HeaderField) -> UnsafeMutablePointer<Atomic<UInt64>> {
        (memory + 8 * field.rawValue).assumingMemoryBound(to: Atomic<UInt64>.self)
    }
}
#endif
