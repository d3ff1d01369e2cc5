import Dispatch
import Foundation
import SafeDefaults

// Compaction: writing the whole store as a new property list, and starting a new journal. Other writers can write
// between its steps. Each step holds the writers' lock only for a few system calls, never while it encodes values or
// waits for the disk.

extension FileEngine {
    /// Compacts the journal if it holds records, or if the store's files need a repair.
    func compactNow(timeout: DispatchTimeInterval? = nil) throws(DefaultsError) {
        try compact(if: .changes, timeout: timeout)
    }

    /// Compacts the journal before the engine or the process ends.
    ///
    /// The writes are safe without it, so it waits only briefly for others. If the store's directory was removed,
    /// nothing is created again. The caller reports the issues.
    func compactAtEnd() {
        isEnding.set(true)
        guard schedule.isDirty.isSet, !isInherited, (try? storage.status(of: place.directory, in: AT_FDCWD)) != nil
        else { return }
        // If this fails, the next process that opens the store reads the journal.
        try? compactNow(timeout: .seconds(1))
    }

    /// The condition on which a store is compacted.
    enum CompactionNeed {
        /// The store is compacted in any case.
        case none

        /// The journal holds records, or a file has to be repaired.
        case changes

        /// A file has to be repaired.
        case repair
    }

    /// Replaces the property list with one that holds all values, and the journal with one that holds only the records
    /// written meanwhile.
    ///
    /// - Parameters:
    ///   - need: The condition; if it isn't met, nothing is done.
    ///   - timeout: How long to wait for other threads and processes; nil for the usual timeout.
    ///   - waits: Whether to wait if another process is compacting.
    /// - Returns: False if another process is compacting and `waits` is false, or if the system is about to suspend
    ///   this process.
    @discardableResult
    func compact(
        if need: CompactionNeed, timeout: DispatchTimeInterval? = nil, waits: Bool = true
    ) throws(DefaultsError) -> Bool {
        let end = DispatchTime.now() + (timeout ?? self.timeout)
        var need = need
        for _ in 0..<20 {
            guard mayContinue else { return false }
            let outcome: Outcome?
            if writers.isOwned {
                // This thread must not wait for one that compacts, because that one waits for the writers' lock. The
                // other one notices that the journal was replaced.
                outcome = try compactOnce(if: need, locked: nil, until: end)
            } else {
                outcome = try withJournalLocked(until: end, waits: waits) { journal throws(DefaultsError) in
                    try compactOnce(if: need, locked: journal, until: end)
                }
            }
            switch outcome {
            case .done: return true
            case .isOutdated:
                // A repair may have put everything into a new journal, which is still to be compacted.
                if need == .repair { need = .changes }
            case nil:
                if waits { throw place.isBusy("thread or process") }
                return false
            }
        }
        throw DefaultsError(
            .fileFailure, reason: "other programs change \"\(place.path)\" again and again, so it can't be compacted")
    }

    private enum Outcome {
        case done

        /// Another program has changed something, or another process has repaired it. The compaction has to start over.
        case isOutdated
    }

    /// - Parameter journal: The journal whose lock this process has; nil if there is none, or if this thread has the
    ///   writers' lock.
    private func compactOnce(
        if need: CompactionNeed, locked journal: OpenJournal?, until end: DispatchTime
    ) throws(DefaultsError) -> Outcome {
        var start = try beginCompaction(if: need, locked: journal, until: end)
        if case .unknownSnapshot(let status) = start {
            try verifySnapshot(status, until: end)
            start = try beginCompaction(if: need, locked: journal, until: end)
        }
        switch start {
        case .unneeded: return .done
        case .isOutdated, .unknownSnapshot: return .isOutdated
        case .begun(let compaction):
            if journal != nil { return try run(compaction, until: end) ? .done : .isOutdated }
            // While there is no journal, nothing can be written between the steps, and another process wouldn't notice
            // the compaction. So the writers' lock is held throughout.
            return try exclusively(until: end) { writer throws(DefaultsError) in
                // Another process may have repaired the store just now.
                guard try continued(compaction, writer) != nil else { return .isOutdated }
                return try run(compaction, until: end) ? .done : .isOutdated
            }
        }
    }

    // MARK: - The journal's lock

    /// Runs a body while no other thread and no other process can compact.
    ///
    /// The lock is a `flock` on the journal that is in place. A process that has waited for it may have got the lock of
    /// a journal which was replaced meanwhile. That lock excludes nobody, so the journal is compared once more.
    ///
    /// - Parameters:
    ///   - end: When to stop waiting.
    ///   - waits: Whether to wait if another thread or process has the lock.
    ///   - body: The body, which is given the journal, or nil if the store has none.
    /// - Returns: The body's result, or nil if another thread or process has the lock.
    func withJournalLocked<Result>(
        until end: DispatchTime, waits: Bool = true, _ body: (OpenJournal?) throws(DefaultsError) -> Result
    ) throws(DefaultsError) -> Result? {
        guard compacting.lock(until: waits ? end : .now()) else { return nil }
        defer { compacting.unlock() }
        repeat {
            guard let journal = try currentJournal(until: end) else { return try body(nil) }
            guard try place.naming({ try storage.lock(journal.file) { waits ? end : .now() } }) else { break }
            defer { storage.unlock(journal.file) }
            if try currentJournal(until: end) === journal { return try body(journal) }
        } while DispatchTime.now() < end
        return nil
    }

