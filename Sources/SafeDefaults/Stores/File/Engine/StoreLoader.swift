import Foundation

/// Reads a store's files: all of them, or what was appended to the journal since they were read.
///
/// It keeps nothing; ``StoreCache`` keeps what it reads.
struct StoreLoader: Sendable {
    let place: FilePlace
    let storage: Storage

    /// The start of the machine; nil if the system doesn't say.
    let boot: UInt64?

    /// The lock of this process's writers.
    let writers: WriterLock

    /// The largest property list that a store may have.
    static let largestSnapshot = 1 << 30

    /// The longest journal that a store may have: more than four of the largest property lists, after which it is
    /// compacted.
    static let largestJournal = Int(clamping: Int64(8) << 30)

    /// What has come to a store's content.
    enum Update {
        /// Changes, and the state behind them.
        case changes([StoreChange], StoreState)

        /// The whole content anew.
        case everything(StoreContent)
    }

    /// The property list's values, asked for only where they are used.
    typealias KnownValues = () -> [StoredName: PropertyListValue]

    /// Whether nothing has been written since a state was read.
    func isCurrent(_ state: StoreState) -> Bool {
        if let header = state.files.header, !header.isLost { return header[.position] == state.position.bits }
        do throws(StorageError) {
            let snapshot = try storage.status(of: place.snapshot, in: state.files.directory)
            let journal = try storage.status(of: place.journal, in: state.files.directory)
            return snapshot == state.snapshotStatus && journal == state.journalStatus
        } catch {
            return false
        }
    }

    /// Whether the lock file's fields are valid: some process has written them since the machine was started.
    func isValid(_ files: StoreFiles) -> Bool {
        guard let header = files.header, header[.magic] == HeaderField.magicValue else { return false }
        return boot == nil ? files.isRecovered : header[.boot] == boot
    }

    /// Reads what other processes have written since a state was read.
    func update(of state: StoreState, values: @escaping KnownValues) throws(DefaultsError) -> Update {
        if let header = state.files.header {
            if header.isLost {
                do throws(StorageError) {
                    try header.restore()
                } catch {
                    // Until it can be restored, the files alone say what is stored.
                }
            }
            let position = JournalPosition(bits: header[.position])
            if let journal = state.journal, isValid(state.files),
                let update = try place.naming({ try follow(journal, of: state, to: position) })
            {
                return update
            }
        }
        return .everything(try load(state, values: values))
    }

    // MARK: - Following the journal

    /// Reads what other processes have appended to the journal, or to the one that has replaced it in a compaction; nil
    /// if everything has to be read again.
    private func follow(
        _ journal: OpenJournal, of state: StoreState, to position: JournalPosition
    ) throws(StorageError) -> Update? {
        var state = state
        if position.hasJournal(of: state.position) {
            guard position.end >= state.end, let changes = try changes(in: journal, state.end..<position.end) else {
                return nil
            }
            (state.position, state.end) = (position, position.end)
            return .changes(changes, state)
        }
        // What isn't as it should be is repaired by a compaction, after which all is different.
        guard !state.needsCompaction, let next = try nextJournal(after: journal, state.files, position),
            let last = next.header.predecessor?.end,
            let rest = try changes(in: journal, state.end..<max(state.end, last)),
            let more = try changes(in: next, JournalHeader.size..<max(JournalHeader.size, position.end))
        else { return nil }
        state.snapshotStatus = try storage.status(of: place.snapshot, in: state.files.directory)
        // Another program may have put its own file there already; the next compaction finds out.
        state.isSnapshotKnown = false
        state.snapshot = next.header.snapshot
        state.journal = next
        (state.position, state.end) = (position, position.end)
        return .changes(rest + more, state)
    }

    /// Opens the journal that a compaction by another process has put in the place of one; nil if it doesn't follow it.
    private func nextJournal(
        after journal: OpenJournal, _ files: StoreFiles, _ position: JournalPosition
    ) throws(StorageError) -> OpenJournal? {
        let flags = files.lock == nil ? O_RDONLY : O_RDWR
        guard let file = try storage.open(place.journal, in: files.directory, flags) else { return nil }
        do throws(StorageError) {
            let bytes = try storage.read(file, from: 0, count: JournalHeader.size)
            if case .header(let header) = JournalHeader.read(bytes), position.isInJournal(header.generation),
                header.generation == journal.header.generation + 1, header.predecessor?.salt == journal.header.salt
            {
                return OpenJournal(file, header: header, storage: storage)
            }
        } catch {
            storage.close(file)
            throw error
        }
        storage.close(file)
        return nil
    }

    /// Reads the changes in a part of a journal; nil if they aren't all there.
    private func changes(in journal: OpenJournal, _ part: Range<Int>) throws(StorageError) -> [StoreChange]? {
        if part.isEmpty { return [] }
        // A lock file that was damaged may say anything.
        if part.count > 1 << 20, try storage.status(of: journal.file).size < part.upperBound { return nil }
        let bytes = try storage.read(journal.file, from: part.lowerBound, count: part.count)
        guard bytes.count == part.count else { return nil }
        return bytes.withUnsafeBytes { bytes in
            var (changes, offset) = ([StoreChange](), 0)
            while offset < bytes.count {
                let found = JournalRecord.read(
                    bytes, at: offset, salt: journal.header.salt, base: part.lowerBound)
                guard let (record, end) = found else { return nil }
                if case .changes(let some) = record { changes += some }
                offset = end
            }
            return changes
        }
    }

    // MARK: - Everything

    /// Reads the property list and the journal, or the part of them that isn't in memory yet.
    ///
    /// Without the lock file's lock, a compaction may happen in between. So the lock file's position is read before and
    /// after. The property list is read before the end of the journal, so that the journal holds whatever a newer property
    /// list holds.
    ///
    /// - Parameters:
    ///   - known: The state that was read last, and the files.
    ///   - values: The values that belong to it.
    ///   - isExclusive: Whether the caller has the lock file's lock, so that nothing can happen in between.
    func load(
        _ known: StoreState, values: @escaping KnownValues, isExclusive: Bool = false
    ) throws(DefaultsError) -> StoreContent {
        for attempt in 0... {
            let load = Load(self, known, values: values, isLast: attempt >= 50)
            if let content = try place.naming({ try load.settled(isExclusive: isExclusive) }) { return content }
            usleep(UInt32(min(attempt, 10)) * 100)
        }
        return StoreContent(state: StoreState(known.files))
    }
}
