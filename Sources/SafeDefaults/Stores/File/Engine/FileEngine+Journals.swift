import Dispatch
import Foundation

// Beginning a new journal: a store's first, or one that takes the place of another.

extension FileEngine {
    /// How often a fold begins the wait for the disk again because another process has flushed meanwhile.
    private static let mostRounds = 8

    // MARK: - The first one

    /// Does what has to be done before a first write and takes time: makes a store's first journal, or sets a damaged file
    /// aside; for a caller that doesn't hold the lock of writers.
    func putInOrder() throws(DefaultsError) {
        guard needsOrder.isSet, !isOwned else { return }
        let (isDamaged, snapshot) = try exclusively { () throws(DefaultsError) in
            try prepare()
            let isDamaged = content.findings.contains { $0.setsSnapshotAside || $0.setsJournalAside }
            if !isDamaged, content.journal != nil { needsOrder.set(false) }
            let isNew = content.journal == nil && !content.findings.contains(where: \.needsFold)
            return (isDamaged && !nextFold.isSet, isNew ? content.snapshot : nil)
        }
        if let snapshot {
            try makeJournal(after: snapshot)
        } else if isDamaged {
            foldInBackground()
        }
    }

    /// Makes a store's first journal, and waits until it is on the disk, before it takes the lock of writers.
    ///
    /// Several processes, and threads, may do so at once, each under a name of its own; the first one's counts.
    private func makeJournal(after snapshot: SnapshotName) throws(DefaultsError) {
        let files = reading.withLock { self.files }
        try naming {
            guard let next = try firstFile(in: files) else { return }
            defer { storage.unlink(next.name, in: files.directory) }
            let journal = try NextJournal(header(after: snapshot, nil), next, storage: storage)
            try storage.synchronize(next.file)
            try exclusively { () throws(DefaultsError) in
                try prepare()
                let isNew = content.journal == nil && !content.findings.contains(where: \.needsFold)
                guard isNew, self.files === files, content.snapshot == snapshot else { return }
                storage.unlock(next.file)
                try install(journal, findings: content.findings)
            }
        }
    }

    /// A file for a first journal, which no other process has; nil if there are too many of them.
    private func firstFile(in files: StoreFiles) throws(StorageError) -> NextFile? {
        for number in 0..<16 {
            let name = place.firstJournal(number)
            let next = try NextFile(sharing: name, in: files.directory, storage: storage)
            guard let next, try storage.lock(next.file, until: { .now() }) else { continue }
            // It may have been another's just now, which has removed it, or made it the journal.
            let identity = try storage.status(of: next.file).identity
            guard try storage.status(of: name, in: files.directory)?.identity == identity else { continue }
            try storage.truncate(next.file, to: 0)
            return next
        }
        return nil
    }

    /// Makes a store's first journal under the lock of writers, where a write is part of something that has it already.
    func makeJournal() throws(DefaultsError) {
        let name = place.next(isAlone: true).journal
        do throws(DefaultsError) {
            let next = try naming {
                let file = try NextFile(name, in: files.directory, storage: storage)
                let next = try NextJournal(header(after: content.snapshot, nil), file, storage: storage)
                try storage.synchronize(file.file)
                return next
            }
            try install(next, findings: content.findings)
        } catch {
            storage.unlink(name, in: files.directory)
            throw error
        }
    }

    // MARK: - The next one

    /// Replaces the journal by one with the records that came since a fold began.
    ///
    /// - Parameters:
    ///   - fold: The fold.
    ///   - snapshot: The property list that the new journal follows.
    ///   - values: What the new journal begins with; without them it only holds what came later.
    ///   - end: Until when to wait for other threads and processes.
    /// - Returns: False if the fold has to begin anew.
    func replaceJournal(
        _ fold: Fold, after snapshot: SnapshotName, holding values: [StoredName: PropertyListValue]? = nil,
        until end: DispatchTime
    ) throws(DefaultsError) -> Bool {
        // What is flushed meanwhile would have to be flushed in the new journal too.
        let isAlone = isOwned
        if !isAlone {
            guard flushing.lock(until: end) else { throw isBusy("thread") }
        }
        defer { if !isAlone { flushing.unlock() } }
        let next = try naming {
            let file = try NextFile(fold.names.journal, in: fold.files.directory, storage: storage)
            let next = try NextJournal(
                header(after: snapshot, fold.isContinuation ? fold : nil), file, storage: storage)
            if let values { try next.append(values) }
            return next
        }
        var copied = fold.end
        for round in 0... {
            let known = try exclusively(until: end) { () throws(DefaultsError) in
                try canContinue(fold) ? (fold.journal?.end ?? copied) : nil
            }
            guard let known else { return false }
            try naming {
                try next.append(fold.journal, copied..<known)
                try storage.synchronize(next.file.file)
            }
            copied = known
            let isDone: Bool? = try exclusively(until: end) { () throws(DefaultsError) in
                guard try canContinue(fold), let page = files.page else { return nil }
                let durable = StateWord(bits: page[.durable])
                let isFlushed = durable.hasJournal(of: content.word) && durable.end > copied
                guard !isFlushed || round >= Self.mostRounds else { return false }
                try naming {
                    let identity = try storage.status(of: next.file.name, in: files.directory)?.identity
                    guard identity == (try storage.status(of: next.file.file).identity) else { return }
                    try next.append(fold.journal, copied..<(fold.journal?.end ?? copied))
                    if isFlushed { try storage.synchronize(next.file.file) }
                }
                try install(next, findings: values == nil ? [] : content.findings)
                return true
            }
            guard let isDone else { return false }
            if isDone { return true }
        }
        return false
    }

    /// The first bytes of the next journal; under the lock of writers, or while folding.
    private func header(after snapshot: SnapshotName, _ fold: Fold?) -> JournalHeader {
        let (journal, word) = reading.withLock { (content.journal, content.word) }
        let last = max(journal?.header.generation ?? 0, word.bits >> 40)
        return JournalHeader(
            generation: last + 1, salt: .random(in: .min ... .max), snapshot: snapshot,
            predecessor: fold?.journal.map { .init(salt: $0.header.salt, end: fold?.end ?? 0) })
    }

    /// Puts the next journal into its place; under the lock of writers.
    private func install(_ next: NextJournal, findings: [Finding]) throws(DefaultsError) {
        guard let page = files.page else { return }
        let header = next.header
        let word = StateWord(generation: header.generation, end: next.end)
        try naming {
            try page.store(Intent.fold, in: .intent)
            try storage.rename(next.file.name, to: place.journal, in: files.directory)
            // Readers of this process must not see the one without the other.
            reading.lock()
            defer { reading.unlock() }
            try page.store(header.salt, in: .salt)
            try page.store(0, in: .durable)
            try page.store(0, in: .distrusted)
            try page.store(word.bits, in: .state)
            try page.store(Intent.nothing, in: .intent)
            content.journal = next.opened()
            content.word = word
            content.findings = findings
            needsOrder.set(false)
            reported.formIntersection(findings)
            idling.isDirty = next.end > JournalHeader.size
        }
    }
}
