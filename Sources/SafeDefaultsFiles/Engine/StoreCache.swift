import Foundation
import SafeDefaults

/// The content of a store in this process's memory, which all readers use.
///
/// The lock is held only for a few lines that access memory, never while a file is read. Readers on different
/// processors don't slow each other down. If another process has
/// written, the first reader that notices it reads the files. Other readers that notice it wait for that reader,
/// because they would otherwise have to read the same files. A reader whose content is up to date waits for nobody.
///
/// Unchecked: the content is accessed only under the lock.
final class StoreCache: @unchecked Sendable {
    private let loader: StoreLoader
    private let watcher: ChangeWatcher
    private let issues: IssueQueue

    private let lock = ReadWriteLock()

    /// Held by the thread that reads files.
    ///
    /// It is taken before `lock`.
    private let loading = PlainLock()

    // Exclusivity is unchecked: the lock ensures it already, and the check took a tenth of a read's time.
    @exclusivity(unchecked) private var content: StoreContent

    /// A number that increases with every change of the content.
    @exclusivity(unchecked) private var revision = 0

    /// The findings that have been reported and haven't been repaired since.
    private var reported: Set<Finding> = []

    /// Whether a file has to be set aside before the next write.
    let isDamaged = SharedWord()

    /// Creates the cache and reads the store for the first time.
    init(
        _ files: StoreFiles, loader: StoreLoader, watcher: ChangeWatcher, issues: IssueQueue
    ) throws(DefaultsError) {
        self.loader = loader
        self.watcher = watcher
        self.issues = issues
        content = StoreContent(state: StoreState(files))
        install(try loader.load(content.state, values: { [:] }))
    }

    deinit {
        lock.free()
        loading.free()
    }

    // MARK: - Reading

    /// The stored value of a name.
    ///
    /// Includes the writes of other processes.
    func value(_ name: String) -> PropertyListValue? {
        let part = lock.lockForReading()
        if isCurrentByHeader {
            let value = content.values[StoredName(name)]
            part.unlock()
            return value
        }
        part.unlock()
        refreshOrReport()
        return lock.whileReading { content.values[StoredName(name)] }
    }

    /// Calls a closure with all values as they are at one moment.
    func read<Result>(_ body: ([StoredName: PropertyListValue]) -> Result) -> Result {
        if !lock.whileReading({ isCurrentByHeader }) { refreshOrReport() }
        return lock.whileReading { body(content.values) }
    }

    /// What is known about the files.
    ///
    /// Doesn't look at them.
    var state: StoreState { lock.whileReading { content.state } }

    /// Where the next record is written; nil if something has to be read, repaired, checked or created before.
    var tailIfReady: JournalTail? {
        let part = lock.lockForReading()
        defer { part.unlock() }
        return isCurrentByHeader && content.state.isReadyToAppend ? content.state.tail : nil
    }

    /// Whether the content is up to date: nothing has been written since it was read.
    var isCurrent: Bool { lock.whileReading { isCurrentByHeader } || loader.isCurrent(state) }

    /// Whether the content is up to date according to the position in the lock file.
    ///
    /// Call it under the lock.
    private var isCurrentByHeader: Bool {
        // The usual case comes first and by itself, so that nothing is retained in the fastest reads.
        if let bits = content.state.files.header?[.position], bits != 0, bits == content.state.position.bits {
            return true
        }
        // The position is 0 if the header was lost, but also if nothing has been written to the store yet.
        guard let header = content.state.files.header, !header.isLost else { return false }
        return header[.position] == content.state.position.bits
    }

    /// Reads what other processes have written, and reports an issue if that fails.
    private func refreshOrReport() {
        do throws(DefaultsError) {
            try refresh()
        } catch {
            // The values that were read before are still the best available.
            issues.add(.unreadableFile(error))
        }
    }

