import Dispatch
import Foundation

// Compaction: writing the whole store as a new property list, and starting a new journal. Other writers can write
// between its steps. Each step holds the writers' lock only for a few system calls, never while it encodes values or
// waits for the disk.

extension FileEngine {
    /// Compacts the journal if it holds records, or if the store's files need a repair.
    func compactNow(timeout: DispatchTimeInterval? = nil) throws(DefaultsError) {
        try compact(force: false, timeout: timeout)
    }

    /// Compacts the journal before the engine or the process ends.
    ///
    /// The writes are safe without it, so it waits only briefly for others. If the store's directory was removed,
    /// nothing is created again.
    func compactAtEnd() {
        guard schedule.isDirty.isSet, !isInherited else { return }
        do {
            guard try storage.status(of: place.directory, in: AT_FDCWD) != nil else { return }
            try compactNow(timeout: .seconds(1))
        } catch {
            // The next process that opens the store reads the journal.
        }
    }

    /// Replaces the property list with one that holds all values, and the journal with one that holds only the records
    /// written meanwhile.
    ///
    /// - Parameters:
    ///   - force: Whether to compact even if nothing has changed.
    ///   - timeout: How long to wait for other threads and processes; nil for the usual timeout.
    ///   - waits: Whether to wait if another process is compacting.
    /// - Returns: False if another process is compacting and `waits` is false.
    @discardableResult
    func compact(
        force: Bool, timeout: DispatchTimeInterval? = nil, waits: Bool = true
    ) throws(DefaultsError) -> Bool {
        let end = DispatchTime.now() + (timeout ?? self.timeout)
        // A thread that has the writers' lock must not wait for a thread that is compacting, because that one waits for
        // the writers' lock. It needn't wait either: the other thread notices that the journal was replaced.
        let isAlone = writers.isOwned
        if !isAlone {
            guard compacting.lock(until: end) else { throw place.isBusy("thread") }
        }
        defer { if !isAlone { compacting.unlock() } }
        for _ in 0..<20 {
            switch try compactOnce(force: force, waits: waits, isAlone: isAlone, until: end) {
            case .done: return true
            case .isOutdated: continue
            case .isBusy: return false
            }
        }
        throw DefaultsError(
            .fileFailure, reason: "other programs change \"\(place.path)\" again and again, so it can't be compacted")
    }

    private enum Outcome {
        case done

        /// Another program or process has changed something. The compaction has to start over.
        case isOutdated

        /// Another process is compacting the store.
        case isBusy
    }

    private func compactOnce(
        force: Bool, waits: Bool, isAlone: Bool, until end: DispatchTime
    ) throws(DefaultsError) -> Outcome {
        let start = try exclusively(until: end) { writer throws(DefaultsError) in
            try beginCompaction(force: force, isAlone: isAlone, writer)
        }
        let compaction: Compaction
        switch start {
        case .unneeded: return .done
        case .unknownSnapshot(let status):
            try verifySnapshot(status, until: end)
            return .isOutdated
        case .begun(let begun): compaction = begun
        }
        guard let journal = compaction.journal, !isAlone else {
            // While there is no journal, nothing can be written between the steps, and another process wouldn't notice
            // the compaction. So the lock is held throughout.
            return try exclusively(until: end) { _ throws(DefaultsError) in
                try run(compaction, until: end) ? .done : .isOutdated
            }
        }
        // Only the process that has locked the journal may compact.
        guard try place.naming({ try storage.lock(journal.file) { waits ? end : .now() } }) else {
            if waits { throw place.isBusy("process") }
            return .isBusy
        }
        defer { storage.unlock(journal.file) }
        return try run(compaction, until: end) ? .done : .isOutdated
    }

    // MARK: - The start

    private enum Start {
        case unneeded
        case unknownSnapshot(FileStatus?)
        case begun(Compaction)
    }

    /// Starts a compaction, if one is needed.
    private func beginCompaction(force: Bool, isAlone: Bool, _ writer: Writer) throws(DefaultsError) -> Start {
        if !isAlone { try verifyLock(writer) }
        var state = try prepare(writer)
        if state.needsCompaction, !state.isConfirmed {
            // Findings that were made without the lock may come from a file that was just being written.
            try cache.reload(isExclusive: true)
            state = try prepare(writer)
        }
        let status = try place.naming { try storage.status(of: place.snapshot, in: writer.files.directory) }
        if status != state.snapshotStatus || !state.isSnapshotKnown { return .unknownSnapshot(status) }
        let hasChanges = state.journal != nil && state.end > JournalHeader.size
        let isInPlace = try hasJournalInPlace(state)
        guard force || hasChanges || state.needsCompaction || !isInPlace else {
            schedule.isDirty.set(false)
            return .unneeded
        }
        if let status, !status.isWritable {
            throw DefaultsError(.fileFailure, reason: "\"\(place.path)\" is read-only")
        }
        return .begun(
            Compaction(
                content: cache.whole, status: status, names: place.next(isAlone: isAlone || state.journal == nil)))
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
