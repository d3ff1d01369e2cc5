#if !canImport(Darwin)
import Dispatch
import Foundation

// A process that forks, and whose child goes on without `exec`. The child has a copy of everything: of what the parent
// has written and is going to save, too, which is the parent's business. It saves what it has written itself.

extension SavingQueue {
    /// Has the system say when the process forks; to be called once.
    func arrangeForks() {
        pthread_atfork(
            { SavingQueue.shared.beginFork() }, { SavingQueue.shared.endFork(isChild: false) },
            { SavingQueue.shared.endFork(isChild: true) })
    }

    /// Waits until no save is under way: Foundation's locks, which a save takes, nobody could release in the child.
    private func beginFork() {
        let isFree = saving.lock(until: .now() + Self.patience)
        state.beginFork()
        mayFork = isFree
    }

    private func endFork(isChild: Bool) {
        let isFree = mayFork
        state.endFork()
        if isFree {
            saving.keepAfterFork()
        } else if isChild {
            saving.resetAfterFork()
        }
        if isChild {
            process.set(UInt(getpid()))
            state.withLock { state in
                for store in state.pending {
                    store.isPending = false
                    store.changes = [:]
                }
                state = State(isForked: true, isCutShort: state.isCutShort || !isFree)
            }
        }
        if isFree { saving.unlock() }
    }

    /// Saves what this process has written itself, and not its parent; what can't be saved waits on.
    func saveOwnChanges(at location: CodeLocation?) -> Outcome {
        var outcome = Outcome()
        let (waiting, isCutShort) = state.withLock { state in
            let waiting = state.pending.map { store in
                defer { (store.isPending, store.changes) = (false, [:]) }
                return (store, store.changes)
            }
            state.pending = []
            return (waiting, state.isCutShort)
        }
        for (store, changes) in waiting where !changes.isEmpty {
            do throws(SavingProblem) {
                if isCutShort {
                    throw SavingProblem(
                        reason: "this process was forked while a save was stuck", advice: .isLostInFork)
                }
                try store.save(changes, noting: &outcome.issues)
            } catch {
                state.withLock { state in
                    // What was written meanwhile is newer.
                    store.changes.merge(changes, uniquingKeysWith: { newer, _ in newer })
                    state.add(store)
                }
                outcome.issues.append(.saveFailed(error.reason, error.advice, at: location))
                outcome.unsaved.append(store)
            }
        }
        return outcome
    }
}
#endif
