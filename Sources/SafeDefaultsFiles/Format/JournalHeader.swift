import Foundation
import SafeDefaults

/// The size and checksum of the property list to which a journal belongs.
///
/// A copy of the list has the same ones.
struct SnapshotName: Hashable {
    let size: Int
    let checksum: UInt32

    /// The value that means that there is no file.
    static let none = SnapshotName(size: -1, checksum: 0)
}

extension SnapshotName {
    init(of bytes: [UInt8]) {
        self.init(size: bytes.count, checksum: bytes.withUnsafeBytes { Checksum.of($0) })
    }
}

/// The start of a journal's file.
struct JournalHeader: Equatable {
    static let size = 64

    /// The version of the format that this library writes.
    static let version: UInt16 = 1

    private static let magic = UInt64(littleEndian: 0x6C6E_724A_6665_4453)  // "SDefJrnl"

    /// The journal's number.
    ///
    /// Each new journal has the next number.
    let generation: UInt64

    /// A random number that is included in the checksum of every record.
    ///
    /// It prevents bytes of a value that look like a record from being read as one.
    let salt: UInt64

    /// The property list to which the records are applied.
    let snapshot: SnapshotName

    /// The journal that this one has replaced; nil if it is a store's first.
    var predecessor: Predecessor?

    /// A journal that a compaction has replaced.
    struct Predecessor: Equatable {
        /// The salt of that journal.
        let salt: UInt64

        /// The offset up to which the property list includes all records.
        ///
        /// Later records were copied to the start of the new journal. A process that has read the old journal up to
        /// here can continue with the new one. It is 0 if every process has to read everything again.
        let end: Int
    }

    var bytes: [UInt8] {
        var buffer = RecordBuffer()
        buffer.append(number: Self.magic)
        buffer.append(number: Self.version)
        buffer.append(number: Self.version)
        buffer.append(number: UInt32(0))
        buffer.append(number: generation)
        buffer.append(number: salt)
        buffer.append(number: Int64(snapshot.size))
        buffer.append(number: snapshot.checksum)
        buffer.append(number: UInt64(clamping: predecessor?.end ?? 0))
        buffer.append(number: predecessor?.salt ?? 0)
        buffer.append(number: Checksum.of(buffer.bytes))
        return Array(buffer.bytes)
    }
}

extension JournalHeader {
    /// The result of reading a file's first bytes.
    enum Reading: Equatable {
        case header(JournalHeader)
        /// The header of a newer version of the library, in a form that this version must not change.
        case newer
        case damaged
    }

    static func read(_ bytes: [UInt8]) -> Reading {
        guard bytes.count >= size else { return .damaged }
        return bytes.withUnsafeBytes { bytes in
            let sum = bytes.loadUnaligned(fromByteOffset: 60, as: UInt32.self)
            guard Checksum.of(UnsafeRawBufferPointer(rebasing: bytes[..<60])) == UInt32(littleEndian: sum) else {
                return .damaged
            }
            var reader = RecordReader(bytes)
            guard reader.number(UInt64.self) == magic, reader.number(UInt16.self) != nil,
                let oldestReader = reader.number(UInt16.self), reader.number(UInt32.self) != nil,
                let generation = reader.number(UInt64.self), let salt = reader.number(UInt64.self),
                let size = reader.number(Int64.self), let checksum = reader.number(UInt32.self),
                let end = reader.number(UInt64.self), let saltBefore = reader.number(UInt64.self)
            else { return .damaged }
            guard oldestReader <= version else { return .newer }
            return .header(
                JournalHeader(
                    generation: generation, salt: salt,
                    snapshot: SnapshotName(size: Int(clamping: size), checksum: checksum),
                    predecessor: end == 0 && saltBefore == 0
                        ? nil : Predecessor(salt: saltBefore, end: Int(clamping: end))))
        }
    }
}
