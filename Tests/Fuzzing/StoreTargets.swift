import Foundation

@testable import SafeDefaults
@testable import SafeDefaultsFiles
@testable import SafeDefaultsFormats

/// The files of a store: nothing that wasn't written is read, and a damaged store can be written again.
enum StoreTargets {
    // MARK: - Journals

    static func journal(_ bytes: [UInt8]) {
        var input = Input(bytes)
        let damage = Damage(&input)
        let journal = Journal(&input, snapshot: .none)
        for known in [journal.bytes.count, nil] {
            let whole = JournalScan(journal.bytes, salt: journal.salt, knownEnd: known)
            expect(whole.changes == journal.changes && !whole.isDamaged, "a sound journal isn't read as written")
            let scan = JournalScan(damage.applied(to: journal.bytes), salt: journal.salt, knownEnd: known)
            expect(isPart(scan.changes, of: journal.changes), "a damaged journal has other changes")
            guard known == nil, !journal.isSynchronized else { continue }
            expect(journal.changes.starts(with: scan.changes), "changes after a gap count")
        }
        let header = JournalHeader.read(damage.applied(to: journal.bytes))
        expect(header == JournalHeader.read(journal.bytes) || header == .damaged, "a damaged header is read")
    }

    private static func isPart(_ changes: [StoreChange], of all: [StoreChange]) -> Bool {
        var rest = all[...]
        return changes.allSatisfy { change in
            guard let index = rest.firstIndex(of: change) else { return false }
            rest = rest[(index + 1)...]
            return true
        }
    }

    /// A sound journal, with records whose content may be anything.
    private struct Journal {
        var bytes: [UInt8]
        var changes: [StoreChange] = []
        var isSynchronized = false
        let salt: UInt64

        init(_ input: inout Input, snapshot: SnapshotName) {
            // The fuzzer could find a value that looks like a record if a salt didn't depend on the value.
            salt = input.digest
            bytes = JournalHeader(generation: 1, salt: salt, snapshot: snapshot).bytes
            var buffer = RecordBuffer()
            while !input.isEmpty, bytes.count < 1 << 14 {
                let record: JournalRecord
                switch input.byte() % 8 {
                case 0: record = .synchronized
                case 1: record = .synchronizedUpTo(Int(input.number(UInt16.self)))
                case 2: record = .compaction(SnapshotName(size: Int(input.byte()), checksum: input.number()))
                case 3:
                    append(payload: input.bytes())
                    continue
                default: record = .changes((0...input.byte() % 3).map { _ in Self.change(&input) })
                }
                record.encode(into: &buffer, salt: salt, offset: bytes.count)
                let found = JournalRecord.read(buffer.bytes, at: 0, salt: salt, base: bytes.count)
                expect(found?.record == record && found?.end == buffer.count, "a record loses: \(record)")
                append(Array(buffer.bytes), record)
            }
        }

        private static func change(_ input: inout Input) -> StoreChange {
            switch input.byte() % 6 {
            case 0: .removeAll
            case 1: .remove(StoredName(input.string()))
            default: .set(StoredName(input.string()), input.storableValue())
            }
        }

        private mutating func append(_ some: [UInt8], _ record: JournalRecord) {
            bytes += some
            switch record {
            case .changes(let more): changes += more
            case .synchronized, .synchronizedUpTo: isSynchronized = true
            case .compaction: break
            }
        }

        /// Appends a record of any content, with its checksum, if a reader takes it for one.
        private mutating func append(payload: [UInt8]) {
            var record = withUnsafeBytes(of: UInt32(payload.count + 8).littleEndian) { Array($0) } + [0, 0, 0, 0]
            record += payload
            record += [UInt8](repeating: 0, count: (8 - record.count % 8) % 8)
            var checksum = Checksum()
            checksum.add(salt)
            checksum.add(UInt64(bytes.count))
            checksum.add(UInt64(payload.count + 8))
            record[8...].withUnsafeBytes { checksum.add($0) }
            withUnsafeBytes(of: checksum.value.littleEndian) { record.replaceSubrange(4..<8, with: $0) }
            let found = record.withUnsafeBytes { JournalRecord.read($0, at: 0, salt: salt, base: bytes.count) }
            if let found { append(record, found.record) }
        }
    }

    /// What happens to a file's bytes: less than a checksum could miss.
    private struct Damage {
        let kind: UInt8
        let place: Int
        let bits: UInt32

        init(_ input: inout Input) {
            kind = input.byte() % 5
            place = Int(input.number(UInt16.self))
            bits = input.number()
        }

        func applied(to original: [UInt8]) -> [UInt8] {
            guard !original.isEmpty else { return original }
            var bytes = original
            let place = place % bytes.count
            switch kind {
            case 1:
                for index in 0..<min(4, bytes.count - place) {
                    bytes[place + index] ^= UInt8(truncatingIfNeeded: bits >> (8 * UInt32(index)))
                }
            case 2: bytes.removeSubrange(place...)
            case 3: bytes.replaceSubrange(place..., with: [UInt8](repeating: 0, count: bytes.count - place))
            case 4: bytes += [UInt8](repeating: UInt8(truncatingIfNeeded: bits), count: place % 512)
            default: break
            }
            return bytes
        }
    }

