package import Foundation

/// Reads a binary property list of unknown origin as a value.
///
/// Each object is checked once. Strings and data are kept, because a list may refer to one from many places. All
/// objects together, with their content, must take no more bytes than the list has. So the work is limited by the
/// list's size, even if the list refers to itself, or if its parts overlap.
struct BinaryListReader {
    /// The limits of a list that is read.
    struct Rules {
        /// The maximum number of nested levels.
        var deepest = deepestPropertyList

        /// Whether the list may contain the object references of keyed archives.
        ///
        /// They become values that have a ``PropertyListValue/uid``. The names of an archive's fields are short.
        var allowsUIDs = false

        /// Whether to check only that Foundation can read the list.
        ///
        /// Foundation reads strings and numbers that no value can represent, and collections that occur more than once.
        /// Such a list may be small, but take endless work to go through, so it is no value. No encoder writes one.
        var isCheck = false
    }

    private static let unseen: Int16 = -1
    private static let open: Int16 = -2

    private let list: BinaryListBytes
    private let trailer: BinaryListBytes.Trailer
    private let rules: Rules

    /// The number of levels in each object, as far as it is known.
    private var heights: [Int16]

    /// The strings and data that have been read, and in a check the kinds of the collections.
    private var known: [Int: PropertyListValue] = [:]

    /// The number of bytes left for objects that haven't been checked yet.
    private var room: Int

    /// The number of bytes of names, in units of 64, that may still be hashed.
    ///
    /// Many dictionaries may share one long name, and each of them hashes the whole name.
    private var names: Int

    /// The number of objects, references and bytes that have been read.
    private(set) var steps = 0

    /// Creates a reader, or returns `nil` if the list's trailer or table of offsets is invalid.
    init?(_ data: Data, _ rules: Rules) {
        let bytes = [UInt8](data)
        guard bytes.begin(with: "bplist0"), let trailer = BinaryListBytes.trailer(bytes) else { return nil }
        list = BinaryListBytes(bytes: bytes, end: trailer.table, referenceSize: trailer.referenceSize)
        self.trailer = trailer
        self.rules = rules
        heights = []
        (room, names) = (bytes.count, 4 * bytes.count)
        guard hasSoundTable else { return nil }
        heights = [Int16](repeating: Self.unseen, count: trailer.count)
    }

    /// Whether the trailer and the table of offsets meet Foundation's requirements.
    ///
    /// The trailer must follow the table directly. The sizes of references and offsets must be large enough for the
    /// list. All offsets must be inside the list, even those of objects that nothing refers to.
    private var hasSoundTable: Bool {
        func reaches(_ value: Int, in size: Int) -> Bool { size >= 8 || value >> (8 * size) == 0 }
        return trailer.count * trailer.offsetSize == list.bytes.count - 32 - trailer.table
            && reaches(trailer.count, in: trailer.referenceSize) && reaches(trailer.table, in: trailer.offsetSize)
            && (0..<trailer.count).allSatisfy { offset(of: $0).map { $0 < trailer.table } ?? false }
    }

    private func offset(of reference: Int) -> Int? {
        list.integer(at: trailer.table + reference * trailer.offsetSize, size: trailer.offsetSize)
    }

    // MARK: - Objects

    /// Returns the value of the whole list, or `nil` if the list is invalid.
    mutating func value() -> PropertyListValue? { value(trailer.top, levels: rules.deepest)?.value }

    /// Returns the value of an object and the number of levels in it, or `nil` if it is invalid, contains itself, or
    /// has more than `levels`.
    private mutating func value(_ reference: Int, levels: Int) -> (value: PropertyListValue, height: Int16)? {
        guard levels >= 0, heights.indices.contains(reference), let place = offset(of: reference), place >= 8,
            let object = list.object(at: place)?.object
        else { return nil }
        steps += 1
        let height = heights[reference]
        guard height != Self.open, height <= 0 || rules.isCheck, Int(height) <= levels else { return nil }
        if height != Self.unseen, let value = known[reference] { return (value, height) }
        if height == Self.unseen {
            room -= 1 + object.size
            guard room >= 0 else { return nil }
        }
        heights[reference] = 0
        switch object {
        case .uid(let uid): return rules.allowsUIDs ? (.unsignedInteger(UInt64(uid)), 0) : nil
        case .date(let date): return date.isInReachOfAFile ? (.date(date), 0) : nil
        case .data(let content): return keeping(.data(Data(list.bytes[content])), reference, content.count)
        case .string(let content, let isUTF16):
            let string = list.string(in: content, isUTF16: isUTF16) ?? (rules.isCheck ? "" : nil)
            guard let string, !(isUTF16 && content.isEmpty) else { return nil }
            return keeping(.string(string), reference, content.count)
        case .array(let content): return array(content, reference, levels)
        case .dictionary(let content): return dictionary(content, reference, levels)
        default: return (PropertyListValue(scalar: object) ?? (rules.isCheck ? 0 : nil)).map { ($0, 0) }
        }
    }

