import Foundation
import SafeDefaults

// Appending records to the journal.

extension FileEngine {
    /// The maximum length of a stored name, in UTF-8 bytes.
    static let longestName = 4 << 20

    /// The maximum size of a value, in bytes of the journal.
    static let largestValue = 64 << 20

    /// Makes a change.
    ///
    /// - Parameters:
    ///   - change: The change, whose value has been checked.
    ///   - listener: The listener that made the change and therefore isn't notified; nil to notify all.
    /// - Throws: The reason why the change wasn't made. It won't be made later either.
    func write(_ change: StoreChange, from listener: Int? = nil) throws(DefaultsError) {
        try write(CollectionOfOne(change), from: listener)
    }

    /// Makes the first changes of a new store.
    ///
    /// A store that has or had values is left as it is.
    func begin(with changes: [StoreChange]) throws(DefaultsError) {
        let isNew = try exclusively { writer throws(DefaultsError) in
            let state = try prepare(writer)
            guard state.journal == nil, state.snapshotStatus == nil else { return false }
            try write(changes)
            return true
        }
        // Compacts even if there are no changes: once the store's file exists, the store no longer counts as new.
        if isNew { try compact(if: .none) }
    }

    /// Makes changes: all of them, or none if it throws an error.
    ///
    /// - Parameters:
    ///   - changes: The changes, whose values have been checked.
    ///   - listener: The listener that made the change and therefore isn't notified; nil to notify all.
    func write(_ changes: some Collection<StoreChange>, from listener: Int? = nil) throws(DefaultsError) {
        guard !changes.isEmpty else { return }
        for index in changes.indices { try Self.check(changes[index]) }
        try prepareForFirstWrite()
        try exclusively { writer throws(DefaultsError) in
            guard let tail = try prepareToAppend(writer) else { return }
            try append(changes, at: tail, writer, from: listener)
        }
    }

    private static func check(_ change: StoreChange) throws(DefaultsError) {
        guard let name = change.name, name.text.utf8.count > longestName else { return }
        throw DefaultsError(
            .unstorable, storedName: name.text,
            reason: "the key is longer than \(longestName) bytes, the most a file store takes")
    }

    // MARK: - Preparing

    /// Reads what other processes have written, and returns the state after that.
    ///
    /// Repairs what a process left unfinished when it died, and what a restart of the machine has made invalid.
    @discardableResult
    func prepare(_ writer: Writer) throws(DefaultsError) -> StoreState {
        guard let header = writer.files.header else {
            throw DefaultsError(.fileFailure, reason: "\"\(place.path)\" can't be written")
        }
        if header.isLost { try place.naming { try header.restore() } }
        guard isIntact(writer, header) else { return try recover(writer, header) }
        try cache.refresh()
        let state = cache.state
        return state.findings.contains(.outdatedHeader) ? try recover(writer, header) : state
    }

    /// Whether the lock file is valid, and no process has left a write unfinished.
    private func isIntact(_ writer: Writer, _ header: SharedHeader) -> Bool {
        loader.isValid(writer.files) && header[.intent] == Intent.nothing
    }

    /// Finds the journal's last valid record, and writes all fields of the lock file again.
    private func recover(_ writer: Writer, _ header: SharedHeader) throws(DefaultsError) -> StoreState {
        try cache.reload(isExclusive: true) { state throws(DefaultsError) in
            guard let journal = state.journal, !state.findings.contains(.damagedJournal) else { return }
            // The bytes after the end belong to a write that never returned successfully.
            try place.naming { try storage.truncate(journal.file, to: state.end) }
        } finish: { state throws(DefaultsError) in
            let position = state.journal.map { JournalPosition(generation: $0.header.generation, end: state.end) }
            let now = position ?? state.position
            try place.naming {
                try header.store(state.journal?.header.salt ?? 0, in: .salt)
                try header.store(0, in: .durable)
                // After a failed sync, only a restart of the machine shows which bytes are on the disk.
                if let boot = loader.boot, header[.boot] != boot { try header.store(0, in: .distrusted) }
                try header.store(now.bits, in: .position)
                try header.store(loader.boot ?? 0, in: .boot)
                try header.store(HeaderField.magicValue, in: .magic)
                try header.store(Intent.nothing, in: .intent)
            }
            state.position = now
            state.findings.removeAll { $0 == .outdatedHeader }
        }
        writer.files.isRecovered.set(true)
        return cache.state
    }

