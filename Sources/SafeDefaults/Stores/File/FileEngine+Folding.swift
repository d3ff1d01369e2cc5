import Foundation

// Writing the whole store anew, as a property list, and beginning a new journal. Everything here runs under the lock of
// writers. The order of the steps is the point: after each of them the files that are there hold everything.

extension FileEngine {
    /// Folds the journal in from outside a write, if there is something in it.
    func foldNow(patience: DispatchTimeInterval? = nil) throws(DefaultsError) {
        try exclusively(patience: patience) { () throws(DefaultsError) in
            try verifyLock()
            try prepare()
            try fold(force: try !hasJournalInPlace())
        }
    }

    /// Folds the journal in before the engine goes, or the process; what was written is safe without it, so nobody waits
    /// for long.
    ///
    /// A store whose directory was removed stays removed.
    func foldAtEnd() {
        guard isDirty, (try? storage.status(of: place.directory, in: AT_FDCWD)) != nil else { return }
        try? foldNow(patience: .seconds(1))
    }

    /// Replaces the property list by one that holds everything, and the journal by an empty one.
    ///
    /// - Parameter force: Whether to do so also where nothing has changed.
    func fold(force: Bool) throws(DefaultsError) {
        try noticeOtherPrograms()
        let hasChanges = content.journal.map { $0.end > JournalHeader.size } ?? false
        guard force || hasChanges || content.findings.contains(where: \.needsFold) else { return }
        try refuseReadOnly()
        let bytes = SnapshotWriter.bytes(of: content.values)
        guard bytes.count <= Self.largestSnapshot else {
            throw DefaultsError(
                .fileFailure, reason: "\"\(place.path)\" would be larger than \(Self.largestSnapshot >> 30) GiB")
        }
        let name = SnapshotName(of: bytes)
        try announce(name)
        do throws(DefaultsError) {
            try writeNext(bytes)
            try setAside()
            try replaceBoth(name)
        } catch {
            storage.unlink(place.nextSnapshot, in: files.directory)
            storage.unlink(place.nextJournal, in: files.directory)
            throw error
        }
        reading.lock()
        idling.isDirty = false
        reading.unlock()
    }

    /// Makes a store's first journal.
    func makeJournal() throws(DefaultsError) {
        do throws(DefaultsError) {
            let journal = try writeNextJournal(after: content.snapshot)
            try replaceJournal(by: journal)
        } catch {
            storage.unlink(place.nextJournal, in: files.directory)
            throw error
        }
    }

    // MARK: - Steps

    /// Reads everything again if another program has changed or removed the property list.
    private func noticeOtherPrograms() throws(DefaultsError) {
        let status = try naming { try storage.status(of: place.snapshot, in: files.directory) }
        guard status != content.snapshotStatus else { return }
        let loaded = try load(isExclusive: true)
        reading.lock()
        defer { reading.unlock() }
        install(loaded)
        listeners.noteAll()
    }

    /// Notes in the journal which property list is about to take its place, and waits until the journal is on the disk.
    ///
    /// A process that dies between the two renames leaves the new property list with the old journal, which so knows it. And
    /// after a loss of power the journal must not have lost what the property list has: its older records, applied once
    /// more, would bring back what they set.
    private func announce(_ name: SnapshotName) throws(DefaultsError) {
        guard let page = files.page, let journal = content.journal, !content.findings.contains(.damagedJournal) else {
            return
        }
        if page[.distrusted] == 0 {
            try append(.fold(name))
            do throws(StorageError) {
                try storage.synchronize(journal.file)
                // Its name as well: an older journal in its place would be applied over the new property list.
                if durableGeneration != journal.header.generation { try storage.synchronize(files.directory) }
                durableGeneration = journal.header.generation
                return
            } catch {
                try naming { try page.store(content.word.bits, in: .distrusted) }
            }
        }
        // What the disk may have lost of the journal nobody can tell: a new one, which holds everything by itself.
        do throws(DefaultsError) {
            let next = try writeNextJournal(after: content.snapshot, holding: content.values, announcing: name)
            try replaceJournal(by: next)
            try naming { try storage.synchronize(files.directory) }
            durableGeneration = next.header.generation
        } catch {
            storage.unlink(place.nextJournal, in: files.directory)
            throw error
        }
    }

