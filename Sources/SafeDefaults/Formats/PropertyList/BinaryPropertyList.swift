import Foundation

/// A binary property list that is whole and sound, read without trusting any of its bytes.
///
/// Objects are read one at a time, by reference, so that what is shared stays shared. Each is checked once, and all of
/// them together, with their texts and bytes, take no more room than the list has, so neither a list that refers to itself
/// nor one whose parts are shared many times over, or lie over each other, can hold the reader up.
struct BinaryPropertyList {
    /// One object; what it consists of is named by reference, and text and bytes by their place.
    enum Object {
        case boolean(Bool)
        case integer(Int64)
        case unsignedInteger(UInt64)
        case real(Double)
        case date(Date)
        case data(Range<Int>)
        case text(Range<Int>, isUTF16: Bool)
        /// A reference into the objects of a keyed archive.
        case uid(Int)
        case array([Int])
        case dictionary([(key: Int, value: Int)])
        /// An integer that no Swift integer of 64 bits holds.
        case wideInteger
    }

    /// The object that holds all others.
    private(set) var top = 0

    private let bytes: [UInt8]
    private let texts = Texts()
    let meter: WorkMeter?
    private var offsetSize = 0
    private var referenceSize = 0
    private var objectCount = 0
    private var tableStart = 0

    /// Reads a list; nil if any of its objects isn't sound.
    ///
    /// - Parameters:
    ///   - data: The list.
    ///   - allowsUIDs: Whether references of keyed archives may be in it.
    ///   - deepest: How many levels it may have.
    ///   - allowsSharing: Whether a collection may be in it twice.
    ///   - meter: Counts the work.
    init?(
        _ data: Data, allowsUIDs: Bool, deepest: Int, allowsSharing: Bool = true, meter: WorkMeter? = nil
    ) {
        bytes = [UInt8](data)
        self.meter = meter
        guard readTrailer() else { return nil }
        var check = Check(
            heights: [Int](repeating: Check.unseen, count: objectCount), room: bytes.count, allowsSharing: allowsSharing
        )
        guard isSound(top, allowsUIDs: allowsUIDs, levels: deepest, check: &check) != nil else { return nil }
    }

    // MARK: - What is in it

    /// The object that a reference stands for; one that has been checked.
    subscript(reference: Int) -> Object? { offset(of: reference).flatMap { object(at: $0) } }

    /// How many bytes the list has.
    var size: Int { bytes.count }

    /// The texts that have been read, which a list may hold once for many places; nil for those that are none.
    private final class Texts {
        var read: [Int: String?] = [:]
    }

    /// The text that a reference stands for; nil for another object, and for bytes that are no text.
    func string(_ reference: Int) -> String? {
        guard case .text(let range, let isUTF16) = self[reference] else { return nil }
        if let text = texts.read[reference] { return text }
        meter?.add(range.count)
        let text = text(in: range, isUTF16: isUTF16)
        texts.read[reference] = .some(text)
        return text
    }

    private func text(in range: Range<Int>, isUTF16: Bool) -> String? {
        guard isUTF16 else {
            return bytes[range].allSatisfy { $0 < 0x80 } ? String(decoding: bytes[range], as: UTF8.self) : nil
        }
        let units = stride(from: range.lowerBound, to: range.upperBound, by: 2).map { place in
            UInt16(bytes[place]) << 8 | UInt16(bytes[place + 1])
        }
        let text = String(decoding: units, as: UTF16.self)
        return text.utf16.elementsEqual(units) ? text : nil
    }

    /// The bytes that a reference stands for, or nil for another object.
    func data(_ reference: Int) -> Data? {
        guard case .data(let range) = self[reference] else { return nil }
        meter?.add(range.count)
        return Data(bytes[range])
    }

    /// The references by name of a dictionary; nil for another object, for one that has a name twice, and for one with a
    /// name that is longer than an archive's fields have.
    func dictionary(_ reference: Int) -> [String: Int]? {
        guard case .dictionary(let entries) = self[reference] else { return nil }
        var references: [String: Int] = [:]
        for (key, value) in entries {
            // Many dictionaries may have one name, and each hashes all of it.
            guard let name = string(key), name.utf8.count <= 255 else { return nil }
            meter?.add(name.utf8.count)
            guard references.updateValue(value, forKey: name) == nil else { return nil }
        }
        return references
    }

    // MARK: - The trailer

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

    // MARK: - The check

    /// What is known of the objects so far.
    private struct Check {
        static let unseen = -1
        static let open = -2

        /// How many levels each object has below it.
        var heights: [Int]

        /// How many bytes the objects that are not seen yet can take: those of a sound list don't overlap.
        var room: Int

        let allowsSharing: Bool
    }

