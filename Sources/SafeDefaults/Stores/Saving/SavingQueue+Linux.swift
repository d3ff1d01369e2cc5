#if !canImport(Darwin)
import Dispatch
import Foundation

/// Saves written stores: soon after a write, on its own queue, many writes at once; and when the process exits.
///
/// Unchecked: the state is under its lock, `saving` is held by whoever saves, and `mayFork` is touched by the thread that
/// forks, under the state's lock.
final class SavingQueue: @unchecked Sendable {
    static let shared = SavingQueue()

    /// How long a write waits for others to be saved with it.
    private static let delay = 0.1

    /// How many seconds an exit, or a fork, waits for a save that another thread has begun.
    static let patience = 5.0

    struct State {
        var pending: [StoreSaving] = []
        var isScheduled = false

        /// Whether this process was forked from one that saves: it saves what it has written itself, and nothing else.
        var isForked = false

        /// Whether the fork cut a save short, so that this process can't know how the files are.
        var isCutShort = false

        /// The thread that exits, between its last save and the next.
        var exiting: pthread_t?

        mutating func add(_ store: StoreSaving) {
            guard !store.isPending else { return }
            store.isPending = true
            pending.append(store)
        }

        /// Whether the exit has to save again.
        ///
        /// It has to when a handler of the program's own wrote, which was registered before the first write and so runs
        /// after the save. Other threads may write without end, and are not waited for.
        mutating func takeExiting() -> Bool {
            guard let thread = exiting, pthread_equal(thread, pthread_self()) != 0 else { return false }
            exiting = nil
            return true
        }
    }

    let state = Locked(State())
    private let queue = DispatchQueue(label: "SafeDefaults.saving", qos: .utility)

    /// Held by whoever saves, one at a time.
    ///
    /// Recursive, so that an `exit` on the thread that saves doesn't wait for itself.
    let saving = RecursiveLock()

    /// The number of the process; another one was forked in a way that the library wasn't told of, and saves nothing.
    let process = SharedWord(UInt(getpid()))

    /// Whether no save is under way; only while a fork is.
    var mayFork = false

    private init() {
        registerForExit()
        arrangeForks()
    }

    /// Schedules the save of a store to which a value was written.
    func schedule(_ store: StoreSaving, writing value: PropertyListValue?, to name: String) {
        let (isFirst, isLate, isForked) = state.withLock { state in
            if state.isForked { store.changes.updateValue(value, forKey: name) }
            state.add(store)
            defer { state.isScheduled = true }
            return (!state.isScheduled, state.takeExiting(), state.isForked)
        }
        if isLate { registerForExit() }
        guard isFirst else { return }
        guard isForked else { return queue.asyncAfter(deadline: .now() + Self.delay) { self.saveScheduled() } }
        // Dispatch's threads have stayed in the parent.
        Thread.detachNewThread {
            Thread.sleep(forTimeInterval: Self.delay)
            self.saveScheduled()
        }
    }

    private func registerForExit() {
        atexit { SavingQueue.shared.saveAtExit() }
    }

    /// Saves everything that waits, and one store in any case; tells whether that one is saved.
    func saveNow(including store: StoreSaving, at location: CodeLocation) -> Bool {
        guard isKnownProcess else {
            DefaultsIssue.report(
                .saveFailed("this process was forked without the calls that announce it", .isLostInFork, at: location))
            return false
        }
        state.withLock { $0.add(store) }
        guard saving.lock(until: .now() + 2 * Self.patience) else {
            DefaultsIssue.report(.saveFailed("another save hasn't come to its end for ten seconds", at: location))
            return false
        }
        let outcome = saveAll(at: location)
        saving.unlock()
        outcome.issues.forEach(DefaultsIssue.report)
        return !outcome.unsaved.contains { $0 === store }
    }

    private func saveScheduled() {
        state.withLock { $0.isScheduled = false }
        saving.lock()
        let outcome = saveAll(at: nil)
        saving.unlock()
        outcome.issues.forEach(DefaultsIssue.report)
    }

    private var isKnownProcess: Bool { process.value == UInt(getpid()) }

    private func saveAtExit() {
        guard isKnownProcess else { return }
        // The lock is kept for ever: a save that began on another thread now would be cut short by the end of the process,
        // in the middle of its file. If it can't be had, that thread's save is stuck, and waiting longer won't help.
        guard saving.lock(until: .now() + Self.patience) else { return }
        saveAll(at: nil).issues.forEach(DefaultsIssue.report)
        state.withLock { $0.exiting = pthread_self() }
    }

    struct Outcome {
        var issues: [DefaultsIssue] = []
        var unsaved: [StoreSaving] = []
    }

    /// Saves everything that waits; what can't be saved waits on.
    private func saveAll(at location: CodeLocation?) -> Outcome {
        if state.withLock(\.isForked) { return saveOwnChanges(at: location) }
        let stores = state.withLock { state in
            defer { state.pending = [] }
            for store in state.pending { store.isPending = false }
            return state.pending
        }
        var outcome = Outcome()
        // Each file is looked at before any is saved, because Foundation saves every file with a change in it together.
        for store in stores {
            do throws(SavingProblem) {
                outcome.issues += try store.prepare()
            } catch {
                for store in stores {
                    store.abandon()
                    keepPending(store)
                }
                outcome.issues.append(.saveFailed(error.reason, error.advice, at: location))
                outcome.unsaved = stores
                return outcome
            }
        }
        for (store, answer) in zip(stores, synchronize(stores)) {
            do throws(SavingProblem) {
                try store.finish(answer)
            } catch {
                keepPending(store)
                outcome.issues.append(.saveFailed(error.reason, error.advice, at: location))
                outcome.unsaved.append(store)
            }
        }
        return outcome
    }

    /// Has Foundation write the files; gives its answers.
    private func synchronize(_ stores: [StoreSaving]) -> [Bool] {
        // NB: after a failure Foundation isn't asked again: it would begin with what the first attempt left of a file, and
        // forget all else that the file had held.
        var answer = true
        for store in stores where store.savesEveryFile && answer { answer = store.synchronize() }
        return stores.map { $0.savesEveryFile ? answer : $0.synchronize() }
    }

    /// Leaves a store for the save that the next write, `flush` or the exit brings: the cause won't be gone in a moment.
    private func keepPending(_ store: StoreSaving) {
        state.withLock { $0.add(store) }
    }
}
#endif
