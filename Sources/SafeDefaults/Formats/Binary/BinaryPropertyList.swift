import Foundation

/// A binary property list all of whose objects have been checked.
///
/// Objects are read one at a time, by reference, so that what is shared stays shared. Each is checked once, and all of
/// them together, with their strings and data, take no more room than the list has. So neither a list that refers to
/// itself, nor one whose parts are shared many times or overlap, takes more work than its size allows.
struct BinaryPropertyList {
    private let list: BinaryListBytes
    private let trailer: BinaryListBytes.Trailer
    private let strings = Strings()
    let meter: WorkMeter?

    /// The reference of the top object.
    var top: Int { trailer.top }

    /// How many bytes the list has.
    var size: Int { list.bytes.count }

    /// Reads a list; `nil` if any of its objects isn't sound.
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
        let bytes = [UInt8](data)
        guard bytes.starts(with: "bplist0".utf8), let trailer = BinaryListBytes.trailer(bytes) else { return nil }
        list = BinaryListBytes(bytes: bytes, end: trailer.table, referenceSize: trailer.referenceSize)
        self.trailer = trailer
        self.meter = meter
        var check = NestingCheck(count: trailer.count, allowsSharing: allowsSharing)
        var room = bytes.count
        guard hasSoundTable,
            check.height(of: top, levels: deepest, parts: { parts(of: $0, allowsUIDs: allowsUIDs, room: &room) }) != nil
        else { return nil }
    }

    // MARK: - Objects

    /// The object that a reference stands for.
    subscript(reference: Int) -> BinaryListBytes.Object? {
        offset(of: reference).flatMap {
            meter?.add(1)
            return list.object(at: $0)?.object
        }
    }

    /// The value of an object that has no parts; `nil` for any other.
    func leaf(_ reference: Int) -> PropertyListValue? { self[reference].flatMap { leaf($0, reference) } }

    fileprivate func leaf(_ object: BinaryListBytes.Object, _ reference: Int) -> PropertyListValue? {
        switch object {
        case .string(let range, let isUTF16): string(reference, in: range, isUTF16: isUTF16).map { .string($0) }
        case .data(let range): .data(data(in: range))
        default: PropertyListValue(scalar: object)
        }
    }

    /// The string that a reference stands for; `nil` for another object, and for bytes that are no string.
    func string(_ reference: Int) -> String? {
        guard case .string(let range, let isUTF16) = self[reference] else { return nil }
        return string(reference, in: range, isUTF16: isUTF16)
    }

    /// The strings that have been read, which a list may hold once for many places; `nil` for bytes that are none.
    private final class Strings {
        var read: [Int: String?] = [:]
    }

    private func string(_ reference: Int, in range: Range<Int>, isUTF16: Bool) -> String? {
        if let string = strings.read[reference] { return string }
        meter?.add(range.count)
        let string = list.string(in: range, isUTF16: isUTF16)
        strings.read[reference] = .some(string)
        return string
    }

    /// The bytes that a reference stands for, or `nil` for another object.
    func data(_ reference: Int) -> Data? {
        guard case .data(let range) = self[reference] else { return nil }
        return data(in: range)
    }

    private func data(in range: Range<Int>) -> Data {
        meter?.add(range.count)
        return Data(list.bytes[range])
    }

    /// The references of an array's elements; `nil` for another object.
    func array(_ reference: Int) -> [Int]? {
        guard case .array(let content) = self[reference] else { return nil }
        return references(in: content)
    }

    /// The references by name of a dictionary; `nil` for another object, for one that has a name twice, and for one
    /// with a name that is longer than those of an archive's fields.
    func fields(_ reference: Int) -> [String: Int]? {
        guard case .dictionary(let content) = self[reference], let entries = entries(in: content) else { return nil }
        var references: [String: Int] = [:]
        for (key, value) in entries {
            // Many dictionaries may have one name, and each hashes all of it.
            guard let name = string(key), name.utf8.count <= 255 else { return nil }
            meter?.add(name.utf8.count)
            guard references.updateValue(value, forKey: name) == nil else { return nil }
        }
        return references
    }

    fileprivate func entries(in content: Range<Int>) -> [(key: Int, value: Int)]? {
        guard let all = references(in: content) else { return nil }
        let count = all.count / 2
        return (0..<count).map { (all[$0], all[count + $0]) }
    }

    fileprivate func references(in content: Range<Int>) -> [Int]? {
        let count = content.count / list.referenceSize
        meter?.add(count)
        var references: [Int] = []
        references.reserveCapacity(count)
        for index in 0..<count {
            guard let reference = list.reference(index, in: content) else { return nil }
            references.append(reference)
        }
        return references
    }

    private func offset(of reference: Int) -> Int? {
        let place = trailer.table + reference * trailer.offsetSize
        guard let offset = list.integer(at: place, size: trailer.offsetSize) else { return nil }
        return offset >= 8 && offset < trailer.table ? offset : nil
    }

    // MARK: - The check

    /// Whether the trailer says what Foundation asks for: nothing between the table and the trailer, sizes that reach
    /// everything, and places within the list also for objects that nothing refers to.
    private var hasSoundTable: Bool {
        guard trailer.count * trailer.offsetSize == size - 32 - trailer.table,
            Self.reaches(trailer.count, in: trailer.referenceSize), Self.reaches(trailer.table, in: trailer.offsetSize)
        else { return false }
        return (0..<trailer.count).allSatisfy { index in
            list.integer(at: trailer.table + index * trailer.offsetSize, size: trailer.offsetSize)
                .map { $0 < trailer.table } ?? false
        }
    }

    /// Whether a number of so many bytes can be this large.
    private static func reaches(_ value: Int, in size: Int) -> Bool { size >= 8 || value >> (8 * size) == 0 }

    /// The references in an object; `nil` if the object itself isn't sound.
    ///
    /// - Parameters:
    ///   - reference: The object.
    ///   - allowsUIDs: Whether references of keyed archives may be in the list.
    ///   - room: How many bytes the objects that are still to be checked can take: those of a sound list don't overlap.
    private func parts(of reference: Int, allowsUIDs: Bool, room: inout Int) -> [Int]? {
        guard let object = self[reference] else { return nil }
        var (parts, content) = ([Int]?.some([]), 0..<0)
        switch object {
        case .uid: guard allowsUIDs else { return nil }
        case .date(let date): guard date.isInReachOfAFile else { return nil }
        case .data(let range): content = range
        case .string(let range, let isUTF16):
            guard !(isUTF16 && range.isEmpty) else { return nil }
            content = range
        case .array(let range): (parts, content) = (references(in: range), range)
        case .dictionary(let range):
            (parts, content) = (references(in: range), range)
            guard parts?.prefix(range.count / list.referenceSize / 2).allSatisfy(isString) ?? false else { return nil }
        default: break
        }
        room -= 1 + content.count
        return room >= 0 ? parts : nil
    }

    private func isString(_ reference: Int) -> Bool {
        guard reference < trailer.count, let place = offset(of: reference) else { return false }
        return list.bytes[place] >> 4 == 0x5 || list.bytes[place] >> 4 == 0x6
    }
}