    /// Prepares for appending a record.
    ///
    /// Creates the store's first journal if there is none, and compacts first if readers would ignore the record.
    private func prepareToAppend(_ writer: Writer) throws(DefaultsError) -> JournalTail? {
        // Usually nothing has to be prepared.
        if let header = writer.files.header, !header.isLost, isIntact(writer, header), let tail = cache.tailIfReady {
            return tail
        }
        let state = try prepare(writer)
        if !state.findings.isEmpty {
            // After the removal of the property list, readers would ignore a new record.
            let isBlocked = state.journal == nil && state.needsCompaction
            if isBlocked || state.findings.contains(.removedSnapshot) { try compact(if: .none) }
            if cache.state.needsCompaction { writer.wantsCompaction = true }
        }
        try refuseReadOnlyFile(cache.state)
        if cache.state.journal == nil { try makeJournal(writer) }
        return cache.state.tail
    }

    private func refuseReadOnlyFile(_ state: StoreState) throws(DefaultsError) {
        guard let status = state.snapshotStatus, !status.isWritable else { return }
        // The status is read again, because the file may have become writable since.
        let now = try place.naming { try storage.status(of: place.snapshot, in: state.files.directory) }
        guard let now, !now.isWritable else { return }
        throw DefaultsError(.fileFailure, reason: "\"\(place.path)\" is read-only")
    }

    // MARK: - Records

    /// Appends changes.
    ///
    /// If the journal has grown too long, requests a compaction.
    private func append(
        _ changes: some Collection<StoreChange>, at tail: JournalTail, _ writer: Writer, from listener: Int?
    ) throws(DefaultsError) {
        JournalRecord.encode(changes, into: &writer.buffer, salt: tail.journal.header.salt, offset: tail.end)
        try refuseLarge(changes, writer)
        let end = tail.end + writer.buffer.count
        guard end <= StoreLoader.largestJournal else {
            throw DefaultsError(
                .fileFailure, reason: "the journal of \"\(place.path)\" can't be compacted, and is full")
        }
        try appendBuffer(changes, at: tail, writer, from: listener)
        noteWrite()
        if end > tail.compactionLength, end > schedule.retryLength { writer.wantsCompaction = true }
    }

    /// Refuses a record that is too long.
    ///
    /// A record that holds a value that is too large is at least as long as that value.
    private func refuseLarge(_ changes: some Collection<StoreChange>, _ writer: Writer) throws(DefaultsError) {
        guard writer.buffer.count > Self.largestValue else { return }
        for case .set(let name, let value) in changes {
            var bytes = RecordBuffer()
            bytes.append(value: value)
            guard bytes.count > Self.largestValue else { continue }
            throw DefaultsError(
                .unstorable, storedName: name.text,
                reason:
                    "it takes more than \(Self.largestValue >> 20) MiB, the most that a file store takes for a value")
        }
        guard writer.buffer.count > JournalRecord.longest else { return }
        throw DefaultsError(
            .unstorable,
            reason: "changes that are one take more than \(JournalRecord.longest >> 20) MiB, the most of a file store")
    }

    /// Appends a record that changes no value.
    func append(_ record: JournalRecord, _ writer: Writer) throws(DefaultsError) {
        guard let tail = cache.state.tail else { return }
        record.encode(into: &writer.buffer, salt: tail.journal.header.salt, offset: tail.end)
        try appendBuffer(EmptyCollection(), at: tail, writer, from: nil)
    }

    /// Writes the buffer after the journal's last record, and then publishes the new end, which makes the record valid.
    private func appendBuffer(
        _ changes: some Collection<StoreChange>, at tail: JournalTail, _ writer: Writer, from listener: Int?
    ) throws(DefaultsError) {
        guard let header = writer.files.header else { return }
        let journal = tail.journal
        let position = JournalPosition(generation: journal.header.generation, end: tail.end + writer.buffer.count)
        // No closures here: they cost a write a twentieth of its time.
        do throws(StorageError) {
            try header.store(Intent.append, in: .intent)
            do throws(StorageError) {
                try storage.write(journal.file, writer.buffer.bytes, at: tail.end)
                try cache.publish(changes, position, except: listener)
            } catch {
                try removeRecord(from: journal, at: tail.end, header)
                throw error
            }
        } catch {
            throw place.named(error)
        }
        // If this fails, the record is valid all the same. The next writer finds the intent and recovers.
        try? header.store(Intent.nothing, in: .intent)
    }

    /// Removes the bytes that a failed write has left after the journal's end.
    ///
    /// If that fails too, the next writer removes them.
    private func removeRecord(from journal: OpenJournal, at end: Int, _ header: SharedHeader) throws(StorageError) {
        do throws(StorageError) {
            try storage.truncate(journal.file, to: end)
        } catch {
            try header.store(Intent.undo(at: end), in: .intent)
            throw error
        }
        try header.store(Intent.nothing, in: .intent)
    }
}
