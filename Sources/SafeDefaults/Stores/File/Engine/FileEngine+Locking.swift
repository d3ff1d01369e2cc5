import Dispatch
import Foundation

// Keeping other writers out: first the threads of this process, then other processes.

extension FileEngine {
    /// Runs a body while no other thread and no other process can write; it may write itself.
    ///
    /// - Parameters:
    ///   - end: Until when to wait for them; as long as usual for nil.
    ///   - body: What to do.
    func exclusively<Result>(
        until end: DispatchTime? = nil, _ body: () throws(DefaultsError) -> Result
    ) throws(DefaultsError) -> Result {
        try lockForWriting(until: end)
        defer { unlockForWriting() }
        return try body()
    }

    /// Keeps other threads and processes from writing; calls may be nested.
    ///
    /// - Parameter end: Until when to wait for them; as long as usual for nil.
    func lockForWriting(until end: DispatchTime? = nil) throws(DefaultsError) {
        if isOwned {
            // Its parent goes on with the update in which it was forked, and has the lock.
            guard !isForked else { throw isBusy("process, of which this one was forked,") }
            depth += 1
            return
        }
        var deadline: DispatchTime?
        // It is free, as a rule, and nobody has to know what time it is.
        if hasLine.isSet || !writing.tryLock() {
            let end = end ?? .now() + patience
            guard waitInLine(until: end) else { throw isBusy("thread") }
            deadline = end
        }
        do throws(DefaultsError) {
            try lockAmongProcesses { deadline ?? end ?? .now() + patience }
        } catch {
            writing.unlock()
            throw error
        }
        owner.set(ThreadIdentity.current)
        depth = 1
    }

    /// Ends what a call of ``lockForWriting(until:)`` began.
    func unlockForWriting() {
        depth -= 1
        guard depth == 0 else { return }
        owner.set(0)
        // A child that was forked meanwhile has its parent's lock, which is the parent's to release.
        if let lock = files.lock, !isForked { storage.unlock(lock) }
        // A ring that fails is made up for by the next write's.
        try? files.page?.ringIfAwaited()
        // Always under the lock: what was read of `content` without it comes before what readers change in it later.
        let issues = reading.withLock { takeIssues() }
        let wantsFold = wantsFold
        self.wantsFold = false
        writing.unlock()
        if let issues { report(issues) }
        if wantsFold { foldSoon() }
    }

    private func waitInLine(until end: DispatchTime) -> Bool {
        guard line.lock(until: end) else { return false }
        defer { line.unlock() }
        hasLine.set(true)
        defer { hasLine.set(false) }
        return writing.lock(until: end)
    }

    private func lockAmongProcesses(until deadline: () -> DispatchTime) throws(DefaultsError) {
        // Somebody may have made writable what wasn't when the store was opened.
        if files.lock == nil || isForked { try reopen() }
        guard let lock = files.lock else {
            throw DefaultsError(
                .fileFailure,
                reason: "\"\(place.path)\" can't be written, because its lock file can't be: \(files.obstacle)")
        }
        let isLocked: Bool
        do throws(StorageError) { isLocked = try storage.lock(lock, until: deadline) } catch { throw named(error) }
        if !isLocked { throw isBusy("process") }
    }

    /// Opens the directory and the lock file anew, and reads everything again; under `writing`.
    func reopen() throws(DefaultsError) {
        let files = try StoreFiles(place, storage: storage)
        try reading.withLock { () throws(DefaultsError) in try use(files) }
        // The file that it was found by so far may become another store's.
        if let owner = reading.withLock({ later.shared }) { EngineRegistry.shared.add(owner) }
    }

    private func use(_ files: StoreFiles) throws(DefaultsError) {
        self.files = files
        hasRecovered = false
        if !files.parents.isEmpty { noteNewDirectories() }
        isForked = false
        install(try load(isExclusive: false))
        listeners.noteAll()
        // What it waits for may be another lock file's ring.
        lookSoon()
    }

    // MARK: - Fork

    /// Waits until no other thread is in the middle of a write; for the thread that forks.
    func beginFork() {
        if isOwned {
            depth += 1
        } else {
            // What a fold or a flush has under way the child could wait for for ever, too.
            folding.lock()
            flushing.lock()
            line.lock()
            hasLine.set(true)
            writing.lock()
            hasLine.set(false)
            line.unlock()
            depth = 1
        }
        // Not in the child, which could wait for ever for a type that another thread is just making; see `Forks`.
        filesOfChild = depth == 1 ? StoreFiles(place, again: files, storage: storage) : nil
    }

    /// Goes on after a fork, in both processes.
    ///
    /// `reading` is held too.
    func endFork(isChild: Bool) {
        if isChild {
            isForked = filesOfChild == nil
            if let filesOfChild { files = filesOfChild }
            // It has the parent's lock file open, whose lock ends only when nobody has.
            watching.bell = nil
            self.isChild = true
            // Who was waiting is not in the child.
            for lock in [line, folding, flushing] { lock.reset() }
            hasLine.set(false)
            isFoldScheduled.set(false)
            // The parent's journal is locked for both by whichever of them folds: so the child opens its own.
            content.forgetJournal()
            // Queues don't work in a child; it folds when the journal has grown, and when it ends.
            idling.isScheduled = true
        }
        // The lock of a child that is killed ends with it only if its parent doesn't have the file open too.
        filesOfChild = nil
        reading.unlock()
        // A thread may be known by another number in a child.
        owner.set(ThreadIdentity.current)
        depth -= 1
        guard depth == 0 else { return }
        owner.set(0)
        writing.unlock()
        // In the child they are new.
        guard !isChild else { return }
        flushing.unlock()
        folding.unlock()
    }

    /// Whether this thread holds `writing`.
    var isOwned: Bool { owner.value == ThreadIdentity.current }

    func isBusy(_ who: String) -> DefaultsError {
        DefaultsError(
            .fileFailure,
            reason: "another \(who) holds the lock of \"\(place.path)\", and hasn't released it in time")
    }
}
