import Foundation
import SafeDefaults

/// Reads records from a journal's file.
///
/// It reads a part at a time, so that a file that is longer than it should be takes little memory.
struct JournalReader {
    /// The file's length, in bytes.
    let size: Int

    /// The journal's salt.
    let salt: UInt64

    private let read: (_ offset: Int, _ count: Int) throws(StorageError) -> [UInt8]

    /// The part of the file that was read last.
    private var window: [UInt8] = []
    private var start = 0

    /// The number of bytes that are read at once.
    private static let windowSize = 1 << 18

    /// Creates a reader of a file.
    ///
    /// The closure reads a number of bytes at an offset.
    init(size: Int, salt: UInt64, read: @escaping (Int, Int) throws(StorageError) -> [UInt8]) {
        self.size = size
        self.salt = salt
        self.read = read
    }

    /// Returns the record at an offset, and the offset of the next one; nil if there is no complete record.
    ///
    /// - Parameters:
    ///   - offset: The offset.
    ///   - limit: The offset at which the record has to end at the latest.
    mutating func record(at offset: Int, limit: Int) throws(StorageError) -> (record: JournalRecord, end: Int)? {
        guard let length = try length(at: offset), let padded = JournalRecord.paddedLength(length),
            padded <= min(limit, size) - offset, try load(offset, padded)
        else { return nil }
        let start = start
        let found = window.withUnsafeBytes { JournalRecord.read($0, at: offset - start, salt: salt, base: start) }
        return found.map { ($0.record, start + $0.end) }
    }

    /// Returns the length that is stored in the first four bytes of the record at an offset; nil if no record fits
    /// between the offset and the end of the file.
    mutating func length(at offset: Int) throws(StorageError) -> Int? {
        guard offset <= size - JournalRecord.headSize, try load(offset, JournalRecord.headSize) else { return nil }
        let start = start
        return window.withUnsafeBytes { bytes in
            Int(clamping: UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset - start, as: UInt32.self)))
        }
    }

    /// Returns the first offset, from one on, at which eight bytes aren't all 0; ``size`` if there is none.
    mutating func nextContent(from offset: Int) throws(StorageError) -> Int {
        var offset = offset
        while offset <= size - 8, try load(offset, 8) {
            let (start, first) = (start, offset)
            let found: Int? = window.withUnsafeBytes { bytes in
                var index = first - start
                // A hole in a file is read as zeros, and may be long. If the first byte is 0 and each byte equals the
                // one before, all bytes are 0.
                if let base = bytes.baseAddress, bytes[index] == 0,
                    memcmp(base + index, base + index + 1, bytes.count - index - 1) == 0
                {
                    return nil
                }
                while index <= bytes.count - 8 {
                    if bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self) != 0 { return index }
                    index += 8
                }
                return nil
            }
            if let found { return start + found }
            offset += (start + window.count - first) / 8 * 8
        }
        return size
    }

    /// Reads bytes into the window if they aren't there yet.
    ///
    /// Returns false if the file doesn't have that many bytes any more.
    private mutating func load(_ offset: Int, _ count: Int) throws(StorageError) -> Bool {
        if offset >= start, offset + count <= start + window.count { return true }
        window = try read(offset, min(max(count, Self.windowSize), size - offset))
        start = offset
        return window.count >= count
    }
}
