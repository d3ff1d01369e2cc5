import Dispatch
import Foundation

/// Notifies listeners of the changes that other processes, and others in this process, make to a store.
///
/// While somebody listens, the engine polls the store, or sleeps until the next writer wakes it.
final class ChangeWatcher: Sendable {
    /// The changes that a listener hasn't been notified of.
    enum PendingChanges: Equatable {
        case names(Set<String>)
        case anything
    }

    typealias Handler = @Sendable (PendingChanges) -> Void

    private let state = Locked(State())

    /// Whether there are listeners; apart from them, because every write asks.
    private let hasListeners = SharedWord()

    private struct State {
        var handlers: [Int: Handler] = [:]
        var pending: [Int: PendingChanges] = [:]
        var lastListener = 0

        var phase = Phase.off
        var wakeUp: WakeUp?

        /// Whether it was found that a writer can't wake this process.
        var cannotBeWoken = false

        /// How often was polled.
        var polls = 0

        /// Goes on to the next poll from a phase; false if it is in another one.
        mutating func schedule(from phase: Phase) -> Bool {
            guard self.phase == phase else { return false }
            self.phase = .scheduled
            return true
        }

        mutating func stop() {
            phase = .off
            wakeUp = nil
            cannotBeWoken = false
        }
    }

    enum Phase {
        /// Nobody listens; nothing is scheduled.
        case off

        /// The next poll is scheduled.
        case scheduled

        /// The next writer wakes this process; nothing is done until then.
        case sleeping
    }

    // MARK: - Listeners

    /// Adds a listener; its number, and whether a poll has to be scheduled for it.
    func add(_ handler: @escaping Handler) -> (listener: Int, needsPoll: Bool) {
        state.withLock { state in
            state.lastListener += 1
            state.handlers[state.lastListener] = handler
            hasListeners.set(true)
            return (state.lastListener, state.schedule(from: .off))
        }
    }

    func remove(_ listener: Int) {
        state.withLock { state in
            state.handlers[listener] = nil
            state.pending[listener] = nil
            hasListeners.set(!state.handlers.isEmpty)
            // A poll that is scheduled finds it out by itself.
            if state.handlers.isEmpty, state.phase == .sleeping { state.stop() }
        }
    }

    /// Notes a change for all listeners but the one that made it.
    func note(_ change: StoreChange, except listener: Int? = nil) {
        guard hasListeners.isSet else { return }
        state.withLock { state in
            for other in state.handlers.keys where other != listener {
                guard let name = change.name, state.pending[other] != .anything else {
                    state.pending[other] = .anything
                    continue
                }
                guard case .names(var names)? = state.pending.removeValue(forKey: other) else {
                    state.pending[other] = .names([name.text])
                    continue
                }
                names.insert(name.text)
                state.pending[other] = .names(names)
            }
        }
    }

    /// Notes that anything may have changed.
    func noteAll() {
        guard hasListeners.isSet else { return }
        state.withLock { state in
            for listener in state.handlers.keys { state.pending[listener] = .anything }
        }
    }

    var hasPendingChanges: Bool { state.withLock { !$0.pending.isEmpty } }

    /// Removes and returns the pending changes, with the handlers to call without any lock.
    func takePendingChanges() -> [(handler: Handler, changes: PendingChanges)] {
        state.withLock { state in
            defer { state.pending = [:] }
            return state.pending.sorted { $0.key < $1.key }.compactMap { listener, changes in
                state.handlers[listener].map { ($0, changes) }
            }
        }
    }

    // MARK: - Polling

    /// How often was polled, since the engine was made.
    var polls: Int { state.withLock { $0.polls } }

    var phase: Phase { state.withLock { $0.phase } }

    /// Whether a writer can wake this process.
    var canBeWoken: Bool { state.withLock { $0.wakeUp != nil } }

    /// Begins a poll, and lets writers wake this process if they can; false if nobody listens any more.
    func beginPoll(_ files: StoreFiles, onWakeUp handler: @escaping @Sendable () -> Void) -> Bool {
        let (isNeeded, needsWakeUp) = state.withLock { state in
            state.polls += 1
            if state.handlers.isEmpty { state.stop() }
            return (!state.handlers.isEmpty, !state.cannotBeWoken && state.wakeUp?.files !== files)
        }
        guard isNeeded, needsWakeUp else { return isNeeded }
        let wakeUp = WakeUp(files, handler)
        state.withLock { state in
            state.wakeUp = wakeUp
            state.cannotBeWoken = wakeUp == nil
        }
        return true
    }

    /// Sleeps until a writer wakes this process, if one can, and nothing has been written before the request for it.
    ///
    /// - Returns: Whether this poll is over.
    func sleep(_ files: StoreFiles, while isUpToDate: () -> Bool) -> Bool {
        guard let header = files.header, canBeWoken, isUpToDate() else { return false }
        state.withLock { $0.phase = .sleeping }
        header.requestWakeUp()
        if isUpToDate() { return true }
        // If a writer was quicker, its poll is scheduled already.
        return state.withLock { !$0.schedule(from: .sleeping) }
    }

    /// Ends the sleep, and tells whether a poll has to be scheduled.
    func wake() -> Bool { state.withLock { $0.schedule(from: .sleeping) } }
}
