import Dispatch
import Foundation
import SafeDefaults

// Making writes durable. Other writers don't have to wait while this waits for the disk.

extension FileEngine {
    /// Waits until everything written so far is on the disk, in the files that a process finds when it opens the store.
    ///
    /// After a failed sync, the next one may report success although the bytes are lost. So the affected journal is
    /// never trusted again, and the next flush writes new files.
    func flush() throws(DefaultsError) {
        let end = DispatchTime.now() + timeout
        let removals = try exclusively(until: end) { _ in cache.state.removals }
        for attempt in 0..<20 {
            switch try flushOnce(keepsJournal: attempt > 0, until: end) {
            case .done:
                guard try exclusively(until: end, { _ in cache.state.removals }) == removals else {
                    throw DefaultsError(
                        .fileFailure,
                        reason: "another program has removed or replaced \"\(place.path)\", and what was written "
                            + "before with it")
                }
                return
            case .needsCompaction: try compact(if: .repair)
            case .begun, .isOutdated: break
            }
        }
        throw DefaultsError(
            .fileFailure, reason: "other programs change \"\(place.path)\" again and again, so it can't be flushed")
    }

    private enum Outcome {
        /// The caller has to wait until what was written up to this state is on the disk.
        case begun(StoreState, OpenJournal)

        case done
        case needsCompaction

        /// The journal has been replaced meanwhile.
        case isOutdated
    }

    /// - Parameter keepsJournal: Whether to prevent other processes from compacting meanwhile. While many of them open
    ///   and close the store, each attempt would otherwise find that the journal has been replaced.
    private func flushOnce(keepsJournal: Bool, until end: DispatchTime) throws(DefaultsError) -> Outcome {
        guard keepsJournal, !writers.isOwned else { return try flushOnce(until: end) }
        // A process that was stopped while it compacts must not make this flush fail.
        let soon = min(end, .now() + .seconds(1))
        let outcome = try withJournalLocked(until: soon) { _ throws(DefaultsError) in try flushOnce(until: end) }
        if let outcome { return outcome }
        return try flushOnce(until: end)
    }

    private func flushOnce(until end: DispatchTime) throws(DefaultsError) -> Outcome {
        // A thread that has the writers' lock doesn't wait for `flushing`: the thread that holds that may be waiting
        // for the writers' lock.
        let isAlone = writers.isOwned
        if !isAlone {
            guard flushing.lock(until: end) else { throw place.isBusy("thread") }
        }
        defer { if !isAlone { flushing.unlock() } }
        let start = try exclusively(until: end) { writer throws(DefaultsError) in try beginFlush(writer) }
        guard case .begun(let begun, let journal) = start else { return start }
        do throws(StorageError) {
            try storage.synchronize(journal.file)
            try synchronizeName(of: journal, in: begun.files.directory)
        } catch {
            try distrust(journal, until: end)
            throw place.named(error)
        }
        return try exclusively(until: end) { writer throws(DefaultsError) in try endFlush(begun, writer) }
    }

    private func beginFlush(_ writer: Writer) throws(DefaultsError) -> Outcome {
        try verifyLock(writer)
        let state = try prepare(writer)
        let status = try place.naming { try storage.status(of: place.snapshot, in: writer.files.directory) }
        guard let header = writer.files.header, let journal = state.journal else {
            return state.needsCompaction ? .needsCompaction : .done
        }
        let needsRepair = try needsRepair(state, writer)
        if needsRepair || status != state.snapshotStatus { return .needsCompaction }
        return header[.durable] == state.position.bits ? .done : .begun(state, journal)
    }

    private func endFlush(_ begun: StoreState, _ writer: Writer) throws(DefaultsError) -> Outcome {
        let (state, flushed) = (try prepare(writer), begun.position)
        guard state.journal === begun.journal, let header = writer.files.header else { return .isOutdated }
        let isAll = state.position == flushed
        if flushed.end > JournalHeader.size {
            // Tells later readers that everything before this record was flushed: a gap there is damage, and no loss of
            // power can have left it. If the disk has no room for it, the flushed bytes are durable all the same.
            try? append(isAll ? .synchronized : .synchronizedUpTo(flushed.end), writer)
        }
        try place.naming {
            try header.store(isAll ? cache.state.position.bits : flushed.bits, in: .durable)
        }
        return .done
    }

    /// Waits until a journal's directory entry is on the disk.
    func synchronizeName(of journal: OpenJournal, in directory: Int32) throws(StorageError) {
        guard durableSalt.withLock({ $0 }) != journal.header.salt else { return }
        try storage.synchronize(directory)
        durableSalt.withLock { $0 = journal.header.salt }
    }

    /// Waits until the entries of the store's directory, and of those further up that are this user's, are on the disk.
    ///
    /// They may have been created for the store, by this process or by another one.
    func synchronizeParents() throws(StorageError) {
        var path = place.directory
        while path != "/", try storage.status(of: path, in: AT_FDCWD)?.owner == geteuid() {
            path = path.parentPath
            do throws(StorageError) {
                guard let file = try storage.open(path, in: AT_FDCWD, O_RDONLY | O_DIRECTORY, follows: true) else {
                    return
                }
                defer { storage.close(file) }
                try storage.synchronize(file)
            } catch {
                // A directory that this user may not read was there before.
                if [EACCES, EPERM].contains(error.number) { return }
                // Some file systems can't do that for a directory.
                guard [EINVAL, ENOTSUP].contains(error.number) else { throw error }
            }
        }
    }

    /// Whether the directory still holds the open journal under its name.
    ///
    /// If not, a compaction writes everything again.
    func hasJournalInPlace(_ state: StoreState) throws(DefaultsError) -> Bool {
        guard let journal = state.journal else { return true }
        return try place.naming {
            try storage.status(of: place.journal, in: state.files.directory)?.identity
                == storage.status(of: journal.file).identity
        }
    }
}
