import Dispatch
import Foundation

// Writing the whole store anew, as a property list, and beginning a new journal. The order of the steps is the point: after
// each of them the files that are there hold everything. Other writers go on between the steps: the lock is held for the
// few calls of a step, never while values are put into bytes or while the disk is waited for.

extension FileEngine {
    /// Folds the journal in from outside a write, if there is something in it.
    func foldNow(patience: DispatchTimeInterval? = nil) throws(DefaultsError) {
        try fold(force: false, patience: patience)
    }

    /// Folds the journal in before the engine goes, or the process; what was written is safe without it, so nobody waits
    /// for long.
    ///
    /// A store whose directory was removed stays removed.
    func foldAtEnd() {
        guard isDirty, (try? storage.status(of: place.directory, in: AT_FDCWD)) != nil else { return }
        try? foldNow(patience: .seconds(1))
    }

    /// Replaces the property list by one that holds everything, and the journal by one that holds what was written
    /// meanwhile.
    ///
    /// - Parameters:
    ///   - force: Whether to do so also where nothing has changed.
    ///   - patience: How long to wait for other threads and processes; as long as usual for nil.
    ///   - waits: Whether to wait for another process that folds.
    /// - Returns: False if another process folds, and wasn't waited for.
    @discardableResult
    func fold(
        force: Bool, patience: DispatchTimeInterval? = nil, waits: Bool = true
    ) throws(DefaultsError) -> Bool {
        let end = DispatchTime.now() + (patience ?? self.patience)
        // Who holds the lock of writers already must not wait for a thread that folds: that one waits for the lock. Nor
        // need it: the other finds that the journal has been replaced.
        let isAlone = isOwned
        if !isAlone {
            guard folding.lock(until: end) else { throw isBusy("thread") }
        }
        defer { if !isAlone { folding.unlock() } }
        for _ in 0..<20 {
            switch try foldOnce(force: force, waits: waits, until: end) {
            case .done: return true
            case .isOutdated: continue
            case .isBusy: return false
            }
        }
        throw DefaultsError(
            .fileFailure, reason: "other programs change \"\(place.path)\" again and again, so it can't be folded")
    }

    private enum FoldOutcome {
        case done

        /// Another program or process was quicker with something, and the fold has to begin anew.
        case isOutdated

        /// Another process folds.
        case isBusy
    }

    private func foldOnce(
        force: Bool, waits: Bool, until end: DispatchTime
    ) throws(DefaultsError) -> FoldOutcome {
        let fold: Fold
        switch try exclusively(until: end, { () throws(DefaultsError) in try beginFold(force: force) }) {
        case .unneeded: return .done
        case .unknownSnapshot(let status):
            try verifySnapshot(status, until: end)
            return .isOutdated
        case .fold(let begun): fold = begun
        }
        guard let journal = fold.journal else {
            // Without a journal others can't write, nor would they notice a fold.
            return try exclusively(until: end) { () throws(DefaultsError) in
                try make(fold, until: end) ? .done : .isOutdated
            }
        }
        if isOwned { return try make(fold, until: end) ? .done : .isOutdated }
        // Only one process folds at a time: the one that has locked the journal.
        guard try naming({ try storage.lock(journal.file) { waits ? end : .now() } }) else {
            if waits { throw isBusy("process") }
            return .isBusy
        }
        defer { storage.unlock(journal.file) }
        return try make(fold, until: end) ? .done : .isOutdated
    }

    // MARK: - The begin

    private enum Beginning {
        case unneeded
        case unknownSnapshot(FileStatus?)
        case fold(Fold)
    }

    /// Looks whether there is something to do; under the lock of writers.
    private func beginFold(force: Bool) throws(DefaultsError) -> Beginning {
        let isAlone = depth > 1
        if !isAlone { try verifyLock() }
        try prepare()
        let status = try naming { try storage.status(of: place.snapshot, in: files.directory) }
        if status != content.snapshotStatus || !content.isSnapshotKnown { return .unknownSnapshot(status) }
        let hasChanges = content.journal.map { $0.end > JournalHeader.size } ?? false
        let needsFold = content.findings.contains(where: \.needsFold)
        let isInPlace = try hasJournalInPlace()
        guard force || hasChanges || needsFold || !isInPlace else {
            noteFolded(isDirty: false)
            return .unneeded
        }
        try refuseReadOnly()
        return .fold(
            Fold(
                files: files, journal: content.journal, end: content.journal?.end ?? 0, values: content.values,
                snapshot: content.snapshot, status: status, findings: content.findings,
                names: place.next(isAlone: isAlone || content.journal == nil)))
    }

    /// Tells whether a fold can go on: nothing but records has come since it began; under the lock of writers.
    func canContinue(_ fold: Fold) throws(DefaultsError) -> Bool {
        try prepare()
        return files === fold.files && content.journal === fold.journal && content.findings == fold.findings
    }

