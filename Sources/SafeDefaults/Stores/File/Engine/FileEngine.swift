import Dispatch
import Foundation

/// Reads and writes the files of one store, for every `UserDefaults` of this process that is over it.
///
/// Values are in memory. A write appends a record to the journal, and a compaction writes the whole anew. Each part has a
/// lock of its own: the writers' lock (``WriterLock``), the content that readers read (``StoreCache``), the notifications
/// of changes (``ChangeWatcher``), and the time of the next compaction (``CompactionSchedule``).
///
/// Locks are taken in this order: compacting, flushing, the writers' lock, the lock file's, then those of the parts.
/// Nothing waits for the disk while other writers wait for it, but where the caller has the writers' lock already.
final class FileEngine: Sendable {
    let place: FilePlace
    let storage: Storage

    /// The start of the machine; nil if the system doesn't say.
    let boot: UInt64?

    /// How long a writer waits for other processes and threads.
    let timeout: DispatchTimeInterval

    let writers: WriterLock
    let cache: StoreCache
    let watcher = ChangeWatcher()
    let schedule = CompactionSchedule()
    let issues = IssueQueue()
    let loader: StoreLoader

    /// Held by the one thread of this process that compacts.
    let compacting = PlainLock()

    /// Held while what was written is made durable, and while a compaction replaces the journal.
    let flushing = PlainLock()

    /// The generation of the journal whose name is known to be on the disk.
    let durableGeneration = Locked<UInt64?>(nil)

    /// The owner of this engine, for work that is done later; nil if nothing is to be done later.
    let owner = Locked(WeakReference<FileEngine>(nil))

    private let process = ProcessIdentity.current

    /// The queue of compactions, which wait for the disk.
    static let queue = DispatchQueue(label: "SafeDefaults.file", qos: .utility)

    /// Opens a store.
    ///
    /// - Throws: The reason why there can't be one.
    init(
        _ place: FilePlace, files: StoreFiles, storage: Storage,
        boot: UInt64? = SystemCalls.bootIdentifier(), timeout: DispatchTimeInterval = .seconds(10)
    ) throws(DefaultsError) {
        self.place = place
        self.storage = storage
        self.boot = boot
        self.timeout = timeout
        writers = WriterLock(files)
        loader = StoreLoader(place: place, storage: storage, boot: boot, writers: writers)
        if !files.parents.isEmpty { files.noteNewDirectories() }
        cache = try StoreCache(files, loader: loader, watcher: watcher, issues: issues)
    }

    deinit {
        compactAtEnd()
        report()
        compacting.free()
        flushing.free()
    }

    /// Lets the engine do work later, as long as its owner lives; without one, it does only what it is asked to.
    func setOwner(_ owner: Owner<FileEngine>) { self.owner.withLock { $0 = WeakReference(owner) } }

    /// Whether a parent of this process has opened the store, so that this process must open it again.
    var isInherited: Bool { process != ProcessIdentity.current }

    /// Whether work can be done later: in a forked child, queues don't run.
    var canWorkLater: Bool { !ProcessIdentity.isForkedChild && owner.withLock { $0.object } != nil }

    // MARK: - Reading

    /// The stored value of a name, with what other processes have written.
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
        return Dictionary(pairs, uniquingKeysWith: { $1 })
    }

    // MARK: - Issues

    /// Reports what was found; for a caller that holds no lock.
    func report() { issues.take().forEach(DefaultsIssue.report) }

    /// Reports what was found during a read or a write, whose caller may hold a lock: on a queue, where one runs.
    func reportLater() {
        if issues.isEmpty { return }
        if canWorkLater { DefaultsIssue.report(issues.take(), on: Self.queue) } else { report() }
    }
}
