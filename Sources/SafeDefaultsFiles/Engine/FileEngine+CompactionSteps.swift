import Dispatch
import Foundation
import SafeDefaults

// The steps of a compaction. Their order matters: after each step, the existing files hold all values.
//
// Each name in the store's directory has a lock. Only a process that holds it may create, rename or remove a file of
// that name:
//
// | name | lock |
// |---|---|
// | property list, journal | the writers' lock |
// | `.next-<salt>`, `.journal-next-<salt>` | the lock of the journal with that salt |
// | `.first`, `.journal-first` | the writers' lock, which is held for as long as these files exist |
// | `….damaged-…` | none; a file of such a name is only created, and only if there is none |
// | lock file | none; it is created if it is missing, and never replaced or removed |
//
// The journal's lock is a `flock`, which belongs to an inode and not to a name. So it excludes others only if that
// inode is still the journal in place after the lock has been taken (`withJournalLocked`). From then on, nobody
// replaces the journal but a thread that repairs the store while it has the writers' lock, and other programs.
//
// What others may have done between two steps, and why that is safe:
//
// - They have appended records. The next journal begins with these (`replaceJournal`).
// - They have flushed records. If the next journal holds such a record, it is synced before it is put in place.
// - They have replaced the journal. Each step under the writers' lock begins with `continued`, which finds that, and
//   the compaction starts over. Its temporary files have names that nobody else creates, because they carry its
//   journal's salt. Only the next compaction of the journal's successor removes them (`removeLeftovers`).
// - Another program has replaced or edited the property list. The file is compared before and after it is exchanged
//   with the next one, and exchanged back if it differs. It is compared once more after the directory was synced, for a
//   program that still has the old file open.
// - Another program has removed a file. Without the temporary file that is about to be renamed, the compaction starts
//   over. A journal or a property list that is gone is replaced by the next one.
// - They were killed. Their locks are free once no child that they have forked has the files open, and the intent in
//   the lock file tells the next writer to read the files again.
//
// If this process is killed:
//
// - before the exchange, the old files are in place. The next compaction of this journal, or of its successor, removes
//   the temporary ones.
// - after the exchange, the new property list lies beside the old journal, which names it in a record, if the journal
//   isn't damaged. The journal's records are applied to it once more, which changes nothing, because the last change of
//   each value is among them. But if another program had removed the property list, they bring the old values back.
// - after the journal was renamed, but before the lock file names it, the intent says so. The next compaction of the
//   new journal removes the temporary files, whose names it knows by the salt of its predecessor.
//
// FileInterleavingStressTests tries these steps in other orders, with processes that are killed and edits by others.

extension FileEngine {
    /// Runs the steps of a compaction.
    ///
    /// Returns false if it has to start over.
    func run(_ compaction: Compaction, until end: DispatchTime) throws(DefaultsError) -> Bool {
        var isDone = false
        defer { if !isDone { removeNext(compaction.names, in: compaction.directory) } }
        isDone = try runSteps(compaction, until: end)
        return isDone
    }

    private func runSteps(_ compaction: Compaction, until end: DispatchTime) throws(DefaultsError) -> Bool {
        let bytes = BinaryListWriter.bytes(of: compaction.content.values)
        guard bytes.count <= StoreLoader.largestSnapshot else {
            throw DefaultsError(
                .fileFailure,
                reason: "\"\(place.path)\" would be larger than \(StoreLoader.largestSnapshot >> 30) GiB")
        }
        let name = SnapshotName(of: bytes)
        let (next, written) = try writeNext(bytes, compaction)
        // Between any two steps it may stop, because the system is about to suspend the process.
        guard mayContinue, try announce(name, compaction, until: end), mayContinue else { return false }
        try setAside(compaction)
        guard let old = try replaceSnapshot(by: next, name, written, compaction, until: end) else { return false }
        // The old journal may be removed only after the new property list is on the disk. Until then, both property
        // lists are kept.
        try place.naming { try storage.synchronize(compaction.directory) }
        if old.hasChanged {
            // Another program was writing to the old file. Its edit is put back as the base, as if it had been made a
            // little later.
            if try !putBack(old, compaction, until: end) { try keepEdit(old, compaction) }
            return false
        }
        guard mayContinue else { return false }
        return try replaceJournal(compaction, after: name, until: end) { () throws(DefaultsError) in
            if old.hasChanged { try keepEdit(old, compaction) }
            storage.unlink(compaction.names.snapshot, in: compaction.directory)
        }
    }

    /// Writes the next property list to a file with a temporary name, and waits until it is on the disk.
    private func writeNext(
        _ bytes: [UInt8], _ compaction: Compaction
    ) throws(DefaultsError) -> (NextFile, FileStatus) {
        try place.naming {
            let mode = (compaction.status?.permissions ?? 0o600) & 0o777
            let next = try NextFile(
                compaction.names.snapshot, in: compaction.directory, mode: mode, storage: storage)
            try storage.write(next.file, bytes, at: 0)
            try storage.synchronize(next.file)
            return (next, try storage.status(of: next.file))
        }
    }

