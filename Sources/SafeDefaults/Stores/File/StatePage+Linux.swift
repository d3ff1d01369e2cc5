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
    private let isWrittenDirectly: Bool

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

    private func word(_ field: StateField) -> UnsafeMutablePointer<Atomic<UInt64>> {
        (memory + 8 * field.rawValue).assumingMemoryBound(to: Atomic<UInt64>.self)
    }
}
#endif
