import Foundation
import SafeDefaults

/// One entry of a journal.
///
/// It is valid as a whole or not at all.
enum JournalRecord: Equatable {
    /// Changes that are made as one.
    case changes([StoreChange])

    /// A compaction is about to install this property list, which includes everything up to here.
    case compaction(SnapshotName)

    /// Everything up to here is on the disk.
    case synchronized

    /// Everything up to an offset before this record is on the disk. Others wrote more during the sync.
    case synchronizedUpTo(Int)

    /// The size of a record's length, checksum, kind and count together, in bytes.
    static let headSize = 16

    /// The maximum size of a record including its padding, in bytes.
    static let longest = 256 << 20

    // The numbers of kinds and tags are stored, so their order stays.

    private enum Kind: UInt32 {
        case changes = 1
        case compaction, synchronized
    }

    private enum ChangeKind: UInt8 {
        case set = 1
        case remove, removeAll
    }

    // MARK: - Writing

    /// Replaces a buffer's content with the record's bytes.
    ///
    /// - Parameters:
    ///   - buffer: The buffer.
    ///   - salt: The journal's salt.
    ///   - offset: The offset in the journal at which the record will be written.
    func encode(into buffer: inout RecordBuffer, salt: UInt64, offset: Int) {
        switch self {
        case .changes(let changes): return Self.encode(changes, into: &buffer, salt: salt, offset: offset)
        case .compaction(let snapshot):
            Self.begin(&buffer, .compaction, count: 1)
            buffer.append(number: Int64(snapshot.size))
            buffer.append(number: snapshot.checksum)
        case .synchronized: Self.begin(&buffer, .synchronized, count: 0)
        case .synchronizedUpTo(let end):
            Self.begin(&buffer, .synchronized, count: 1)
            buffer.append(number: UInt64(clamping: end))
        }
        Self.finish(&buffer, salt: salt, offset: offset)
    }

    /// Replaces a buffer's content with the bytes of a record of changes.
    static func encode(
        _ changes: some Collection<StoreChange>, into buffer: inout RecordBuffer, salt: UInt64, offset: Int
    ) {
        begin(&buffer, .changes, count: changes.count)
        // NB: by index, because an iterator would copy the changes.
        for index in changes.indices { append(changes[index], to: &buffer) }
        finish(&buffer, salt: salt, offset: offset)
    }

    private static func begin(_ buffer: inout RecordBuffer, _ kind: Kind, count: Int) {
        buffer.removeAll()
        buffer.append(number: UInt64(0))
        buffer.append(number: kind.rawValue)
        buffer.append(number: UInt32(truncatingIfNeeded: count))
    }

    private static func finish(_ buffer: inout RecordBuffer, salt: UInt64, offset: Int) {
        let length = buffer.count
        buffer.padToEight()
        buffer.store(UInt32(truncatingIfNeeded: length), at: 0)
        buffer.store(checksum(buffer.bytes, salt: salt, offset: offset), at: 4)
    }

    private static func append(_ change: StoreChange, to buffer: inout RecordBuffer) {
        switch change {
        case .set(let name, let value):
            buffer.append(number: ChangeKind.set.rawValue)
            buffer.append(string: name.text)
            buffer.append(value: value)
        case .remove(let name):
            buffer.append(number: ChangeKind.remove.rawValue)
            buffer.append(string: name.text)
        case .removeAll:
            buffer.append(number: ChangeKind.removeAll.rawValue)
        }
    }

    /// Returns the checksum of a record's bytes, except for the four of the checksum itself, and of its offset.
    private static func checksum(_ bytes: UnsafeRawBufferPointer, salt: UInt64, offset: Int) -> UInt32 {
        var checksum = Checksum()
        checksum.add(salt)
        checksum.add(UInt64(offset))
        checksum.add(UInt64(bytes.loadUnaligned(fromByteOffset: 0, as: UInt32.self)))
        checksum.add(UnsafeRawBufferPointer(rebasing: bytes[8...]))
        return checksum.value
    }

    // MARK: - Reading

