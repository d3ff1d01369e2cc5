import Dispatch
import Foundation

/// What reads and writes one file store, for every `UserDefaults` of this process that is over it.
///
/// Values are in memory; a write appends a record to the journal, and a fold writes the whole anew. Two locks keep it
/// together in this process: `writing` is held by one writer at a time, the waiting for other processes and for the disk
/// included, and `reading` for the few lines that touch `content`. So no reader ever waits for a writer.
///
/// Unchecked: everything that changes is touched under the lock that its comment names.
final class FileEngine: @unchecked Sendable {
    let place: FilePlace
    let storage: Storage

    /// Which start of the machine this is; nil if the system doesn't say.
    let boot: UInt64?

    /// How long a writer waits for another process's lock, and for other threads.
    let patience: DispatchTimeInterval

    let writing = NSLock()
    let reading = NSLock()

    // Unchecked, here and below: the locks see to it already, and the check took a tenth of a read's time.

    /// Changed under both locks, read under either.
    @exclusivity(unchecked) var files: StoreFiles

    /// Changed under both locks by writers, under `reading` by readers that catch up.
    @exclusivity(unchecked) var content = StoreContent()

    /// The thread that holds `writing`, and how many calls deep; under `reading`.
    private var owner: (thread: pthread_t, depth: Int)?

    /// A record's bytes; under `writing`.
    var buffer: [UInt8] = []

    /// Whether this process has put the page in order; under `writing`.
    var hasRecovered = false

    /// A journal's length at which a fold is tried again after one that failed; under `writing`.
    var nextFold = 0

    /// The generation of the journal whose name is known to be on the disk; under `writing`.
    var durableGeneration: UInt64?

    /// Whether the names of directories that were made for the store are known to be on the disk; under `writing`.
    var hasDurableParents: Bool

    /// What was found, and not reported yet; under `reading`.
    @exclusivity(unchecked) var unreported: [DefaultsIssue] = []

    /// What was found and has been reported; under `reading`.
    var reported: Set<Finding> = []

    /// Who wants to know of changes; under `reading`.
    var listeners = ChangeListeners()

    /// This engine, for what is done later; under `reading`.
    var later = WeakReference<FileEngine>(nil)

    /// Whether something was written that isn't folded yet, and since when nothing was; under `reading`.
    var idling = Idling()

    /// Whether this process is a child that still shares its lock file with its parent; under both locks.
    private var isForked = false

    /// Whether this process was forked, so that queues don't work in it; changed under both locks.
    private var isChild = false

    /// Opens a store.
    ///
    /// - Throws: Why there can be none.
    init(
        _ place: FilePlace, files: StoreFiles, storage: Storage,
        boot: UInt64? = SystemCalls.bootIdentifier(), patience: DispatchTimeInterval = .seconds(10)
    ) throws(DefaultsError) {
        self.place = place
        self.files = files
        self.storage = storage
        self.boot = boot
        hasDurableParents = files.parents.isEmpty
        self.patience = patience
        install(try load(isExclusive: false))
    }

    deinit {
        guard idling.isDirty else { return }
        try? foldNow(patience: .seconds(1))
        unreported.forEach(DefaultsIssue.report)
    }

    // MARK: - Reading

    /// The stored value of a name, other processes' writes included.
    func value(_ name: String) -> PropertyListValue? {
        reading.lock()
        if !isCurrent { catchUpReporting() }
        let value = content.values[StoredName(name)]
        let issues = takeIssues()
        reading.unlock()
        if let issues { report(issues) }
        return value
    }

    /// All stored values at one moment.
    func values() -> [StoredName: PropertyListValue] { readingContent(\.values) }

    /// The stored values of some names at one moment.
    func values(_ names: [String]) -> [String: PropertyListValue] {
        readingContent { content in
            Dictionary(
                names.compactMap { name in content.values[StoredName(name)].map { (name, $0) } },
                uniquingKeysWith: { $1 })
        }
    }

    private func readingContent<Result>(_ read: (StoreContent) -> Result) -> Result {
        reading.lock()
        if !isCurrent { catchUpReporting() }
        let result = read(content)
        let issues = takeIssues()
        reading.unlock()
        if let issues { report(issues) }
        return result
    }

    /// Whether nothing has been written since `content` was read; under `reading`.
    var isCurrent: Bool {
        if let page = files.page { return page[.state] == content.word.bits }
        return (try? storage.status(of: place.snapshot, in: files.directory)) == content.snapshotStatus
            && (try? storage.status(of: place.journal, in: files.directory)) == content.journalStatus
    }

    private func catchUpReporting() {
        do throws(DefaultsError) {
            try catchUp()
        } catch {
            // What was read before is still the best there is.
            unreported.append(.unreadableFile(error))
        }
    }

    private func takeIssues() -> [DefaultsIssue]? {
        guard !unreported.isEmpty else { return nil }
        defer { unreported = [] }
        return unreported
    }

