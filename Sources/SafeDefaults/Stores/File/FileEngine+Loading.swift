import Foundation

// Reading a store's files: all of them, or what others have appended to the journal.

extension FileEngine {
    /// The largest property list that a store may have.
    static let largestSnapshot = 1 << 30

    /// The longest journal that a store may have: more than four of the largest property lists, after which it is folded
    /// in.
    static let largestJournal = Int(clamping: Int64(8) << 30)

    /// Takes what was read; under `reading`, or before anybody else has the engine.
    func install(_ loaded: StoreContent) {
        content = loaded
        for finding in loaded.findings where reported.insert(finding).inserted {
            unreported.append(finding.issue(place.path))
        }
        reported.formIntersection(loaded.findings)
    }

    /// Reads what other processes have written since; under `reading`.
    func catchUp() throws(DefaultsError) {
        if let page = files.page, let journal = content.journal {
            let word = StateWord(bits: page[.state])
            if word.hasJournal(of: content.word), word.end >= journal.end, isOfThisBoot(page) {
                if try naming({ try append(from: journal, to: word) }) { return }
            }
        }
        install(try load(isExclusive: false))
        listeners.noteAll()
    }

    /// Applies the records that were appended to the journal; false if they can't be read.
    private func append(from journal: OpenJournal, to word: StateWord) throws(StorageError) -> Bool {
        // A page that was damaged may say anything.
        let isFar = word.end - journal.end > 1 << 20
        if isFar, try storage.status(of: journal.file).size < word.end { return false }
        let bytes = try storage.read(journal.file, from: journal.end, count: word.end - journal.end)
        guard bytes.count == word.end - journal.end else { return false }
        var changes: [StoreChange] = []
        let isWhole = bytes.withUnsafeBytes { bytes in
            var place = 0
            while place < bytes.count {
                let found = JournalRecord.read(bytes, at: place, salt: journal.header.salt, base: journal.end)
                guard let (record, end) = found else { return false }
                if case .changes(let some) = record { changes += some }
                place = end
            }
            return true
        }
        guard isWhole else { return false }
        for change in changes {
            change.apply(to: &content.values)
            listeners.note(change)
        }
        content.word = word
        journal.end = word.end
        return true
    }

    // MARK: - Everything

    /// Reads the property list and the journal.
    ///
    /// Without the lock, a fold may come between: so the page's word is looked at before and after. The property list is
    /// read before the end of the journal is, so that the journal holds whatever a newer property list holds.
    ///
    /// - Parameter isExclusive: Whether the caller has the lock, so that nothing can come between.
    func load(isExclusive: Bool) throws(DefaultsError) -> StoreContent {
        for attempt in 0... {
            let loaded = try naming { try loadOnce(isExclusive: isExclusive, isLast: attempt >= 50) }
            if let loaded { return loaded }
            usleep(UInt32(min(attempt, 10)) * 100)
        }
        return StoreContent()
    }

    private func loadOnce(isExclusive: Bool, isLast: Bool) throws -> StoreContent? {
        let page = files.page.flatMap { isOfThisBoot($0) ? $0 : nil }
        let before = files.page.map { StateWord(bits: $0[.state]) } ?? .none
        var loaded = StoreContent(word: before)
        loaded.journalStatus = try storage.status(of: place.journal, in: files.directory)
        let journal = try openJournal()
        // Between the renames of a fold the page names the journal that was.
        let isNamed = journal.header.map { before.follows($0.generation) } ?? true
        if page != nil, !isNamed, !isExclusive, !isLast, journal.header != nil {
            journal.close(storage)
            return nil
        }
        do {
            try readSnapshot(into: &loaded)
        } catch {
            journal.close(storage)
            throw error
        }
        let now = files.page.map { StateWord(bits: $0[.state]) } ?? .none
        if !isLast, !now.hasJournal(of: before) {
            journal.close(storage)
            return nil
        }
        loaded.word = now
        let isTrusted = page != nil && isNamed && now.hasJournal(of: before)
        try replay(journal, knownEnd: isTrusted ? now.end : nil, page: page, into: &loaded)
        return loaded
    }

    /// Whether the page is one, and was put in order since the machine was started.
    func isOfThisBoot(_ page: StatePage) -> Bool {
        page[.magic] == StateField.magicValue && (boot == nil ? hasRecovered : page[.boot] == boot)
    }

    // MARK: - The property list

