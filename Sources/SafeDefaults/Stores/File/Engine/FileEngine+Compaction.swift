import Dispatch
import Foundation

// Compaction: writing the whole store as a new property list, and starting a new journal. Other writers go on between
// its steps. The lock is held for the few system calls of a step, never while values are encoded or the disk is waited
// for.

extension FileEngine {
    /// Compacts the journal, if there is something in it.
    func compactNow(timeout: DispatchTimeInterval? = nil) throws(DefaultsError) {
        try compact(force: false, timeout: timeout)
    }

    /// Compacts the journal before the engine or the process ends.
    ///
    /// What was written is safe without it, so it waits for nobody for long. A store whose directory was removed stays
    /// removed.
    func compactAtEnd() {
        guard schedule.isDirty.isSet, !isInherited else { return }
        do {
            guard try storage.status(of: place.directory, in: AT_FDCWD) != nil else { return }
            try compactNow(timeout: .seconds(1))
        } catch {
            // The next process that opens the store reads the journal.
        }
    }

    /// Replaces the property list by one that holds everything, and the journal by one that holds what was written
    /// meanwhile.
    ///
    /// - Parameters:
    ///   - force: Whether to do so even if nothing has changed.
    ///   - timeout: How long to wait for other threads and processes; the usual timeout for nil.
    ///   - waits: Whether to wait for another process that compacts.
    /// - Returns: False if another process compacts, and wasn't waited for.
    @discardableResult
    func compact(
        force: Bool, timeout: DispatchTimeInterval? = nil, waits: Bool = true
    ) throws(DefaultsError) -> Bool {
        let end = DispatchTime.now() + (timeout ?? self.timeout)
        // A thread that has the writers' lock must not wait for one that compacts, which waits for that lock. Nor does
        // it have to: the other one finds that the journal has been replaced.
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

        /// Another program or process has changed something, and the compaction has to begin anew.
        case isOutdated

        /// Another process compacts.
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
            // Without a journal others can't write, nor would they notice a compaction.
            return try exclusively(until: end) { _ throws(DefaultsError) in
                try run(compaction, until: end) ? .done : .isOutdated
            }
        }
        // Only one process compacts at a time: the one that has locked the journal.
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

    /// Finds out whether there is something to do.
    private func beginCompaction(force: Bool, isAlone: Bool, _ writer: Writer) throws(DefaultsError) -> Start {
        if !isAlone { try verifyLock(writer) }
        var state = try prepare(writer)
        if state.needsCompaction, !state.isConfirmed {
            // What was found without the lock may be a file that was just being written.
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

    /// Returns the state now if a compaction can go on: only records have come since it began.
    func continued(_ compaction: Compaction, _ writer: Writer) throws(DefaultsError) -> StoreState? {
        let state = try prepare(writer)
        let isSame =
            writer.files === compaction.content.state.files && state.journal === compaction.journal
            && state.findings == compaction.findings
        return isSame ? state : nil
    }

    // MARK: - Other programs

    /// Finds out what a property list is that isn't known to be the one that was read or written last.
    private func verifySnapshot(_ status: FileStatus?, until end: DispatchTime) throws(DefaultsError) {
        let state = cache.state
        if let status, !state.isSnapshotKnown, try isSnapshot(state.snapshot, status, state.files) {
            // It is that of another process, whose compaction was followed without reading it.
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

    /// Whether the property list has the content that a name stands for, and the status that is given.
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
