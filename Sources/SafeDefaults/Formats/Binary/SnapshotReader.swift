import Foundation

/// Reads the values of a property list's file, and of a damaged one those that are whole.
struct SnapshotReader {
    /// The result of reading a file.
    struct Reading {
        var values: [StoredName: PropertyListValue] = [:]

        /// Whether something in the file couldn't be read.
        var isDamaged = false
    }

    /// Reads a file's bytes.
    static func read(_ bytes: [UInt8], meter: WorkMeter? = nil) -> Reading {
        let hasSignature = bytes.starts(with: "bplist0".utf8)
        let text = hasSignature ? Reading(isDamaged: true) : TextList.entries(bytes, meter: meter)
        guard text.isDamaged, text.values.isEmpty else { return text }
        var reader = SnapshotReader(bytes, meter: meter)
        var reading = reader?.readTop() ?? Reading(isDamaged: true)
        // The signature itself may be damaged; the trailer tells a binary list from text as well.
        reading.isDamaged = reading.isDamaged || !hasSignature
        guard reading.isDamaged, hasSignature else { return reading }
        // If the table of offsets, or the trailer, is damaged, few objects are found by it, or none.
        let salvaged = salvage(bytes, meter: meter)
        guard salvaged.values.count > 2 * reading.values.count else { return reading }
        reading.values.merge(salvaged.values, uniquingKeysWith: { found, _ in found })
        return reading
    }

    private let list: BinaryListBytes
    private let top: Int
    private let offsets: Offsets

    private enum Offsets {
        /// The table in the file.
        case table(BinaryListBytes.Trailer)
        /// The places that were found by going from object to object.
        case found([Int])
    }

    /// The work that may still be done, which is in proportion to the file's size, whatever the file says.
    private struct Budget {
        /// How many more objects may be read for a value.
        var value = 0

        /// How many more may be in values that are kept.
        ///
        /// Those of a usual list are fewer than its bytes, because each of them is referred to in a byte at least, and
        /// seldom is a collection in it twice.
        var kept: Int

        /// How many more may be in values that turn out to be unreadable, so that those don't cost the values behind
        /// them.
        var wasted: Int

        /// How many more bytes of strings and data may be copied: those of a sound list don't overlap.
        var copied: Int

        init(_ size: Int) { (kept, wasted, copied) = (size, 3 * size, 2 * size) }
    }

    private var budget: Budget
    private let meter: WorkMeter?

    /// The places of the collections that are being read, which a damaged reference may lead back into.
    private var path: [Int] = []

    /// Long strings and data that have been read, by their places: a list may hold them once for many others.
    private var shared: [Int: PropertyListValue] = [:]

    /// Reads the trailer; `nil` if it can't be one.
    private init?(_ bytes: [UInt8], meter: WorkMeter?) {
        guard let trailer = BinaryListBytes.trailer(bytes) else { return nil }
        list = BinaryListBytes(bytes: bytes, end: bytes.count - 32, referenceSize: trailer.referenceSize)
        top = trailer.top
        offsets = .table(trailer)
        budget = Budget(bytes.count)
        self.meter = meter
    }

    private init(_ list: BinaryListBytes, offsets: [Int], meter: WorkMeter?) {
        self.list = list
        top = 0
        self.offsets = .found(offsets)
        budget = Budget(list.bytes.count)
        self.meter = meter
    }

    // MARK: - The top dictionary

    /// The values of the top dictionary; `nil` if there is none to be read.
    private mutating func readTop() -> Reading? {
        guard let place = offset(of: top), case .dictionary(let content)? = list.object(at: place)?.object else {
            return nil
        }
        let count = content.count / list.referenceSize / 2
        path = [place]
        var reading = Reading()
        // A count may be anything; the dictionary grows by itself.
        reading.values.reserveCapacity(min(count, 1 << 20))
        for index in 0..<count {
            let most = min(budget.kept, budget.wasted)
            budget.value = most
            guard spend(2) else {
                reading.isDamaged = true
                return reading
            }
            if let key = list.reference(index, in: content), let value = list.reference(count + index, in: content),
                let name = name(key, depth: 0), let content = object(value, depth: 0)
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

    /// Takes steps off the budget of a value; false if it hasn't so many left.
    private mutating func spend(_ steps: Int) -> Bool {
        guard steps <= budget.value else {
            budget.value = 0
            return false
        }
        meter?.add(steps)
        budget.value -= steps
        return true
    }

    // MARK: - Salvage

    /// Reads a list whose end is missing, or makes no sense, by going from object to object from its start.
    ///
    /// Only the trailer says how long a reference is, so each length is tried; the one that makes sense of most values
    /// is taken. This works on what this library and Foundation write, which put the top dictionary first.
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

    /// A string or data.
    private mutating func block(
        at place: Int, _ range: Range<Int>, width: Int = 1, _ read: (BinaryListBytes) -> PropertyListValue?
    ) -> PropertyListValue? {
        // Short ones are copied each time, until that has been done for as many bytes as the file has.
        let isKept = range.count > 64 * width || budget.copied < list.end
        if isKept, let value = shared[place] { return value }
        guard range.count <= budget.copied else { return nil }
        budget.copied -= range.count
        meter?.add(range.count)
        let value = read(list)
        if isKept { shared[place] = value }
        return value
    }

    /// A key of a dictionary.
    private mutating func name(_ reference: Int, depth: Int) -> String? {
        guard case .string(let name)? = object(reference, depth: depth) else { return nil }
        // Many dictionaries may have one long key, and each hashes all of it.
        return spend(name.utf8.count / 64) ? name : nil
    }

    private mutating func array(at place: Int, _ content: Range<Int>, depth: Int) -> PropertyListValue? {
        let count = content.count / list.referenceSize
        guard depth < deepestPropertyList, !path.contains(place), spend(count) else { return nil }
        path.append(place)
        defer { path.removeLast() }
        var values: [PropertyListValue] = []
        // So many references are in the file, and the budget has room for them.
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

    private func offset(of reference: Int) -> Int? {
        switch offsets {
        case .table(let trailer):
            guard reference < trailer.count,
                let offset = list.integer(
                    at: trailer.table + reference * trailer.offsetSize, size: trailer.offsetSize)
            else { return nil }
            return offset >= 8 && offset < trailer.table ? offset : nil
        case .found(let offsets): return offsets.indices.contains(reference) ? offsets[reference] : nil
        }
    }
}