    /// How many levels an object has below it; nil if it, or anything in it, can't be read, or there are too many.
    private func isSound(_ reference: Int, allowsUIDs: Bool, levels: Int, check: inout Check) -> Int? {
        guard levels >= 0, reference < objectCount else { return nil }
        switch check.heights[reference] {
        case Check.open: return nil
        case Check.unseen: break
        case let height:
            return height <= levels && (height == 0 || check.allowsSharing) ? height : nil
        }
        guard let place = offset(of: reference), let object = object(at: place) else { return nil }
        var (parts, content) = ([Int](), 0)
        switch object {
        case .uid: guard allowsUIDs else { return nil }
        case .date(let date): guard date.isInReachOfAFile else { return nil }
        case .data(let range): content = range.count
        case .text(let range, let isUTF16):
            guard !(isUTF16 && range.isEmpty) else { return nil }
            content = range.count
        case .array(let references): parts = references
        case .dictionary(let entries):
            guard entries.allSatisfy({ isText($0.key) }) else { return nil }
            parts = entries.flatMap { [$0.key, $0.value] }
        default: break
        }
        check.room -= 1 + content + parts.count * referenceSize
        guard check.room >= 0 else { return nil }
        check.heights[reference] = Check.open
        var height = 0
        for part in parts {
            guard let below = isSound(part, allowsUIDs: allowsUIDs, levels: levels - 1, check: &check) else {
                return nil
            }
            height = max(height, below + 1)
        }
        check.heights[reference] = height
        return height
    }

    private func isText(_ reference: Int) -> Bool {
        guard reference < objectCount, let place = offset(of: reference) else { return false }
        return bytes[place] >> 4 == 0x5 || bytes[place] >> 4 == 0x6
    }

    // MARK: - Bytes

    private func object(at start: Int) -> Object? {
        meter?.add(1)
        let low = Int(bytes[start] & 0x0F)
        switch bytes[start] >> 4 {
        case 0x0: return low == 8 || low == 9 ? .boolean(low == 9) : nil
        case 0x1: return low <= 4 ? wholeNumber(at: start + 1, size: 1 << low) : nil
        case 0x2:
            guard low == 2 || low == 3, let bits = bits(at: start + 1, size: 1 << low) else { return nil }
            return .real(low == 2 ? Double(Float(bitPattern: UInt32(bits))) : Double(bitPattern: bits))
        case 0x3:
            guard low == 3, let bits = bits(at: start + 1, size: 8) else { return nil }
            return .date(Date(timeIntervalSinceReferenceDate: Double(bitPattern: bits)))
        case 0x4: return body(start, width: 1).map { .data($0) }
        case 0x5: return body(start, width: 1).map { .text($0, isUTF16: false) }
        case 0x6: return body(start, width: 2).map { .text($0, isUTF16: true) }
        case 0x8:
            guard fits(start + 1, low + 1) else { return nil }
            return integer(at: start + 1, size: low + 1).map { .uid($0) }
        case 0xA:
            guard let body = body(start, width: referenceSize) else { return nil }
            return references(in: body).map { .array($0) }
        case 0xD:
            guard let body = body(start, width: 2 * referenceSize), let all = references(in: body) else { return nil }
            let count = all.count / 2
            return .dictionary((0..<count).map { (all[$0], all[count + $0]) })
        default: return nil
        }
    }

    private func wholeNumber(at start: Int, size: Int) -> Object? {
        guard size == 16 else {
            guard let bits = bits(at: start, size: size) else { return nil }
            // Only the numbers of eight bytes have a sign.
            return .integer(Int64(bitPattern: bits))
        }
        guard let high = bits(at: start, size: 8), let low = bits(at: start + 8, size: 8) else { return nil }
        if high == 0 { return .unsignedInteger(low) }
        let signed = Int64(bitPattern: low)
        return high == .max && signed < 0 ? .integer(signed) : .wideInteger
    }

    private func references(in body: Range<Int>) -> [Int]? {
        meter?.add(body.count / referenceSize)
        var references: [Int] = []
        references.reserveCapacity(body.count / referenceSize)
        for place in stride(from: body.lowerBound, to: body.upperBound, by: referenceSize) {
            guard let reference = integer(at: place, size: referenceSize) else { return nil }
            references.append(reference)
        }
        return references
    }

    /// Where the content of an object with a count is.
    private func body(_ start: Int, width: Int) -> Range<Int>? {
        var (first, count) = (start + 1, Int(bytes[start] & 0x0F))
        if count == 0x0F {
            guard fits(first, 1), bytes[first] >> 4 == 0x1, bytes[first] & 0x0F <= 3 else { return nil }
            let size = 1 << Int(bytes[first] & 0x0F)
            guard let long = integer(at: first + 1, size: size) else { return nil }
            (first, count) = (first + 1 + size, long)
        }
        guard count <= bytes.count / width, fits(first, count * width) else { return nil }
        return first..<first + count * width
    }

    private func offset(of reference: Int) -> Int? {
        guard let offset = integer(at: tableStart + reference * offsetSize, size: offsetSize) else { return nil }
        return offset >= 8 && offset < tableStart ? offset : nil
    }

    private func fits(_ start: Int, _ count: Int) -> Bool { start >= 0 && count >= 0 && start <= tableStart - count }

    /// The bits of an object's number in big-endian bytes.
    private func bits(at start: Int, size: Int) -> UInt64? {
        guard fits(start, size) else { return nil }
        return bytes[start..<start + size].reduce(0) { $0 << 8 | UInt64($1) }
    }

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

extension BinaryPropertyList {
    /// Tells whether data is a list that Foundation reads as a dictionary.
    ///
    /// It may be deeper than what the library reads and stores: a file that Foundation can read, and that others wrote, is
    /// not damaged.
    static func isDictionary(_ data: Data) -> Bool {
        guard let list = BinaryPropertyList(data, allowsUIDs: false, deepest: 512),
            case .dictionary = list[list.top]
        else { return false }
        return true
    }
}
