#if !canImport(Darwin)
import Dispatch
import Foundation

/// Saves stores that have been written to.
///
/// It saves them on its own queue soon after a write, many writes at once, and when the process exits. Meanwhile no
/// other process that uses the library saves or migrates, so that none loses what another one has saved.
///
/// A forked child that goes on without `exec` saves nothing. Foundation's `synchronize()` would write the child's copy
/// of the parent's values over what the parent has saved since. It might also wait for ever for a lock that a thread of
/// the parent held at the fork.
package final class SavingQueue: Sendable {
    package static let shared = SavingQueue()

    /// How long a write waits so that later ones are saved with it, in seconds.
    private static let delay = 0.1

    /// How long an exit waits until a save on another thread or by another process has ended, in seconds.
    ///
    /// Every other save waits for twice as long.
    private static let timeout = 5.0

    private struct State {
        /// The stores with writes that haven't been saved.
        var pending: [StoreSaving] = []
        var isScheduled = false

        /// The threads whose writes are to be saved together.
        var writing: [UInt] = []

        /// The thread that is exiting, from its last save until its next write; otherwise 0.
        var exiting: UInt = 0

        mutating func add(_ store: StoreSaving) {
            if !pending.contains(where: { $0 === store }) { pending.append(store) }
        }

        /// Returns whether the exit has to save again.
        ///
        /// It has to if another exit handler has written: one that was registered before the first write, and so runs
        /// after the save. Writes of other threads are ignored, because they might never end.
        mutating func takeExiting() -> Bool {
            guard exiting == ThreadIdentity.current else { return false }
            exiting = 0
            return true
        }
    }

    private let state = Locked(State())
    private let queue = DispatchQueue(label: "SafeDefaults.saving", qos: .utility)

    /// Held by the thread that is saving.
    ///
    /// It is recursive, so that an `exit` on that thread doesn't wait for itself.
    private let saving = RecursiveLock()

    /// The process that saves.
    private let process = ProcessIdentity.current

    /// Whether the thread that has ``saving`` is in the middle of a save; only that thread asks.
    private nonisolated(unsafe) var isSaving = false

    /// The stores of the save that Foundation is making; only the thread that saves asks for them.
    private nonisolated(unsafe) var interrupted: [StoreSaving] = []

    private let hasReportedFork = SharedWord()

    private init() {
        AtExit.perform(.savePlainStores) { SavingQueue.shared.saveAtExit() }
    }

    /// Whether this process was forked from the one that saves.
    ///
    /// If so, another thread may have held a lock at the fork, which is never released.
    private var isForkedChild: Bool { process != ProcessIdentity.current }

    /// Schedules a save of a store that has been written to.
    func schedule(_ store: StoreSaving) {
        guard !isForkedChild else {
            guard !hasReportedFork.isSet else { return }
            hasReportedFork.set(true)
            return store.report(.lostInFork)
        }
        let (isFirst, isLate) = state.withLock { state in
            state.add(store)
            defer { state.isScheduled = true }
            return (!state.isScheduled, state.takeExiting())
        }
        if isLate { AtExit.register() }
        if isFirst { queue.asyncAfter(deadline: .now() + Self.delay) { self.saveScheduled() } }
    }

    /// Saves all waiting stores, and one store even if it isn't waiting.
    ///
    /// Returns whether that store is saved.
    func saveNow(including store: StoreSaving, report: SavingReport) -> Bool {
        guard !isForkedChild else {
            report(.lostInFork)
            return false
        }
        let hasWrites = state.withLock { state in
            defer { state.add(store) }
            return !state.pending.isEmpty
        }
        guard let outcome = saveAlone(makingDirectory: hasWrites, report: report) else { return false }
        return !outcome.unsaved.contains { $0 === store }
    }

    /// Waits until the running save has ended, for ten seconds at most.
    ///
    /// Returns whether it has. The thread that saves, and a forked child, don't wait, and get false.
    func waitForSave() -> Bool {
        guard !isForkedChild, !saving.isOwned, saving.lock(until: .now() + 2 * Self.timeout) else { return false }
        saving.unlock()
        return true
    }

    private func saveScheduled() {
        let first = state.withLock { state in
            state.isScheduled = false
            return state.pending.first
        }
        if let first { _ = saveAlone(makingDirectory: true, report: first.report) }
    }

    /// Saves all waiting stores while no other thread and no other process saves.
    ///
    /// Returns nil if another save doesn't end. The stores keep waiting then.
    private func saveAlone(makingDirectory: Bool, report: SavingReport) -> Outcome? {
        let end = DispatchTime.now() + 2 * Self.timeout
        // A thread that waits for another process has no lock that an exit waits for.
        guard ProcessLock.lock(until: end, joining: saving.isOwned, makingDirectory: makingDirectory) else {
            report(.failedSave("another save or migration hasn't ended for ten seconds"))
            return nil
        }
        guard saving.lock(until: end) else {
            ProcessLock.unlock()
            report(.failedSave("another save hasn't come to its end for ten seconds"))
            return nil
        }
        waitForWriting()
        let outcome = saveAll()
        saving.unlock()
        ProcessLock.unlock()
        outcome.issues.forEach(report)
        for store in outcome.changed { store.changesByOthers.withLock(\.self)?() }
        return outcome
    }

    // MARK: - Writes that are saved together

    /// How long a save waits for writes that are to be saved together, in seconds.
    private static let longestWriting = 1.0

    /// Runs a closure that makes several writes, so that no save of this process has only a part of them.
    ///
    /// Saves wait for the closure, but not for longer than a second, because the closure may wait for the thread that
    /// saves. No lock is held meanwhile. A save that this thread asks for doesn't wait.
    package func savingTogether<Result, Failure: Error>(
        _ write: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard !isForkedChild else { return try write() }
        let thread = ThreadIdentity.current
        // A save that is running ends first.
        let isAlone = saving.lock(until: .now() + 2 * Self.timeout)
        state.withLock { $0.writing.append(thread) }
        if isAlone { saving.unlock() }
        defer {
            state.withLock { state in
                if let index = state.writing.lastIndex(of: thread) { state.writing.remove(at: index) }
            }
        }
        return try write()
    }

    /// Waits until other threads have made the writes that are to be saved together.
    private func waitForWriting() {
        let thread = ThreadIdentity.current
        let end = DispatchTime.now() + Self.longestWriting
        while state.withLock({ $0.writing.contains { $0 != thread } }), DispatchTime.now() < end { usleep(1_000) }
    }

    // MARK: - Exit

    private func saveAtExit() {
        let end = DispatchTime.now() + Self.timeout
        // The lock is never released. Otherwise, another thread might begin a save now, which the end of the process
        // would interrupt in the middle of its file. If this thread can't get the lock, the save on the other thread is
        // stuck, and waiting longer won't help.
        guard saving.lock(until: end) else { return }
        // A signal handler has interrupted a save of this thread, and ends the process.
        if isSaving { return interrupted.forEach { $0.finishInterrupted() } }
        waitForWriting()
        // No other thread of this process is saving, but one may have this lock: it waits to save, or it migrates. If
        // another process doesn't release it, the stores are saved all the same, because otherwise the writes are lost
        // for certain.
        let first = state.withLock(\.pending.first)
        let isAlone = first != nil && ProcessLock.lock(until: end, joining: true, makingDirectory: true)
        let outcome = saveAll()
        if isAlone { ProcessLock.unlock() }
        if let first { outcome.issues.forEach(first.report) }
        state.withLock { $0.exiting = ThreadIdentity.current }
    }

    private struct Outcome {
        var issues: [SavingIssue] = []
        var unsaved: [StoreSaving] = []

        /// The stores that other processes have changed.
        var changed: [StoreSaving] = []
    }

    /// Saves all waiting stores.
    ///
    /// A store that can't be saved keeps waiting.
    private func saveAll() -> Outcome {
        let stores = state.withLock { state in
            defer { state.pending = [] }
            return state.pending
        }
        isSaving = true
        defer { isSaving = false }
        var outcome = Outcome()
        // All files are checked before any is saved, because Foundation saves all files with changes together.
        for store in stores {
            do throws(SavingProblem) {
                outcome.issues += try store.prepare()
                // Foundation is to read what was read here. A program that writes all the time isn't waited for.
                if store.isOutdated {
                    store.abandon()
                    outcome.issues += try store.prepare()
                }
            } catch {
                for store in stores {
                    store.abandon()
                    keepPending(store)
                }
                outcome.issues.append(.failedSave(error.reason))
                outcome.unsaved = stores
                return outcome
            }
        }
        for (store, answer) in zip(stores, synchronize(stores)) {
            do throws(SavingProblem) {
                if try store.finish(answer) { outcome.changed.append(store) }
                // Foundation saves it with any other store, so that store's save has to look after this one, too.
                if store.hasPushed { keepPending(store) }
            } catch {
                keepPending(store)
                outcome.issues.append(.failedSave(error.reason))
                outcome.unsaved.append(store)
            }
        }
        return outcome
    }

    /// Makes Foundation write the files.
    ///
    /// Returns its results.
    private func synchronize(_ stores: [StoreSaving]) -> [Bool] {
        // NB: Foundation isn't called again after a failure. It would start from what the first attempt left of a file,
        // and lose everything else that the file contained.
        interrupted = stores
        defer { interrupted = [] }
        var answer = true
        for store in stores where store.savesEveryFile && answer { answer = store.synchronize() }
        return stores.map { $0.savesEveryFile ? answer : $0.synchronize() }
    }

    /// Leaves a store to be saved at the next write, `flush` or exit, because the cause of the failure is unlikely to
    /// go away sooner.
    private func keepPending(_ store: StoreSaving) {
        state.withLock { $0.add(store) }
    }
}
#endif
