import Foundation

/// A binary property list whose objects have all been checked.
///
/// Objects are read one at a time, by reference, so that a shared object is not copied. Each object is checked once.
/// The check also ensures that all objects together, with their strings and data, take no more bytes than the list has.
///
/// So the work is limited by the list's size, even if the list refers to itself, or if its parts are shared many times
/// or overlap.
struct BinaryPropertyList {
    private let list: BinaryListBytes
    private let trailer: BinaryListBytes.Trailer
    private let strings = Strings()
    let meter: WorkMeter?

    /// The reference to the top object.
    var top: Int { trailer.top }

    /// The size of the list in bytes.
    var size: Int { list.bytes.count }

    /// Reads and checks a list, or returns `nil` if one of its objects is invalid.
    ///
    /// - Parameters:
    ///   - data: The list.
    ///   - allowsUIDs: Whether the list may contain the object references of keyed archives.
    ///   - deepest: The maximum number of nested levels.
    ///   - allowsSharing: Whether a collection may occur in the list more than once.
    ///   - meter: Counts the steps.
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

    /// The object that a reference refers to, or `nil` if there is none.
    subscript(reference: Int) -> BinaryListBytes.Object? {
        offset(of: reference).flatMap {
            meter?.add(1)
            return list.object(at: $0)?.object
        }
    }

    /// Returns the value of an object that has no parts, or `nil` if the object is of another kind.
    func leaf(_ reference: Int) -> PropertyListValue? { self[reference].flatMap { leaf($0, reference) } }

    fileprivate func leaf(_ object: BinaryListBytes.Object, _ reference: Int) -> PropertyListValue? {
        switch object {
        case .string(let range, let isUTF16): string(reference, in: range, isUTF16: isUTF16).map { .string($0) }
        case .data(let range): .data(data(in: range))
        default: PropertyListValue(scalar: object)
        }
    }

    /// Returns the string that a reference refers to, or `nil` if it refers to another object or an invalid string.
    func string(_ reference: Int) -> String? {
        guard case .string(let range, let isUTF16) = self[reference] else { return nil }
        return string(reference, in: range, isUTF16: isUTF16)
    }

    /// The strings that have been read.
    ///
    /// A string is `nil` if its bytes are invalid.
    ///
    /// They are kept because a list may refer to one string from many places.
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

    /// Returns the data that a reference refers to, or `nil` if it refers to another object.
    func data(_ reference: Int) -> Data? {
        guard case .data(let range) = self[reference] else { return nil }
        return data(in: range)
    }

    private func data(in range: Range<Int>) -> Data {
        meter?.add(range.count)
        return Data(list.bytes[range])
    }

    /// Returns the references to an array's elements, or `nil` if the object isn't an array.
    func array(_ reference: Int) -> [Int]? {
        guard case .array(let content) = self[reference] else { return nil }
        return references(in: content)
    }

    /// Returns the references to a dictionary's values, by name.
    ///
    /// Returns `nil` if the object isn't a dictionary, if a name occurs twice, or if a name is longer than those of the
    /// fields of an archive.
    func fields(_ reference: Int) -> [String: Int]? {
        guard case .dictionary(let content) = self[reference], let entries = entries(in: content) else { return nil }
        var references: [String: Int] = [:]
        for (key, value) in entries {
            // Many dictionaries may share one name, and each of them hashes the whole name.
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

    // MARK: - Checking

    /// Whether the trailer and the table of offsets meet Foundation's requirements.
    ///
    /// The trailer must follow the table directly. The sizes of references and offsets must be large enough for the
    /// list. All offsets must be inside the list, even those of objects that nothing refers to.
    private var hasSoundTable: Bool {
        guard trailer.count * trailer.offsetSize == size - 32 - trailer.table,
            Self.reaches(trailer.count, in: trailer.referenceSize), Self.reaches(trailer.table, in: trailer.offsetSize)
        else { return false }
        return (0..<trailer.count).allSatisfy { index in
            list.integer(at: trailer.table + index * trailer.offsetSize, size: trailer.offsetSize)
                .map { $0 < trailer.table } ?? false
        }
    }

    /// Returns whether a number of `size` bytes can represent a value.
    private static func reaches(_ value: Int, in size: Int) -> Bool { size >= 8 || value >> (8 * size) == 0 }

    /// Checks an object and returns the references that it contains, or `nil` if the object is invalid.
    ///
    /// - Parameters:
    ///   - reference: The reference to the object.
    ///   - allowsUIDs: Whether the list may contain the object references of keyed archives.
    ///   - room: The number of bytes left for objects that haven't been checked yet. It is exceeded if objects overlap.
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
    /// Returns whether data is a list that Foundation reads as a dictionary.
    ///
    /// The list may be nested deeper than the library's own limit. If Foundation can read a file that other code has
    /// written, the file isn't damaged.
    static func isDictionary(_ data: Data) -> Bool {
        guard let list = BinaryPropertyList(data, allowsUIDs: false, deepest: 512) else { return false }
        if case .dictionary = list[list.top] { return true }
        return false
    }
}

// MARK: - Conversion to a value

extension PropertyListValue {
    /// Reads a binary property list, or returns `nil` if the list is invalid or nested too deeply.
    ///
    /// This also returns `nil` if a collection that isn't empty occurs more than once in the list. Such a list may be
    /// small, but take endless work to go through. No encoder writes one.
    ///
    /// If a name occurs twice in a dictionary, its last value counts, unless the list is read strictly.
    init?(binaryList data: Data, isStrict: Bool = false, meter: WorkMeter? = nil) {
        guard
            let list = BinaryPropertyList(
                data, allowsUIDs: false, deepest: deepestPropertyList, allowsSharing: false, meter: meter)
        else { return nil }
        var reader = BinaryListValues(list: list, isStrict: isStrict)
        guard let value = reader.value(list.top) else { return nil }
        self = value
    }
}

/// Converts the objects of a binary property list to values.
private struct BinaryListValues {
    let list: BinaryPropertyList

    /// Whether a dictionary in which a name occurs twice is invalid.
    let isStrict: Bool

    /// The remaining steps.
    ///
    /// A list whose keys have usual lengths takes fewer than the limit.
    private var work: Int

    /// The data that has been read.
    ///
    /// It is kept because a list may refer to it from many places.
    private var known: [Int: PropertyListValue] = [:]

    init(list: BinaryPropertyList, isStrict: Bool) {
        self.list = list
        self.isStrict = isStrict
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
            // Many dictionaries may share one long key, and each of them hashes the whole key.
            work -= name.utf8.count / 64
            list.meter?.add(name.utf8.count / 64)
            guard work >= 0 else { return nil }
            if values.updateValue(content, forKey: name) != nil, isStrict { return nil }
        }
        return .dictionary(values)
    }
}

extension Data {
    /// Whether this data starts like a binary property list.
    ///
    /// A keyed archive does so too.
    var isBinaryList: Bool { starts(with: "bplist".utf8) }
}