    /// Returns the record at an offset, and the offset of the next one; nil if there is no complete record.
    ///
    /// - Parameters:
    ///   - bytes: Bytes of the journal.
    ///   - start: The offset in the bytes.
    ///   - salt: The journal's salt.
    ///   - base: The offset of the bytes in the journal.
    static func read(
        _ bytes: UnsafeRawBufferPointer, at start: Int, salt: UInt64, base: Int = 0
    ) -> (record: JournalRecord, end: Int)? {
        guard start <= bytes.count - headSize else { return nil }
        let length = Int(clamping: UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt32.self)))
        guard let padded = paddedLength(length), padded <= bytes.count - start else { return nil }
        let sum = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: start + 4, as: UInt32.self))
        let whole = UnsafeRawBufferPointer(rebasing: bytes[start..<start + padded])
        guard checksum(whole, salt: salt, offset: base + start) == sum,
            let record = decode(UnsafeRawBufferPointer(rebasing: whole[..<length]))
        else { return nil }
        return (record, start + padded)
    }

    /// Returns the size of a record with its padding, in bytes; nil if no record can have the given length.
    static func paddedLength(_ length: Int) -> Int? {
        guard length >= headSize, length <= longest else { return nil }
        let padded = (length + 7) / 8 * 8
        return padded <= longest ? padded : nil
    }

    private static func decode(_ bytes: UnsafeRawBufferPointer) -> JournalRecord? {
        var reader = RecordReader(bytes, at: 8)
        guard let kind = reader.number(UInt32.self), let count = reader.number(UInt32.self) else { return nil }
        switch Kind(rawValue: kind) {
        case .changes:
            var changes: [StoreChange] = []
            for _ in 0..<count {
                guard let change = change(&reader) else { return nil }
                changes.append(change)
            }
            return .changes(changes)
        case .compaction:
            guard let size = reader.number(Int64.self), let checksum = reader.number(UInt32.self) else { return nil }
            return .compaction(SnapshotName(size: Int(clamping: size), checksum: checksum))
        case .synchronized:
            guard count > 0 else { return .synchronized }
            return reader.number(UInt64.self).map { .synchronizedUpTo(Int(clamping: $0)) }
        case nil: return nil
        }
    }

    private static func change(_ reader: inout RecordReader) -> StoreChange? {
        switch reader.number(UInt8.self).flatMap(ChangeKind.init) {
        case .set:
            guard let name = reader.string(), let value = reader.value() else { return nil }
            return .set(StoredName(name), value)
        case .remove: return reader.string().map { .remove(StoredName($0)) }
        case .removeAll: return .removeAll
        case nil: return nil
        }
    }
}

// MARK: - Values

/// The byte before a value's content, which specifies the kind of value.
private enum Tag: UInt8 {
    case falsehood, truth, integer, unsignedInteger, real, string, data, date, array, dictionary
}

extension RecordBuffer {
    /// Appends a value's tag and its content.
    mutating func append(value: PropertyListValue) {
        switch value {
        case .boolean(let value): append(tag: value ? .truth : .falsehood)
        case .integer(let value):
            append(tag: .integer)
            append(number: value)
        case .unsignedInteger(let value):
            append(tag: .unsignedInteger)
            append(number: value)
        case .real(let value):
            append(tag: .real)
            append(number: value.bitPattern)
        case .string(let value):
            append(tag: .string)
            append(string: value)
        case .data(let value):
            append(tag: .data)
            append(number: UInt32(truncatingIfNeeded: value.count))
            value.withUnsafeBytes { append($0) }
        case .date(let value):
            append(tag: .date)
            append(number: value.timeIntervalSinceReferenceDate.bitPattern)
        case .array(let values):
            append(tag: .array)
            append(number: UInt32(truncatingIfNeeded: values.count))
            for value in values { append(value: value) }
        case .dictionary(let values):
            append(tag: .dictionary)
            append(number: UInt32(truncatingIfNeeded: values.count))
            for (name, value) in values {
                append(string: name)
                append(value: value)
            }
        }
    }

    private mutating func append(tag: Tag) { append(number: tag.rawValue) }
}

extension RecordReader {
    /// Reads a value; nil if there is no complete one.
    mutating func value(depth: Int = 0) -> PropertyListValue? {
        switch number(UInt8.self).flatMap(Tag.init) {
        case .falsehood: return false
        case .truth: return true
        case .integer: return number(Int64.self).map { .integer($0) }
        case .unsignedInteger: return number(UInt64.self).map { .unsignedInteger($0) }
        case .real: return number(UInt64.self).map { .real(Double(bitPattern: $0)) }
        case .string: return string().map { .string($0) }
        case .data: return block().map { .data(Data($0)) }
        case .date:
            return number(UInt64.self).map { .date(Date(timeIntervalSinceReferenceDate: Double(bitPattern: $0))) }
        case .array: return array(depth: depth)
        case .dictionary: return dictionary(depth: depth)
        case nil: return nil
        }
    }

    private mutating func array(depth: Int) -> PropertyListValue? {
        guard depth < deepestPropertyList, let count = number(UInt32.self) else { return nil }
        var values: [PropertyListValue] = []
        for _ in 0..<count {
            guard let value = value(depth: depth + 1) else { return nil }
            values.append(value)
        }
        return .array(values)
    }

    private mutating func dictionary(depth: Int) -> PropertyListValue? {
        guard depth < deepestPropertyList, let count = number(UInt32.self) else { return nil }
        var values: [String: PropertyListValue] = [:]
        for _ in 0..<count {
            guard let name = string(), let value = value(depth: depth + 1) else { return nil }
            values[name] = value
        }
        return .dictionary(values)
    }
}