    private func refuseReadOnly() throws(DefaultsError) {
        guard let status = content.snapshotStatus, !status.isWritable else { return }
        throw DefaultsError(.fileFailure, reason: "\"\(place.path)\" is read-only")
    }

    // MARK: - Other programs

    /// Finds out what a property list is that isn't known to be the one that was read or written last.
    private func verifySnapshot(_ status: FileStatus?, until end: DispatchTime) throws(DefaultsError) {
        let expected = reading.withLock { content.isSnapshotKnown ? nil : content.snapshot }
        if let status, let expected, try isSnapshot(expected, status) {
            // Another process's, whose fold was followed without reading it.
            return try exclusively(until: end) { () throws(DefaultsError) in
                reading.withLock {
                    guard content.snapshot == expected else { return }
                    content.snapshotStatus = status
                    content.isSnapshotKnown = true
                }
            }
        }
        try exclusively(until: end) { () throws(DefaultsError) in
            try prepare()
            let now = try naming { try storage.status(of: place.snapshot, in: files.directory) }
            guard now != content.snapshotStatus || !content.isSnapshotKnown else { return }
            let loaded = try load(isExclusive: true)
            reading.lock()
            defer { reading.unlock() }
            install(loaded)
            listeners.noteAll()
        }
    }

    /// Whether the property list still has the content that a name stands for, and the status that is given.
    private func isSnapshot(_ name: SnapshotName, _ status: FileStatus) throws(DefaultsError) -> Bool {
        guard status.size == name.size else { return false }
        return try naming {
            guard let file = try storage.open(place.snapshot, in: files.directory, O_RDONLY) else { return false }
            defer { storage.close(file) }
            guard SnapshotName(of: try storage.read(file, from: 0, count: status.size)) == name else { return false }
            return try storage.status(of: place.snapshot, in: files.directory) == status
        }
    }

    // MARK: - Steps

    /// Makes a fold, step by step.
    private func make(_ fold: Fold, until end: DispatchTime) throws(DefaultsError) -> Bool {
        do throws(DefaultsError) {
            let isDone = try makeSteps(fold, until: end)
            if !isDone { removeNext(fold) }
            return isDone
        } catch {
            removeNext(fold)
            throw error
        }
    }

    private func removeNext(_ fold: Fold) {
        storage.unlink(fold.names.snapshot, in: fold.files.directory)
        storage.unlink(fold.names.journal, in: fold.files.directory)
    }

    private func makeSteps(_ fold: Fold, until end: DispatchTime) throws(DefaultsError) -> Bool {
        let bytes = SnapshotWriter.bytes(of: fold.values)
        guard bytes.count <= Self.largestSnapshot else {
            throw DefaultsError(
                .fileFailure, reason: "\"\(place.path)\" would be larger than \(Self.largestSnapshot >> 30) GiB")
        }
        let name = SnapshotName(of: bytes)
        let (next, written) = try writeNext(bytes, fold)
        guard try announce(name, fold, until: end) else { return false }
        try setAside(fold)
        guard let old = try replaceSnapshot(by: next, name, written, fold, until: end) else { return false }
        // The old journal may go only once the new property list is sure to stay. Until then both property lists do.
        try naming { try storage.synchronize(fold.files.directory) }
        if old.hasChanged {
            // Another program was writing into it. What it wrote is the base, as if it had come a little later.
            try putBack(old, fold, name, until: end)
            return false
        }
        guard try replaceJournal(fold, after: name, until: end) else { return false }
        if old.hasChanged { try keepEdit(fold) }
        storage.unlink(fold.names.snapshot, in: fold.files.directory)
        return true
    }

    /// Writes the next property list under a name of its own, and waits until it is on the disk.
    private func writeNext(_ bytes: [UInt8], _ fold: Fold) throws(DefaultsError) -> (NextFile, FileStatus) {
        try naming {
            let mode = (fold.status?.permissions ?? 0o600) & 0o777
            let next = try NextFile(
                fold.names.snapshot, in: fold.files.directory, mode: mode, storage: storage)
            try bytes.withUnsafeBytes { try storage.write(next.file, $0, at: 0) }
            try storage.synchronize(next.file)
            return (next, try storage.status(of: next.file))
        }
    }

