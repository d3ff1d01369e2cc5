import Foundation

/// One change of a store.
enum StoreChange: Equatable {
    case set(StoredName, PropertyListValue)
    case remove(StoredName)
    case removeAll

    /// The name it concerns; nil for all of them.
    var name: StoredName? {
        switch self {
        case .set(let name, _), .remove(let name): name
        case .removeAll: nil
        }
    }

    /// Makes the change.
    func apply(to values: inout [StoredName: PropertyListValue]) {
        switch self {
        case .set(let name, let value): values[name] = value
        case .remove(let name): values[name] = nil
        case .removeAll: values = [:]
        }
    }
}

/// One entry of a journal: it is there whole, or not at all.
enum JournalRecord: Equatable {
    /// Changes that belong together.
    case changes([StoreChange])

    /// A compaction is about to put this property list in its place, which holds everything up to here.
    case compaction(SnapshotName)

    /// Everything up to here is on the disk.
    case synchronized

    /// Everything up to a place before this one is on the disk; others wrote while the disk was waited for.
    case synchronizedUpTo(Int)

    /// Length, checksum, kind and count.
    static let headSize = 16

    /// The longest record, padding included.
    static let longest = 256 << 20

    private enum Kind {
        static let changes: UInt8 = 1
        static let compaction: UInt8 = 2
        static let synchronized: UInt8 = 3
    }

    private enum ChangeKind {
        static let set: UInt8 = 1
        static let remove: UInt8 = 2
        static let removeAll: UInt8 = 3
    }

    // MARK: - Writing

    /// Replaces a buffer's content by the record's bytes for a place in a journal.
    func encode(into buffer: inout RecordBuffer, salt: UInt64, offset: Int) {
        switch self {
        case .changes(let changes): Self.encode(changes, into: &buffer, salt: salt, offset: offset)
        case .compaction(let snapshot):
            Self.begin(&buffer, Kind.compaction, count: 1)
            buffer.append(number: Int64(snapshot.size))
            buffer.append(number: snapshot.checksum)
            Self.finish(&buffer, salt: salt, offset: offset)
        case .synchronized:
            Self.begin(&buffer, Kind.synchronized, count: 0)
            Self.finish(&buffer, salt: salt, offset: offset)
        case .synchronizedUpTo(let place):
            Self.begin(&buffer, Kind.synchronized, count: 1)
            buffer.append(number: UInt64(clamping: place))
            Self.finish(&buffer, salt: salt, offset: offset)
        }
    }

    /// Replaces a buffer's content by the bytes of the record of some changes.
    static func encode(
        _ changes: some Collection<StoreChange>, into buffer: inout RecordBuffer, salt: UInt64, offset: Int
    ) {
        begin(&buffer, Kind.changes, count: changes.count)
        for change in changes { append(change, to: &buffer) }
        finish(&buffer, salt: salt, offset: offset)
    }

    private static func begin(_ buffer: inout RecordBuffer, _ kind: UInt8, count: Int) {
        buffer.removeAll()
        buffer.append(number: UInt64(0))
        buffer.append(number: UInt32(kind))
        buffer.append(number: UInt32(truncatingIfNeeded: count))
    }

    private static func finish(_ buffer: inout RecordBuffer, salt: UInt64, offset: Int) {
        let length = buffer.count
        buffer.pad(to: 8)
        buffer.store(UInt32(truncatingIfNeeded: length), at: 0)
        buffer.store(checksum(buffer.bytes, salt: salt, offset: offset), at: 4)
    }

    /// Replaces a buffer's content by a record of another journal, for a place in this one.
    ///
    /// - Parameters:
    ///   - record: The record's bytes, as they were written, padding included.
    ///   - salt: The salt of the journal that it is for.
    ///   - offset: The place in that journal.
    static func copy(
        _ record: UnsafeRawBufferPointer, into buffer: inout RecordBuffer, salt: UInt64, offset: Int
    ) {
        buffer.removeAll()
        buffer.append(record)
        buffer.store(checksum(buffer.bytes, salt: salt, offset: offset), at: 4)
    }

    private static func append(_ change: StoreChange, to buffer: inout RecordBuffer) {
        switch change {
        case .set(let name, let value):
            buffer.append(number: ChangeKind.set)
            buffer.append(text: name.text)
            buffer.append(value: value)
        case .remove(let name):
            buffer.append(number: ChangeKind.remove)
            buffer.append(text: name.text)
        case .removeAll:
            buffer.append(number: ChangeKind.removeAll)
        }
    }

    /// Of everything but the checksum's own four bytes, and of where the record lies.
    private static func checksum(_ bytes: UnsafeRawBufferPointer, salt: UInt64, offset: Int) -> UInt32 {
        var checksum = Checksum()
        checksum.add(salt)
        checksum.add(UInt64(offset))
        checksum.add(UInt64(bytes.loadUnaligned(fromByteOffset: 0, as: UInt32.self)))
        checksum.add(UnsafeRawBufferPointer(rebasing: bytes[8...]))
        return checksum.value
    }

    // MARK: - Reading

    /// The record at a place, and where the next one begins; nil if there is none, or not a whole one.
    ///
    /// - Parameters:
    ///   - bytes: Bytes of the journal.
    ///   - start: Where in them the record would begin.
    ///   - salt: The journal's salt.
    ///   - base: Where in the journal the bytes begin.
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

    /// How many bytes a record takes whose first four say that it is so long; nil if no record is.
    static func paddedLength(_ length: Int) -> Int? {
        guard length >= headSize, length <= longest else { return nil }
        let padded = (length + 7) / 8 * 8
        return padded <= longest ? padded : nil
    }

    private static func decode(_ bytes: UnsafeRawBufferPointer) -> JournalRecord? {
        var reader = JournalBytes(bytes, at: 8)
        guard let kind = reader.number(UInt32.self), let count = reader.number(UInt32.self) else { return nil }
        switch UInt8(exactly: kind) {
        case Kind.changes:
            var changes: [StoreChange] = []
            for _ in 0..<count {
                guard let change = change(&reader) else { return nil }
                changes.append(change)
            }
            return .changes(changes)
        case Kind.compaction:
            guard let size = reader.number(Int64.self), let checksum = reader.number(UInt32.self) else { return nil }
            return .compaction(SnapshotName(size: Int(clamping: size), checksum: checksum))
        case Kind.synchronized:
            guard count > 0 else { return .synchronized }
            return reader.number(UInt64.self).map { .synchronizedUpTo(Int(clamping: $0)) }
        default: return nil
        }
    }

    private static func change(_ reader: inout JournalBytes) -> StoreChange? {
        switch reader.number(UInt8.self) {
        case ChangeKind.set:
            guard let name = reader.text(), let value = reader.value() else { return nil }
            return .set(StoredName(name), value)
        case ChangeKind.remove: return reader.text().map { .remove(StoredName($0)) }
        case ChangeKind.removeAll: return .removeAll
        default: return nil
        }
    }
}
