import Foundation

/// Reads the values of a property list's file, and of a damaged one those that are whole.
struct SnapshotReader {
    /// What was found.
    struct Reading {
        var values: [StoredName: PropertyListValue] = [:]

        /// Whether something in the file couldn't be read.
        var isDamaged = false
    }

    /// Reads a file's bytes.
    static func read(_ bytes: [UInt8], meter: WorkMeter? = nil) -> Reading {
        let isMarked = bytes.starts(with: Array("bplist0".utf8))
        let text = isMarked ? Reading(isDamaged: true) : SnapshotText.read(bytes, meter: meter)
        guard text.isDamaged, text.values.isEmpty else { return text }
        return bytes.withUnsafeBytes { bytes in
            var reader = SnapshotReader(bytes, meter: meter)
            var reading = reader?.readTop() ?? Reading(isDamaged: true)
            // The mark itself may be what is damaged; the end of a binary list tells it from text as well.
            reading.isDamaged = reading.isDamaged || !isMarked
            guard reading.isDamaged, isMarked else { return reading }
            // If the table of offsets, or what is said of it, is damaged, little is found by it, or nothing.
            let salvaged = salvage(bytes, meter: meter)
            guard salvaged.values.count > 2 * reading.values.count else { return reading }
            reading.values.merge(salvaged.values, uniquingKeysWith: { found, _ in found })
            return reading
        }
    }

    private let bytes: UnsafeRawBufferPointer
    private let referenceSize: Int
    private let top: Int
    private let offsets: Offsets

    /// What may still be done: all of it in proportion to the file's size, whatever the file says.
    private struct Budget {
        /// How many more objects may be looked at for a value.
        var value = 0

        /// How many more may be in values that are kept: of a list that isn't made to hold a reader up, those are fewer than
        /// its bytes, because each of them is referred to in a byte at least, and seldom is a collection in it twice.
        var kept: Int

        /// How many more may be in values that turn out to be unreadable, which so don't cost those behind them.
        var wasted: Int

        /// How many more bytes of texts and data may be copied: those of a sound list don't overlap.
        var copied: Int

        init(_ size: Int) { (kept, wasted, copied) = (size, 3 * size, 2 * size) }
    }

    private var budget: Budget
    private let meter: WorkMeter?

    /// The collections that are being read, which a damaged reference may lead back into.
    private var path: [Int] = []

    /// Long texts and data that have been read, by their places: a list may hold them once for many others.
    private var shared: [Int: PropertyListValue] = [:]

    private enum Offsets {
        /// A table in the file: where it begins, how many entries it has, and how long each is.
        case table(Int, count: Int, size: Int)
        /// What was found by going from object to object.
        case found([Int])
    }

    /// Reads the trailer; nil if it can't be one.
    private init?(_ bytes: UnsafeRawBufferPointer, meter: WorkMeter?) {
        guard bytes.count >= 8 + 1 + 1 + 32 else { return nil }
        let trailer = bytes.count - 32
        let (offsetSize, referenceSize) = (Int(bytes[trailer + 6]), Int(bytes[trailer + 7]))
        guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
            let count = Self.integer(bytes, at: trailer + 8, size: 8),
            let top = Self.integer(bytes, at: trailer + 16, size: 8),
            let table = Self.integer(bytes, at: trailer + 24, size: 8),
            count > 0, top < count, table >= 8, table < trailer, count <= (trailer - table) / offsetSize
        else { return nil }
        self.bytes = UnsafeRawBufferPointer(rebasing: bytes[..<trailer])
        self.referenceSize = referenceSize
        self.top = top
        offsets = .table(table, count: count, size: offsetSize)
        budget = Budget(bytes.count)
        self.meter = meter
    }

    private init(_ bytes: UnsafeRawBufferPointer, offsets: [Int], referenceSize: Int, meter: WorkMeter?) {
        self.bytes = bytes
        self.referenceSize = referenceSize
        top = 0
        self.offsets = .found(offsets)
        budget = Budget(bytes.count)
        self.meter = meter
    }

    // MARK: - The dictionary that holds all others

