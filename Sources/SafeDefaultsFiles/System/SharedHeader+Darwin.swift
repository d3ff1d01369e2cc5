#if canImport(Darwin)
import Foundation
import SafeDefaults

/// The start of a lock file.
///
/// It is read and written by system calls, because atomics on mapped memory need newer systems than those that the
/// library supports.
final class SharedHeader: Sendable {
    private let file: Int32
    private let storage: Storage

    init?(_ file: Int32, isWritable: Bool, isWrittenDirectly: Bool, storage: Storage) {
        self.file = file
        self.storage = storage
    }

    /// A field's value; 0 if it can't be read, which makes the engine read the store's files again.
    subscript(field: HeaderField) -> UInt64 {
        let bytes = (try? storage.read(file, from: 8 * field.rawValue, count: 8)) ?? []
        return bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    func store(_ value: UInt64, in field: HeaderField) throws(StorageError) {
        try storage.write(file, value.littleEndian, at: 8 * field.rawValue)
    }

    /// Whether fields are written through a mapping.
    var isWrittenDirectly: Bool { false }

    /// Whether the file's content couldn't be read.
    ///
    /// It is always false, because system calls report their failures.
    var isLost: Bool { false }

    func restore() throws(StorageError) {}

    /// Does nothing, because every write to a field wakes the processes that listen.
    func requestWakeUp() {}

    func wakeIfRequested() throws(StorageError) {}

    /// Wakes the processes that sleep until someone writes to the file.
    func wake() throws(StorageError) { try store(0, in: .wakeUp) }
}
#endif
