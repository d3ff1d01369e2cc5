import Foundation

/// Reads records from a journal's file, a part of the file at a time, so that a file that is longer than it should be
/// doesn't take up memory.
struct JournalReader {
    /// The file's length.
    let size: Int

    /// The journal's salt.
    let salt: UInt64

    private let read: (_ place: Int, _ count: Int) throws(StorageError) -> [UInt8]

    /// The part of the file that was read last.
    private var window: [UInt8] = []
    private var start = 0

    /// How much is read at once.
    private static let windowSize = 1 << 18

    /// Reads from a file of a length through a closure.
    init(size: Int, salt: UInt64, read: @escaping (Int, Int) throws(StorageError) -> [UInt8]) {
        self.size = size
        self.salt = salt
        self.read = read
    }

    /// Reads bytes that are in memory.
    init(_ bytes: [UInt8], salt: UInt64) {
        self.init(size: bytes.count, salt: salt) { place, count in Array(bytes[place..<min(place + count, bytes.count)])
        }
        window = bytes
    }

    /// The record at a place, and where the next one begins; nil if there is none, or not a whole one.
    ///
    /// - Parameters:
    ///   - place: Where the record would begin.
    ///   - limit: Where it has to end, at the latest.
    mutating func record(at place: Int, limit: Int) throws(StorageError) -> (record: JournalRecord, end: Int)? {
        guard let length = try length(at: place), let padded = JournalRecord.paddedLength(length),
            padded <= min(limit, size) - place, try load(place, padded)
        else { return nil }
        let start = start
        let found = window.withUnsafeBytes { JournalRecord.read($0, at: place - start, salt: salt, base: start) }
        return found.map { ($0.record, start + $0.end) }
    }

    /// What the first four bytes of a record at a place say of its length; nil behind the end.
    mutating func length(at place: Int) throws(StorageError) -> Int? {
        guard place <= size - JournalRecord.headSize, try load(place, JournalRecord.headSize) else { return nil }
        let start = start
        return window.withUnsafeBytes { bytes in
            Int(clamping: UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: place - start, as: UInt32.self)))
        }
    }

    /// The next place, from one on, where eight bytes aren't all 0; ``size`` if there is none.
    mutating func nextContent(from place: Int) throws(StorageError) -> Int {
        var place = place
        while place <= size - 8, try load(place, 8) {
            let (start, first) = (start, place)
            let found: Int? = window.withUnsafeBytes { bytes in
                var index = first - start
                // A hole in a file is read as zeros, and may be long: all bytes are 0 if each is as the one before.
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
            place += (start + window.count - first) / 8 * 8
        }
        return size
    }

    /// Makes sure that so many bytes from a place on are in the window; false if the file hasn't got them any more.
    private mutating func load(_ place: Int, _ count: Int) throws(StorageError) -> Bool {
        if place >= start, place + count <= start + window.count { return true }
        window = try read(place, min(max(count, Self.windowSize), size - place))
        start = place
        return window.count >= count
    }
}
