import Foundation

// Appending records to the journal. Everything here runs under the lock of writers.

extension FileEngine {
    /// The longest key, in bytes of UTF-8.
    static let longestName = 4 << 20

    /// The largest value, in bytes as a journal has it.
    static let largestValue = 64 << 20

    /// Makes a change.
    ///
    /// - Parameters:
    ///   - change: The change, whose value has been checked.
    ///   - listener: Who needn't be told of it.
    /// - Throws: Why it can't be made; then it isn't, now or later.
    func write(_ change: StoreChange, from listener: Int? = nil) throws(DefaultsError) {
        try write(CollectionOfOne(change), from: listener)
    }

    /// Makes the changes that a new store begins with; one that holds something, or held something, keeps what it has.
    func begin(with changes: [StoreChange]) throws(DefaultsError) {
        let isNew = try exclusively { () throws(DefaultsError) in
            try prepare()
            guard content.journal == nil, content.snapshotStatus == nil else { return false }
            try write(changes)
            return true
        }
        // Also where there is nothing to begin with: a file that is there isn't new the next time.
        if isNew { try fold(force: true) }
    }

    /// Makes changes: all of them, or none if it throws.
    ///
    /// - Parameters:
    ///   - changes: The changes, whose values have been checked.
    ///   - listener: Who needn't be told of them.
    func write(_ changes: some Collection<StoreChange>, from listener: Int? = nil) throws(DefaultsError) {
        guard !changes.isEmpty else { return }
        for change in changes { try Self.check(change) }
        try putInOrder()
        try exclusively { () throws(DefaultsError) in
            try prepare()
            try writeNow(changes, from: listener)
        }
    }

    private func writeNow(_ changes: some Collection<StoreChange>, from listener: Int?) throws(DefaultsError) {
        if !content.findings.isEmpty {
            let isHindered = content.journal == nil && content.findings.contains(where: \.needsFold)
            if isHindered || content.findings.contains(where: \.preventsWriting) { try fold(force: true) }
            if content.findings.contains(where: \.needsFold) { wantsFold = true }
        }
        try refuseReadOnlyFile()
        if content.journal == nil { try makeJournal() }
        try appendRecord(of: changes, from: listener)
    }

    /// Brings `content` up to date, and puts in order what a dead process or a start of the machine has left.
    func prepare() throws(DefaultsError) {
        guard let page = files.page else {
            throw DefaultsError(.fileFailure, reason: "\"\(place.path)\" can't be written")
        }
        if page.isLost { try naming { try page.restore() } }
        guard isOfThisBoot(page), page[.intent] == Intent.nothing else { return try recover(page) }
        let isOutdated = try reading.withLock { () throws(DefaultsError) in
            if page[.state] != content.word.bits { try catchUp() }
            return content.findings.contains(.outdatedPage)
        }
        if isOutdated { try recover(page) }
    }

    /// Finds out what counts, and writes the page anew.
    private func recover(_ page: StatePage) throws(DefaultsError) {
        let loaded = try load(isExclusive: true)
        reading.lock()
        defer { reading.unlock() }
        install(loaded)
        listeners.noteAll()
        try naming {
            if let journal = loaded.journal, !loaded.findings.contains(.damagedJournal) {
                // What lies behind the end was never acknowledged.
                try storage.truncate(journal.file, to: journal.end)
            }
            let word = loaded.journal.map { StateWord(generation: $0.header.generation, end: $0.end) } ?? loaded.word
            try page.store(loaded.journal?.header.salt ?? 0, in: .salt)
            try page.store(0, in: .durable)
            // What a sync couldn't do is undone by a start of the machine only, which leaves what the disk has.
            if let boot, page[.boot] != boot { try page.store(0, in: .distrusted) }
            try page.store(word.bits, in: .state)
            try page.store(boot ?? 0, in: .boot)
            try page.store(StateField.magicValue, in: .magic)
            try page.store(Intent.nothing, in: .intent)
            content.word = word
            content.findings.removeAll { $0 == .outdatedPage }
        }
        hasRecovered = true
    }

    private func refuseReadOnlyFile() throws(DefaultsError) {
        guard let status = content.snapshotStatus, !status.isWritable else { return }
        // Asked again, since it is the cause of a failure only as long as it lasts.
        let now = try naming { try storage.status(of: place.snapshot, in: files.directory) }
        guard let now, !now.isWritable else { return }
        throw DefaultsError(.fileFailure, reason: "\"\(place.path)\" is read-only")
    }

