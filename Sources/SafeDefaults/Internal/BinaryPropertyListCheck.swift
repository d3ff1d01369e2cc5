import Foundation

/// Tells whether data is a whole, sound binary property list with a dictionary at its top, without trusting any of it.
///
/// Every object is visited once, so neither a list that refers to itself nor one whose parts are shared many times over
/// can hold it up.
struct BinaryPropertyListCheck {
    private let bytes: [UInt8]
    private var offsetSize = 0
    private var referenceSize = 0
    private var objectCount = 0
    private var top = 0
    private var tableStart = 0
    private var mayShare = true

    init(_ data: Data) { bytes = [UInt8](data) }

    /// Whether the data is such a list.
    var isDictionary: Bool {
        var copy = self
        guard copy.readTrailer(), let start = copy.offset(of: copy.top), copy.bytes[start] >> 4 == 0xD else {
            return false
        }
        return copy.isSoundAtTop
    }

    /// Whether the data is a list with anything at its top, in which no collection occurs twice.
    ///
    /// One whose collections are shared is small, but may be endless work for whoever goes through it. No encoder writes
    /// such a list.
    var isTree: Bool {
        var copy = self
        copy.mayShare = false
        return copy.readTrailer() && copy.isSoundAtTop
    }

    private var isSoundAtTop: Bool {
        var states = [UInt8](repeating: Self.unseen, count: objectCount)
        return isSound(top, depth: 0, states: &states)
    }

    /// How deep a list may be: more than the library reads and stores, since a file that Foundation can read, and that
    /// others wrote, is not damaged.
    private static let deepest = 512

    private static let unseen: UInt8 = 0
    private static let open: UInt8 = 1
    private static let sound: UInt8 = 2

    /// Reads the last 32 bytes, which say where everything is.
    private mutating func readTrailer() -> Bool {
        guard bytes.count >= 8 + 32, bytes.starts(with: Array("bplist0".utf8)) else { return false }
        let trailer = bytes.count - 32
        offsetSize = Int(bytes[trailer + 6])
        referenceSize = Int(bytes[trailer + 7])
        guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
            let count = integer(at: trailer + 8, size: 8), let top = integer(at: trailer + 16, size: 8),
            let start = integer(at: trailer + 24, size: 8)
        else { return false }
        (objectCount, self.top, tableStart) = (count, top, start)
        guard count > 0, count <= trailer, top < count, start >= 8, start < trailer else { return false }
        // The rest is what Foundation asks for: nothing between the table and the trailer, sizes that reach everything, and
        // places within the list also for objects that nothing refers to.
        guard count * offsetSize == trailer - start, Self.reaches(count, in: referenceSize),
            Self.reaches(start, in: offsetSize)
        else { return false }
        return (0..<count).allSatisfy { index in
            integer(at: start + index * offsetSize, size: offsetSize).map { $0 < start } ?? false
        }
    }

    /// Whether a number of so many bytes can be this large.
    private static func reaches(_ value: Int, in size: Int) -> Bool { size >= 8 || value >> (8 * size) == 0 }

    /// Whether an object, and everything in it, can be read.
    private func isSound(_ reference: Int, depth: Int, states: inout [UInt8]) -> Bool {
        guard depth <= Self.deepest, reference < objectCount, let start = offset(of: reference) else { return false }
        if states[reference] != Self.unseen {
            return states[reference] == Self.sound && (mayShare || !isCollection(at: start))
        }
        states[reference] = Self.open
        guard isSoundObject(at: start, depth: depth, states: &states) else { return false }
        states[reference] = Self.sound
        return true
    }

    private func isCollection(at start: Int) -> Bool { bytes[start] >> 4 == 0xA || bytes[start] >> 4 == 0xD }

    private func isSoundObject(at start: Int, depth: Int, states: inout [UInt8]) -> Bool {
        let marker = bytes[start]
        let low = Int(marker & 0x0F)
        switch marker >> 4 {
        case 0x0: return low == 8 || low == 9
        case 0x1: return low <= 4 && fits(start + 1, 1 << low)
        case 0x2: return (low == 2 || low == 3) && fits(start + 1, 1 << low)
        case 0x3: return low == 3 && fits(start + 1, 8) && isDateInReach(at: start + 1)
        case 0x4, 0x5: return body(start, width: 1) != nil
        case 0x6: return body(start, width: 2).map { $0.count > 0 } ?? false
        case 0xA:
            guard let (first, count) = body(start, width: referenceSize) else { return false }
            return areSound(first, count: count, depth: depth, states: &states)
        case 0xD:
            guard let (first, count) = body(start, width: 2 * referenceSize) else { return false }
            for index in 0..<count {
                guard let key = integer(at: first + index * referenceSize, size: referenceSize), key < objectCount,
                    let place = offset(of: key), [0x5, 0x6].contains(bytes[place] >> 4)
                else { return false }
            }
            return areSound(first, count: 2 * count, depth: depth, states: &states)
        default: return false
        }
    }

    /// Whether a date survives being written again, in the form of text.
    private func isDateInReach(at start: Int) -> Bool {
        let bits = bytes[start..<start + 8].reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        return Date(timeIntervalSinceReferenceDate: Double(bitPattern: bits)).isInReachOfAFile
    }

    private func areSound(_ first: Int, count: Int, depth: Int, states: inout [UInt8]) -> Bool {
        for index in 0..<count {
            guard let reference = integer(at: first + index * referenceSize, size: referenceSize),
                isSound(reference, depth: depth + 1, states: &states)
            else { return false }
        }
        return true
    }

    /// Where the content of an object with a count begins, and the count.
    private func body(_ start: Int, width: Int) -> (first: Int, count: Int)? {
        var (first, count) = (start + 1, Int(bytes[start] & 0x0F))
        if count == 0x0F {
            guard fits(first, 1), bytes[first] >> 4 == 0x1, bytes[first] & 0x0F <= 3 else { return nil }
            let size = 1 << Int(bytes[first] & 0x0F)
            guard let long = integer(at: first + 1, size: size) else { return nil }
            (first, count) = (first + 1 + size, long)
        }
        guard count <= bytes.count / width, fits(first, count * width) else { return nil }
        return (first, count)
    }

    private func offset(of reference: Int) -> Int? {
        guard let offset = integer(at: tableStart + reference * offsetSize, size: offsetSize) else { return nil }
        return offset >= 8 && offset < tableStart ? offset : nil
    }

    private func fits(_ start: Int, _ count: Int) -> Bool { start >= 0 && count >= 0 && start <= tableStart - count }

    /// An unsigned number in big-endian bytes; nil if it is out of bounds or of range.
    private func integer(at start: Int, size: Int) -> Int? {
        guard start >= 0, start <= bytes.count - size else { return nil }
        var value: UInt64 = 0
        for byte in bytes[start..<start + size] {
            guard value >> 56 == 0 else { return nil }
            value = value << 8 | UInt64(byte)
        }
        return Int(exactly: value)
    }
}
