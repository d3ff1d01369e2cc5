import Foundation

/// Writes values as a binary property list.
///
/// Objects are numbered in the order in which they are written. The parts of an object are written after all objects
/// that were found before them. So one pass is enough, and the top dictionary comes first, as in the lists that
/// Foundation writes.
package struct BinaryListWriter {
    private var bytes = Array("bplist00".utf8)
    private var offsets: [Int] = []

    /// The objects that have a number, but aren't written yet.
    private var waiting: [PropertyListValue] = []
    private let referenceSize: Int

    /// Whether the entries of dictionaries are written in the order of their names' bytes.
    private let isSorted: Bool

    /// Returns the bytes of a property list with the given values.
    package static func bytes(of values: [StoredName: PropertyListValue]) -> [UInt8] {
        let objects = 1 + values.count + values.values.reduce(0) { $0 + count($1) }
        var writer = BinaryListWriter(objects: objects, isSorted: false)
        writer.appendDictionary(values.map { (key: $0.key.text, value: $0.value) })
        return writer.finished()
    }

    /// Returns the bytes of a property list that is a single value.
    ///
    /// Equal values have equal bytes.
    package static func bytes(of value: PropertyListValue) -> [UInt8] {
        var writer = BinaryListWriter(objects: count(value), isSorted: true)
        writer.append(value)
        return writer.finished()
    }

    private init(objects: Int, isSorted: Bool) {
        self.isSorted = isSorted
        referenceSize = Self.size(of: objects)
        offsets.reserveCapacity(objects)
        // The top object's.
        offsets.append(bytes.count)
        waiting.reserveCapacity(objects)
        bytes.reserveCapacity(24 * objects)
    }

    /// Returns the number of objects in a value.
    ///
    /// NB: never inlined, because the compiler would inline it into itself several times.
    @inline(never)
    private static func count(_ value: PropertyListValue) -> Int {
        switch value {
        case .array(let values): 1 + values.reduce(0) { $0 + count($1) }
        case .dictionary(let values): 1 + values.count + values.values.reduce(0) { $0 + count($1) }
        default: 1
        }
    }

    // MARK: - Objects

    /// Writes the objects that have a number already, those that are found in them, and the trailer.
    private mutating func finished() -> [UInt8] {
        var next = 0
        while next < waiting.count {
            offsets.append(bytes.count)
            append(waiting[next])
            next += 1
        }
        let table = bytes.count
        let offsetSize = Self.size(of: table)
        for offset in offsets { append(UInt64(offset), size: offsetSize) }
        bytes.append(contentsOf: [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)])
        append(UInt64(offsets.count), size: 8)
        append(0, size: 8)
        append(UInt64(table), size: 8)
        return bytes
    }

    /// Assigns a number to an object that will be written later, and writes this number as a reference to it.
    private mutating func enlist(_ value: PropertyListValue) {
        waiting.append(value)
        append(UInt64(waiting.count), size: referenceSize)
    }

    private mutating func append(_ value: PropertyListValue) {
        switch value {
        case .boolean(let value): bytes.append(value ? 0x09 : 0x08)
        case .integer(let value): append(value)
        case .unsignedInteger(let value): append(value)
        case .real(let value): appendNumber(0x23, value.bitPattern)
        case .date(let value): appendNumber(0x33, value.timeIntervalSinceReferenceDate.bitPattern)
        case .string(let string): append(string)
        case .data(let data):
            appendHead(0x40, count: data.count)
            bytes.append(contentsOf: data)
        case .array(let values):
            appendHead(0xA0, count: values.count)
            for value in values { enlist(value) }
        case .dictionary(let values): appendDictionary(isSorted ? values.inByteOrder() : Array(values))
        }
    }

    private mutating func appendDictionary(_ entries: [(key: String, value: PropertyListValue)]) {
        appendHead(0xD0, count: entries.count)
        // All keys come first, then all values in the same order.
        for entry in entries { enlist(.string(entry.key)) }
        for entry in entries { enlist(entry.value) }
    }

    private mutating func append(_ number: Int64) {
        // Integers of 1, 2 and 4 bytes are unsigned. Those of 8 bytes are signed.
        let size = number < 0 ? 8 : Self.size(of: Int(truncatingIfNeeded: number))
        bytes.append(0x10 | UInt8(size.trailingZeroBitCount))
        append(UInt64(bitPattern: number), size: size)
    }

    private mutating func append(_ number: UInt64) {
        if let signed = Int64(exactly: number) { return append(signed) }
        bytes.append(0x14)
        append(0, size: 8)
        append(number, size: 8)
    }

    private mutating func append(_ string: String) {
        var string = string
        let isASCII = string.withUTF8 { $0.allSatisfy { $0 < 0x80 } }
        guard !isASCII else {
            appendHead(0x50, count: string.utf8.count)
            return bytes.append(contentsOf: string.utf8)
        }
        appendHead(0x60, count: string.utf16.count)
        for unit in string.utf16 { append(UInt64(unit), size: 2) }
    }

    private mutating func appendNumber(_ marker: UInt8, _ bits: UInt64) {
        bytes.append(marker)
        append(bits, size: 8)
    }

    /// Writes the marker of an object's kind, and the number of its parts.
    private mutating func appendHead(_ marker: UInt8, count: Int) {
        guard count >= 0x0F else { return bytes.append(marker | UInt8(count)) }
        bytes.append(marker | 0x0F)
        append(Int64(count))
    }

    // MARK: - Numbers

    /// Returns the number of bytes that a number needs: 1, 2, 4 or 8.
    private static func size(of number: Int) -> Int {
        // This converts to `UInt64` because a 32-bit `Int` can't represent the last of these limits.
        switch UInt64(number) {
        case ...0xFF: 1
        case ...0xFFFF: 2
        case ...0xFFFF_FFFF: 4
        default: 8
        }
    }

    private mutating func append(_ number: UInt64, size: Int) {
        withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0[(8 - size)...]) }
    }
}
