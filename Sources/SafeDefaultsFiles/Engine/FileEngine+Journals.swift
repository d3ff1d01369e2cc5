import Dispatch
import Foundation
import SafeDefaults

// Making a new journal: a store's first, or one that takes the place of another.

extension FileEngine {
    /// The maximum number of times that a compaction syncs the new journal again because another process has flushed
    /// the old one.
    private static let mostRounds = 8

    // MARK: - The first one

    /// Before a first write, sets a damaged file aside, if no other thread or process is doing it.
    ///
    /// Call it without the writers' lock; a thread that has the lock returns at once.
    ///
    /// - Throws: What prevents the write as well, and is reported as its failure only.
    func prepareForFirstWrite() throws(DefaultsError) {
        guard cache.isDamaged.isSet, !writers.isOwned, schedule.retryLength == 0 else { return }
        _ = try exclusively { writer throws(DefaultsError) in try prepare(writer) }
        compactInBackground()
    }

    /// Makes a store's first journal, and waits until it is on the disk.
    func makeJournal(_ writer: Writer) throws(DefaultsError) {
        let name = place.nextUnderWritersLock.journal
        let state = cache.state
        do throws(DefaultsError) {
            let next = try place.naming {
                let file = try NextFile(name, in: writer.files.directory, storage: storage)
                let next = try NextJournal(nextHeader(after: state.snapshot), file, storage: storage)
                try storage.synchronize(file.file)
                return next
            }
            try install(next, findings: state.findings, writer)
        } catch {
            storage.unlink(name, in: writer.files.directory)
            throw error
        }
    }

    // MARK: - The next one

    /// Replaces the journal with a new one, which holds the records that were written since a compaction began.
    ///
    /// - Parameters:
    ///   - compaction: The compaction.
    ///   - snapshot: The property list that the new journal follows.
    ///   - values: The values that the new journal starts with; nil if it holds only the later records.
    ///   - end: When to stop waiting for other threads and processes.
    ///   - finish: Runs once the journal is replaced, before anybody can begin to compact the new one.
    /// - Returns: False if the compaction has to start over.
    func replaceJournal(
        _ compaction: Compaction, after snapshot: SnapshotName, holding values: [StoredName: PropertyListValue]? = nil,
        until end: DispatchTime, finish: () throws(DefaultsError) -> Void = {}
    ) throws(DefaultsError) -> Bool {
        // Whatever was flushed to the old journal meanwhile would have to be flushed in the new one too.
        let isAlone = writers.isOwned
        if !isAlone {
            guard flushing.lock(until: end) else { throw place.isBusy("thread") }
        }
        defer { if !isAlone { flushing.unlock() } }
        let next = try place.naming {
            let file = try NextFile(compaction.names.journal, in: compaction.directory, storage: storage)
            let header = nextHeader(after: snapshot, continuingFrom: compaction.isContinuation ? compaction.end : 0)
            let next = try NextJournal(header, file, storage: storage)
            if let values { try next.append(values) }
            return next
        }
        var copied = compaction.end
        for round in 0... {
            let known: Int? = try exclusively(until: end) { writer throws(DefaultsError) in
                guard let state = try continued(compaction, writer) else { return nil }
                return state.journal == nil ? copied : state.end
            }
            guard let known else { return false }
            try place.naming {
                try next.append(compaction.journal, copied..<known)
                try storage.synchronize(next.file.file)
            }
            copied = known
            let isDone: Bool? = try exclusively(until: end) { writer throws(DefaultsError) in
                guard let state = try continued(compaction, writer), let header = writer.files.header else {
                    return nil
                }
                let durable = JournalPosition(bits: header[.durable])
                let isFlushed = durable.hasJournal(of: state.position) && durable.end > copied
                guard !isFlushed || round >= Self.mostRounds else { return false }
                try place.naming {
                    try next.append(compaction.journal, copied..<(state.journal == nil ? copied : state.end))
                    if isFlushed { try storage.synchronize(next.file.file) }
                }
                try install(next, findings: values == nil ? [] : state.findings, writer)
                try finish()
                return true
            }
            guard let isDone else { return false }
            if isDone { return true }
        }
        return false
    }

    /// The header of the next journal.
    ///
    /// - Parameters:
    ///   - snapshot: The property list that the journal follows.
    ///   - end: The offset in the present journal up to which the property list includes all records; 0 if every
    ///     process has to read everything again.
    private func nextHeader(after snapshot: SnapshotName, continuingFrom end: Int = 0) -> JournalHeader {
        let state = cache.state
        let last = max(state.journal?.header.generation ?? 0, state.position.bits >> 40)
        return JournalHeader(
            generation: last + 1, salt: .random(in: .min ... .max), snapshot: snapshot,
            predecessor: state.journal.map { .init(salt: $0.header.salt, end: end) })
    }

    /// Puts the new journal in the place of the old one.
    private func install(_ next: NextJournal, findings: [Finding], _ writer: Writer) throws(DefaultsError) {
        guard let header = writer.files.header else { return }
        let position = JournalPosition(generation: next.header.generation, end: next.end)
        try place.naming {
            // With its first journal, the store's directory becomes durable, too.
            if cache.state.journal == nil { try synchronizeParents() }
            try header.store(Intent.replace, in: .intent)
            try storage.rename(next.file.name, to: place.journal, in: writer.files.directory)
            // Readers in this process must see the new header and the new state together, or neither.
            try cache.withState { state throws(StorageError) in
                try header.store(next.header.salt, in: .salt)
                try header.store(0, in: .durable)
                try header.store(0, in: .distrusted)
                try header.store(position.bits, in: .position)
                try header.store(Intent.nothing, in: .intent)
                state.journal = next.opened()
                (state.position, state.end) = (position, next.end)
                state.findings = findings
            }
        }
        cache.isDamaged.set(false)
        cache.forgetReported(but: findings)
        schedule.isDirty.set(next.end > JournalHeader.size)
    }
}