    /// Reads what other processes have written, if they have written anything.
    func refresh() throws(DefaultsError) {
        if isCurrent { return }
        try loading.withLock { () throws(DefaultsError) in
            while true {
                let (state, revision) = lock.whileReading { (content.state, self.revision) }
                if loader.isCurrent(state) { return }
                let update = try loader.update(of: state) { [self] in lock.whileReading { content.values } }
                let isInstalled = lock.withLock {
                    // A writer in this process may have changed the content meanwhile.
                    guard revision == self.revision else { return false }
                    install(update)
                    return true
                }
                if isInstalled { return }
            }
        }
    }

    private func install(_ update: StoreLoader.Update) {
        switch update {
        case .changes(let changes, let state):
            for change in changes {
                change.apply(to: &content.values)
                watcher.note(change)
            }
            content.state = state
            revision += 1
        case .everything(let loaded):
            install(loaded)
            watcher.noteAll()
        }
    }

    private func install(_ loaded: StoreContent) {
        if loaded.state.findings.contains(.removedSnapshot), content.state.snapshotStatus != nil {
            content.state.removals += 1
        }
        let removals = content.state.removals
        content = loaded
        content.state.removals = removals
        revision += 1
        isDamaged.set(loaded.state.findings.contains { $0.setsSnapshotAside || $0.setsJournalAside })
        for finding in loaded.state.findings where reported.insert(finding).inserted {
            issues.add(finding.issue(loader.place.path))
        }
        reported.formIntersection(loaded.state.findings)
    }

    // MARK: - For writers
    //
    // While a writer has the writers' lock, and after it has called `refresh`, the content is up to date, so no reader
    // changes it.

    /// Reads the whole store again.
    ///
    /// - Parameters:
    ///   - files: The directory and the lock file if they were opened again; nil if they are still the same.
    ///   - isExclusive: Whether the caller has the `flock` on the lock file.
    ///   - repair: Repairs the files. It runs without the lock that readers wait for.
    ///   - finish: Changes the state before readers can see it.
    func reload(
        from files: StoreFiles? = nil, isExclusive: Bool = false,
        repair: (StoreState) throws(DefaultsError) -> Void = { _ in },
        finish: (inout StoreState) throws(DefaultsError) -> Void = { _ in }
    ) throws(DefaultsError) {
        try loading.withLock { () throws(DefaultsError) in
            var state = state
            if let files { state.files = files }
            let values = { [self] in lock.whileReading { content.values } }
            let loaded = try loader.load(state, values: values, isExclusive: isExclusive)
            try repair(loaded.state)
            try lock.withLock { () throws(DefaultsError) in
                install(loaded)
                watcher.noteAll()
                try finish(&content.state)
            }
        }
    }

    /// Publishes the record that was written after the journal's end: stores the new position, and applies the changes
    /// to the values.
    ///
    /// - Parameters:
    ///   - changes: The record's changes.
    ///   - position: The position after the record.
    ///   - listener: The listener that made the change and therefore isn't notified; nil to notify all.
    func publish(
        _ changes: some Collection<StoreChange>, _ position: JournalPosition, except listener: Int?
    ) throws(StorageError) {
        lock.lock()
        defer { lock.unlock() }
        guard let header = content.state.files.header else { return }
        try header.store(position.bits, in: .position)
        // If the header was lost meanwhile, no other process can see the new position.
        if header.isLost { throw StorageError(action: "write the lock file", number: EIO) }
        content.state.position = position
        content.state.end = position.end
        revision += 1
        // NB: by index, because an iterator would copy the changes.
        for index in changes.indices {
            changes[index].apply(to: &content.values)
            watcher.note(changes[index], except: listener)
        }
    }

    /// Changes what is known about the files.
    func withState<Result, Failure: Error>(
        _ body: (inout StoreState) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        lock.lock()
        defer { lock.unlock() }
        revision += 1
        return try body(&content.state)
    }

    /// All values, with the state that they belong to.
    var whole: StoreContent { lock.whileReading { content } }

    /// Forgets that findings were reported, except for the given ones, so that they are reported if they come again.
    func forgetReported(but findings: [Finding]) {
        lock.withLock { reported.formIntersection(findings) }
    }

    /// Notes that another program has removed what was stored.
    func noteRemoval() { withState { $0.removals += 1 } }
}
