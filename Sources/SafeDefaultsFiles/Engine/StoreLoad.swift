import Foundation
import SafeDefaults
#if !COCOAPODS
import SafeDefaultsFormats
#endif

/// One attempt to read a whole store.
struct Load {
    let loader: StoreLoader

    /// The state that was read last.
    let known: StoreState
    let values: StoreLoader.KnownValues

    /// How many attempts there have been before.
    let attempt: Int

    /// Whether to accept a journal that the lock file doesn't name yet.
    ///
    /// A process that replaces the journal may have been stopped between two system calls.
    private var acceptsUnnamedJournal: Bool { attempt >= 50 }

    /// Whether to accept what was read although the journal was replaced meanwhile.
    ///
    /// It is out of date then, so the next read reads everything again. Only a lock file that somebody changes all the
    /// time leads here.
    private var acceptsOldContent: Bool { attempt >= 1_000 }

    private var place: FilePlace { loader.place }
    private var storage: Storage { loader.storage }
    private var files: StoreFiles { known.files }

    /// The lock that this process has while it reads.
    private enum Access {
        /// No lock.
        case shared

        /// The `flock` on the lock file, taken only for this read.
        case alone

        /// The `flock` on the lock file. A write follows.
        case exclusive
    }

    /// Reads the store.
    ///
    /// Takes the lock first if the header says that a writer is about to do something, but nobody has the lock.
    ///
    /// In that case the writer has died, or the lock file is an old copy or damaged.
    ///
    /// - Returns: The content, or nil if another process has written meanwhile, so that the store has to be read again.
    func settled(isExclusive: Bool) throws -> StoreContent? {
        if isExclusive { return try read(.exclusive) }
        guard let header = files.header, let lock = files.lock, loader.isValid(files), header[.intent] != Intent.nothing
        else { return try read(.shared) }
        var content: StoreContent?
        let isRead = try loader.writers.ifFree {
            guard try storage.lock(lock, until: { .now() }) else { return false }
            defer { storage.unlock(lock) }
            content = try read(.alone)
            return true
        }
        return isRead == true ? content : try read(.shared)
    }

    private func read(_ access: Access) throws -> StoreContent? {
        let isValid = loader.isValid(files)
        let before = position
        let journal = try loader.openJournal(files)
        let header = journal?.soundHeader
        // Between the two renames of a compaction, the position in the header is still that of the previous journal.
        let isNamed = header.map { before.isInJournal($0.generation) } ?? true
        if isValid, !isNamed, access != .exclusive, !acceptsUnnamedJournal { return nil }
        var (loaded, start) = try readSnapshot(before: header)
        loaded.state.journalStatus = try storage.status(of: place.journal, in: files.directory)
        let now = position
        let isSameJournal = now.hasJournal(of: before)
        if !isSameJournal, !acceptsOldContent { return nil }
        loaded.state.position = isSameJournal ? now : before
        loaded.state.isConfirmed = access != .shared
        let isTrusted = isValid && isNamed && isSameJournal
        try replay(journal, from: start, knownEnd: isTrusted ? now.end : nil, isValid: isValid, access, into: &loaded)
        // Without the end in the lock file, a record may have been read that was just being written.
        if !isTrusted, position != now, !acceptsOldContent { return nil }
        return loaded
    }

    private var position: JournalPosition { files.header.map { JournalPosition(bits: $0[.position]) } ?? .none }

    // MARK: - The property list

    /// Reads the property list, or uses what is already known of it.
    ///
    /// Also returns the offset from which the journal has to be read.
    private func readSnapshot(before journal: JournalHeader?) throws -> (StoreContent, start: Int) {
        let isSameJournal = journal != nil && known.journal?.header == journal
        let status = try storage.status(of: place.snapshot, in: files.directory)
        if isSameJournal, known.isSnapshotKnown, known.snapshotStatus == status {
            let (state, start) = known.resumed
            return (StoreContent(values: values(), state: state), start)
        }
        let loaded = try readSnapshot()
        // If the file is damaged now, the values that were read before are kept.
        let change = loaded.state.findings.compactMap(\.asDamageOfAnOpenFile).first
        guard isSameJournal, let change, known.snapshotStatus != nil else { return (loaded, JournalHeader.size) }
        var (state, start) = known.resumed
        (state.snapshotStatus, state.isSnapshotKnown) = (loaded.state.snapshotStatus, true)
        state.findings = state.findings.filter { $0.asDamageOfAnOpenFile != change } + [change]
        return (StoreContent(values: values(), state: state), start)
    }

