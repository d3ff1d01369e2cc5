import Dispatch
import Foundation

// Making what was written durable. No other writer waits for the disk.

extension FileEngine {
    /// Waits until everything that was written so far is on the disk, where a process that opens the store reads it.
    ///
    /// After a sync that failed, the system may report success the next time though the bytes are gone. So the files that
    /// it was about are not trusted again: the next flush writes new ones.
    func flush() throws(DefaultsError) {
        let end = DispatchTime.now() + timeout
        let removals = try exclusively(until: end) { _ in cache.state.removals }
        for _ in 0..<20 {
            switch try flushOnce(until: end) {
            case .done:
                guard try exclusively(until: end, { _ in cache.state.removals }) == removals else {
                    throw DefaultsError(
                        .fileFailure,
                        reason: "another program has removed \"\(place.path)\", and what was written before with it")
                }
                return
            case .needsCompaction: try compact(force: true)
            case .isOutdated: break
            }
        }
        throw DefaultsError(
            .fileFailure, reason: "other programs change \"\(place.path)\" again and again, so it can't be flushed")
    }

    private enum Outcome {
        case done
        case needsCompaction

        /// The journal has been replaced meanwhile.
        case isOutdated
    }

    private func flushOnce(until end: DispatchTime) throws(DefaultsError) -> Outcome {
        // A thread that has the writers' lock must not wait for one that may wait for that lock.
        let isAlone = writers.isOwned
        if !isAlone {
            guard flushing.lock(until: end) else { throw place.isBusy("thread") }
        }
        defer { if !isAlone { flushing.unlock() } }
        let flush: Flush
        switch try exclusively(until: end, { writer throws(DefaultsError) in try beginFlush(writer) }) {
        case .unneeded: return .done
        case .needsCompaction: return .needsCompaction
        case .begun(let begun): flush = begun
        }
        do throws(StorageError) {
            try storage.synchronize(flush.journal.file)
            try synchronizeName(of: flush.journal, in: flush.state.files.directory)
            for path in flush.directories { try synchronizeDirectory(path) }
        } catch {
            try distrust(flush.journal, until: end)
            throw place.named(error)
        }
        return try exclusively(until: end) { writer throws(DefaultsError) in try endFlush(flush, writer) }
    }

    /// A flush that is under way.
    private struct Flush {
        let state: StoreState
        let journal: OpenJournal
        let directories: [String]
    }

    private enum Start {
        case unneeded
        case needsCompaction
        case begun(Flush)
    }

    private func beginFlush(_ writer: Writer) throws(DefaultsError) -> Start {
        try verifyLock(writer)
        let state = try prepare(writer)
        let status = try place.naming { try storage.status(of: place.snapshot, in: writer.files.directory) }
        guard let header = writer.files.header, let journal = state.journal else {
            return state.needsCompaction ? .needsCompaction : .unneeded
        }
        let isInPlace = try hasJournalInPlace(state) && status == state.snapshotStatus
        if header[.distrusted] != 0 || !isInPlace || state.needsCompaction { return .needsCompaction }
        let hasNewDirectories = writer.hasNewDirectories || header[.newDirectories] != 0
        guard header[.durable] != state.position.bits || hasNewDirectories else { return .unneeded }
        return .begun(
            Flush(
                state: state, journal: journal, directories: hasNewDirectories ? writer.files.directoriesToFlush : []))
    }

    private func endFlush(_ flush: Flush, _ writer: Writer) throws(DefaultsError) -> Outcome {
        let state = try prepare(writer)
        guard state.journal === flush.journal, let header = writer.files.header else { return .isOutdated }
        let isAll = state.position == flush.state.position
        let flushed = flush.state.position
        if flushed.end > JournalHeader.size {
            do throws(DefaultsError) {
                // Tells a later reader that a gap before this can't come from a loss of power.
                try append(isAll ? .synchronized : .synchronizedUpTo(flushed.end), writer)
            } catch {
                // Where there is no room for it, what was flushed is durable all the same.
            }
        }
        try place.naming {
            try header.store(isAll ? cache.state.position.bits : flushed.bits, in: .durable)
            if !flush.directories.isEmpty { try header.store(0, in: .newDirectories) }
        }
        if !flush.directories.isEmpty { writer.hasNewDirectories = false }
        return .done
    }

    /// Waits until the name of a journal is on the disk.
    func synchronizeName(of journal: OpenJournal, in directory: Int32) throws(StorageError) {
        guard durableGeneration.withLock({ $0 }) != journal.header.generation else { return }
        try storage.synchronize(directory)
        durableGeneration.withLock { $0 = journal.header.generation }
    }

    private func synchronizeDirectory(_ path: String) throws(StorageError) {
        guard let file = try storage.open(path, in: AT_FDCWD, O_RDONLY | O_DIRECTORY, follows: true) else { return }
        defer { storage.close(file) }
        try storage.synchronize(file)
    }

    /// Whether the journal is still there under its name; if not, a compaction writes everything anew.
    func hasJournalInPlace(_ state: StoreState) throws(DefaultsError) -> Bool {
        guard let journal = state.journal else { return true }
        return try place.naming {
            try storage.status(of: place.journal, in: state.files.directory)?.identity
                == storage.status(of: journal.file).identity
        }
    }
}
