package import Foundation

/// Reads values of a binary property list of unknown origin.
///
/// The work is limited by the list's size, even if the list refers to itself, or to a collection from many places, or
/// if its parts overlap.
@usableFromInline
package struct BinaryListReader {
    /// What a list is, and how strictly it is read.
    enum Mode {
        case sound
        /// A keyed archive, with references to objects.
        ///
        /// They become values that have a ``PropertyListValue/uid``. An archive has few levels, and the names of its
        /// fields are short.
        case archive
        /// A list that may be damaged.
        case salvaged
    }

    @usableFromInline package let list: BinaryListBytes

    /// The offsets of all objects: those in the list's table, or those found by reading one object after another.
    ///
    /// An offset that is outside of the objects is `.max`.
    @usableFromInline package let offsets: [Int]

    /// The index of the top object.
    package let top: Int

    private let mode: Mode

    /// The number of references that have been read, and of 64 bytes of names that were hashed.
    ///
    /// Many dictionaries may share one long name, and each of them hashes the whole name.
    package private(set) var steps = 0

    /// The number of steps after which nothing more is read.
    package var lastStep: Int

    /// The number of bytes of strings and data that have been copied.
    ///
    /// In a sound list, they don't overlap.
    package var copied = 0

    /// The offsets of the collections that are being read.
    ///
    /// A damaged reference may lead back to one of them.
    package var path: [Int] = []

    /// The strings and data that have been read and are kept, by their offsets.
    ///
    /// A list may refer to one of them from many places.
    private var known: [Int: PropertyListValue] = [:]

    /// Creates a reader of a list that has to be sound, or returns `nil` if its trailer or table of offsets is invalid.
    init?(_ data: Data, isArchive: Bool) {
        let bytes = [UInt8](data)
        guard bytes.begin(with: "bplist0"), let trailer = BinaryListBytes.trailer(bytes) else { return nil }
        self.init(bytes, trailer, isArchive ? .archive : .sound)
        guard hasSoundTable(trailer) else { return nil }
    }

    /// Creates a reader of a list that may be damaged, or returns `nil` if its trailer is invalid.
    package init?(salvaging bytes: [UInt8]) {
        guard let trailer = BinaryListBytes.trailer(bytes) else { return nil }
        self.init(bytes, trailer, .salvaged)
    }

    /// Creates a reader of objects that were found without a trailer, the first of which is the top object.
    package init(salvaging list: BinaryListBytes, offsets: [Int]) {
        self.init(list, offsets, top: 0, .salvaged)
    }

    private init(_ bytes: [UInt8], _ trailer: BinaryListBytes.Trailer, _ mode: Mode) {
        // What is left of a value that runs into the table is worth keeping.
        let end = mode == .salvaged ? bytes.count - 32 : trailer.table
        let list = BinaryListBytes(bytes: bytes, end: end, referenceSize: trailer.referenceSize)
        // The trailer's check ensures that the whole table is within the bytes.
        let size = trailer.offsetSize
        let offsets = (0..<trailer.count).map { index -> Int in
            let offset = BinaryListBytes.bits(bytes, at: trailer.table &+ index &* size, size: size)
            return offset < trailer.table ? Int(truncatingIfNeeded: offset) : .max
        }
        self.init(list, offsets, top: trailer.top, mode)
    }

    private init(_ list: BinaryListBytes, _ offsets: [Int], top: Int, _ mode: Mode) {
        self.list = list
        self.offsets = offsets
        self.top = top
        self.mode = mode
        lastStep = 8 * list.bytes.count
    }

    /// Returns whether the trailer and the table of offsets meet Foundation's requirements.
    ///
    /// The trailer must follow the table directly. The sizes of references and offsets must be large enough for the
    /// list. All offsets must be inside the list, even those of objects that nothing refers to.
    private func hasSoundTable(_ trailer: BinaryListBytes.Trailer) -> Bool {
        func reaches(_ value: Int, in size: Int) -> Bool { size >= 8 || value >> (8 * size) == 0 }
        return trailer.count * trailer.offsetSize == list.bytes.count - 32 - trailer.table
            && reaches(trailer.count, in: trailer.referenceSize) && reaches(trailer.table, in: trailer.offsetSize)
            && !offsets.contains(.max)
    }

    /// Returns the offset of an object, or `nil` if there is no such object.
    @inline(__always) @inlinable
    package func offset(of reference: Int) -> Int? {
        guard reference < offsets.count else { return nil }
        let offset = offsets[reference]
        return offset < 8 ? nil : offset
    }

    // MARK: - Objects

    /// Returns the value of the whole list, or `nil` if the list is invalid.
    mutating func value() -> PropertyListValue? { value(top, levels: mode == .archive ? 8 : deepestPropertyList) }

    /// Returns the value of an object, or `nil` if it is invalid, has more than `levels`, contains itself, or takes too
    /// much work.
    package mutating func value(_ reference: Int, levels: Int) -> PropertyListValue? {
        guard levels >= 0, let place = offset(of: reference), let object = list.object(at: place)?.object else {
            return nil
        }
        switch object {
        case .uid(let uid): return mode == .archive ? .unsignedInteger(UInt64(uid)) : nil
        case .date(let date): return date.isInReachOfAFile ? .date(date) : nil
        case .data(let range): return block(at: place, range) { .data(Data($0.bytes[range])) }
        case .string(let range, let isUTF16):
            guard mode == .salvaged || !isUTF16 || !range.isEmpty else { return nil }
            return block(at: place, range, width: isUTF16 ? 2 : 1) {
                $0.string(in: range, isUTF16: isUTF16).map { .string($0) }
            }
        case .array(let content), .dictionary(let content):
            let count = content.count / list.referenceSize
            guard !path.contains(place), takes(count) else { return nil }
            path.append(place)
            defer { path.removeLast() }
            if case .array = object { return array(content, count, levels - 1) }
            return dictionary(content, count / 2, levels - 1)
        default: return PropertyListValue(scalar: object)
        }
    }

    /// Reads a name of a dictionary.
    package mutating func name(_ reference: Int, levels: Int = 0) -> String? {
        guard case .string(let name)? = value(reference, levels: levels), takes(name.utf8.count / 64),
            name.utf8.count <= 255 || mode != .archive
        else { return nil }
        return name
    }

    /// Counts some work, and returns false once it is too much.
    package mutating func takes(_ work: Int) -> Bool {
        let isAllowed = work <= lastStep - steps
        steps = isAllowed ? steps + work : lastStep
        return isAllowed
    }

    /// Reads a string or data.
    private mutating func block(
        at place: Int, _ range: Range<Int>, width: Int = 1, _ read: (BinaryListBytes) -> PropertyListValue?
    ) -> PropertyListValue? {
        // A short string is copied each time, until as many bytes have been copied as the file has. From then on, it is
        // kept.
        let isKept = range.count > 64 * width || copied > list.bytes.count
        if isKept, let value = known[place] { return value }
        guard range.count <= 2 * list.bytes.count - copied else { return nil }
        copied += range.count
        let value = read(list)
        if isKept { known[place] = value }
        return value
    }

    private mutating func array(_ content: Range<Int>, _ count: Int, _ levels: Int) -> PropertyListValue? {
        var values: [PropertyListValue] = []
        // The list contains this many references, and the limit allows for them.
        values.reserveCapacity(count)
        for index in 0..<count {
            guard let value = list.reference(index, in: content).flatMap({ value($0, levels: levels) }) else {
                return nil
            }
            values.append(value)
        }
        return .array(values)
    }

    private mutating func dictionary(_ content: Range<Int>, _ count: Int, _ levels: Int) -> PropertyListValue? {
        var values: [String: PropertyListValue] = [:]
        for index in 0..<count {
            guard let name = list.reference(index, in: content).flatMap({ name($0, levels: levels) }),
                let value = list.reference(count + index, in: content).flatMap({ value($0, levels: levels) }),
                values.updateValue(value, forKey: name) == nil || mode == .salvaged
            else { return nil }
        }
        return .dictionary(values)
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
