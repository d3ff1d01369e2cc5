#if !canImport(Darwin)
import Dispatch
import Foundation

/// Saves written stores: soon after a write, on its own queue, many writes at once; and when the process exits.
///
/// Unchecked: the state is under its lock, and `saving` is held by whoever saves.
final class SavingQueue: @unchecked Sendable {
    static let shared = SavingQueue()

    /// How long a write waits for others to be saved with it.
    private static let delay = DispatchTimeInterval.milliseconds(100)

    /// How long an exit waits for a save that another thread has begun.
    private static let patience = 5.0

    private struct State {
        var pending: [StoreSaving] = []
        var isScheduled = false

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

    private let state = Locked(State())
    private let queue = DispatchQueue(label: "SafeDefaults.saving", qos: .utility)

    /// Held by whoever saves, one at a time.
    ///
    /// Recursive, so that an `exit` on the thread that saves doesn't wait for itself.
    private let saving = NSRecursiveLock()

    private init() { registerForExit() }

    /// Has a store saved soon.
    func schedule(_ store: StoreSaving) {
        let (isFirst, isLate) = state.withLock { state in
            state.add(store)
            defer { state.isScheduled = true }
            return (!state.isScheduled, state.takeExiting())
        }
        if isLate { registerForExit() }
        if isFirst { queue.asyncAfter(deadline: .now() + Self.delay) { self.saveScheduled() } }
    }

    private func registerForExit() {
        atexit { SavingQueue.shared.saveAtExit() }
    }

    /// Saves everything that waits, and one store in any case; tells whether that one is saved.
    func saveNow(including store: StoreSaving, at location: CodeLocation) -> Bool {
        state.withLock { $0.add(store) }
        guard saving.lock(before: Date(timeIntervalSinceNow: 2 * Self.patience)) else {
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

    private func saveAtExit() {
        // The lock is kept for ever: a save that began on another thread now would be cut short by the end of the process,
        // in the middle of its file. If it can't be had, that thread's save is stuck, and waiting longer won't help.
        guard saving.lock(before: Date(timeIntervalSinceNow: Self.patience)) else { return }
        saveAll(at: nil).issues.forEach(DefaultsIssue.report)
        state.withLock { $0.exiting = pthread_self() }
    }

    private struct Outcome {
        var issues: [DefaultsIssue] = []
        var unsaved: [StoreSaving] = []
    }

    /// Saves everything that waits; what can't be saved waits on.
    private func saveAll(at location: CodeLocation?) -> Outcome {
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
                outcome.issues.append(.saveFailed(error.reason, at: location))
                outcome.unsaved = stores
                return outcome
            }
        }
        for (store, answer) in zip(stores, synchronize(stores)) {
            do throws(SavingProblem) {
                try store.finish(answer)
            } catch {
                keepPending(store)
                outcome.issues.append(.saveFailed(error.reason, at: location))
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