    /// The journal that is in place; nil if there is none to which records can be appended.
    private func currentJournal(until end: DispatchTime) throws(DefaultsError) -> OpenJournal? {
        try exclusively(until: end) { writer throws(DefaultsError) in
            try verifyLock(writer)
            return try prepare(writer).journal
        }
    }

    // MARK: - The start

    private enum Start {
        case unneeded
        case isOutdated
        case unknownSnapshot(FileStatus?)
        case begun(Compaction)
    }

    /// Starts a compaction, if one is needed.
    private func beginCompaction(
        if need: CompactionNeed, locked journal: OpenJournal?, until end: DispatchTime
    ) throws(DefaultsError) -> Start {
        let isAlone = writers.isOwned
        return try exclusively(until: end) { writer throws(DefaultsError) in
            var state = try prepare(writer)
            if state.needsCompaction, !state.isConfirmed {
                // Findings that were made without the lock may come from a file that was just being written.
                try cache.reload(isExclusive: true)
                state = try prepare(writer)
            }
            guard isAlone || state.journal === journal else { return .isOutdated }
            let status = try place.naming { try storage.status(of: place.snapshot, in: writer.files.directory) }
            if status != state.snapshotStatus || !state.isSnapshotKnown { return .unknownSnapshot(status) }
            let hasChanges = state.journal != nil && state.end > JournalHeader.size
            let needsRepair = try needsRepair(state, writer)
            guard need == .none || needsRepair || need == .changes && hasChanges else {
                if !hasChanges { schedule.isDirty.set(false) }
                return .unneeded
            }
            if let status, !status.isWritable {
                throw DefaultsError(.fileFailure, reason: "\"\(place.path)\" is read-only")
            }
            removeLeftovers(of: state, writer)
            let names = journal.map { place.next(salt: $0.header.salt) } ?? place.nextUnderWritersLock
            return .begun(Compaction(content: cache.whole, status: status, names: names))
        }
    }

    /// Whether only a compaction puts the files in order.
    func needsRepair(_ state: StoreState, _ writer: Writer) throws(DefaultsError) -> Bool {
        if state.needsCompaction || writer.files.header?[.distrusted] ?? 0 != 0 { return true }
        return try !hasJournalInPlace(state)
    }

    /// Removes the temporary files of compactions that were killed.
    ///
    /// The writers' lock protects the names of one kind. Those of the previous journal aren't in use any more: their
    /// owner removes them in the step, under the writers' lock, that replaces the journal.
    private func removeLeftovers(of state: StoreState, _ writer: Writer) {
        removeNext(place.nextUnderWritersLock, in: writer.files.directory)
        guard let predecessor = state.journal?.header.predecessor else { return }
        removeNext(place.next(salt: predecessor.salt), in: writer.files.directory)
    }

    func removeNext(_ names: FilePlace.NextNames, in directory: Int32) {
        storage.unlink(names.snapshot, in: directory)
        storage.unlink(names.journal, in: directory)
    }

    /// Returns the current state if a compaction can go on, which is so if others have only appended records since it
    /// began; nil otherwise.
    func continued(_ compaction: Compaction, _ writer: Writer) throws(DefaultsError) -> StoreState? {
        let state = try prepare(writer)
        let isSame =
            writer.files === compaction.content.state.files && state.journal === compaction.journal
            && state.findings == compaction.findings
        return isSame ? state : nil
    }

    // MARK: - Other programs

    /// Reads a property list that may not be the one that was last read or written.
    private func verifySnapshot(_ status: FileStatus?, until end: DispatchTime) throws(DefaultsError) {
        let state = cache.state
        if let status, !state.isSnapshotKnown, try isSnapshot(state.snapshot, status, state.files) {
            // Another process wrote it in a compaction, which this process followed without reading the property list.
            return try exclusively(until: end) { _ throws(DefaultsError) in
                cache.withState { now in
                    guard now.snapshot == state.snapshot else { return }
                    now.snapshotStatus = status
                    now.isSnapshotKnown = true
                }
            }
        }
        try exclusively(until: end) { writer throws(DefaultsError) in
            let state = try prepare(writer)
            let now = try place.naming { try storage.status(of: place.snapshot, in: writer.files.directory) }
            guard now != state.snapshotStatus || !state.isSnapshotKnown else { return }
            try cache.reload(isExclusive: true)
        }
    }

    /// Whether the property list has a given size and checksum, and a given status.
    private func isSnapshot(
        _ name: SnapshotName, _ status: FileStatus, _ files: StoreFiles
    ) throws(DefaultsError) -> Bool {
        guard status.size == name.size else { return false }
        return try place.naming {
            guard let file = try storage.open(place.snapshot, in: files.directory, O_RDONLY) else { return false }
            defer { storage.close(file) }
            guard SnapshotName(of: try storage.read(file, from: 0, count: status.size)) == name else { return false }
            return try storage.status(of: place.snapshot, in: files.directory) == status
        }
    }
}