    /// Notes in the journal which property list is about to take its place, and waits until the journal is on the disk.
    ///
    /// A process that dies between the two renames leaves the new property list with the old journal, which so knows it. And
    /// after a loss of power the journal must not have lost what the property list has: its older records, applied once
    /// more, would bring back what they set.
    private func announce(_ name: SnapshotName, _ fold: Fold, until end: DispatchTime) throws(DefaultsError) -> Bool {
        guard let journal = fold.journal, !fold.findings.contains(.damagedJournal) else { return true }
        let isTrusted: Bool? = try exclusively(until: end) { () throws(DefaultsError) in
            guard try canContinue(fold), let page = files.page else { return nil }
            guard page[.distrusted] == 0 else { return false }
            try append(.fold(name))
            return true
        }
        guard let isTrusted else { return false }
        if isTrusted {
            do throws(StorageError) {
                try storage.synchronize(journal.file)
                // Its name as well: an older journal in its place would be applied over the new property list.
                try synchronizeName(of: journal, in: fold.files)
                return true
            } catch {
                try distrust(journal, until: end)
            }
        }
        // What the disk may have lost of the journal nobody can tell: a new one, which holds everything by itself.
        guard try replaceJournal(fold, after: fold.snapshot, holding: fold.values, until: end) else { return false }
        try naming { try storage.synchronize(fold.files.directory) }
        return false
    }

    /// Notes that the disk has refused to make a journal durable.
    func distrust(_ journal: OpenJournal, until end: DispatchTime) throws(DefaultsError) {
        try exclusively(until: end) { () throws(DefaultsError) in
            guard let page = files.page, content.journal === journal else { return }
            try naming { try page.store(max(content.word.bits, 1), in: .distrusted) }
        }
    }

    /// Gives what is damaged a second name, under which it stays.
    private func setAside(_ fold: Fold) throws(DefaultsError) {
        if fold.findings.contains(where: \.setsSnapshotAside) { try keep(place.snapshot, isJournal: false) }
        if fold.findings.contains(where: \.setsJournalAside) { try keep(place.journal, isJournal: true) }
    }

    /// Puts the next property list into the place of the one that was read; nil if that one isn't there any more.
    private func replaceSnapshot(
        by next: NextFile, _ name: SnapshotName, _ written: FileStatus, _ fold: Fold, until end: DispatchTime
    ) throws(DefaultsError) -> ReplacedFile? {
        try exclusively(until: end) { () throws(DefaultsError) in
            guard try canContinue(fold), let page = files.page else { return nil }
            return try naming {
                guard try storage.status(of: next.name, in: files.directory)?.identity == written.identity else {
                    return nil
                }
                let old = try ReplacedFile(place.snapshot, fold.status, in: files.directory, storage: storage)
                guard let old else { return nil }
                try page.store(Intent.fold, in: .intent)
                let isReplaced: Bool
                do {
                    isReplaced = try storage.replace(place.snapshot, fold.status, by: next.name, in: files.directory)
                } catch {
                    // What was read of the files may be out of date.
                    try? page.store(Intent.append, in: .intent)
                    throw error
                }
                try page.store(Intent.nothing, in: .intent)
                guard isReplaced else { return nil }
                let status = try storage.status(of: next.file)
                reading.lock()
                defer { reading.unlock() }
                content.snapshot = name
                // An edit of the new file that has come already makes a difference, too.
                content.snapshotStatus = status.hasContent(of: written) ? status : written
                content.isSnapshotKnown = true
                return old
            }
        }
    }

    /// Puts the property list back that another program has written into while it was replaced.
    private func putBack(
        _ old: ReplacedFile, _ fold: Fold, _ name: SnapshotName, until end: DispatchTime
    ) throws(DefaultsError) {
        try exclusively(until: end) { () throws(DefaultsError) in
            let status = try naming { try storage.status(of: place.snapshot, in: files.directory) }
            let isOurs = reading.withLock { content.snapshot == name && content.snapshotStatus == status }
            guard isOurs else { return }
            try naming {
                // Where two files can't be exchanged, the one that was replaced has no name any more.
                if try storage.status(of: fold.names.snapshot, in: files.directory) == nil {
                    try old.copy(to: fold.names.snapshot, in: files.directory)
                }
                try storage.rename(fold.names.snapshot, to: place.snapshot, in: files.directory)
            }
        }
    }

    /// Keeps a property list that another program has written into after its place was taken.
    private func keepEdit(_ fold: Fold) throws(DefaultsError) {
        try keep(fold.names.snapshot, isJournal: false)
        reading.withLock {
            unreported.append(
                .unexpectedFile(
                    "\"\(place.path)\" was written into by another program while it was replaced",
                    advice: "What that program wrote is beside it, in a file with \"damaged\" in its name."))
        }
    }

    private func keep(_ name: String, isJournal: Bool) throws(DefaultsError) {
        try naming {
            for number in 0... {
                do throws(StorageError) {
                    let aside = place.aside(number, isJournal: isJournal)
                    return try storage.keep(name, as: aside, in: files.directory)
                } catch {
                    guard error.number == EEXIST else { throw error }
                }
            }
        }
    }

    /// Notes that the journal has been folded in.
    func noteFolded(isDirty: Bool) {
        reading.lock()
        defer { reading.unlock() }
        idling.isDirty = isDirty
    }
}
