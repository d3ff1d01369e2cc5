import Dispatch
import Foundation

// Making what was written durable. The disk is waited for without the lock of writers.

extension FileEngine {
    /// Waits until everything that was written so far is on the disk, where a process that opens the store reads it.
    ///
    /// After a sync that failed, the system may say yes the next time though the bytes are gone. So the files that it was
    /// about are not trusted again: the next flush writes new ones.
    func flush() throws(DefaultsError) {
        let end = DispatchTime.now() + patience
        let removals = try exclusively(until: end) { self.removals }
        for _ in 0..<20 {
            switch try flushOnce(until: end) {
            case .done:
                guard try exclusively(until: end, { self.removals }) == removals else {
                    throw DefaultsError(
                        .fileFailure,
                        reason: "another program has removed \"\(place.path)\", and what was written before with it")
                }
                return
            case .needsFold: try fold(force: true)
            case .isOutdated: break
            }
        }
        throw DefaultsError(
            .fileFailure, reason: "other programs change \"\(place.path)\" again and again, so it can't be flushed")
    }

    private enum FlushOutcome {
        case done
        case needsFold

        /// The journal has been replaced meanwhile.
        case isOutdated
    }

    private func flushOnce(until end: DispatchTime) throws(DefaultsError) -> FlushOutcome {
        // Who holds the lock of writers must not wait for a thread that may wait for it.
        let isAlone = isOwned
        if !isAlone {
            guard flushing.lock(until: end) else { throw isBusy("thread") }
        }
        defer { if !isAlone { flushing.unlock() } }
        let (outcome, pending) = try exclusively(until: end) { () throws(DefaultsError) in try beginFlush() }
        guard let pending else { return outcome }
        do throws(StorageError) {
            try storage.synchronize(pending.journal.file)
            try synchronizeName(of: pending.journal, in: pending.files)
            for path in pending.directories { try synchronizeDirectory(path) }
        } catch {
            try distrust(pending.journal, until: end)
            throw named(error)
        }
        return try exclusively(until: end) { () throws(DefaultsError) in try endFlush(pending) }
    }

    /// What a flush waits for.
    private struct PendingFlush {
        let files: StoreFiles
        let journal: OpenJournal
        let word: StateWord
        let directories: [String]
    }

    private func beginFlush() throws(DefaultsError) -> (FlushOutcome, PendingFlush?) {
        try verifyLock()
        try prepare()
        let status = try naming { try storage.status(of: place.snapshot, in: files.directory) }
        guard let page = files.page, let journal = content.journal else {
            return (content.findings.contains(where: \.needsFold) ? .needsFold : .done, nil)
        }
        let isInPlace = try hasJournalInPlace() && status == content.snapshotStatus
        if page[.distrusted] != 0 || !isInPlace || content.findings.contains(where: \.needsFold) {
            return (.needsFold, nil)
        }
        let hasNewDirectories = hasNewDirectories || page[.newDirectories] != 0
        guard page[.durable] != content.word.bits || hasNewDirectories else { return (.done, nil) }
        return (
            .done,
            PendingFlush(
                files: files, journal: journal, word: content.word,
                directories: hasNewDirectories ? files.directoriesToFlush : [])
        )
    }

    private func endFlush(_ pending: PendingFlush) throws(DefaultsError) -> FlushOutcome {
        try prepare()
        guard content.journal === pending.journal, let page = files.page else { return .isOutdated }
        // Tells a later reader that a gap before this can't come from a loss of power. Where there is no room for it, what
        // was flushed is durable all the same.
        let isAll = content.word == pending.word
        if pending.word.end > JournalHeader.size {
            try? append(isAll ? .synchronized : .synchronizedUpTo(pending.word.end))
        }
        try naming {
            try page.store(isAll ? content.word.bits : pending.word.bits, in: .durable)
            if !pending.directories.isEmpty { try page.store(0, in: .newDirectories) }
        }
        if !pending.directories.isEmpty { hasNewDirectories = false }
        return .done
    }

    /// Waits until the name of a journal is on the disk.
    func synchronizeName(of journal: OpenJournal, in files: StoreFiles) throws(StorageError) {
        guard durableGeneration.withLock({ $0 }) != journal.header.generation else { return }
        try storage.synchronize(files.directory)
        durableGeneration.withLock { $0 = journal.header.generation }
    }

    private func synchronizeDirectory(_ path: String) throws(StorageError) {
        guard let file = try storage.open(path, in: AT_FDCWD, O_RDONLY | O_DIRECTORY, follows: true) else { return }
        defer { storage.close(file) }
        try storage.synchronize(file)
    }

    /// Notes that this process has made directories for the store; other processes flush their names too.
    func noteNewDirectories() {
        hasNewDirectories = true
        do throws(StorageError) {
            try files.page?.store(1, in: .newDirectories)
        } catch {
            // Then only this process knows.
        }
    }

    /// Whether the journal is still there under its name; if not, a fold writes everything anew.
    func hasJournalInPlace() throws(DefaultsError) -> Bool {
        guard let journal = content.journal else { return true }
        return try naming {
            try storage.status(of: place.journal, in: files.directory)?.identity
                == storage.status(of: journal.file).identity
        }
    }

    /// Opens everything anew if the lock file isn't the one that other processes find: then it was removed, with the
    /// directory perhaps, and a lock on it would exclude nobody.
    func verifyLock() throws(DefaultsError) {
        let status = try naming { try storage.status(of: "\(place.directory)/\(place.lock)", in: AT_FDCWD) }
        guard status?.identity != files.identity else { return }
        if let lock = files.lock { storage.unlock(lock) }
        let wasThere = content.journal != nil || content.snapshotStatus != nil
        try reopen()
        if wasThere, content.journal == nil, content.snapshotStatus == nil {
            removals += 1
            reading.withLock { unreported.append(.removedStore(place.path)) }
        }
        guard let lock = files.lock else { return }
        guard try naming({ try storage.lock(lock) { .now() + patience } }) else { throw isBusy("process") }
    }
}
