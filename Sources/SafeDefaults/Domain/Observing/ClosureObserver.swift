/// A closure that is called with each change, by the thread that delivers changes.
///
/// Unchecked: the hub's lock, under which `receive` is called, guards `contents` and `backlog`.
final class ClosureObserver: ChangeReceiver, @unchecked Sendable {
    /// The contents of the observed names before and after a change.
    struct Step: Sendable {
        let old: Mailbox.Contents
        let new: Mailbox.Contents
        var isInitial = false
    }

    private let names: [String]
    private let handler: @Sendable (Step) -> Void

    /// Whether calls are made.
    ///
    /// It is no lock, because a child process would wait for a lock that was held during the fork.
    private let isLive = SharedWord(1)

    /// The current contents of the names.
    private var contents: Mailbox.Contents

    /// Calls that wait until the initial one has ended; nil if none have to wait.
    private var backlog: [DeferredActions.Call]?

    /// Creates an observer.
    ///
    /// - Parameters:
    ///   - names: The observed names.
    ///   - contents: Their current contents.
    ///   - isHeldBack: Whether calls wait until ``begin(in:with:)`` has made the initial one.
    ///   - handler: The closure, which is never called under the lock.
    init(
        _ names: [String], contents: Mailbox.Contents, isHeldBack: Bool, handler: @escaping @Sendable (Step) -> Void
    ) {
        self.names = names
        self.contents = contents
        self.handler = handler
        backlog = isHeldBack ? [] : nil
    }

    func receive(_ changes: [String: StoredContent]) -> DeferredAction {
        let old = contents
        for (index, name) in names.enumerated() {
            if let change = changes[name] { contents[index] = change }
        }
        let step = Step(old: old, new: contents)
        let call: DeferredActions.Call = { [self] in callIfLive(step) }
        if backlog == nil { return .call(call) }
        backlog?.append(call)
        return .nothing
    }

    /// Makes the initial call, on this thread, and then those that wait for it.
    func begin(in hub: ObservationHub, with contents: Mailbox.Contents) {
        hub.delivering { callIfLive(Step(old: contents, new: contents, isInitial: true)) }
        hub.enqueue {
            defer { backlog = nil }
            return backlog ?? []
        }
    }

    private func callIfLive(_ step: Step) {
        if isLive.isSet { handler(step) }
    }

    /// Stops further calls from beginning.
    func silence() { isLive.set(false) }
}
