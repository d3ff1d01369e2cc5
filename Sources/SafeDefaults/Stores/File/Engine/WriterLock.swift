import Dispatch
import Foundation

/// The state of a store's writer.
///
/// Every function that may only run while no other thread and no other process writes takes one as an argument, and the
/// only way to get one is ``FileEngine/exclusively(until:_:)``.
final class Writer {
    /// The directory and the lock file, which a writer opens again if they were replaced.
    fileprivate(set) var files: StoreFiles

    // Unchecked, here and below: the lock keeps threads apart, and the checks took a tenth of a write's time.

    /// The bytes of the record that is being written.
    @exclusivity(unchecked) var buffer = RecordBuffer()

    /// Whether the journal is compacted as soon as the lock is released.
    @exclusivity(unchecked) var wantsCompaction = false

    /// How often the thread that has the lock has taken it.
    @exclusivity(unchecked) fileprivate var depth = 0

    /// Whether the names of directories that this process made for the store may not be on the disk yet.
    var hasNewDirectories: Bool

    fileprivate init(_ files: StoreFiles) {
        self.files = files
        hasNewDirectories = !files.parents.isEmpty
    }
}

/// Keeps all threads of this process but one from writing a store; the lock file excludes other processes after that.
///
/// Threads that wait form a queue, so that one that writes again and again lets the others in. The thread that has the
/// lock may take it again.
final class WriterLock: Sendable {
    private let lock = PlainLock()

    /// Held by the thread that is next, while it waits for `lock`.
    private let queue = PlainLock()
    private let hasQueue = SharedWord()

    /// The thread that has the lock, or 0.
    private let owner = SharedWord()

    // Unsafe: only the thread that has the lock touches the writer.
    nonisolated(unsafe) fileprivate let writer: Writer

    init(_ files: StoreFiles) { writer = Writer(files) }

    deinit {
        lock.free()
        queue.free()
    }

    /// Whether this thread has the lock.
    var isOwned: Bool { owner.value == ThreadIdentity.current }

    /// Whether a thread waits for the lock.
    var isAwaited: Bool { hasQueue.isSet }

    /// Runs a closure while no other thread of this process writes, if that is so without waiting.
    func ifFree<Result>(_ body: () throws -> Result) rethrows -> Result? {
        guard lock.tryLock() else { return nil }
        defer { lock.unlock() }
        return try body()
    }

    /// Takes the lock once more for a thread that has it, and tells whether it did.
    fileprivate func reenter() -> Bool {
        guard isOwned else { return false }
        writer.depth += 1
        return true
    }

    /// Takes the lock, or waits for it until a deadline; tells whether it has it.
    fileprivate func acquire(until deadline: inout Deadline) -> Bool {
        // It is free as a rule, and nobody has to know what time it is.
        guard hasQueue.isSet || !lock.tryLock() else { return true }
        let end = deadline.time
        guard queue.lock(until: end) else { return false }
        defer { queue.unlock() }
        hasQueue.set(true)
        defer { hasQueue.set(false) }
        return lock.lock(until: end)
    }

    /// Notes that this thread has the lock, once other processes are excluded as well.
    fileprivate func begin() {
        owner.set(ThreadIdentity.current)
        writer.depth = 1
    }

    /// Undoes one ``reenter()`` or ``begin()``, and tells whether the lock has to be released.
    fileprivate func leave() -> Bool {
        // A child that was forked in the middle of its parent's write hasn't begun one.
        guard isOwned else { return false }
        writer.depth -= 1
        guard writer.depth == 0 else { return false }
        owner.set(0)
        return true
    }

    fileprivate func release() { lock.unlock() }
}

/// The end of a timeout, which is only computed if there is something to wait for.
struct Deadline {
    private let timeout: DispatchTimeInterval
    private var end: DispatchTime?

    init(after timeout: DispatchTimeInterval, or end: DispatchTime? = nil) {
        self.timeout = timeout
        self.end = end
    }

    /// The moment of the deadline; the timeout begins when it is first asked for.
    var time: DispatchTime {
        mutating get {
            let end = end ?? .now() + timeout
            self.end = end
            return end
        }
    }
}

