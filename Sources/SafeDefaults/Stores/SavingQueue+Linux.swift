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

        mutating func add(_ store: StoreSaving) {
            guard !store.isPending else { return }
            store.isPending = true
            pending.append(store)
        }
    }

    private let state = Locked(State())
    private let queue = DispatchQueue(label: "SafeDefaults.saving", qos: .utility)

    /// Held by whoever saves, one at a time.
    ///
    /// Recursive, so that an `exit` on the thread that saves doesn't wait for itself.
    private let saving = NSRecursiveLock()

    private init() {
        atexit { SavingQueue.shared.saveAtExit() }
    }

    /// Has a store saved soon.
    func schedule(_ store: StoreSaving) {
        let isFirst = state.withLock { state in
            state.add(store)
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        if isFirst { queue.asyncAfter(deadline: .now() + Self.delay) { self.saveScheduled() } }
    }

    /// Saves everything that waits, and one store in any case; tells whether that one is saved.
    func saveNow(including store: StoreSaving, at location: CodeLocation) -> Bool {
        state.withLock { $0.add(store) }
        guard saving.lock(before: Date(timeIntervalSinceNow: 2 * Self.patience)) else { return false }
        let issues = saveAll(at: location)
        let isSaved = state.withLock { _ in !store.isPending }
        saving.unlock()
        issues.forEach(DefaultsIssue.report)
        return isSaved
    }

    private func saveScheduled() {
        state.withLock { $0.isScheduled = false }
        saving.lock()
        let issues = saveAll(at: nil)
        saving.unlock()
        issues.forEach(DefaultsIssue.report)
    }

    private func saveAtExit() {
        // The lock is kept for ever: a save that began on another thread now would be cut short by the end of the process,
        // in the middle of its file. If it can't be had, that thread's save is stuck, and waiting longer won't help.
        guard saving.lock(before: Date(timeIntervalSinceNow: Self.patience)) else { return }
        saveAll(at: nil).forEach(DefaultsIssue.report)
    }

    /// Saves everything that waits; what can't be saved waits on.
    ///
    /// - Returns: The issues that were met.
    private func saveAll(at location: CodeLocation?) -> [DefaultsIssue] {
        let stores = state.withLock { state in
            defer { state.pending = [] }
            for store in state.pending { store.isPending = false }
            return state.pending
        }
        var issues: [DefaultsIssue] = []
        // Each file is looked at before any is saved, because Foundation saves every file with a change in it together.
        for store in stores {
            do throws(SavingProblem) {
                issues += try store.prepare()
            } catch {
                stores.forEach(keepPending)
                return issues + [.saveFailed(error.reason, at: location)]
            }
        }
        for store in stores {
            do throws(SavingProblem) {
                try store.save()
            } catch {
                keepPending(store)
                issues.append(.saveFailed(error.reason, at: location))
            }
        }
        return issues
    }

    /// Leaves a store for the save that the next write, `flush` or the exit brings: the cause won't be gone in a moment.
    private func keepPending(_ store: StoreSaving) {
        state.withLock { $0.add(store) }
    }
}
#endif
