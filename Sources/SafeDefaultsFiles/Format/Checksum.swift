import Foundation
import SafeDefaults

/// A CRC-32C checksum.
///
/// It detects every change that affects at most 32 consecutive bits. Of other changes, it misses one in 2^32.
struct Checksum {
    private var state = ~UInt32(0)
    private let tables = Self.tables

    var value: UInt32 { ~state }

    static func of(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        var checksum = Checksum()
        checksum.add(bytes)
        return checksum.value
    }

    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        var place = 0
        while place + 8 <= bytes.count {
            add(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)))
            place += 8
        }
        while place < bytes.count {
            state = tables[Int(truncatingIfNeeded: (state ^ UInt32(bytes[place])) & 0xFF)] ^ state >> 8
            place += 1
        }
    }

    /// Adds eight bytes, the least significant byte first.
    ///
    /// Each of the eight has its own lookup table.
    mutating func add(_ number: UInt64) {
        let word = number ^ UInt64(state)
        // These are two expressions because the compiler takes long to type-check a single one.
        let low = entry(7, word) ^ entry(6, word >> 8) ^ entry(5, word >> 16) ^ entry(4, word >> 24)
        let high = entry(3, word >> 32) ^ entry(2, word >> 40) ^ entry(1, word >> 48) ^ entry(0, word >> 56)
        state = low ^ high
    }

    private func entry(_ table: Int, _ word: UInt64) -> UInt32 {
        tables[table << 8 | Int(truncatingIfNeeded: word & 0xFF)]
    }

    // `nonisolated(unsafe)` because the memory is initialised here, and never changed or freed afterwards.
    private nonisolated(unsafe) static let tables: UnsafePointer<UInt32> = {
        let tables = UnsafeMutablePointer<UInt32>.allocate(capacity: 8 * 256)
        for byte in 0..<256 {
            tables[byte] = (0..<8).reduce(UInt32(byte)) { crc, _ in crc & 1 == 0 ? crc >> 1 : crc >> 1 ^ 0x82F6_3B78 }
        }
        for index in 256..<8 * 256 {
            let shorter = tables[index - 256]
            tables[index] = tables[Int(truncatingIfNeeded: shorter & 0xFF)] ^ shorter >> 8
        }
        return UnsafePointer(tables)
    }()
}
