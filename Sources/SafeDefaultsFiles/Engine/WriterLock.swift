import Dispatch
import Foundation
import SafeDefaults

/// The state of a store's writer.
///
/// A function that may only run while no other thread or process writes takes a `Writer` as an argument. Only
/// ``FileEngine/exclusively(until:_:)`` provides one.
final class Writer {
    /// The directory and the lock file.
    ///
    /// A writer opens them again if they were replaced.
    fileprivate(set) var files: StoreFiles

    // Exclusivity is unchecked, here and below: the lock ensures it, and the checks took a tenth of a write's time.

    /// The bytes of the record that is being written.
    @exclusivity(unchecked) var buffer = RecordBuffer()

    /// Whether the journal is to be compacted after the lock has been released.
    @exclusivity(unchecked) var wantsCompaction = false

    /// How many times its owner has taken the lock and not released it.
    @exclusivity(unchecked) fileprivate var depth = 0

    fileprivate init(_ files: StoreFiles) { self.files = files }
}

/// A lock that lets only one thread of this process write to a store.
///
/// The thread that has it then takes the lock file's `flock` to exclude other processes.
///
/// Waiting threads form a queue, so that a thread that writes in a loop lets the others have their turn. The thread
/// that has the lock may take it again.
final class WriterLock: Sendable {
    private let lock = PlainLock()

    /// Held by the first waiting thread, while it waits for `lock`.
    private let queue = PlainLock()
    private let hasQueue = SharedWord()

    /// The thread that has the lock, or 0.
    private let owner = SharedWord()

    // Unsafe: only the thread that has the lock uses the writer.
    nonisolated(unsafe) fileprivate let writer: Writer

    init(_ files: StoreFiles) { writer = Writer(files) }

    deinit {
        lock.free()
        queue.free()
    }

    /// Whether this thread has the lock.
    var isOwned: Bool { owner.value == ThreadIdentity.current }

    /// Whether a thread is waiting for the lock.
    var isAwaited: Bool { hasQueue.isSet }

    /// Runs a closure while no other thread of this process writes.
    ///
    /// Returns nil without waiting if another thread has the lock.
    func ifFree<Result>(_ body: () throws -> Result) rethrows -> Result? {
        guard lock.tryLock() else { return nil }
        defer { lock.unlock() }
        return try body()
    }

    /// Takes the lock again if this thread has it already.
    ///
    /// Returns whether it does.
    fileprivate func reenter() -> Bool {
        guard isOwned else { return false }
        writer.depth += 1
        return true
    }

    /// Takes the lock, and waits for it until a deadline if necessary.
    ///
    /// Returns whether the thread has it now.
    fileprivate func acquire(until deadline: inout Deadline) -> Bool {
        // Usually the lock is free, so the current time isn't needed.
        guard hasQueue.isSet || !lock.tryLock() else { return true }
        let end = deadline.time
        guard queue.lock(until: end) else { return false }
        defer { queue.unlock() }
        hasQueue.set(true)
        defer { hasQueue.set(false) }
        return lock.lock(until: end)
    }

    /// Makes this thread the owner of the lock.
    ///
    /// Call it after other processes have been excluded as well.
    fileprivate func begin() {
        owner.set(ThreadIdentity.current)
        writer.depth = 1
    }

    /// Undoes one ``reenter()`` or ``begin()``.
    ///
    /// Returns whether the lock has to be released.
    fileprivate func leave() -> Bool {
        // If the process was forked during a write of its parent, that write isn't this process's.
        guard isOwned else { return false }
        writer.depth -= 1
        guard writer.depth == 0 else { return false }
        owner.set(0)
        return true
    }

    fileprivate func release() { lock.unlock() }
}

/// The end of a timeout.
///
/// It is computed only if a thread really has to wait.
struct Deadline {
    let timeout: DispatchTimeInterval

    /// The time of the deadline.
    ///
    /// The timeout begins at the first access.
    lazy var time: DispatchTime = .now() + timeout
}

extension FileEngine {
    /// Runs a body while no other thread and no other process can write.
    ///
    /// - Parameters:
    ///   - end: When to stop waiting for the lock; nil for the usual timeout.
    ///   - body: The body, which may call this function again.
    func exclusively<Result>(
        until end: DispatchTime? = nil, _ body: (Writer) throws(DefaultsError) -> Result
    ) throws(DefaultsError) -> Result {
        try lockForWriting(until: end)
        defer { unlockForWriting() }
        return try body(writers.writer)
    }

    /// Prevents other threads and processes from writing.
    ///
    /// Calls may be nested.
    ///
    /// - Parameter end: When to stop waiting for the lock; nil for the usual timeout.
    func lockForWriting(until end: DispatchTime? = nil) throws(DefaultsError) {
        // A forked child shares the open lock file with its parent, so a lock on it would exclude neither of them.
        guard !isInherited else {
            throw DefaultsError(
                .fileFailure, reason: "\"\(place.path)\" was opened by the process that this one was forked from")
        }
        if writers.reenter() { return }
        var deadline = Deadline(timeout: timeout, time: end)
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
        // A child that was forked meanwhile shares its parent's lock. Only the parent may release it.
        if !isInherited {
            if let lock = writer.files.lock { storage.unlock(lock) }
            // If this fails, the next write wakes the others.
            try? writer.files.header?.wakeIfRequested()
        }
        let wantsCompaction = writer.wantsCompaction
        writer.wantsCompaction = false
        writers.release()
        reportLater()
        if wantsCompaction { compactSoon() }
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

    /// Opens the directory and the lock file again, and reads the whole store again.
    private func reopen(_ writer: Writer) throws(DefaultsError) {
        let files = try StoreFiles(place, storage: storage)
        writer.files = files
        try cache.reload(from: files)
        // Registers the engine by its new lock file. The old one may become another store's lock file.
        if let owner = owner.withLock({ $0.shared }) { EngineRegistry.shared.add(owner) }
        // Nobody writes to the old lock file any more, so its watcher would never be woken.
        pollSoon()
    }

    /// Opens everything again if the lock file isn't the one that other processes find under its name.
    ///
    /// If so, the open lock file was removed, perhaps with its directory, and a lock on it would exclude nobody.
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
        } else if before.hasUnflushedRecords, !after.hasRecords(of: before) {
            cache.noteRemoval()
            issues.add(.replacedStore(place.path))
        }
        guard let lock = writer.files.lock else { return }
        guard try place.naming({ try storage.lock(lock) { .now() + timeout } }) else { throw place.isBusy("process") }
    }
}