extension FileEngine {
    /// Runs a body while no other thread and no other process can write.
    ///
    /// - Parameters:
    ///   - end: The moment until which to wait for them; the usual timeout for nil.
    ///   - body: The body, which may call this function again.
    func exclusively<Result>(
        until end: DispatchTime? = nil, _ body: (Writer) throws(DefaultsError) -> Result
    ) throws(DefaultsError) -> Result {
        try lockForWriting(until: end)
        defer { unlockForWriting() }
        return try body(writers.writer)
    }

    /// Keeps other threads and processes from writing; calls may be nested.
    ///
    /// - Parameter end: The moment until which to wait for them; the usual timeout for nil.
    func lockForWriting(until end: DispatchTime? = nil) throws(DefaultsError) {
        // Its lock file is open in the parent as well, and a lock on it would exclude neither of them.
        guard !isInherited else {
            throw DefaultsError(
                .fileFailure, reason: "\"\(place.path)\" was opened by the process that this one was forked from")
        }
        if writers.reenter() { return }
        var deadline = Deadline(after: timeout, or: end)
        guard writers.acquire(until: &deadline) else { throw place.isBusy("thread") }
        do throws(DefaultsError) {
            try excludeProcesses(until: &deadline)
        } catch {
            writers.release()
            throw error
        }
        writers.begin()
    }

    /// Ends what a call of ``lockForWriting(until:)`` began.
    func unlockForWriting() {
        guard writers.leave() else { return }
        let writer = writers.writer
        // A child that was forked meanwhile shares its parent's lock, which is the parent's to release.
        if !isInherited {
            if let lock = writer.files.lock { storage.unlock(lock) }
            wakeOthers(writer.files)
        }
        let wantsCompaction = writer.wantsCompaction
        writer.wantsCompaction = false
        writers.release()
        reportLater()
        if wantsCompaction { compactSoon() }
    }

    private func wakeOthers(_ files: StoreFiles) {
        do throws(StorageError) {
            try files.header?.wakeIfRequested()
        } catch {
            // The next write wakes them.
        }
    }

    private func excludeProcesses(until deadline: inout Deadline) throws(DefaultsError) {
        // The lock file may have become writable since the store was opened.
        if writers.writer.files.lock == nil { try reopen(writers.writer) }
        guard let lock = writers.writer.files.lock else {
            throw DefaultsError(
                .fileFailure,
                reason: "\"\(place.path)\" can't be written, because its lock file can't be: "
                    + writers.writer.files.obstacle)
        }
        do throws(StorageError) {
            if try storage.lock(lock, until: { deadline.time }) { return }
        } catch {
            throw place.named(error)
        }
        throw place.isBusy("process")
    }

    /// Opens the directory and the lock file again, and reads everything anew.
    private func reopen(_ writer: Writer) throws(DefaultsError) {
        let files = try StoreFiles(place, storage: storage)
        writer.files = files
        if !files.parents.isEmpty {
            writer.hasNewDirectories = true
            files.noteNewDirectories()
        }
        try cache.reload(from: files)
        // The lock file that the engine was found by so far may become another store's.
        if let owner = owner.withLock({ $0.shared }) { EngineRegistry.shared.add(owner) }
        // The lock file that it waits for isn't written to any more.
        pollSoon()
    }

    /// Opens everything again if the lock file isn't the one that other processes find.
    ///
    /// It was removed then, perhaps with its directory, and a lock on it would exclude nobody.
    func verifyLock(_ writer: Writer) throws(DefaultsError) {
        let status = try place.naming { try storage.status(of: "\(place.directory)/\(place.lock)", in: AT_FDCWD) }
        guard status?.identity != writer.files.identity else { return }
        if let lock = writer.files.lock { storage.unlock(lock) }
        let before = cache.state
        try reopen(writer)
        let after = cache.state
        if before.journal != nil || before.snapshotStatus != nil, after.journal == nil, after.snapshotStatus == nil {
            cache.noteRemoval()
            issues.add(.removedStore(place.path))
        }
        guard let lock = writer.files.lock else { return }
        guard try place.naming({ try storage.lock(lock) { .now() + timeout } }) else { throw place.isBusy("process") }
    }
}
