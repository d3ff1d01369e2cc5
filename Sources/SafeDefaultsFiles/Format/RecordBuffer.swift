import Foundation
import SafeDefaults

/// The bytes of a journal record that is being built.
///
/// The memory is kept for the next record.
///
/// NB: an array would work too, but its checks and copies for each number took a third of a write's own time.
struct RecordBuffer: ~Copyable {
    private var memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    private(set) var count = 0

    /// The maximum amount of memory that is kept, in bytes.
    private static let mostKept = 1 << 20

    deinit { memory.deallocate() }

    /// The bytes.
    ///
    /// They are valid until the buffer changes.
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: memory[..<count]) }

    mutating func removeAll() {
        count = 0
        guard memory.count > Self.mostKept else { return }
        memory.deallocate()
        memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    }

    /// Appends a number, little-endian.
    mutating func append<Number: FixedWidthInteger>(number: Number) {
        reserve(MemoryLayout<Number>.size)
        store(number, at: count)
        count += MemoryLayout<Number>.size
    }

    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        guard !bytes.isEmpty else { return }
        reserve(bytes.count)
        UnsafeMutableRawBufferPointer(rebasing: memory[count...]).copyMemory(from: bytes)
        count += bytes.count
    }

    /// Appends the length of a string in UTF-8 bytes, and then the bytes.
    mutating func append(string: String) {
        var string = string
        string.withUTF8 { utf8 in
            append(number: UInt32(truncatingIfNeeded: utf8.count))
            append(UnsafeRawBufferPointer(utf8))
        }
    }

    /// Appends zeros until the count is a multiple of eight.
    mutating func padToEight() {
        reserve(8)
        store(UInt64(0), at: count)
        count = (count + 7) & ~7
    }

    /// Overwrites bytes with a number.
    mutating func store<Number: FixedWidthInteger>(_ number: Number, at offset: Int) {
        memory.storeBytes(of: number.littleEndian, toByteOffset: offset, as: Number.self)
    }

    private mutating func reserve(_ more: Int) {
        if memory.count - count < more { grow(by: more) }
    }

    private mutating func grow(by more: Int) {
        let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: max(256, 2 * (count + more)), alignment: 8)
        larger.copyMemory(from: bytes)
        memory.deallocate()
        memory = larger
    }
}

/// Reads what ``RecordBuffer`` has written.
///
/// The bytes may be anything; at their end, every read returns nil.
struct RecordReader {
    private let bytes: UnsafeRawBufferPointer
    private var offset: Int

    /// Creates a reader of the bytes from an offset to their end.
    init(_ bytes: UnsafeRawBufferPointer, at offset: Int = 0) {
        self.bytes = bytes
        self.offset = offset
    }

    mutating func number<Number: FixedWidthInteger>(_ type: Number.Type) -> Number? {
        guard offset <= bytes.count - MemoryLayout<Number>.size else { return nil }
        defer { offset += MemoryLayout<Number>.size }
        return Number(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: type))
    }

    /// Reads a length and as many bytes.
    mutating func block() -> Slice<UnsafeRawBufferPointer>? {
        guard let count = number(UInt32.self).map({ Int(clamping: $0) }), count <= bytes.count - offset else {
            return nil
        }
        defer { offset += count }
        return bytes[offset..<offset + count]
    }

    mutating func string() -> String? { block().flatMap { String(soundUTF8: $0) } }
}
