import Foundation

/// CRC-32C, which finds every change of up to 32 bits in a row, and all but one in four thousand million others.
struct Checksum {
    private var state = ~UInt32(0)

    var value: UInt32 { ~state }

    static func of(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        var checksum = Checksum()
        checksum.add(bytes)
        return checksum.value
    }

    /// Adds bytes, eight at a time: a table for each of the eight gives what it does to the state.
    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        let tables = Self.tables
        var (state, place) = (state, 0)
        while place + 8 <= bytes.count {
            let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)) ^ UInt64(state)
            state = 0
            for index in 0..<8 {
                state ^= tables[(7 - index) << 8 | Int(truncatingIfNeeded: word >> (8 * UInt64(index))) & 0xFF]
            }
            place += 8
        }
        while place < bytes.count {
            state = tables[Int((state ^ UInt32(bytes[place])) & 0xFF)] ^ state >> 8
            place += 1
        }
        self.state = state
    }

    mutating func add(_ number: UInt64) {
        withUnsafeBytes(of: number.littleEndian) { add($0) }
    }

    // Unsafe: written once, here, and never changed or freed.
    private nonisolated(unsafe) static let tables: UnsafePointer<UInt32> = {
        let tables = UnsafeMutablePointer<UInt32>.allocate(capacity: 8 * 256)
        for byte in 0..<256 {
            tables[byte] = (0..<8).reduce(UInt32(byte)) { crc, _ in crc & 1 == 0 ? crc >> 1 : crc >> 1 ^ 0x82F6_3B78 }
        }
        for index in 256..<8 * 256 {
            let shorter = tables[index - 256]
            tables[index] = tables[Int(shorter & 0xFF)] ^ shorter >> 8
        }
        return UnsafePointer(tables)
    }()
}