    private mutating func keeping(
        _ value: PropertyListValue, _ reference: Int, _ size: Int
    ) -> (value: PropertyListValue, height: Int16) {
        steps += size
        known[reference] = value
        return (value, 0)
    }

    private mutating func array(
        _ content: Range<Int>, _ reference: Int, _ levels: Int
    ) -> (value: PropertyListValue, height: Int16)? {
        let count = content.count / list.referenceSize
        var values: [PropertyListValue] = []
        values.reserveCapacity(count)
        heights[reference] = Self.open
        var height: Int16 = 0
        for index in 0..<count {
            guard let part = part(index, of: content, levels) else { return nil }
            if !rules.isCheck { values.append(part.value) }
            height = max(height, part.height + 1)
        }
        return closing(.array(values), reference, height)
    }

    private mutating func dictionary(
        _ content: Range<Int>, _ reference: Int, _ levels: Int
    ) -> (value: PropertyListValue, height: Int16)? {
        let count = content.count / list.referenceSize / 2
        var values: [String: PropertyListValue] = [:]
        heights[reference] = Self.open
        var height: Int16 = 0
        for index in 0..<count {
            guard case .string(let name)? = part(index, of: content, levels)?.value,
                let part = part(count + index, of: content, levels)
            else { return nil }
            height = max(height, part.height + 1)
            if rules.isCheck { continue }
            names -= name.utf8.count / 64
            steps += name.utf8.count / 64
            guard names >= 0, name.utf8.count <= 255 || !rules.allowsUIDs,
                values.updateValue(part.value, forKey: name) == nil
            else { return nil }
        }
        return closing(.dictionary(values), reference, height)
    }

    private mutating func part(
        _ index: Int, of content: Range<Int>, _ levels: Int
    ) -> (value: PropertyListValue, height: Int16)? {
        steps += 1
        guard let reference = list.reference(index, in: content) else { return nil }
        return value(reference, levels: levels - 1)
    }

    private mutating func closing(
        _ value: PropertyListValue, _ reference: Int, _ height: Int16
    ) -> (value: PropertyListValue, height: Int16) {
        heights[reference] = height
        if rules.isCheck { known[reference] = value }
        return (value, height)
    }
}

extension BinaryListBytes.Object {
    /// The number of bytes of the content.
    fileprivate var size: Int {
        switch self {
        case .data(let content), .string(let content, _), .array(let content), .dictionary(let content): content.count
        default: 0
        }
    }
}

extension PropertyListValue {
    /// Reads a binary property list, or returns `nil` if it is invalid, is nested too deeply, or has a name twice.
    package init?(binaryList data: Data) { self.init(binaryList: data, BinaryListReader.Rules()) }

    /// Reads the binary property list of a keyed archive, in which references are values that have a ``uid``.
    ///
    /// The objects of an archive refer to shared objects by UID, so no encoder shares collections of the list.
    package init?(keyedArchive data: Data) {
        self.init(binaryList: data, BinaryListReader.Rules(deepest: 8, allowsUIDs: true))
    }

    init?(binaryList data: Data, _ rules: BinaryListReader.Rules) {
        guard var reader = BinaryListReader(data, rules), let value = reader.value() else { return nil }
        self = value
    }

    /// The index of an object in a keyed archive, if this is one.
    ///
    /// It is the only whole number that is read as an unsigned one although an `Int64` can represent it.
    package var uid: Int? {
        if case .unsignedInteger(let value) = self { Int(exactly: value) } else { nil }
    }
}

extension PropertyListValue {
    /// Creates the value of a Boolean, a number or a date, or returns `nil` if the object is of another kind.
    package init?(scalar object: BinaryListBytes.Object) {
        switch object {
        case .boolean(let value): self = .boolean(value)
        case .integer(let value): self = .integer(value)
        case .unsignedInteger(let value): self = .whole(value)
        case .real(let value): self = .real(value)
        case .date(let value): self = .date(value)
        default: return nil
        }
    }
}

extension Data {
    /// Whether this data is a binary list that Foundation reads as a dictionary.
    ///
    /// The list may be nested deeper than the library's own limit. If Foundation can read a file that other code has
    /// written, the file isn't damaged.
    var isBinaryDictionary: Bool {
        let rules = BinaryListReader.Rules(deepest: 512, isCheck: true)
        return PropertyListValue(binaryList: self, rules)?.kind == .dictionary
    }
}