    private static func check(_ change: StoreChange) throws(DefaultsError) {
        guard let name = change.name, name.text.utf8.count > longestName else { return }
        throw DefaultsError(
            .unstorable, storedName: name.text,
            reason: "the key is longer than \(longestName) bytes, the most a file store takes")
    }

    // MARK: - Records

    /// Appends changes, and has the journal folded in afterwards if it has grown too long.
    private func appendRecord(
        of changes: some Collection<StoreChange>, from listener: Int?
    ) throws(DefaultsError) {
        guard let journal = content.journal else { return }
        JournalRecord.encode(changes, into: &buffer, salt: journal.header.salt, offset: journal.end)
        try refuseLarge(changes)
        guard journal.end + buffer.count <= Self.largestJournal else {
            throw DefaultsError(
                .fileFailure, reason: "the journal of \"\(place.path)\" can't be folded in, and is full")
        }
        let end = journal.end + buffer.count
        let isLong = end > foldLength && end > Int(clamping: nextFold.value)
        try appendBuffer(making: changes, from: listener)
        if isLong { wantsFold = true }
    }

    /// The length at which a journal is folded in: with the lock file 1 MiB, or four times the property list.
    var foldLength: Int { max(1 << 20, 4 * max(content.snapshot.size, 0)) - StateField.pageSize }

    /// Refuses a record that is too long; one that holds a value that is too large can't be shorter than the value.
    private func refuseLarge(_ changes: some Collection<StoreChange>) throws(DefaultsError) {
        guard buffer.count > Self.largestValue else { return }
        for case .set(let name, let value) in changes {
            var bytes = RecordBuffer()
            bytes.append(value: value)
            guard bytes.count > Self.largestValue else { continue }
            throw DefaultsError(
                .unstorable, storedName: name.text,
                reason:
                    "it takes more than \(Self.largestValue >> 20) MiB, the most that a file store takes for a value")
        }
        guard buffer.count > JournalRecord.longest else { return }
        throw DefaultsError(
            .unstorable,
            reason: "changes that are one take more than \(JournalRecord.longest >> 20) MiB, the most of a file store")
    }

    /// Appends a record that changes no value.
    func append(_ record: JournalRecord) throws(DefaultsError) {
        guard let journal = content.journal else { return }
        record.encode(into: &buffer, salt: journal.header.salt, offset: journal.end)
        try appendBuffer(making: EmptyCollection(), from: nil)
    }

    /// Writes the buffer behind the journal's last record, and makes it count.
    ///
    /// - Parameters:
    ///   - changes: What the record changes.
    ///   - listener: Who needn't be told of it.
    private func appendBuffer(
        making changes: some Collection<StoreChange>, from listener: Int?
    ) throws(DefaultsError) {
        guard let page = files.page, let journal = content.journal else { return }
        // Here and below no closures, which cost a write a twentieth of its time.
        do throws(StorageError) {
            try page.store(Intent.append, in: .intent)
            do throws(StorageError) {
                try storage.write(journal.file, buffer.bytes, at: journal.end)
                try publish(page, journal, making: changes, from: listener)
            } catch {
                try takeBack(page, journal)
                throw error
            }
        } catch {
            throw named(error)
        }
    }

    /// Makes the record behind the journal's end count; nobody has seen it until then.
    private func publish(
        _ page: StatePage, _ journal: OpenJournal, making changes: some Collection<StoreChange>, from listener: Int?
    ) throws(StorageError) {
        let word = StateWord(generation: journal.header.generation, end: journal.end + buffer.count)
        reading.lock()
        defer { reading.unlock() }
        try page.store(word.bits, in: .state)
        // A page that was lost meanwhile tells nobody of the record.
        if page.isLost { throw StorageError(action: "write the lock file", number: EIO) }
        try? page.store(Intent.nothing, in: .intent)
        journal.end = word.end
        content.word = word
        guard !changes.isEmpty else { return }
        for change in changes {
            change.apply(to: &content.values)
            listeners.note(change, except: listener)
        }
        noteWrite()
    }

    /// Removes what a failed write left behind the journal's end; where that fails too, the next writer does it.
    private func takeBack(_ page: StatePage, _ journal: OpenJournal) throws(StorageError) {
        do throws(StorageError) {
            try storage.truncate(journal.file, to: journal.end)
        } catch {
            try page.store(Intent.undo, in: .intent)
            throw error
        }
        try page.store(Intent.nothing, in: .intent)
    }
}
