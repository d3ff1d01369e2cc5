import Dispatch
import Foundation
import SafeDefaults

/// Notifies the listeners of a store of changes that someone else makes: another process, or another listener in this
/// process.
///
/// While there are listeners, the engine either polls the store or sleeps until the next writer wakes it.
final class ChangeWatcher: Sendable {
    /// The changes of which a listener hasn't been notified yet.
    enum PendingChanges: Equatable {
        case names(Set<String>)
        case anything

        /// Adds the change of a name, or of all names if it is nil.
        fileprivate mutating func add(_ name: StoredName?) {
            guard let name, case .names(var names) = self else {
                self = .anything
                return
            }
            // So that the set isn't copied.
            self = .anything
            names.insert(name.text)
            self = .names(names)
        }
    }

    typealias Handler = @Sendable (PendingChanges) -> Void

    /// Makes the source of wake-ups for a store; nil if writers can't wake this process.
    typealias MakeWakeUp = @Sendable (StoreFiles, _ handler: @escaping @Sendable () -> Void) -> (any WakeUpSource)?

    private let makeWakeUp: MakeWakeUp

    private let state = Locked(State())

    /// Whether there are listeners.
    ///
    /// It is kept outside the lock because every write asks.
    private let hasListeners = SharedWord()

    private struct State {
        var handlers: [Int: Handler] = [:]
        var pending: [Int: PendingChanges] = [:]
        var lastListener = 0

        var phase = Phase.off
        var wakeUp: (any WakeUpSource)?

        /// Whether an attempt has shown that writers can't wake this process.
        var cannotBeWoken = false

        /// The number of polls so far.
        var polls = 0

        /// Changes from a given phase to ``Phase/scheduled``.
        ///
        /// Returns false if the current phase is another one.
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
        /// There are no listeners, and nothing is scheduled.
        case off

        /// The next poll is scheduled.
        case scheduled

        /// Nothing happens until the next writer wakes this process.
        case sleeping
    }

    init(_ makeWakeUp: @escaping MakeWakeUp = { WakeUp($0, $1) }) { self.makeWakeUp = makeWakeUp }

    // MARK: - Listeners

    /// Adds a listener.
    ///
    /// Returns its number, and whether the caller has to schedule a poll.
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
            // If a poll is scheduled, it will notice by itself that there are no listeners.
            if state.handlers.isEmpty, state.phase == .sleeping { state.stop() }
        }
    }

    /// Notes a change for all listeners except the one that made it.
    func note(_ change: StoreChange, except listener: Int? = nil) {
        guard hasListeners.isSet else { return }
        state.withLock { state in
            for other in state.handlers.keys where other != listener {
                state.pending[other, default: .names([])].add(change.name)
            }
        }
    }

    /// Notes for all listeners that any value may have changed.
    func noteAll() {
        guard hasListeners.isSet else { return }
        state.withLock { state in
            for listener in state.handlers.keys { state.pending[listener] = .anything }
        }
    }

    var hasPendingChanges: Bool { state.withLock { !$0.pending.isEmpty } }

    /// Removes and returns the pending changes with their handlers.
    ///
    /// Call the handlers while no lock is held.
    func takePendingChanges() -> [(handler: Handler, changes: PendingChanges)] {
        state.withLock { state in
            defer { state.pending = [:] }
            return Array(state.pending.keys).sorted().compactMap { listener in
                guard let handler = state.handlers[listener], let changes = state.pending[listener] else { return nil }
                return (handler, changes)
            }
        }
    }

    // MARK: - Polling

    /// The number of polls so far.
    var polls: Int { state.withLock { $0.polls } }

    var phase: Phase { state.withLock { $0.phase } }

    /// Whether a writer can wake this process.
    var canBeWoken: Bool { state.withLock { $0.wakeUp?.isReady ?? false } }

    /// Begins a poll, and prepares for wake-ups by writers if that is possible.
    ///
    /// Returns false if there are no listeners any more.
    func beginPoll(_ files: StoreFiles, onWakeUp handler: @escaping @Sendable () -> Void) -> Bool {
        let (isNeeded, needsWakeUp) = state.withLock { state in
            state.polls += 1
            if state.handlers.isEmpty { state.stop() }
            return (!state.handlers.isEmpty, !state.cannotBeWoken && state.wakeUp?.files !== files)
        }
        guard isNeeded, needsWakeUp else { return isNeeded }
        let wakeUp = makeWakeUp(files, handler)
        state.withLock { state in
            state.wakeUp = wakeUp
            state.cannotBeWoken = wakeUp == nil
        }
        return true
    }

    /// Sets the phase to sleeping, and asks the next writer to wake this process.
    ///
    /// Doesn't sleep if writers can't wake it, or if something has been written already.
    ///
    /// - Returns: Whether this poll is over, because the process sleeps or another poll is scheduled.
    func sleep(_ files: StoreFiles, while isUpToDate: () -> Bool) -> Bool {
        guard let header = files.header, canBeWoken, isUpToDate() else { return false }
        state.withLock { $0.phase = .sleeping }
        header.requestWakeUp()
        if isUpToDate() { return true }
        // If a writer was quicker, the next poll is scheduled already.
        return state.withLock { !$0.schedule(from: .sleeping) }
    }

    /// Ends the sleep.
    ///
    /// Returns whether the caller has to schedule a poll.
    func wake() -> Bool { state.withLock { $0.schedule(from: .sleeping) } }
}

/// Calls a handler when a writer wakes the processes that listen to a store, for as long as it lives.
protocol WakeUpSource: AnyObject, Sendable {
    /// The files of the store.
    var files: StoreFiles { get }

    /// Whether it has been shown that a write wakes this process.
    ///
    /// Until then, the store has to be polled.
    var isReady: Bool { get }
}