    private func readSnapshot(into loaded: inout StoreContent) throws {
        for attempt in 0..<5 {
            guard let status = try storage.status(of: place.snapshot, in: files.directory) else { return }
            try refuse(status)
            guard let file = try storage.open(place.snapshot, in: files.directory, O_RDONLY) else { continue }
            let bytes: [UInt8]
            do {
                bytes = try storage.read(file, from: 0, count: status.size)
                storage.close(file)
            } catch {
                storage.close(file)
                throw error
            }
            let isStill = try storage.status(of: place.snapshot, in: files.directory) == status
            let reading = bytes.isEmpty ? SnapshotReader.Reading() : SnapshotReader.read(bytes)
            // Another program may be writing it in place just now.
            if reading.isDamaged || bytes.isEmpty || !isStill, attempt < 4, !isStill || status.isRecent {
                usleep(10_000)
                continue
            }
            loaded.snapshotStatus = status
            loaded.snapshot = SnapshotName(of: bytes)
            loaded.values = reading.values
            if bytes.isEmpty { loaded.findings.append(.emptySnapshot) }
            if reading.isDamaged { loaded.findings.append(.damagedSnapshot(kept: reading.values.count)) }
            if status.links > 1 { loaded.findings.append(.secondName) }
            return
        }
    }

    /// Refuses what can't be a store's property list.
    private func refuse(_ status: FileStatus) throws(DefaultsError) {
        let reason: String
        switch status.kind {
        case .link: reason = "is a symbolic link, which a fold would replace; give the file that it leads to"
        case .directory: reason = "is a directory"
        case .other: reason = "is a device, or another thing that is no file"
        case .file where status.owner != geteuid(): reason = "belongs to another user"
        case .file where status.size > Self.largestSnapshot: reason = "is larger than \(Self.largestSnapshot >> 30) GiB"
        case .file: return
        }
        throw DefaultsError(.refusedStore, reason: "\"\(place.path)\" \(reason)")
    }

    // MARK: - The journal

    /// A journal's file, and what its first bytes are.
    private struct FoundJournal {
        var file: Int32?
        var header: JournalHeader?

        func close(_ storage: Storage) {
            if let file { storage.close(file) }
        }
    }

    private func openJournal() throws -> FoundJournal {
        let isWritable = files.lock != nil
        guard let file = try storage.open(place.journal, in: files.directory, isWritable ? O_RDWR : O_RDONLY) else {
            return FoundJournal()
        }
        do {
            let status = try storage.status(of: file)
            guard status.kind == .file, status.owner == geteuid() else {
                throw DefaultsError(
                    .refusedStore, reason: "the journal of \"\(place.path)\" is no file of this user")
            }
            guard status.size <= Self.largestJournal else {
                throw DefaultsError(
                    .refusedStore,
                    reason: "the journal of \"\(place.path)\" is larger than \(Self.largestJournal >> 30) GiB")
            }
            switch JournalHeader.read(try storage.read(file, from: 0, count: JournalHeader.size)) {
            case .header(let header): return FoundJournal(file: file, header: header)
            case .damaged: return FoundJournal(file: file)
            case .newer:
                throw DefaultsError(
                    .refusedStore,
                    reason: "\"\(place.path)\" was written by a newer version of SafeDefaults, in a form that this one "
                        + "doesn't know")
            }
        } catch {
            storage.close(file)
            throw error
        }
    }

    /// Changes what the property list holds as the journal says.
    private func replay(
        _ found: FoundJournal, knownEnd: Int?, page: StatePage?, into loaded: inout StoreContent
    ) throws(StorageError) {
        guard let file = found.file else {
            if let page, page[.state] != 0 { loaded.findings.append(.missingJournal) }
            return
        }
        // From here on the file is closed with the object. A salt of the start before will do: a wrong one finds nothing.
        let unknown = JournalHeader(generation: 0, salt: files.page?[.salt] ?? 0, snapshot: .none)
        let journal = OpenJournal(file, header: found.header ?? unknown, end: JournalHeader.size, storage: storage)
        let bytes = try storage.read(file, from: 0, count: try storage.status(of: file).size)
        let scan = JournalScan(bytes, salt: journal.header.salt, knownEnd: knownEnd)
        if found.header == nil || scan.isDamaged || scan.hasStrayRecords { loaded.findings.append(.damagedJournal) }
        if found.header != nil {
            let known = [journal.header.snapshot] + scan.announced
            if loaded.snapshotStatus == nil, journal.header.snapshot != .none {
                loaded.findings.append(.removedSnapshot)
                loaded.journal = journal
                journal.end = scan.end
                return
            }
            let isAsWritten = loaded.snapshotStatus == nil || known.contains(loaded.snapshot)
            if !isAsWritten, loaded.findings.allSatisfy({ $0 == .secondName }) {
                loaded.findings.append(.editedSnapshot)
            }
            loaded.journal = journal
        }
        journal.end = scan.end
        for change in scan.changes { change.apply(to: &loaded.values) }
    }
}
