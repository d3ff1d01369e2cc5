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
        if loaded.findings.contains(.removedSnapshot), content.snapshotStatus != nil { removals += 1 }
        content = loaded
        needsOrder.set(true)
        for finding in loaded.findings where reported.insert(finding).inserted {
            unreported.append(finding.issue(place.path))
        }
        reported.formIntersection(loaded.findings)
    }

    /// Reads what other processes have written since; under `reading`.
    func catchUp() throws(DefaultsError) {
        if let page = files.page {
            if page.isLost {
                do throws(StorageError) {
                    try page.restore()
                } catch {
                    // Then the files alone say what is stored, until it can be had again.
                }
            }
            let word = StateWord(bits: page[.state])
            if let journal = content.journal, isOfThisBoot(page), try naming({ try follow(journal, to: word) }) {
                return
            }
        }
        install(try load(isExclusive: false))
        listeners.noteAll()
    }

    // MARK: - Following

    /// Applies what other processes have appended to the journal, or to the one that has replaced it in a fold; false if
    /// everything has to be read again.
    private func follow(_ journal: OpenJournal, to word: StateWord) throws(StorageError) -> Bool {
        guard !word.hasJournal(of: content.word) else {
            guard word.end >= journal.end,
                let changes = try changes(in: journal.file, journal.header, journal.end..<word.end)
            else { return false }
            apply(changes, word)
            journal.end = word.end
            return true
        }
        // What isn't as it should be is put in order by a fold, after which nothing is as it was.
        guard !content.findings.contains(where: \.needsFold), let next = try nextJournal(after: journal, word) else {
            return false
        }
        guard let last = next.header.predecessor?.end,
            let rest = try changes(in: journal.file, journal.header, journal.end..<max(journal.end, last)),
            let more = try changes(in: next.file, next.header, next.end..<max(next.end, word.end))
        else { return false }
        let status = try storage.status(of: place.snapshot, in: files.directory)
        apply(rest + more, word)
        next.end = word.end
        content.journal = next
        content.snapshot = next.header.snapshot
        // Another program may have been quicker with another one; the next fold finds it out.
        content.snapshotStatus = status
        content.isSnapshotKnown = false
        return true
    }

    private func apply(_ changes: [StoreChange], _ word: StateWord) {
        for change in changes {
            change.apply(to: &content.values)
            listeners.note(change)
        }
        content.word = word
    }

    /// The journal that a fold of another process has put into the place of one; nil if it is another's successor.
    private func nextJournal(after journal: OpenJournal, _ word: StateWord) throws(StorageError) -> OpenJournal? {
        let flags = files.lock == nil ? O_RDONLY : O_RDWR
        guard let file = try storage.open(place.journal, in: files.directory, flags) else { return nil }
        let bytes: [UInt8]
        do throws(StorageError) {
            bytes = try storage.read(file, from: 0, count: JournalHeader.size)
        } catch {
            storage.close(file)
            throw error
        }
        guard case .header(let header) = JournalHeader.read(bytes), word.follows(header.generation),
            header.generation == journal.header.generation + 1, header.predecessor?.salt == journal.header.salt
        else {
            storage.close(file)
            return nil
        }
        return OpenJournal(file, header: header, end: JournalHeader.size, storage: storage)
    }

    /// The changes in a part of a journal; nil if they aren't all there.
    private func changes(
        in file: Int32, _ header: JournalHeader, _ part: Range<Int>
    ) throws(StorageError) -> [StoreChange]? {
        if part.isEmpty { return [] }
        // A page that was damaged may say anything.
        if part.count > 1 << 20, try storage.status(of: file).size < part.upperBound { return nil }
        let bytes = try storage.read(file, from: part.lowerBound, count: part.count)
        guard bytes.count == part.count else { return nil }
        return bytes.withUnsafeBytes { bytes in
            var (changes, place) = ([StoreChange](), 0)
            while place < bytes.count {
                let found = JournalRecord.read(bytes, at: place, salt: header.salt, base: part.lowerBound)
                guard let (record, end) = found else { return nil }
                if case .changes(let some) = record { changes += some }
                place = end
            }
            return changes
        }
    }

    // MARK: - Everything

    /// Reads the property list and the journal, or what of them isn't in memory yet.
    ///
    /// Without the lock, a fold may come between: so the page's word is looked at before and after. The property list is
    /// read before the end of the journal is, so that the journal holds whatever a newer property list holds.
    ///
    /// - Parameter isExclusive: Whether the caller has the lock, so that nothing can come between.
    func load(isExclusive: Bool) throws(DefaultsError) -> StoreContent {
        for attempt in 0... {
            let loaded = try naming { try loadSettled(isExclusive: isExclusive, isLast: attempt >= 50) }
            if let loaded { return loaded }
            usleep(UInt32(min(attempt, 10)) * 100)
        }
        return StoreContent()
    }

    /// Reads, with the lock of writers where the page says that a writer is about to do something and nobody has the lock.
    ///
    /// Such a writer is dead, or the page is an older one, or damaged.
    private func loadSettled(isExclusive: Bool, isLast: Bool) throws -> StoreContent? {
        guard !isExclusive, !isForked, let page = files.page, isOfThisBoot(page), page[.intent] != Intent.nothing,
            let lock = files.lock, writing.tryLock()
        else { return try loadOnce(isExclusive: isExclusive, isLast: isLast) }
        defer { writing.unlock() }
        guard try storage.lock(lock, until: { .now() }) else { return try loadOnce(isExclusive: false, isLast: isLast) }
        defer { storage.unlock(lock) }
        return try loadOnce(isExclusive: false, isAlone: true, isLast: isLast)
    }

    /// Reads once; nil if somebody has written meanwhile, so that it has to be done again.
    ///
    /// - Parameters:
    ///   - isExclusive: Whether the caller has the lock, and is about to write.
    ///   - isAlone: Whether the caller has the lock, and only reads.
    ///   - isLast: Whether to be content with what is found.
    private func loadOnce(isExclusive: Bool, isAlone: Bool = false, isLast: Bool) throws -> StoreContent? {
        let page = files.page.flatMap { isOfThisBoot($0) ? $0 : nil }
        let before = files.page.map { StateWord(bits: $0[.state]) } ?? .none
        let journal = try openJournal()
        var file = journal.file
        defer { if let file { storage.close(file) } }
        // Between the renames of a fold the page names the journal that was.
        let isNamed = journal.header.map { before.follows($0.generation) } ?? true
        if page != nil, !isNamed, !isExclusive, !isLast, journal.header != nil { return nil }
        var loaded = StoreContent(word: before)
        var start = JournalHeader.size
        let known = journal.header.flatMap { header in content.journal?.header == header ? content : nil }
        let status = try storage.status(of: place.snapshot, in: files.directory)
        if let known, known.isSnapshotKnown, known.snapshotStatus == status {
            (loaded, start) = known.resumed(from: JournalHeader.size)
        } else {
            try readSnapshot(into: &loaded)
            // A damaged file is no reason to forget what was read of it while it was sound.
            let change = loaded.findings.compactMap(\.asDamageOfAnOpenFile).first
            if let known, let change, known.snapshotStatus != nil {
                let status = loaded.snapshotStatus
                (loaded, start) = known.resumed(from: JournalHeader.size)
                (loaded.snapshotStatus, loaded.isSnapshotKnown) = (status, true)
                loaded.findings = loaded.findings.filter { $0.asDamageOfAnOpenFile != change } + [change]
            }
        }
        loaded.journalStatus = try storage.status(of: place.journal, in: files.directory)
        let now = files.page.map { StateWord(bits: $0[.state]) } ?? .none
        if !isLast, !now.hasJournal(of: before) { return nil }
        loaded.word = now
        // From here on the file is closed with the journal's object.
        file = nil
        let isTrusted = page != nil && isNamed && now.hasJournal(of: before)
        try replay(
            journal, from: start, knownEnd: isTrusted ? now.end : nil, page: page, isExclusive: isExclusive,
            isAlone: isAlone, into: &loaded)
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
            let bytes = try storage.read(file, from: 0, count: JournalHeader.size)
            switch JournalHeader.read(bytes) {
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

    /// Changes what the property list holds, or what is in memory, as the journal says.
    private func replay(
        _ found: FoundJournal, from start: Int, knownEnd: Int?, page: StatePage?, isExclusive: Bool,
        isAlone: Bool, into loaded: inout StoreContent
    ) throws(StorageError) {
        guard let file = found.file else {
            if let page, page[.state] != 0 { loaded.findings.append(.missingJournal) }
            return
        }
        // A salt of the start before will do: a wrong one finds nothing.
        let unknown = JournalHeader(generation: 0, salt: files.page?[.salt] ?? 0, snapshot: .none)
        let journal = OpenJournal(file, header: found.header ?? unknown, end: start, storage: storage)
        let size = try storage.status(of: file).size
        var reader = JournalReader(size: size, salt: journal.header.salt) {
            [storage] place, count throws(StorageError) in
            try storage.read(file, from: place, count: count)
        }
        var scan = try JournalScan(&reader, from: start, knownEnd: knownEnd)
        if let knownEnd, scan.hasTail, let page {
            // Without the lock another process may be writing it just now.
            let intent = page[.intent]
            let isStill = try storage.status(of: file).size > knownEnd && page[.state] == loaded.word.bits
            let isSettled = isExclusive || isAlone || intent == Intent.nothing && isStill
            // One record may have been under way when its writer was killed: then it counts from the next write on, if
            // it didn't fail, so that all who only read agree.
            let isUnfinished = scan.tailCount == 1 && Intent.ofWriters.contains(intent)
            if isSettled, !isUnfinished || isExclusive && intent != Intent.undo {
                if !isUnfinished { loaded.findings.append(.outdatedPage) }
                scan.takeTail()
            }
        }
        if let knownEnd, knownEnd < start, page?[.intent] == Intent.nothing { loaded.add(.outdatedPage) }
        if size < start { loaded.add(.damagedJournal) }
        if found.header == nil || scan.isDamaged || scan.hasStrayRecords { loaded.add(.damagedJournal) }
        if found.header != nil {
            let known = [journal.header.snapshot] + scan.announced
            if loaded.snapshotStatus == nil, journal.header.snapshot != .none {
                loaded.add(.removedSnapshot)
                loaded.values = [:]
                loaded.journal = journal
                journal.end = scan.end
                return
            }
            let isAsWritten =
                loaded.snapshotStatus == nil || start > JournalHeader.size
                || known.contains(loaded.snapshot)
            if !isAsWritten, loaded.findings.allSatisfy({ $0 == .secondName || !$0.isOfSnapshot }) {
                loaded.add(.editedSnapshot)
            }
            loaded.journal = journal
        }
        journal.end = scan.end
        for change in scan.changes { change.apply(to: &loaded.values) }
    }
}
