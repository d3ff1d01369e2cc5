import Foundation

/// A store's content in this process's memory: what every reader reads.
///
/// The lock is held for a few lines that touch memory. A file is read without it: by a reader that finds that another
/// process has written, while other readers that find the same wait for that one, because they would have to read the
/// file themselves. A reader whose content is current waits for nobody.
///
/// Unchecked: the content is touched under the lock only.
final class StoreCache: @unchecked Sendable {
    private let loader: StoreLoader
    private let watcher: ChangeWatcher
    private let issues: IssueQueue

    private let lock = PlainLock()

    /// Held by the thread that reads files; taken before `lock`.
    private let loading = PlainLock()

    // Unchecked: the lock sees to it already, and the check took a tenth of a read's time.
    @exclusivity(unchecked) private var content: StoreContent

    /// A number that every change of the content increases.
    @exclusivity(unchecked) private var revision = 0

    /// The findings that were reported, and still hold.
    private var reported: Set<Finding> = []

    /// Whether something that takes time may have to be done before the next write.
    let needsPreparation = SharedWord(1)

    /// Reads a store for the first time.
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

    /// The stored value of a name, with what other processes have written.
    func value(_ name: String) -> PropertyListValue? {
        lock.lock()
        if !isCurrentByHeader { refreshUnlocked() }
        let value = content.values[StoredName(name)]
        lock.unlock()
        return value
    }

    /// Reads several values at one moment.
    func read<Result>(_ body: ([StoredName: PropertyListValue]) -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        if !isCurrentByHeader { refreshUnlocked() }
        return body(content.values)
    }

    /// What is known of the files now, without a look at them.
    var state: StoreState { lock.withLock { content.state } }

    /// Whether nothing has been written since the content was read.
    var isCurrent: Bool {
        let (isCurrent, state) = lock.withLock { (isCurrentByHeader, content.state) }
        return isCurrent || loader.isCurrent(state)
    }

    /// Whether the lock file's position says so; under the lock.
    private var isCurrentByHeader: Bool {
        // By itself, so that nothing is retained where a read is as fast as it gets.
        if let bits = content.state.files.header?[.position], bits != 0, bits == content.state.position.bits {
            return true
        }
        // A header that was lost reads as 0, and so does that of a store in which nothing has been written.
        guard let header = content.state.files.header, !header.isLost else { return false }
        return header[.position] == content.state.position.bits
    }

    /// Reads what other processes have written, with the lock released meanwhile.
    private func refreshUnlocked() {
        lock.unlock()
        defer { lock.lock() }
        do throws(DefaultsError) {
            try refresh()
        } catch {
            // What was read before is still the best there is.
            issues.add(.unreadableFile(error))
        }
    }

    /// Reads what other processes have written, if they have.
    func refresh() throws(DefaultsError) {
        if isCurrent { return }
        try loading.withLock { () throws(DefaultsError) in
            while true {
                let (state, revision) = lock.withLock { (content.state, self.revision) }
                if loader.isCurrent(state) { return }
                let update = try loader.update(of: state) { [self] in lock.withLock { content.values } }
                let isInstalled = lock.withLock {
                    // A writer of this process may have changed it meanwhile.
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
        needsPreparation.set(true)
        for finding in loaded.state.findings where reported.insert(finding).inserted {
            issues.add(finding.issue(loader.place.path))
        }
        reported.formIntersection(loaded.state.findings)
    }

    // MARK: - For writers
    //
    // While a writer has the lock of writers, and has called `refresh`, readers find nothing to change.

    /// Reads everything again.
    ///
    /// - Parameters:
    ///   - files: The directory and the lock file, if they were opened again.
    ///   - isExclusive: Whether the caller has the lock file's lock.
    ///   - repair: Repairs the files; no lock is held that readers wait for.
    ///   - finish: Changes the state before readers see it.
    func reload(
        from files: StoreFiles? = nil, isExclusive: Bool = false,
        repair: (StoreState) throws(DefaultsError) -> Void = { _ in },
        finish: (inout StoreState) throws(DefaultsError) -> Void = { _ in }
    ) throws(DefaultsError) {
        try loading.withLock { () throws(DefaultsError) in
            var state = state
            if let files { state.files = files }
            let values = { [self] in lock.withLock { content.values } }
            let loaded = try loader.load(state, values: values, isExclusive: isExclusive)
            try repair(loaded.state)
            try lock.withLock { () throws(DefaultsError) in
                install(loaded)
                watcher.noteAll()
                try finish(&content.state)
            }
        }
    }

    /// Makes the record behind the journal's end count, and changes the values as it says.
    ///
    /// - Parameters:
    ///   - changes: The record's changes.
    ///   - position: The position behind the record.
    ///   - listener: The listener that isn't notified.
    func publish(
        _ changes: some Collection<StoreChange>, _ position: JournalPosition, except listener: Int?
    ) throws(StorageError) {
        lock.lock()
        defer { lock.unlock() }
        guard let header = content.state.files.header else { return }
        try header.store(position.bits, in: .position)
        // If the header was lost meanwhile, nobody sees the new position.
        if header.isLost { throw StorageError(action: "write the lock file", number: EIO) }
        content.state.position = position
        content.state.end = position.end
        revision += 1
        for change in changes {
            change.apply(to: &content.values)
            watcher.note(change, except: listener)
        }
    }

    /// Changes what is known of the files.
    func withState<Result, Failure: Error>(
        _ body: (inout StoreState) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        lock.lock()
        defer { lock.unlock() }
        revision += 1
        return try body(&content.state)
    }

    /// All values, of the state that they belong to.
    var whole: StoreContent { lock.withLock { content } }

    /// Forgets which findings were reported but those that still hold.
    func forgetReported(but findings: [Finding]) {
        lock.withLock { reported.formIntersection(findings) }
    }

    /// Notes that another program has removed what was stored.
    func noteRemoval() { withState { $0.removals += 1 } }
}
