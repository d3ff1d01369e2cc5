import Foundation

/// The bytes of a journal's record while it is made, in memory that is kept for the next one.
///
/// NB: an array would do, but checks and copies at each number, which took a third of a write's own time.
struct RecordBuffer: ~Copyable {
    private var memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    private(set) var count = 0

    /// The most memory that is kept.
    private static let mostKept = 1 << 20

    deinit { memory.deallocate() }

    /// What is in it, until it is changed.
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: memory[..<count]) }

    mutating func removeAll() {
        count = 0
        guard memory.count > Self.mostKept else { return }
        memory.deallocate()
        memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    }

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

    /// Adds zeros up to a multiple of so many bytes.
    mutating func pad(to multiple: Int) {
        let padding = (multiple - count % multiple) % multiple
        reserve(padding)
        for place in count..<count + padding { memory[place] = 0 }
        count += padding
    }

    /// Puts a number over bytes that are there.
    mutating func store<Number: FixedWidthInteger>(_ number: Number, at place: Int) {
        memory.storeBytes(of: number.littleEndian, toByteOffset: place, as: Number.self)
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