extension BinaryPropertyList {
    /// Whether data is a list that Foundation reads as a dictionary.
    ///
    /// It may be deeper than what the library reads and stores: a file that Foundation can read, and that others wrote,
    /// is not damaged.
    static func isDictionary(_ data: Data) -> Bool {
        guard let list = BinaryPropertyList(data, allowsUIDs: false, deepest: 512) else { return false }
        if case .dictionary = list[list.top] { return true }
        return false
    }
}

// MARK: - As a value

extension PropertyListValue {
    /// Reads a binary property list with anything at its top; `nil` for one that is unsound, or too deep, or in which a
    /// collection with content occurs twice.
    ///
    /// A list whose collections are shared is small, but may be endless work for whoever goes through it. No encoder
    /// writes such a list.
    init?(binaryList data: Data, meter: WorkMeter? = nil) {
        guard
            let list = BinaryPropertyList(
                data, allowsUIDs: false, deepest: deepestPropertyList, allowsSharing: false, meter: meter)
        else { return nil }
        var reader = BinaryListValues(list: list)
        guard let value = reader.value(list.top) else { return nil }
        self = value
    }
}

/// Converts the objects of a binary list to values.
private struct BinaryListValues {
    let list: BinaryPropertyList

    /// How much work may still be done; a list whose keys have a usual length takes less.
    private var work: Int

    /// The data that has been read, which a list may hold once for many places.
    private var known: [Int: PropertyListValue] = [:]

    init(list: BinaryPropertyList) {
        self.list = list
        work = 4 * list.size
    }

    mutating func value(_ reference: Int) -> PropertyListValue? {
        guard let object = list[reference] else { return nil }
        switch object {
        case .array(let content): return array(content)
        case .dictionary(let content): return dictionary(content)
        case .data:
            if let data = known[reference] { return data }
            let data = list.leaf(object, reference)
            known[reference] = data
            return data
        default: return list.leaf(object, reference)
        }
    }

    private mutating func array(_ content: Range<Int>) -> PropertyListValue? {
        guard let references = list.references(in: content) else { return nil }
        var values: [PropertyListValue] = []
        values.reserveCapacity(references.count)
        for reference in references {
            guard let value = value(reference) else { return nil }
            values.append(value)
        }
        return .array(values)
    }

    private mutating func dictionary(_ content: Range<Int>) -> PropertyListValue? {
        guard let entries = list.entries(in: content) else { return nil }
        var values: [String: PropertyListValue] = [:]
        for (key, value) in entries {
            guard let name = list.string(key), let content = self.value(value) else { return nil }
            // Many dictionaries may have one long key, and each hashes all of it.
            work -= name.utf8.count / 64
            list.meter?.add(name.utf8.count / 64)
            guard work >= 0 else { return nil }
            values[name] = content
        }
        return .dictionary(values)
    }
}

extension Data {
    /// Whether this starts as a binary property list does; a keyed archive is one.
    var isBinaryList: Bool { starts(with: "bplist".utf8) }
}
