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
final class SavingQueue: Sendable {
    static let shared = SavingQueue()

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

        /// The thread that is exiting, from its last save until its next write; otherwise 0.
        ///
        /// The exit has to save again if another exit handler has written: one that was registered before the first
        /// write, and so runs after the save. Writes of other threads are ignored, because they might never end.
        var exiting: UInt = 0

        mutating func add(_ store: StoreSaving) {
            if !pending.contains(where: { $0 === store }) { pending.append(store) }
        }
    }

    private let state = Locked(State())
    private let queue = DispatchQueue(label: "SafeDefaults.saving", qos: .utility)

    /// The process that saves.
    private let process = ProcessIdentity.current

    /// The stores of the save that Foundation is making; nil if the thread that has the lock isn't saving.
    ///
    /// Only that thread asks.
    private nonisolated(unsafe) var interrupted: [StoreSaving]?

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
            if !hasReportedFork.isSet { DefaultsIssue.report(.unsavedInFork(at: nil)) }
            return hasReportedFork.set(true)
        }
        let (isFirst, isLate) = state.withLock { state in
            state.add(store)
            let isLate = state.exiting == ThreadIdentity.current
            if isLate { state.exiting = 0 }
            defer { state.isScheduled = true }
            return (!state.isScheduled, isLate)
        }
        if isLate { AtExit.register() }
        if isFirst { queue.asyncAfter(deadline: .now() + Self.delay) { self.saveScheduled() } }
    }

    /// Saves all waiting stores, and one store even if it isn't waiting.
    ///
    /// Returns whether that store is saved.
    func saveNow(including store: StoreSaving, at location: CodeLocation?) -> Bool {
        guard !isForkedChild else {
            DefaultsIssue.report(.unsavedInFork(at: location))
            return false
        }
        let hasWrites = state.withLock { state in
            defer { state.add(store) }
            return !state.pending.isEmpty
        }
        guard let outcome = saveAlone(makingDirectory: hasWrites, at: location) else { return false }
        return !outcome.unsaved.contains { $0 === store }
    }

    /// Waits while a save replaces a file, for ten seconds at most.
    ///
    /// Returns whether it has done that. The thread that saves, and a forked child, don't wait, and get false.
    func wait(while isReplacing: () -> Bool) -> Bool {
        guard !isForkedChild, !ProcessLock.thread.isOwned else { return false }
        let end = DispatchTime.now() + 2 * Self.timeout
        while isReplacing() {
            if DispatchTime.now() >= end { return false }
            usleep(100)
        }
        return true
    }

    private func saveScheduled() {
        let hasWrites = state.withLock { state in
            state.isScheduled = false
            return !state.pending.isEmpty
        }
        if hasWrites { _ = saveAlone(makingDirectory: true, at: nil) }
    }

    /// Saves all waiting stores while no other thread and no other process saves.
    ///
    /// Returns nil if another save doesn't end. The stores keep waiting then.
    private func saveAlone(makingDirectory: Bool, at location: CodeLocation?) -> Outcome? {
        let end = DispatchTime.now() + 2 * Self.timeout
        guard ProcessLock.lock(until: end, makingDirectory: makingDirectory) else {
            let reason = "another save or migration hasn't ended for ten seconds"
            DefaultsIssue.report(.failedSave(reason, at: location))
            return nil
        }
        let outcome = saveAll(at: location)
        ProcessLock.unlock()
        outcome.issues.forEach(DefaultsIssue.report)
        for store in outcome.changed { store.changesByOthers.withLock(\.self)?() }
        return outcome
    }

    // MARK: - Exit

    private func saveAtExit() {
        let end = DispatchTime.now() + Self.timeout
        // The threads' lock is never released. Otherwise, another thread might begin a save now, which the end of the
        // process would interrupt in the middle of its file. If this thread can't get the lock, the save on the other
        // thread is stuck, and waiting longer won't help.
        guard ProcessLock.thread.lock(until: end) else {
            let reason = "a save on another thread hasn't ended for five seconds"
            return DefaultsIssue.report(.failedSave(reason, at: nil))
        }
        ProcessLock.isEnding.set(true)
        // A signal handler has interrupted a save of this thread, and ends the process.
        if let interrupted { return interrupted.forEach { $0.finishInterrupted() } }
        // If another process doesn't release the lock, the stores are saved all the same, because otherwise the writes
        // are lost for certain.
        let isAlone = !state.withLock(\.pending.isEmpty) && ProcessLock.lock(until: end, makingDirectory: true)
        let outcome = saveAll(at: nil)
        if isAlone { ProcessLock.unlock() }
        outcome.issues.forEach(DefaultsIssue.report)
        state.withLock { $0.exiting = ThreadIdentity.current }
    }

    private struct Outcome {
        var issues: [DefaultsIssue] = []
        var unsaved: [StoreSaving] = []

        /// The stores that other processes have changed.
        var changed: [StoreSaving] = []
    }

    /// Saves all waiting stores.
    ///
    /// A store that can't be saved keeps waiting for the next write, `flush` or exit, because the cause of the failure
    /// is unlikely to go away sooner.
    private func saveAll(at location: CodeLocation?) -> Outcome {
        let stores = state.withLock { state in
            defer { state.pending = [] }
            return state.pending
        }
        var outcome = Outcome()
        func fail(_ error: DefaultsError, _ stores: [StoreSaving]) {
            for store in stores { store.abandon() }
            outcome.issues.append(.failedSave(error.reason, at: location))
            outcome.unsaved += stores
        }
        interrupted = []
        defer { interrupted = nil }
        // All files are checked before any is saved, because Foundation saves all files with changes together.
        var answers: [Bool] = []
        do throws(DefaultsError) {
            for store in stores { try store.prepare(&outcome.issues) }
            answers = synchronize(stores)
        } catch {
            fail(error, stores)
        }
        for (store, answer) in zip(stores, answers) {
            do throws(DefaultsError) {
                if try store.finish(answer) { outcome.changed.append(store) }
            } catch {
                fail(error, [store])
            }
        }
        // What a store has set in memory, Foundation saves with any other store, so that store's save has to look after
        // this one, too.
        let kept = stores.filter { store in store.hasPushed || outcome.unsaved.contains { $0 === store } }
        state.withLock { state in kept.forEach { state.add($0) } }
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
        let answer = stores.allSatisfy { !$0.savesEveryFile || $0.synchronize() }
        return stores.map { $0.savesEveryFile ? answer : $0.synchronize() }
    }
}
#endif