    private func readSnapshot() throws -> StoreContent {
        var loaded = StoreContent(state: StoreState(files))
        for attempt in 0..<5 {
            guard let status = try storage.status(of: place.snapshot, in: files.directory) else { break }
            try refuse(status)
            guard let file = try storage.open(place.snapshot, in: files.directory, O_RDONLY) else { continue }
            let bytes: [UInt8]
            do {
                defer { storage.close(file) }
                bytes = try storage.read(file, from: 0, count: status.size)
            }
            let isUnchanged = try storage.status(of: place.snapshot, in: files.directory) == status
            let reading = bytes.isEmpty ? SnapshotReader.Reading() : SnapshotReader.read(bytes)
            // Another program may be writing to the file now.
            if reading.isDamaged || bytes.isEmpty || !isUnchanged, attempt < 4, !isUnchanged || status.isRecent {
                usleep(10_000)
                continue
            }
            loaded.values = reading.values
            loaded.state.snapshotStatus = status
            loaded.state.snapshot = SnapshotName(of: bytes)
            if bytes.isEmpty { loaded.state.findings.append(.emptySnapshot) }
            if reading.isDamaged { loaded.state.findings.append(.damagedSnapshot(kept: reading.values.count)) }
            break
        }
        return loaded
    }

    /// Throws an error if a file with this status can't be a store's property list.
    private func refuse(_ status: FileStatus) throws(DefaultsError) {
        let reason: String
        switch status.kind {
        case .link: reason = "is a symbolic link, which a compaction would replace; give the file that it leads to"
        case .directory: reason = "is a directory"
        case .other: reason = "is a device, or another thing that is no file"
        case .file where status.owner != geteuid(): reason = StoreLoader.belongsToAnother(status)
        case .file where status.size > StoreLoader.largestSnapshot:
            reason = "is larger than \(StoreLoader.largestSnapshot >> 30) GiB"
        case .file: return
        }
        throw DefaultsError(.refusedStore, reason: "\"\(place.path)\" \(reason)")
    }

    // MARK: - The journal

    /// Applies the journal's changes to the values.
    private func replay(
        _ found: FoundJournal?, from start: Int, knownEnd: Int?, isValid: Bool, _ access: Access,
        into loaded: inout StoreContent
    ) throws(StorageError) {
        let header = isValid ? files.header : nil
        guard let found else {
            loaded.state.journal = nil
            if header != nil, loaded.state.position != .none { loaded.state.findings.append(.missingJournal) }
            return
        }
        let journal = found.journal
        let size = try storage.status(of: journal.file).size
        var reader = journal.reader(size: size)
        var scan = try JournalScan(&reader, from: start, knownEnd: knownEnd)
        if let knownEnd, !scan.tail.isEmpty, let header {
            // If this process doesn't have the lock, another one may be writing now.
            let intent = header[.intent]
            let isUnchanged =
                try storage.status(of: journal.file).size > knownEnd && header[.position] == loaded.state.position.bits
            let isSettled = access != .shared || intent == Intent.nothing && isUnchanged
            // A killed writer may have left one complete record. Readers ignore it, so that they all agree. The next
            // write adopts it, unless the record's own write is known to have failed.
            let isUnfinished = scan.tail.count == 1 && Intent.isOfWriter(intent)
            if isSettled, !isUnfinished || access == .exclusive && intent != Intent.undo(at: scan.end) {
                if !isUnfinished { loaded.state.findings.append(.outdatedHeader) }
                scan.takeTail()
            }
        }
        if let knownEnd, knownEnd < start, header?[.intent] == Intent.nothing { loaded.state.add(.outdatedHeader) }
        if size < start || !found.isSound || scan.isDamaged || scan.hasStrayRecords {
            loaded.state.add(.damagedJournal)
        }
        loaded.state.end = scan.end
        loaded.state.journal = found.isSound ? journal : nil
        if found.isSound {
            if loaded.state.snapshotStatus == nil, journal.header.snapshot != .none {
                loaded.state.add(.removedSnapshot)
                loaded.values = [:]
                return
            }
            let isAsWritten =
                loaded.state.snapshotStatus == nil || start > JournalHeader.size
                || ([journal.header.snapshot] + scan.announced).contains(loaded.state.snapshot)
            if !isAsWritten, loaded.state.findings.allSatisfy({ !$0.isOfSnapshot }) {
                loaded.state.add(.editedSnapshot)
            }
        }
        for change in scan.changes { change.apply(to: &loaded.values) }
    }
}
