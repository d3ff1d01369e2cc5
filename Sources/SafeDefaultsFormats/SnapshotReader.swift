import Foundation
package import SafeDefaults

/// Reads the values of a property-list file.
///
/// If the file is damaged, reads the values that are still complete.
package struct SnapshotReader {
    /// The result of reading a file.
    package struct Reading {
        package var values: [StoredName: PropertyListValue]

        /// Whether a part of the file couldn't be read.
        package var isDamaged: Bool

        package init(values: [StoredName: PropertyListValue] = [:], isDamaged: Bool = false) {
            self.values = values
            self.isDamaged = isDamaged
        }
    }

    /// Reads the bytes of a file.
    package static func read(_ bytes: [UInt8], meter: WorkMeter? = nil) -> Reading {
        let hasSignature = bytes.starts(with: "bplist0".utf8)
        let text = hasSignature ? Reading(isDamaged: true) : TextList.entries(bytes, meter: meter)
        guard text.isDamaged, text.values.isEmpty else { return text }
        var reader = SnapshotReader(bytes, meter: meter)
        var reading = reader?.readTop() ?? Reading(isDamaged: true)
        // The signature itself may be damaged. A valid trailer also shows that the file is a binary list, and not text.
        reading.isDamaged = reading.isDamaged || !hasSignature
        guard reading.isDamaged, hasSignature else { return reading }
        // If the table of offsets or the trailer is damaged, it leads to few objects, or to none.
        let salvaged = salvage(bytes, meter: meter)
        guard salvaged.values.count > 2 * reading.values.count else { return reading }
        reading.values.merge(salvaged.values, uniquingKeysWith: { found, _ in found })
        return reading
    }

    private let list: BinaryListBytes
    private let top: Int

    /// The offsets of all objects: those in the file's table, or those found by reading one object after another.
    ///
    /// An offset that can't be an object's is 0.
    private let offsets: [Int]

    /// Returns the offsets of all objects in a list's table, 0 instead of one that is outside of the objects.
    private static func offsets(_ list: BinaryListBytes, _ trailer: BinaryListBytes.Trailer) -> [Int] {
        // The trailer's check ensures that the whole table is within the bytes.
        let size = trailer.offsetSize
        return (0..<trailer.count).map { index in
            let offset = BinaryListBytes.bits(list.bytes, at: trailer.table &+ index &* size, size: size)
            return offset >= 8 && offset < trailer.table ? Int(truncatingIfNeeded: offset) : 0
        }
    }

    /// The work that may still be done.
    ///
    /// It is proportional to the file's size, whatever the file contains.
    private struct Budget {
        /// The number of objects that may still be read for the current value.
        var value = 0

        /// The number of objects that may still be in values that are kept.
        ///
        /// It starts at the list's size in bytes. A usual list has fewer objects, because each of them is referred to
        /// by at least one byte, and few collections occur in it twice.
        var kept: Int

        /// The number of objects that may still be read for values that turn out to be unreadable.
        ///
        /// They don't reduce the number of objects in the values that are kept. One value may use half of what is left,
        /// so that a sound value is still read behind many others.
        var wasted: Int

        /// The number of bytes of strings and data that may still be copied.
        ///
        /// In a valid list, they don't overlap.
        var copied: Int

        init(_ size: Int) { (kept, wasted, copied) = (size, 3 * size, 2 * size) }
    }

    private var budget: Budget
    private let meter: WorkMeter?

    /// The offsets of the collections that are being read.
    ///
    /// A damaged reference may lead back to one of them.
    private var path: [Int] = []

    /// The strings and data that have been read and are kept, by their offsets.
    ///
    /// A list may refer to one of them from many places.
    private var shared: [Int: PropertyListValue] = [:]

    /// Creates a reader, or returns `nil` if the bytes don't end with a valid trailer.
    private init?(_ bytes: [UInt8], meter: WorkMeter?) {
        guard let trailer = BinaryListBytes.trailer(bytes) else { return nil }
        list = BinaryListBytes(bytes: bytes, end: bytes.count - 32, referenceSize: trailer.referenceSize)
        top = trailer.top
        offsets = Self.offsets(list, trailer)
        meter?.add(offsets.count)
        budget = Budget(bytes.count)
        self.meter = meter
    }

    private init(_ list: BinaryListBytes, offsets: [Int], meter: WorkMeter?) {
        self.list = list
        top = 0
        self.offsets = offsets
        budget = Budget(list.bytes.count)
        self.meter = meter
    }

    // MARK: - The top dictionary

    /// Returns the values of the top dictionary, or `nil` if that dictionary can't be read.
    private mutating func readTop() -> Reading? {
        guard let place = offset(of: top), case .dictionary(let content)? = list.object(at: place)?.object else {
            return nil
        }
        let count = content.count / list.referenceSize / 2
        path = [place]
        var reading = Reading()
        // The file's count isn't trusted, so only a limited capacity is reserved. The dictionary grows further if
        // necessary.
        reading.values.reserveCapacity(min(count, 1 << 20))
        for index in 0..<count {
            let most = min(budget.kept, budget.wasted / 2)
            budget.value = most
            guard spend(2) else {
                reading.isDamaged = true
                return reading
            }
            if let key = list.reference(index, in: content), let value = list.reference(count + index, in: content),
                let name = usualName(key) ?? name(key, depth: 0),
                let content = usualValue(value) ?? object(value, depth: 0)
            {
                budget.kept -= most - budget.value
                if reading.values.updateValue(content, forKey: StoredName(name)) != nil { reading.isDamaged = true }
            } else {
                budget.wasted -= most - budget.value
                reading.isDamaged = true
            }
        }
        return reading
    }

    // NB: the next two functions read the most common names and values. `name` and `object` could read them as well,
    // but opening a file would take a sixth more instructions.

    /// Reads a name that is a short ASCII string, or returns `nil` for any other.
    @inline(__always)
    private mutating func usualName(_ reference: Int) -> String? {
        guard budget.copied >= list.end, let place = offset(of: reference), place < list.end,
            list.bytes[place] >> 4 == 0x5, let range = list.content(at: place, width: 1), range.count < 64
        else { return nil }
        budget.copied -= range.count
        meter?.add(range.count)
        return list.string(in: range, isUTF16: false)
    }

    /// Reads a Boolean or an integer, or returns `nil` for any other value.
    @inline(__always)
    private func usualValue(_ reference: Int) -> PropertyListValue? {
        guard let place = offset(of: reference), place < list.end else { return nil }
        let mark = list.bytes[place]
        switch mark {
        case 0x08, 0x09: return .boolean(mark == 0x09)
        case 0x10...0x13:
            return list.bits(at: place + 1, size: 1 << Int(mark & 0x0F)).map { .integer(Int64(bitPattern: $0)) }
        default: return nil
        }
    }

    /// Subtracts steps from the current value's budget.
    ///
    /// Returns false if the budget is too small.
    private mutating func spend(_ steps: Int) -> Bool {
        guard steps <= budget.value else {
            budget.value = 0
            return false
        }
        meter?.add(steps)
        budget.value -= steps
        return true
    }

    // MARK: - Salvaging

    /// Reads a list whose trailer is missing or damaged, by reading one object after another from the start.
    ///
    /// Only the trailer contains the size of a reference, so each size is tried, and the one that gives the most values
    /// is used. This works for lists that this library or Foundation has written, because their top dictionary comes
    /// first.
    private static func salvage(_ bytes: [UInt8], meter: WorkMeter?) -> Reading {
        var best = Reading(values: [:], isDamaged: true)
        for referenceSize in [1, 2, 4] {
            let list = BinaryListBytes(bytes: bytes, end: bytes.count, referenceSize: referenceSize)
            var (offsets, place) = ([Int](), 8)
            while let next = list.object(at: place)?.end {
                offsets.append(place)
                place = next
            }
            meter?.add(offsets.count)
            var reader = SnapshotReader(list, offsets: offsets, meter: meter)
            if let reading = reader.readTop(), reading.values.count > best.values.count { best = reading }
        }
        best.isDamaged = true
        return best
    }

    // MARK: - Objects

    private mutating func object(_ reference: Int, depth: Int) -> PropertyListValue? {
        guard let place = offset(of: reference), let object = list.object(at: place)?.object else { return nil }
        switch object {
        case .date(let date): return date.isInReachOfAFile ? .date(date) : nil
        case .data(let range): return block(at: place, range) { .data(Data($0.bytes[range])) }
        case .string(let range, let isUTF16):
            return block(at: place, range, width: isUTF16 ? 2 : 1) {
                $0.string(in: range, isUTF16: isUTF16).map { .string($0) }
            }
        case .array(let content): return array(at: place, content, depth: depth)
        case .dictionary(let content): return dictionary(at: place, content, depth: depth)
        default: return PropertyListValue(scalar: object)
        }
    }

    /// Reads a string or data.
    private mutating func block(
        at place: Int, _ range: Range<Int>, width: Int = 1, _ read: (BinaryListBytes) -> PropertyListValue?
    ) -> PropertyListValue? {
        // A short string is copied each time, until as many bytes have been copied as the file has. From then on, it is
        // kept.
        let isKept = range.count > 64 * width || budget.copied < list.end
        if isKept, let value = shared[place] { return value }
        guard range.count <= budget.copied else { return nil }
        budget.copied -= range.count
        meter?.add(range.count)
        let value = read(list)
        if isKept { shared[place] = value }
        return value
    }

    /// Reads a key of a dictionary.
    private mutating func name(_ reference: Int, depth: Int) -> String? {
        guard case .string(let name)? = object(reference, depth: depth) else { return nil }
        // Many dictionaries may share one long key, and each of them hashes the whole key.
        return spend(name.utf8.count / 64) ? name : nil
    }

    private mutating func array(at place: Int, _ content: Range<Int>, depth: Int) -> PropertyListValue? {
        let count = content.count / list.referenceSize
        guard depth < deepestPropertyList, !path.contains(place), spend(count) else { return nil }
        path.append(place)
        defer { path.removeLast() }
        var values: [PropertyListValue] = []
        // The file contains this many references, and the budget allows for them.
        values.reserveCapacity(count)
        for index in 0..<count {
            guard let value = list.reference(index, in: content).flatMap({ object($0, depth: depth + 1) }) else {
                return nil
            }
            values.append(value)
        }
        return .array(values)
    }

    private mutating func dictionary(at place: Int, _ content: Range<Int>, depth: Int) -> PropertyListValue? {
        let count = content.count / list.referenceSize / 2
        guard depth < deepestPropertyList, !path.contains(place), spend(2 * count) else { return nil }
        path.append(place)
        defer { path.removeLast() }
        var values: [String: PropertyListValue] = [:]
        for index in 0..<count {
            guard let name = list.reference(index, in: content).flatMap({ name($0, depth: depth + 1) }),
                let value = list.reference(count + index, in: content).flatMap({ object($0, depth: depth + 1) })
            else { return nil }
            values[name] = value
        }
        return .dictionary(values)
    }

    @inline(__always)
    private func offset(of reference: Int) -> Int? {
        guard reference < offsets.count else { return nil }
        let offset = offsets[reference]
        return offset == 0 ? nil : offset
    }
}