    private func refuseReadOnly() throws(DefaultsError) {
        guard let status = content.snapshotStatus, !status.isWritable else { return }
        throw DefaultsError(.fileFailure, reason: "\"\(place.path)\" is read-only")
    }

    /// Writes the next property list and the next journal under names of their own, and waits until they are on the disk.
    private func writeNext(_ bytes: [UInt8]) throws(DefaultsError) {
        try naming {
            storage.unlink(place.nextSnapshot, in: files.directory)
            let mode = (content.snapshotStatus?.permissions ?? 0o600) & 0o777
            let file = try storage.create(place.nextSnapshot, in: files.directory, mode: mode)
            defer { storage.close(file) }
            try bytes.withUnsafeBytes { try storage.write(file, $0, at: 0) }
            try storage.synchronize(file)
        }
    }

    /// Writes a journal that follows a property list; one that holds values has them all, whatever the property list has.
    private func writeNextJournal(
        after snapshot: SnapshotName, holding values: [StoredName: PropertyListValue]? = nil,
        announcing next: SnapshotName? = nil
    ) throws(DefaultsError) -> OpenJournal {
        let last = max(content.journal?.header.generation ?? 0, content.word.bits >> 40)
        let header = JournalHeader(generation: last + 1, salt: .random(in: .min ... .max), snapshot: snapshot)
        return try naming {
            storage.unlink(place.nextJournal, in: files.directory)
            let file = try storage.create(place.nextJournal, in: files.directory)
            let journal = OpenJournal(file, header: header, end: JournalHeader.size, storage: storage)
            try header.bytes.withUnsafeBytes { try storage.write(file, $0, at: 0) }
            var records: [JournalRecord] =
                values.map { values in
                    [.changes([.removeAll])] + values.map { .changes([.set($0, $1)]) }
                } ?? []
            if let next { records.append(.fold(next)) }
            for record in records {
                record.encode(into: &buffer, salt: header.salt, offset: journal.end)
                try storage.write(file, buffer.bytes, at: journal.end)
                journal.end += buffer.count
            }
            try storage.synchronize(file)
            return journal
        }
    }

    /// Gives what is damaged a second name, under which it stays.
    private func setAside() throws(DefaultsError) {
        if content.findings.contains(where: \.setsSnapshotAside) { try keep(place.snapshot, isJournal: false) }
        if content.findings.contains(where: \.setsJournalAside) { try keep(place.journal, isJournal: true) }
    }

    private func keep(_ name: String, isJournal: Bool) throws(DefaultsError) {
        try naming {
            for number in 0... {
                do throws(StorageError) {
                    let aside = place.aside(number, isJournal: isJournal)
                    return try storage.link(name, as: aside, in: files.directory)
                } catch {
                    guard error.number == EEXIST else { throw error }
                }
            }
        }
    }

    private func replaceBoth(_ name: SnapshotName) throws(DefaultsError) {
        let journal = try writeNextJournal(after: name)
        guard let page = files.page else { return }
        try naming {
            try page.store(Intent.fold, in: .intent)
            do {
                try storage.rename(place.nextSnapshot, to: place.snapshot, in: files.directory)
                // The old journal may go only once the new property list is sure to stay.
                try storage.synchronize(files.directory)
            } catch {
                // Both property lists do with the old journal, which stays. What was read of the files may be out of date.
                try? page.store(Intent.append, in: .intent)
                throw error
            }
        }
        let status = try naming { try storage.status(of: place.snapshot, in: files.directory) }
        reading.lock()
        content.snapshot = name
        content.snapshotStatus = status
        content.findings = []
        reported = []
        reading.unlock()
        try replaceJournal(by: journal)
    }

    private func replaceJournal(by journal: OpenJournal) throws(DefaultsError) {
        guard let page = files.page else { return }
        let word = StateWord(generation: journal.header.generation, end: journal.end)
        try naming {
            try page.store(Intent.fold, in: .intent)
            try storage.rename(place.nextJournal, to: place.journal, in: files.directory)
            // Readers of this process must not see the one without the other.
            reading.lock()
            defer { reading.unlock() }
            try page.store(journal.header.salt, in: .salt)
            try page.store(0, in: .durable)
            try page.store(0, in: .distrusted)
            try page.store(word.bits, in: .state)
            try page.store(Intent.nothing, in: .intent)
            content.journal = journal
            content.word = word
        }
    }
}
