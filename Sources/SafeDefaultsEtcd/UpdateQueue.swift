import Dispatch
import SafeDefaults

/// The threads of this process that change values by what is stored, one after the other.
///
/// If they computed at the same time, all but one would do so in vain. No thread relies on being alone: after a while
/// it goes on, because a closure or an observer may be waiting for it.
final class UpdateQueue: Sendable {
    private struct State {
        /// The thread whose turn it is.
        var current: UInt?
        var waiting: [(thread: UInt, turn: DispatchSemaphore)] = []
    }

    private let state = Locked(State())

    /// How many threads wait for their turn.
    var count: Int { state.withLock { $0.waiting.count } }

    /// Waits until it is this thread's turn, or until a deadline.
    func enter(until deadline: DispatchTime) {
        let turn = DispatchSemaphore(value: 0)
        let thread = ThreadIdentity.current
        let isFree = state.withLock { state in
            if state.current == nil { state.current = thread }
            if state.current != thread { state.waiting.append((thread, turn)) }
            return state.current == thread
        }
        if isFree || turn.wait(timeout: deadline) == .success { return }
        state.withLock { $0.waiting.removeAll { $0.turn === turn } }
    }

    /// Passes the turn on, if it is this thread's.
    func leave() {
        state.withLock { state in
            guard state.current == ThreadIdentity.current else { return }
            let next = state.waiting.isEmpty ? nil : state.waiting.removeFirst()
            state.current = next?.thread
            next?.turn.signal()
        }
    }
}
