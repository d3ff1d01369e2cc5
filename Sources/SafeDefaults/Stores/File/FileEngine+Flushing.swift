import Foundation

// Making what was written durable.

extension FileEngine {
    /// Waits until everything that was written so far is on the disk.
    ///
    /// After a sync that failed, the system may say yes the next time though the bytes are gone. So the files that it was
    /// about are not trusted again: the next flush writes new ones.
    func flush() throws(DefaultsError) {
        try exclusively { () throws(DefaultsError) in
            try verifyLock()
            try prepare()
            guard let page = files.page, let journal = content.journal else { return }
            let isInPlace = try hasJournalInPlace()
            if page[.distrusted] != 0 || !isInPlace { try fold(force: true) }
            guard page[.durable] != content.word.bits || !hasDurableParents else { return }
            try makeDurable(content.journal ?? journal, page)
        }
    }

    private func makeDurable(_ journal: OpenJournal, _ page: StatePage) throws(DefaultsError) {
        try naming {
            do {
                try storage.synchronize(journal.file)
                if durableGeneration != journal.header.generation {
                    try storage.synchronize(files.directory)
                }
                if !hasDurableParents {
                    for parent in files.parents { try synchronizeDirectory(parent) }
                }
            } catch {
                try? page.store(content.word.bits, in: .distrusted)
                throw error
            }
        }
        durableGeneration = journal.header.generation
        hasDurableParents = true
        // Tells a later reader that a gap before this can't come from a loss of power. Where there is no room for it, what
        // was flushed is durable all the same.
        if journal.end > JournalHeader.size { try? append(.synchronized) }
        try naming { try page.store(content.word.bits, in: .durable) }
    }

    private func synchronizeDirectory(_ path: String) throws(StorageError) {
        guard let file = try storage.open(path, in: AT_FDCWD, O_RDONLY | O_DIRECTORY, follows: true) else { return }
        defer { storage.close(file) }
        try storage.synchronize(file)
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
            reading.withLock { unreported.append(.removedStore(place.path)) }
        }
        guard let lock = files.lock else { return }
        guard try naming({ try storage.lock(lock) { .now() + patience } }) else { throw isBusy("process") }
    }
}
