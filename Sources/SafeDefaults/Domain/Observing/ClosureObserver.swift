/// A receiver that calls a closure with each change, on the thread that delivers changes.
///
/// Unchecked: `contents` and `backlog` are guarded by the hub's lock, which is held when `receive` is called.
final class ClosureObserver: ChangeReceiver, @unchecked Sendable {
    /// The contents of the observed names before and after a change.
    struct Step: Sendable {
        let old: Mailbox.Contents
        let new: Mailbox.Contents
        var isInitial = false
    }

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
        let step = Step(old: old, new: contents.current)
        let call: DeferredActions.Call = { [self] in callIfLive(step) }
        if backlog == nil { return .call(call) }
        backlog?.append(call)
        return .nothing
    }

    /// Makes the initial call on this thread, and then queues the calls that waited for it.
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

    /// Prevents further calls from beginning.
    func silence() { isLive.set(false) }
}

// MARK: - What the `observe` methods of `SettingChanges` have in common

extension ObservedValue {
    /// Starts observing, and starts a task that makes the calls.
    func deliver(
        initial: Bool, _ calls: @escaping @Sendable (ChangeFeed<Value>, @Sendable () -> Bool) async -> Void
    ) -> DefaultsObservation {
        let feed = ChangeFeed(self, includesFirst: initial, buffering: .unbounded)
        let isLive = Locked(true)
        let task = Task { await calls(feed) { isLive.withLock { $0 } } }
        return DefaultsObservation {
            isLive.withLock { $0 = false }
            task.cancel()
        }
    }

    /// Starts observing, and calls a closure with each step, on the thread that delivers changes.
    func observe(
        initial: Bool, _ handler: @escaping @Sendable (ClosureObserver.Step) -> Void
    ) -> DefaultsObservation {
        var first: Mailbox.Contents = []
        let (observer, subscription) = HubSubscription.begin(names.all, in: box) { contents in
            let contents = ObservedContents(names, contents)
            first = contents.current
            return ClosureObserver(contents, isHeldBack: initial, handler: handler)
        }
        if initial { observer.begin(in: box.hub, with: first) }
        return DefaultsObservation {
            observer.silence()
            subscription.end()
        }
    }

    /// Returns the change of the value in a step, or nil if the old and the new value are equal.
    func change(_ step: ClosureObserver.Step) -> Change<Value>? {
        let new = reading(of: step.new, reports: true)
        if step.isInitial { return Change(oldValue: new.value, newValue: new.value, isInitial: true) }
        let old = reading(of: step.old, reports: false)
        return areEqual(old, new) ? nil : Change(oldValue: old.value, newValue: new.value, isInitial: false)
    }
}
