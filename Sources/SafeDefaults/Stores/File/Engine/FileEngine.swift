import Dispatch
import Foundation

/// What reads and writes one file store, for every `UserDefaults` of this process that is over it.
///
/// Values are in memory; a write appends a record to the journal, and a fold writes the whole anew. Two locks keep it
/// together in this process: `writing` is held by one writer at a time, the waiting for other processes included, and
/// `reading` for the few lines that touch `content`. Folding and flushing wait for the disk without either of them.
///
/// Unchecked: everything that changes is touched under the lock that its comment names.
final class FileEngine: @unchecked Sendable {
    let place: FilePlace
    let storage: Storage

    /// Which start of the machine this is; nil if the system doesn't say.
    let boot: UInt64?

    /// How long a writer waits for another process's lock, and for other threads.
    let patience: DispatchTimeInterval

    let writing = PlainLock()
    let reading = PlainLock()

    /// Held by the one thread of this process that folds; taken before `flushing`, and that before `writing`.
    let folding = PlainLock()

    /// Held while what was written is made durable, and while a fold replaces the journal that this is about.
    let flushing = PlainLock()

    /// Where threads wait for `writing`: the one that has this lock is the next.
    let line = PlainLock()

    /// Whether one waits; so a thread that writes again and again lets the others in.
    let hasLine = SharedWord()

    // Unchecked, here and below: the locks see to it already, and the checks took a tenth of a read's time.

    /// Changed under both locks, read under either.
    @exclusivity(unchecked) var files: StoreFiles

    /// Changed under both locks by writers, under `reading` by readers that catch up.
    @exclusivity(unchecked) var content = StoreContent()

    /// The thread that holds `writing`, or 0.
    let owner = SharedWord()

    /// How many calls deep it does; under `writing`.
    @exclusivity(unchecked) var depth = 0

    /// A record's bytes; under `writing`.
    @exclusivity(unchecked) var buffer = RecordBuffer()

    /// Whether this process has put the page in order; under `writing`.
    var hasRecovered = false

    /// A journal's length at which a fold is tried again after one that failed.
    let nextFold = SharedWord()

    /// Whether the journal is to be folded in as soon as the lock is free; under `writing`.
    @exclusivity(unchecked) var wantsFold = false

    /// Whether something that takes time may have to be done before the next write.
    let needsOrder = SharedWord(1)

    /// Whether a fold waits for its turn on the queue.
    let isFoldScheduled = SharedWord()

    /// The generation of the journal whose name is known to be on the disk.
    let durableGeneration = Locked<UInt64?>(nil)

    /// Whether the names of directories that this process made for the store may not be on the disk yet; under `writing`.
    var hasNewDirectories = false

    /// How often it was found that another program has removed what was stored; under `writing`.
    var removals = 0

    /// What was found, and not reported yet; under `reading`.
    @exclusivity(unchecked) var unreported: [DefaultsIssue] = []

    /// What was found and has been reported; under `reading`.
    var reported: Set<Finding> = []

    /// Who wants to know of changes; under `reading`.
    @exclusivity(unchecked) var listeners = ChangeListeners()

    /// How the engine comes to know of changes by itself; under `reading`.
    @exclusivity(unchecked) var watching = Watching()

    /// This engine, for what is done later; under `reading`.
    var later = WeakReference<FileEngine>(nil)

    /// Whether something was written that isn't folded yet, and since when nothing was; under `reading`.
    @exclusivity(unchecked) var idling = Idling()

    /// Whether this process is a child that still shares its lock file with its parent; under both locks.
    @exclusivity(unchecked) var isForked = false

    /// What a child goes on with; only while a fork is under way, under both locks.
    @exclusivity(unchecked) var filesOfChild: StoreFiles?

    /// Whether this process was forked, so that queues don't work in it; changed under both locks.
    var isChild = false

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
        self.patience = patience
        if !files.parents.isEmpty { noteNewDirectories() }
        install(try load(isExclusive: false))
    }

    deinit {
        foldAtEnd()
        unreported.forEach(DefaultsIssue.report)
        for lock in [writing, reading, line, folding, flushing] { lock.free() }
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
        // By itself, so that nothing is retained where a read is as fast as it gets.
        if let bits = files.page?[.state], bits != 0, bits == content.word.bits { return true }
        return isCurrentWithoutWord
    }

    private var isCurrentWithoutWord: Bool {
        // A page that was lost says 0, as does that of a store in which nothing has been written.
        if let page = files.page, !page.isLost { return page[.state] == content.word.bits }
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

    func takeIssues() -> [DefaultsIssue]? {
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
    func report(_ issues: [DefaultsIssue]) {
        if later.object == nil || isChild {
            issues.forEach(DefaultsIssue.report)
        } else {
            DefaultsIssue.report(issues, on: Self.queue)
        }
    }

    // MARK: - Errors

    /// An error of the system's, with which store it is about.
    func named(_ error: StorageError) -> DefaultsError {
        DefaultsError(.fileFailure, reason: "\(error.reason) in the store \"\(place.path)\"")
    }

    /// Runs a body whose errors are the system's, and adds which store they are about.
    func naming<Result>(_ body: () throws -> Result) throws(DefaultsError) -> Result {
        do {
            return try body()
        } catch let error as DefaultsError {
            throw error
        } catch let error as StorageError {
            throw named(error)
        } catch {
            throw DefaultsError(.fileFailure, reason: "\(error)")
        }
    }
}
