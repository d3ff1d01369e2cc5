#if !canImport(Darwin)
import Dispatch
import Foundation

// A process that forks, and whose child goes on without `exec`. The child has a copy of everything: of what the parent
// has written and is going to save, too, which is the parent's business. It saves what it has written itself.

extension SavingQueue {
    /// Registers what is done when the process forks; to be called once.
    func arrangeForks() {
        useTypes()
        pthread_atfork(
            { SavingQueue.shared.beginFork() }, { SavingQueue.shared.endFork(isChild: false) },
            { SavingQueue.shared.endFork(isChild: true) })
    }

    /// Does what a child does where nothing waits to be saved.
    ///
    /// The runtime makes a type when it is first used, under a lock of its own; what another thread makes at the moment of a
    /// fork, the child would wait for for ever.
    private func useTypes() {
        var state = State()
        state.leaveToParent(isCutShort: false)
        self.state.withLock { $0.leaveToParent(isCutShort: false) }
        saveOwnChanges(at: nil).issues.forEach(DefaultsIssue.report)
        self.state.withLock { $0 = State() }
    }

    /// Waits until no save and no write is under way: Foundation's locks, which they take, nobody could release in the
    /// child.
    private func beginFork() {
        PlainForks.begin()
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
            state.withLock { $0.leaveToParent(isCutShort: !isFree) }
        }
        if isFree { saving.unlock() }
        PlainForks.end(isChild: isChild)
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

extension SavingQueue.State {
    /// Forgets what waits, which the parent saves.
    fileprivate mutating func leaveToParent(isCutShort: Bool) {
        for store in pending {
            store.isPending = false
            store.changes = [:]
        }
        self = Self(isForked: true, isCutShort: self.isCutShort || isCutShort)
    }
}
#endif