    /// Appends a record to the journal that identifies the next property list, and waits until the journal is on the
    /// disk.
    ///
    /// If the process dies between the two renames, the new property list lies beside the old journal, and this record
    /// shows that they belong together. And after a loss of power, the journal must still hold every record that went
    /// into the property list. Otherwise its older records would be applied again and bring back old values.
    private func announce(
        _ name: SnapshotName, _ compaction: Compaction, until end: DispatchTime
    ) throws(DefaultsError) -> Bool {
        guard let journal = compaction.journal, !compaction.findings.contains(.damagedJournal) else { return true }
        let isTrusted: Bool? = try exclusively(until: end) { writer throws(DefaultsError) in
            guard try continued(compaction, writer) != nil, let header = writer.files.header else { return nil }
            guard header[.distrusted] == 0 else { return false }
            try append(.compaction(name), writer)
            return true
        }
        guard let isTrusted else { return false }
        if isTrusted {
            do throws(StorageError) {
                try storage.synchronize(journal.file)
                // The directory entry must be on the disk too. Otherwise an older journal could reappear in its place,
                // and be applied over the new property list.
                try synchronizeName(of: journal, in: compaction.directory)
                return true
            } catch {
                try distrust(journal, until: end)
            }
        }
        // It is unknown which parts of the journal the disk has lost. So a new journal is written that holds all values
        // by itself.
        let content = compaction.content
        guard try replaceJournal(compaction, after: content.state.snapshot, holding: content.values, until: end) else {
            return false
        }
        try place.naming { try storage.synchronize(compaction.directory) }
        return false
    }

    /// Notes in the lock file that the disk failed to make a journal durable.
    func distrust(_ journal: OpenJournal, until end: DispatchTime) throws(DefaultsError) {
        try exclusively(until: end) { writer throws(DefaultsError) in
            let state = cache.state
            guard let header = writer.files.header, state.journal === journal else { return }
            try place.naming { try header.store(max(state.position.bits, 1), in: .distrusted) }
        }
    }

    /// Gives each damaged file a second name, under which it is kept.
    private func setAside(_ compaction: Compaction) throws(DefaultsError) {
        let (findings, directory) = (compaction.findings, compaction.directory)
        if findings.contains(where: \.setsSnapshotAside) { try keep(place.snapshot, in: directory, isJournal: false) }
        if findings.contains(where: \.setsJournalAside) { try keep(place.journal, in: directory, isJournal: true) }
    }

    /// Replaces the property list that was read with the next one; returns nil if another file is in its place now.
    private func replaceSnapshot(
        by next: NextFile, _ name: SnapshotName, _ written: FileStatus, _ compaction: Compaction,
        until end: DispatchTime
    ) throws(DefaultsError) -> ReplacedFile? {
        try exclusively(until: end) { writer throws(DefaultsError) in
            guard try continued(compaction, writer) != nil, let header = writer.files.header else { return nil }
            let directory = writer.files.directory
            return try place.naming {
                guard try storage.status(of: next.name, in: directory)?.identity == written.identity,
                    let old = try ReplacedFile(place.snapshot, compaction.status, in: directory, storage: storage)
                else { return nil }
                try header.store(Intent.replace, in: .intent)
                // If this fails, what is in memory may be out of date. The intent, which stays then, makes the next
                // writer read the files again.
                let isReplaced = try storage.replace(
                    place.snapshot, compaction.status, by: next.name, in: directory)
                try header.store(Intent.nothing, in: .intent)
                guard isReplaced else { return nil }
                let status = try storage.status(of: next.file)
                cache.withState { state in
                    state.snapshot = name
                    // If the new file has been edited already, the status shows the difference.
                    state.snapshotStatus = status.hasContent(of: written) ? status : written
                    state.isSnapshotKnown = true
                }
                return old
            }
        }
    }

    /// Puts a property list back in place because another program wrote to it while it was being replaced.
    ///
    /// Returns false if that isn't possible, because what it lacks isn't in the journal any more, or because there is
    /// yet another file in its place.
    private func putBack(
        _ old: ReplacedFile, _ compaction: Compaction, until end: DispatchTime
    ) throws(DefaultsError) -> Bool {
        try exclusively(until: end) { writer throws(DefaultsError) in
            guard let state = try continued(compaction, writer) else { return false }
            let directory = writer.files.directory
            return try place.naming {
                let status = try storage.status(of: place.snapshot, in: directory)
                guard status == state.snapshotStatus else { return false }
                try restoreName(of: old, compaction)
                try storage.rename(compaction.names.snapshot, to: place.snapshot, in: directory)
                return true
            }
        }
    }

    /// Keeps a replaced property list, because another program wrote to it after it was replaced.
    private func keepEdit(_ old: ReplacedFile, _ compaction: Compaction) throws(DefaultsError) {
        try place.naming { try restoreName(of: old, compaction) }
        try keep(compaction.names.snapshot, in: compaction.directory, isJournal: false)
        issues.add(
            .unexpectedFile(
                "\"\(place.path)\" was written into by another program while it was replaced",
                advice: "What that program wrote is beside it, in a file with \"damaged\" in its name."))
    }

    /// Gives a replaced property list its temporary name if it has none.
    ///
    /// It has none if the file system can't exchange two files, or if another process has compacted the store after a
    /// repair.
    private func restoreName(of old: ReplacedFile, _ compaction: Compaction) throws(StorageError) {
        guard try storage.status(of: compaction.names.snapshot, in: compaction.directory) == nil else { return }
        try old.copy(to: compaction.names.snapshot, in: compaction.directory)
    }

    private func keep(_ name: String, in directory: Int32, isJournal: Bool) throws(DefaultsError) {
        try place.naming {
            for number in 0... {
                let copy = place.aside(number, isJournal: isJournal)
                do throws(StorageError) {
                    try storage.keep(name, as: copy, in: directory)
                    return DamagedCopies.removeSuperfluous(of: place.stem, in: place.directory, newest: copy)
                } catch {
                    guard error.number == EEXIST else { throw error }
                }
            }
        }
    }
}
