#if canImport(Darwin)
import Foundation

/// The lock file's content, read and written by calls of the system: atomics on mapped memory need newer systems than the
/// library's floors.
final class StatePage: Sendable {
    private let file: Int32
    private let storage: Storage

    init?(_ file: Int32, isWritable: Bool, isWrittenDirectly: Bool, storage: Storage) {
        self.file = file
        self.storage = storage
    }

    subscript(field: StateField) -> UInt64 {
        let bytes = (try? storage.read(file, from: 8 * field.rawValue, count: 8)) ?? []
        return bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    func store(_ value: UInt64, in field: StateField) throws(StorageError) {
        var failure: StorageError?
        withUnsafeBytes(of: value.littleEndian) { bytes in
            do throws(StorageError) { try storage.write(file, bytes, at: 8 * field.rawValue) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    /// Whether words are written through a mapping.
    var isWrittenDirectly: Bool { false }

    /// Whether the file's content could not be had; calls of the system say so themselves.
    var isLost: Bool { false }

    func restore() throws(StorageError) {}

    func awaitRing() {}

    func ringIfAwaited() throws(StorageError) {}

    func ring() throws(StorageError) {}
}
#endif