    /// The values of the top dictionary; nil if there is none to be read.
    private mutating func readTop() -> Reading? {
        guard let place = offset(of: top), bytes[place] >> 4 == 0xD,
            let (first, count) = body(at: place, width: 2 * referenceSize)
        else { return nil }
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
            let key = Self.integer(bytes, at: first + index * referenceSize, size: referenceSize)
            let value = Self.integer(bytes, at: first + (count + index) * referenceSize, size: referenceSize)
            if let key, let value, let name = name(key, depth: 0), let content = object(value, depth: 0) {
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

    /// Reads a list whose end is missing, or makes no sense, by going from object to object from its begin.
    ///
    /// How long a reference is stands in the trailer, so each length is tried; the one that makes sense of most values is
    /// taken. It works on what this library and Foundation write, which put the top dictionary first.
    private static func salvage(_ bytes: UnsafeRawBufferPointer, meter: WorkMeter?) -> Reading {
        var best = Reading(values: [:], isDamaged: true)
        for referenceSize in [1, 2, 4] {
            var reader = SnapshotReader(bytes, offsets: [8], referenceSize: referenceSize, meter: meter)
            var (offsets, place) = ([Int](), 8)
            while let next = reader.end(of: place) {
                offsets.append(place)
                place = next
            }
            meter?.add(offsets.count)
            reader = SnapshotReader(bytes, offsets: offsets, referenceSize: referenceSize, meter: meter)
            if let reading = reader.readTop(), reading.values.count > best.values.count { best = reading }
        }
        best.isDamaged = true
        return best
    }

    /// Where the object behind the one at a place begins.
    private func end(of place: Int) -> Int? {
        guard place < bytes.count else { return nil }
        let low = Int(bytes[place] & 0x0F)
        let end: Int?
        switch bytes[place] >> 4 {
        case 0x0: end = low == 8 || low == 9 ? place + 1 : nil
        case 0x1: end = low <= 4 ? place + 1 + 1 << low : nil
        case 0x2: end = low == 2 || low == 3 ? place + 1 + 1 << low : nil
        case 0x3: end = low == 3 ? place + 9 : nil
        case 0x4, 0x5: end = body(at: place, width: 1).map { $0.first + $0.count }
        case 0x6: end = body(at: place, width: 2).map { $0.first + 2 * $0.count }
        case 0x8: end = place + 2 + low
        case 0xA: end = body(at: place, width: referenceSize).map { $0.first + $0.count * referenceSize }
        case 0xD: end = body(at: place, width: 2 * referenceSize).map { $0.first + 2 * $0.count * referenceSize }
        default: end = nil
        }
        return end.flatMap { $0 <= bytes.count ? $0 : nil }
    }

    // MARK: - Objects

    private mutating func object(_ reference: Int, depth: Int) -> PropertyListValue? {
        guard let place = offset(of: reference) else { return nil }
        let low = Int(bytes[place] & 0x0F)
        switch bytes[place] >> 4 {
        case 0x0: return low == 8 || low == 9 ? .boolean(low == 9) : nil
        case 0x1: return low <= 4 ? wholeNumber(at: place + 1, size: 1 << low) : nil
        case 0x2:
            guard low == 2 || low == 3, let bits = Self.bits(bytes, at: place + 1, size: 1 << low) else { return nil }
            return .real(low == 2 ? Double(Float(bitPattern: UInt32(bits))) : Double(bitPattern: bits))
        case 0x3:
            guard low == 3, let bits = Self.bits(bytes, at: place + 1, size: 8) else { return nil }
            let date = Date(timeIntervalSinceReferenceDate: Double(bitPattern: bits))
            return date.isInReachOfAFile ? .date(date) : nil
        case 0x4, 0x5, 0x6: return block(at: place)
        case 0xA: return array(at: place, depth: depth)
        case 0xD: return dictionary(at: place, depth: depth)
        default: return nil
        }
    }

    private func wholeNumber(at place: Int, size: Int) -> PropertyListValue? {
        guard size == 16 else {
            // Only the form of eight bytes has a sign.
            return Self.bits(bytes, at: place, size: size).map { .integer(Int64(bitPattern: $0)) }
        }
        guard let high = Self.bits(bytes, at: place, size: 8), let low = Self.bits(bytes, at: place + 8, size: 8) else {
            return nil
        }
        if high == 0 { return .whole(low) }
        let signed = Int64(bitPattern: low)
        return high == .max && signed < 0 ? .integer(signed) : nil
    }

    /// Text or data.
    private mutating func block(at place: Int) -> PropertyListValue? {
        let isWide = bytes[place] >> 4 == 0x6
        guard let (first, count) = body(at: place, width: isWide ? 2 : 1) else { return nil }
        // Short ones are copied each time, until that has been done for as many bytes as the file has.
        let isKept = count > 64 || budget.copied < bytes.count
        if isKept, let value = shared[place] { return value }
        let size = count * (isWide ? 2 : 1)
        guard size <= budget.copied else { return nil }
        budget.copied -= size
        meter?.add(size)
        let content = bytes[first..<first + size]
        let value: PropertyListValue?
        switch bytes[place] >> 4 {
        case 0x4: value = .data(Data(content))
        case 0x5: value = content.allSatisfy { $0 < 0x80 } ? .string(String(decoding: content, as: UTF8.self)) : nil
        default:
            let units = stride(from: first, to: first + 2 * count, by: 2).map { place in
                UInt16(bytes[place]) << 8 | UInt16(bytes[place + 1])
            }
            value = String(soundUTF16: units).map { .string($0) }
        }
        if isKept { shared[place] = value }
        return value
    }

    /// A key of a dictionary.
    private mutating func name(_ reference: Int, depth: Int) -> String? {
        guard case .string(let name)? = object(reference, depth: depth) else { return nil }
        // Many dictionaries may have one long key, and each hashes all of it.
        return spend(name.utf8.count / 64) ? name : nil
    }

    private mutating func array(at place: Int, depth: Int) -> PropertyListValue? {
        guard depth < deepestPropertyList, !path.contains(place),
            let (first, count) = body(at: place, width: referenceSize), spend(count)
        else { return nil }
        path.append(place)
        defer { path.removeLast() }
        var values: [PropertyListValue] = []
        // So many references are in the file, and the budget has room for them.
        values.reserveCapacity(count)
        for index in 0..<count {
            let reference = Self.integer(bytes, at: first + index * referenceSize, size: referenceSize)
            guard let value = reference.flatMap({ object($0, depth: depth + 1) }) else { return nil }
            values.append(value)
        }
        return .array(values)
    }

    private mutating func dictionary(at place: Int, depth: Int) -> PropertyListValue? {
        guard depth < deepestPropertyList, !path.contains(place),
            let (first, count) = body(at: place, width: 2 * referenceSize), spend(2 * count)
        else { return nil }
        path.append(place)
        defer { path.removeLast() }
        var values: [String: PropertyListValue] = [:]
        for index in 0..<count {
            let key = Self.integer(bytes, at: first + index * referenceSize, size: referenceSize)
            let value = Self.integer(bytes, at: first + (count + index) * referenceSize, size: referenceSize)
            guard let name = key.flatMap({ name($0, depth: depth + 1) }),
                let value = value.flatMap({ object($0, depth: depth + 1) })
            else { return nil }
            values[name] = value
        }
        return .dictionary(values)
    }

    // MARK: - Bytes

    private func offset(of reference: Int) -> Int? {
        switch offsets {
        case .table(let start, let count, let size):
            guard reference < count, let offset = Self.integer(bytes, at: start + reference * size, size: size) else {
                return nil
            }
            return offset >= 8 && offset < start ? offset : nil
        case .found(let offsets): return offsets.indices.contains(reference) ? offsets[reference] : nil
        }
    }

    /// Where the content of an object with a count begins, and how many parts of a width it has, all within the file.
    private func body(at place: Int, width: Int) -> (first: Int, count: Int)? {
        var (first, count) = (place + 1, Int(bytes[place] & 0x0F))
        if count == 0x0F {
            guard first < bytes.count, bytes[first] >> 4 == 0x1, bytes[first] & 0x0F <= 3 else { return nil }
            let size = 1 << Int(bytes[first] & 0x0F)
            guard let long = Self.integer(bytes, at: first + 1, size: size) else { return nil }
            (first, count) = (first + 1 + size, long)
        }
        guard count <= bytes.count / width, first <= bytes.count - count * width else { return nil }
        return (first, count)
    }

    /// The bits of a number in big-endian bytes; nil if they aren't all there.
    private static func bits(_ bytes: UnsafeRawBufferPointer, at place: Int, size: Int) -> UInt64? {
        guard place >= 0, place <= bytes.count - size else { return nil }
        var value: UInt64 = 0
        for index in place..<place + size { value = value << 8 | UInt64(bytes[index]) }
        return value
    }

    private static func integer(_ bytes: UnsafeRawBufferPointer, at place: Int, size: Int) -> Int? {
        bits(bytes, at: place, size: size).flatMap { Int(exactly: $0) }
    }
}
