package import Foundation

/// Reads a binary property list of unknown origin as a value.
///
/// Strings and data are kept, because a list may refer to one from many places. The work is limited by the list's size,
/// even if the list refers to itself, or to a collection from many places, or if its parts overlap.
struct BinaryListReader {
    private let list: BinaryListBytes
    private let trailer: BinaryListBytes.Trailer

    /// Whether the list is a keyed archive, with references to objects.
    ///
    /// They become values that have a ``PropertyListValue/uid``. An archive has few levels, and the names of its fields
    /// are short.
    private let isArchive: Bool

    /// The strings and data that have been read, by their references.
    private var known: [Int: PropertyListValue] = [:]

    /// The number of objects, references and bytes that have been read, and of 64 bytes of names that were hashed.
    ///
    /// Many dictionaries may share one long name, and each of them hashes the whole name.
    private(set) var steps = 0

    /// Creates a reader, or returns `nil` if the list's trailer or table of offsets is invalid.
    init?(_ data: Data, isArchive: Bool) {
        let bytes = [UInt8](data)
        guard bytes.begin(with: "bplist0"), let trailer = BinaryListBytes.trailer(bytes) else { return nil }
        list = BinaryListBytes(bytes: bytes, end: trailer.table, referenceSize: trailer.referenceSize)
        self.trailer = trailer
        self.isArchive = isArchive
        guard hasSoundTable else { return nil }
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
    mutating func value() -> PropertyListValue? { value(trailer.top, levels: isArchive ? 8 : deepestPropertyList) }

    /// Returns the value of an object, or `nil` if it is invalid, has more than `levels`, or takes too much work.
    private mutating func value(_ reference: Int, levels: Int) -> PropertyListValue? {
        guard levels >= 0, reference < trailer.count, let place = offset(of: reference), place >= 8,
            let object = list.object(at: place)?.object, takes(1)
        else { return nil }
        if let value = known[reference] { return value }
        switch object {
        case .uid(let uid): return isArchive ? .unsignedInteger(UInt64(uid)) : nil
        case .date(let date): return date.isInReachOfAFile ? .date(date) : nil
        case .data(let content):
            guard takes(content.count) else { return nil }
            known[reference] = .data(Data(list.bytes[content]))
            return known[reference]
        case .string(let content, let isUTF16):
            guard takes(content.count), !(isUTF16 && content.isEmpty) else { return nil }
            known[reference] = list.string(in: content, isUTF16: isUTF16).map { .string($0) }
            return known[reference]
        case .array(let content): return takes(content.count) ? array(content, levels) : nil
        case .dictionary(let content): return takes(content.count) ? dictionary(content, levels) : nil
        default: return PropertyListValue(scalar: object)
        }
    }

    /// Counts some work, and returns false once it is too much for the size of the list.
    private mutating func takes(_ work: Int) -> Bool {
        steps += work
        return steps <= 8 * list.bytes.count
    }

    private mutating func array(_ content: Range<Int>, _ levels: Int) -> PropertyListValue? {
        let count = content.count / list.referenceSize
        var values: [PropertyListValue] = []
        values.reserveCapacity(count)
        for index in 0..<count {
            guard let part = part(index, of: content, levels) else { return nil }
            values.append(part)
        }
        return .array(values)
    }

    private mutating func dictionary(_ content: Range<Int>, _ levels: Int) -> PropertyListValue? {
        let count = content.count / list.referenceSize / 2
        var values: [String: PropertyListValue] = [:]
        for index in 0..<count {
            guard case .string(let name)? = part(index, of: content, levels), takes(name.utf8.count / 64),
                name.utf8.count <= 255 || !isArchive, let part = part(count + index, of: content, levels),
                values.updateValue(part, forKey: name) == nil
            else { return nil }
        }
        return .dictionary(values)
    }

    private mutating func part(_ index: Int, of content: Range<Int>, _ levels: Int) -> PropertyListValue? {
        list.reference(index, in: content).flatMap { value($0, levels: levels - 1) }
    }
}

extension PropertyListValue {
    /// Reads a binary property list, or returns `nil` if it is invalid, is nested too deeply, or has a name twice.
    ///
    /// In a keyed archive, references are values that have a ``uid``.
    package init?(binaryList data: Data, isArchive: Bool = false) {
        guard var reader = BinaryListReader(data, isArchive: isArchive), let value = reader.value() else { return nil }
        self = value
    }

    /// The index of an object in a keyed archive, if this is one.
    ///
    /// It is the only whole number that is read as an unsigned one although an `Int64` can represent it.
    package var uid: Int? {
        if case .unsignedInteger(let value) = self { Int(exactly: value) } else { nil }
    }

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
