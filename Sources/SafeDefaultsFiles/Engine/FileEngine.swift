import Dispatch
import Foundation
import SafeDefaults

/// Reads and writes the files of one store.
///
/// All `UserDefaults` objects of this process that use the store share it.
///
/// All values are kept in memory. A write appends a record to the journal. A compaction writes all values to a new
/// file. Each part has a lock of its own: the writers' lock (``WriterLock``), the content that readers read
/// (``StoreCache``), the notifications of changes (``ChangeWatcher``), and the time of the next compaction
/// (``CompactionSchedule``).
///
/// Locks are taken in this order: `compacting`, the journal's `flock`, `flushing`, the writers' lock, the lock file's
/// `flock`, then those of the parts. While other writers wait for a thread, it doesn't wait for the disk, unless its
/// caller already had the writers' lock.
final class FileEngine: Sendable {
    let place: FilePlace
    let storage: Storage

    /// How long a writer waits for other processes and threads.
    private let usualTimeout: DispatchTimeInterval

    /// How long this thread waits for other threads and processes.
    var timeout: DispatchTimeInterval { timeout(onMainThread: Thread.isMainThread) }

    /// How long a thread waits.
    ///
    /// A system that suspends processes also ends an app whose main thread hangs. So there the main thread waits for a
    /// second at most.
    func timeout(onMainThread: Bool) -> DispatchTimeInterval {
        onMainThread && activity.mayBeSuspended ? .seconds(1) : usualTimeout
    }

    let writers: WriterLock
    let cache: StoreCache
    let watcher = ChangeWatcher()
    let schedule = CompactionSchedule()
    let issues = IssueQueue()
    let loader: StoreLoader

    /// Held by the thread of this process that is compacting.
    let compacting: PlainLock

    /// Held during a flush, and while a compaction replaces the journal.
    let flushing: PlainLock

    /// The salt of the journal whose directory entry is known to be on the disk.
    let durableSalt = Locked<UInt64?>(nil)

    /// The owner of this engine, which scheduled work refers to; nil if no work may be scheduled.
    let owner = Locked(WeakReference<FileEngine>(nil))

    /// Runs scheduled compactions.
    let activity: BackgroundActivity

    /// Whether the engine or the process is ending.
    ///
    /// Issues are then kept for ``report()``, because the process may end before a queue reports them.
    let isEnding = SharedWord()

    private let process = ProcessIdentity.current

    /// The queue on which compactions run, because they wait for the disk.
    static let queue = DispatchQueue(label: "SafeDefaults.file", qos: .utility)

    /// Opens a store.
    ///
    /// - Throws: The reason why the store can't be opened.
    init(
        _ place: FilePlace, files: StoreFiles, storage: Storage,
        boot: UInt64? = SystemCalls.bootIdentifier(), timeout: DispatchTimeInterval = .seconds(10),
        activity: BackgroundActivity = .system
    ) throws(DefaultsError) {
        self.place = place
        self.storage = storage
        usualTimeout = timeout
        self.activity = activity
        writers = WriterLock(files)
        loader = StoreLoader(place: place, storage: storage, boot: boot, writers: writers)
        cache = try StoreCache(files, loader: loader, watcher: watcher, issues: issues)
        // Created last: only `deinit` frees them, and it doesn't run if this initializer throws an error.
        (compacting, flushing) = (PlainLock(), PlainLock())
    }

    deinit {
        // A compaction holds the journal's lock, and the system may end a process that it suspends meanwhile. Without
        // it nothing is lost: the values are in the journal, which is compacted later.
        if !activity.mayBeSuspended { compactAtEnd() }
        report()
        compacting.free()
        flushing.free()
    }

    /// Lets the engine schedule work for as long as its owner lives.
    ///
    /// Without an owner, it does everything at once.
    func setOwner(_ owner: Owner<FileEngine>) { self.owner.withLock { $0 = WeakReference(owner) } }

    /// Whether this process was forked from the one that opened the store, and therefore must open it again.
    var isInherited: Bool { process != ProcessIdentity.current }

    /// Whether work can be scheduled.
    ///
    /// In a forked child it can't, because queues don't run there.
    var canWorkLater: Bool { !ProcessIdentity.isForkedChild && owner.withLock { $0.object } != nil }

    // MARK: - Reading

    /// The stored value of a name.
    ///
    /// Includes the writes of other processes.
    ///
    /// NB: if it were inlined, callers would retain the engine.
    @inline(never)
    func value(_ name: String) -> PropertyListValue? {
        let value = cache.value(name)
        if !issues.isEmpty { reportLater() }
        return value
    }

    /// All stored values at one moment.
    func values() -> [StoredName: PropertyListValue] {
        let values = cache.read { $0 }
        if !issues.isEmpty { reportLater() }
        return values
    }

    /// The stored values of some names at one moment.
    func values(_ names: [String]) -> [String: PropertyListValue] {
        let pairs = cache.read { values in names.compactMap { name in values[StoredName(name)].map { (name, $0) } } }
        if !issues.isEmpty { reportLater() }
        return Dictionary(keepingLast: pairs)
    }

    // MARK: - Issues

    /// Reports the collected issues.
    ///
    /// Call it only while no lock is held.
    func report() { issues.take().forEach(DefaultsIssue.report) }

    /// Reports the collected issues on a queue, because the caller of a read or a write may hold a lock.
    ///
    /// Where no queue runs, reports them at once. Once ``isEnding`` is set, leaves them to ``report()``.
    func reportLater() {
        if issues.isEmpty || isEnding.isSet { return }
        guard canWorkLater else { return report() }
        let issues = issues.take()
        DefaultsIssue.report(issues, on: Self.queue)
    }
}