    /// Reports what has been found; for a caller that holds no lock.
    func report() {
        reading.lock()
        let issues = takeIssues()
        reading.unlock()
        issues?.forEach(DefaultsIssue.report)
    }

    /// Reports what has been found while somebody reads or writes, who may hold the lock of a hub: so on a queue, if there
    /// is somebody to hold one.
    private func report(_ issues: [DefaultsIssue]) {
        if later.object == nil || isChild {
            issues.forEach(DefaultsIssue.report)
        } else {
            DefaultsIssue.report(issues, on: Self.queue)
        }
    }

    // MARK: - The lock of writers

    /// Runs a body while no other thread and no other process can write; it may write itself.
    func exclusively<Result>(
        patience: DispatchTimeInterval? = nil, _ body: () throws(DefaultsError) -> Result
    ) throws(DefaultsError) -> Result {
        try lockForWriting(patience)
        defer { unlockForWriting() }
        return try body()
    }

    /// Keeps other threads and processes from writing; calls may be nested.
    ///
    /// - Parameter patience: How long to wait for them; as long as usual for nil.
    func lockForWriting(_ patience: DispatchTimeInterval? = nil) throws(DefaultsError) {
        if isOwned {
            reading.lock()
            owner?.depth += 1
            return reading.unlock()
        }
        let deadline = DispatchTime.now() + (patience ?? self.patience)
        guard writing.try() || writing.lock(before: deadline.date) else { throw isBusy("thread") }
        do throws(DefaultsError) {
            try lockAmongProcesses(until: deadline)
        } catch {
            writing.unlock()
            throw error
        }
        reading.lock()
        owner = (pthread_self(), 1)
        reading.unlock()
    }

    /// Ends what a call of ``lockForWriting(_:)`` began.
    func unlockForWriting() {
        reading.lock()
        owner?.depth -= 1
        let isLast = owner?.depth == 0
        if isLast { owner = nil }
        // A child that was forked meanwhile has its parent's lock, which is the parent's to release.
        let lock = isForked ? nil : files.lock
        let issues = isLast ? takeIssues() : nil
        reading.unlock()
        guard isLast else { return }
        if let lock { FileLock(file: lock, storage: storage).release() }
        writing.unlock()
        if let issues { report(issues) }
    }

    private func lockAmongProcesses(until deadline: DispatchTime) throws(DefaultsError) {
        // Somebody may have made writable what wasn't when the store was opened.
        if files.lock == nil || isForked { try reopen() }
        guard let lock = files.lock else {
            throw DefaultsError(
                .fileFailure, reason: "\"\(place.path)\" can't be written, because its directory is read-only or full")
        }
        guard try naming({ try FileLock(file: lock, storage: storage).take(until: deadline) }) else {
            throw isBusy("process")
        }
    }

    /// Opens the directory and the lock file anew, and reads everything again; under `writing`.
    func reopen() throws(DefaultsError) {
        let files = try StoreFiles(place, storage: storage)
        reading.lock()
        defer { reading.unlock() }
        self.files = files
        hasRecovered = false
        hasDurableParents = hasDurableParents && files.parents.isEmpty
        isForked = false
        install(try load(isExclusive: false))
    }

    // MARK: - Fork

    /// Waits until no thread is in the middle of anything; for the thread that forks.
    func beginFork() {
        if !isOwned { writing.lock() }
        reading.lock()
    }

    /// Goes on after a fork, in both processes.
    func endFork(isChild: Bool) {
        if isChild {
            isForked = true
            self.isChild = true
            // Queues don't work in a child; it folds when the journal has grown, and when it ends.
            idling.isScheduled = true
        }
        let isOwned = owner.map { pthread_equal($0.thread, pthread_self()) != 0 } ?? false
        reading.unlock()
        if !isOwned { writing.unlock() }
    }

    /// Whether this thread holds `writing`.
    private var isOwned: Bool {
        reading.lock()
        defer { reading.unlock() }
        return owner.map { pthread_equal($0.thread, pthread_self()) != 0 } ?? false
    }

    private func isBusy(_ who: String) -> DefaultsError {
        DefaultsError(
            .fileFailure,
            reason: "another \(who) holds the lock of \"\(place.path)\", and hasn't released it in time")
    }

    /// Runs a body whose errors are the system's, and adds which store they are about.
    func naming<Result>(_ body: () throws -> Result) throws(DefaultsError) -> Result {
        do {
            return try body()
        } catch let error as DefaultsError {
            throw error
        } catch let error as StorageError {
            throw DefaultsError(.fileFailure, reason: "\(error.reason) in the store \"\(place.path)\"")
        } catch {
            throw DefaultsError(.fileFailure, reason: "\(error)")
        }
    }
}

extension DispatchTime {
    /// The same moment, for `NSLock`.
    fileprivate var date: Date {
        let now = DispatchTime.now().uptimeNanoseconds
        return Date(timeIntervalSinceNow: (Double(uptimeNanoseconds) - Double(now)) / 1e9)
    }
}