    // MARK: - Stores

    private static let directory: URL = {
        let folder = FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()
        return URL(fileURLWithPath: "\(folder)/fuzz-\(getpid())")
    }()

    private static func file(_ name: String) -> URL { directory.appendingPathComponent(name) }

    static func store(_ bytes: [UInt8]) {
        do {
            try? FileManager.default.removeItem(at: directory)
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
            try store(Input(bytes))
        } catch let error as DefaultsError {
            expect(!error.reason.isEmpty, "an error without a reason")
        } catch {
            fail("\(error)")
        }
    }

    private static func store(_ bytes: Input) throws {
        var input = bytes
        let flags = input.byte()
        let damage = Damage(&input)
        let entries = (0..<(flags & 1 == 0 ? 0 : 3)).map { _ in (StoredName(input.string()), input.storableValue()) }
        let values = Dictionary(keepingLast: entries)
        let snapshot = flags & 2 == 0 ? BinaryListWriter.bytes(of: values) : input.bytes()
        let lock = lockFile(&input, flags)
        let journal = Journal(&input, snapshot: flags & 1 == 0 ? .none : SnapshotName(of: snapshot))
        var files = [".store.plist.journal": journal.bytes]
        if flags & 1 == 1 { files["store.plist"] = snapshot }
        if flags & 4 == 4 { files[".store.plist.lock"] = lock(journal) }
        let names = [".store.plist.journal", "store.plist", ".store.plist.lock"]
        let damaged = names[Int(flags >> 3) % 3]
        files[damaged] = files[damaged].map(damage.applied)
        for (name, bytes) in files {
            try Data(bytes).write(to: file(name))
            // A file that was changed just now would be given time to become whole.
            var times = utimbuf(actime: 1, modtime: 1)
            utime(file(name).path, &times)
        }
        let (read, kept) = try reopened { engine in
            for name in names.prefix(2) {
                let now = FileManager.default.contents(atPath: file(name).path).map { [UInt8]($0) }
                expect(now == files[name], "a read has changed \(name)")
            }
            let before = engine.values()
            try engine.write(.set(StoredName("after"), 1))
            try engine.compactNow()
            return (before, engine.values())
        }
        // A write adopts the record of a writer that was killed, which readers ignore.
        let intent = files[".store.plist.lock"]?.dropFirst(8 * HeaderField.intent.rawValue).prefix(8) ?? []
        let isExpected = kept == read.merging([StoredName("after"): 1]) { $1 } || intent.contains { $0 != 0 }
        expect(isExpected, "a write changes other values: \(read), \(kept)")
        try reopened { expect($0.values() == kept, "a store is read otherwise after a compaction") }
        guard flags & 2 == 0, damaged != "store.plist" else { return }
        for (name, value) in read {
            let isWritten = values[name] == value || journal.changes.contains(.set(name, value))
            expect(isWritten, "a value that nobody wrote: \(name.text): \(value)")
        }
    }

    /// Opens the store as another process would.
    private static func reopened<Result>(_ body: (FileEngine) throws -> Result) throws -> Result {
        let (storage, place) = (Storage(), try FilePlace(file("store.plist")))
        let files = try StoreFiles(place, storage: storage)
        let engine = try FileEngine(place, files: files, storage: storage, boot: 1)
        defer { engine.schedule.isDirty.set(false) }
        return try body(engine)
    }

    /// Returns the bytes of a lock file: that of a journal, or of any content.
    private static func lockFile(_ input: inout Input, _ flags: UInt8) -> (Journal) -> [UInt8] {
        var fields = [UInt64](repeating: 0, count: HeaderField.allCases.count)
        let (intent, offset, other) = (input.byte(), input.number(UInt16.self), input.byte())
        return { journal in
            fields[HeaderField.magic.rawValue] = HeaderField.magicValue
            fields[HeaderField.boot.rawValue] = 1
            fields[HeaderField.salt.rawValue] = journal.salt
            fields[HeaderField.position.rawValue] =
                JournalPosition(generation: 1, end: flags & 32 == 0 ? journal.bytes.count : Int(offset)).bits
            fields[HeaderField.intent.rawValue] = intent < 128 ? 0 : UInt64(intent % 8) | UInt64(offset) << 8
            if flags & 64 == 64 { fields[Int(other) % fields.count] = UInt64(offset) }
            let bytes = fields.flatMap { field in withUnsafeBytes(of: field.littleEndian) { Array($0) } }
            return bytes + [UInt8](repeating: 0, count: HeaderField.size - bytes.count)
        }
    }
}

extension JournalScan {
    /// Reads a journal that is in memory.
    fileprivate init(_ bytes: [UInt8], salt: UInt64, knownEnd: Int?) {
        var reader = JournalReader(size: bytes.count, salt: salt) { Array(bytes[$0...].prefix($1)) }
        do throws(StorageError) {
            try self.init(&reader, from: JournalHeader.size, knownEnd: knownEnd)
        } catch {
            fail("memory can't be read")
        }
    }
}
