/// A closure that is called with each change, by the thread that delivers.
///
/// Unchecked: what changes is guarded by the hub's lock, under which `receive` runs, or has a lock of its own.
final class ClosureObserver: ChangeReceiver, @unchecked Sendable {
    /// What was stored under the observed names, and what is.
    struct Step: Sendable {
        let old: Mailbox.Contents
        let new: Mailbox.Contents
        var isInitial = false
    }

    private let names: [String]
    private let handler: @Sendable (Step) -> Void

    /// Whether calls are made; no lock, which a thread could have when the process forks, and the child wait for.
    private let isLive = SharedWord(1)

    /// What is stored now.
    private var contents: Mailbox.Contents

    /// Calls that wait for the initial one to end; nil when there is none to wait for.
    private var backlog: [DeferredActions.Call]?

    /// Creates an observer.
    ///
    /// - Parameters:
    ///   - names: The observed names.
    ///   - contents: What is stored under them now.
    ///   - isHeldBack: Whether calls wait until ``begin(in:)`` has made the initial one.
    ///   - handler: What is called; never under the lock.
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

    /// Makes the initial call, on this thread, and then lets the others come.
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

    /// Has no call begin any more.
    func silence() { isLive.set(false) }
}
