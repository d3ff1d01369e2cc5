/// A receiver that calls a closure with each change, on the thread that delivers changes.
///
/// Unchecked: `contents` and `backlog` are guarded by the hub's lock, which is held when `receive` is called.
final class ClosureObserver: ChangeReceiver, @unchecked Sendable {
    /// The contents of the observed names before and after a change; before the initial call, there are none.
    typealias Step = (old: Mailbox.Contents?, new: Mailbox.Contents)

    private let handler: @Sendable (Step) -> Void

    /// Whether the closure is still called.
    ///
    /// This isn't guarded by a lock: if a lock were held during a fork, the child process would wait for it forever.
    private let isLive = SharedWord(1)

    /// The current contents of the names.
    private var contents: ObservedContents

    /// The calls that wait until the initial call has ended, or nil if calls don't have to wait.
    private var backlog: [DeferredActions.Call]?

    /// Creates an observer.
    ///
    /// - Parameters:
    ///   - contents: The current contents of the observed names.
    ///   - isHeldBack: Whether calls wait until ``begin(in:with:)`` has made the initial call.
    ///   - handler: The closure, which is never called under the lock.
    init(
        _ contents: ObservedContents, isHeldBack: Bool, handler: @escaping @Sendable (Step) -> Void
    ) {
        self.contents = contents
        self.handler = handler
        backlog = isHeldBack ? [] : nil
    }

    func receive(_ changes: [String: StoredContent]) -> DeferredAction {
        let old = contents.current
        contents.take(changes)
        let step: Step = (old, contents.current)
        let call: DeferredActions.Call = { [self] in callIfLive(step) }
        if backlog == nil { return .call(call) }
        backlog?.append(call)
        return .nothing
    }

    /// Makes the initial call on this thread, and then queues the calls that waited for it.
    func begin(in hub: ObservationHub, with contents: Mailbox.Contents) {
        hub.delivering { callIfLive((nil, contents)) }
        hub.enqueue {
            defer { backlog = nil }
            return backlog ?? []
        }
    }

    private func callIfLive(_ step: Step) {
        if isLive.isSet { handler(step) }
    }

    /// Prevents further calls from beginning.
    func silence() { isLive.set(false) }
}
