import Foundation
import SafeDefaults

/// Reads a store's files: either everything, or only what was appended to the journal since the last time.
///
/// It has no state of its own. ``StoreCache`` keeps the content.
struct StoreLoader: Sendable {
    let place: FilePlace
    let storage: Storage

    /// Identifies the current run of the machine, since it was last started; nil if the system doesn't provide such a
    /// number.
    let boot: UInt64?

    /// The lock of this process's writers.
    let writers: WriterLock

    /// The maximum size of a store's property list, in bytes.
    static let largestSnapshot = 1 << 30

    /// The maximum size of a store's journal, in bytes.
    ///
    /// It is more than four times the size of the largest property list, the length at which a journal is compacted.
    static let largestJournal = Int(clamping: Int64(8) << 30)

    /// What has changed in a store since its content was last read.
    enum Update {
        /// Individual changes, and the state after them.
        case changes([StoreChange], StoreState)

        /// The whole content, read again.
        case everything(StoreContent)
    }

    /// Returns the values that are known already.
    ///
    /// It is called only if they are needed.
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

    /// Whether the fields of the lock file are valid, which they are once a process has written them since the machine
    /// was started.
    func isValid(_ files: StoreFiles) -> Bool {
        guard let header = files.header, header[.magic] == HeaderField.magicValue else { return false }
        return boot == nil ? files.isRecovered.isSet : header[.boot] == boot
    }

    /// Reads what other processes have written since a state was read.
    func update(of state: StoreState, values: @escaping KnownValues) throws(DefaultsError) -> Update {
        if let header = state.files.header {
            // Until the header can be restored, only the other files tell what is stored.
            if header.isLost { try? header.restore() }
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

    /// Reads what other processes have appended to the journal, or to the new journal if a compaction has replaced it.
    ///
    /// Returns nil if everything has to be read again.
    private func follow(
        _ journal: OpenJournal, of state: StoreState, to position: JournalPosition
    ) throws -> Update? {
        var state = state
        if position.hasJournal(of: state.position) {
            guard position.end >= state.end, let changes = try changes(in: journal, state.end..<position.end) else {
                return nil
            }
            (state.position, state.end) = (position, position.end)
            return .changes(changes, state)
        }
        // If something has to be repaired, a compaction does it, after which everything may be different.
        guard !state.needsCompaction, let next = try nextJournal(after: journal, state.files, position),
            let last = next.header.predecessor?.end, last > 0,
            let rest = try changes(in: journal, state.end..<max(state.end, last)),
            let more = try changes(in: next, JournalHeader.size..<max(JournalHeader.size, position.end))
        else { return nil }
        state.snapshotStatus = try storage.status(of: place.snapshot, in: state.files.directory)
        // Another program may have put its own file there already. The next compaction will notice it.
        state.isSnapshotKnown = false
        state.snapshot = next.header.snapshot
        state.journal = next
        (state.position, state.end) = (position, position.end)
        return .changes(rest + more, state)
    }

    /// Opens the journal with which another process's compaction has replaced the given one.
    ///
    /// Returns nil if the journal there isn't its direct successor.
    private func nextJournal(
        after journal: OpenJournal, _ files: StoreFiles, _ position: JournalPosition
    ) throws -> OpenJournal? {
        guard let found = try openJournal(files), let header = found.soundHeader,
            position.isInJournal(header.generation), header.generation == journal.header.generation + 1,
            header.predecessor?.salt == journal.header.salt
        else { return nil }
        return found.journal
    }

    /// Reads the changes in a part of a journal.
    ///
    /// Returns nil if a record is missing or damaged.
    private func changes(in journal: OpenJournal, _ part: Range<Int>) throws(StorageError) -> [StoreChange]? {
        var changes: [StoreChange] = []
        let isWhole = try journal.records(in: part) { record in
            if case .changes(let some) = record { changes += some }
        }
        return isWhole ? changes : nil
    }

    // MARK: - Everything

    /// Opens the journal that is in place; nil if there is none.
    func openJournal(_ files: StoreFiles) throws -> FoundJournal? {
        let flags = files.lock == nil ? O_RDONLY : O_RDWR
        guard let file = try storage.open(place.journal, in: files.directory, flags) else { return nil }
        do {
            let status = try storage.status(of: file)
            guard status.kind == .file, status.owner == geteuid() else {
                let reason = status.kind == .file ? Self.belongsToAnother(status) : "is no file"
                throw DefaultsError(.refusedStore, reason: "the journal of \"\(place.path)\" \(reason)")
            }
            guard status.size <= Self.largestJournal else {
                throw DefaultsError(
                    .refusedStore,
                    reason: "the journal of \"\(place.path)\" is larger than \(Self.largestJournal >> 30) GiB")
            }
            let header: JournalHeader?
            switch JournalHeader.read(try storage.read(file, from: 0, count: JournalHeader.size)) {
            case .header(let found): header = found
            case .damaged: header = nil
            case .newer:
                throw DefaultsError(
                    .refusedStore,
                    reason: "\"\(place.path)\" was written by a newer version of SafeDefaults, in a form that this one "
                        + "doesn't know")
            }
            // If the journal's header is damaged, the salt in the lock file is used. It may be out of date; then no
            // record is found.
            let unknown = JournalHeader(generation: 0, salt: files.header?[.salt] ?? 0, snapshot: .none)
            let journal = OpenJournal(file, header: header ?? unknown, storage: storage)
            return FoundJournal(journal: journal, isSound: header != nil)
        } catch {
            storage.close(file)
            throw error
        }
    }

    /// Says whose a file is, by the number, because the system's search for the name disturbs `UserDefaults` on Linux.
    static func belongsToAnother(_ status: FileStatus) -> String {
        "belongs to another user, number \(status.owner): run the program as that one"
    }

    /// Reads the property list and the journal, or the part of them that isn't in memory yet.
    ///
    /// If the caller doesn't have the `flock` on the lock file, a compaction may run meanwhile. So the position in the
    /// lock file is read before and after the files. The property list is read before the journal's end is, so that the
    /// journal also includes everything that a newer property list has.
    ///
    /// - Parameters:
    ///   - known: The state that was read last, with the files to read.
    ///   - values: Returns the values that belong to that state.
    ///   - isExclusive: Whether the caller has the `flock` on the lock file, so that no other process can write
    ///     meanwhile.
    func load(
        _ known: StoreState, values: @escaping KnownValues, isExclusive: Bool = false
    ) throws(DefaultsError) -> StoreContent {
        for attempt in 0... {
            let load = Load(loader: self, known: known, values: values, attempt: attempt)
            if let content = try place.naming({ try load.settled(isExclusive: isExclusive) }) { return content }
            usleep(UInt32(min(attempt, 10)) * 100)
        }
        return StoreContent(state: StoreState(known.files))
    }
}
