import Dispatch

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

    private let names: [String]
    private let handler: @Sendable (Step) -> Void

    /// Whether the closure is still called.
    ///
    /// This isn't guarded by a lock: if a lock were held during a fork, the child process would wait for it forever.
    private let isLive = SharedWord(1)

    /// The current contents of the names.
    private var contents: Mailbox.Contents

    /// The calls that wait until the initial call has ended, or nil if calls don't have to wait.
    private var backlog: [DeferredActions.Call]?

    /// Creates an observer.
    ///
    /// - Parameters:
    ///   - names: The observed names.
    ///   - contents: The current contents of the names.
    ///   - isHeldBack: Whether calls wait until ``begin(in:with:)`` has made the initial call.
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

// MARK: - Calls of a closure

// A closure is called on the thread that delivers changes, on a queue, or on an actor.

extension ObservedValue {
    /// Calls a closure with each change, on the thread that delivers changes, before the setter returns.
    func observe(initial: Bool, _ handler: @escaping @Sendable (Change<Value>) -> Void) -> DefaultsObservation {
        observe(initial: initial) { step in
            if let change = change(step) { handler(change) }
        }
    }

    /// Calls a closure with each change, on a queue.
    func observe(
        initial: Bool, on queue: DispatchQueue, _ handler: @escaping @Sendable (Change<Value>) -> Void
    ) -> DefaultsObservation {
        let isLive = Locked(true)
        let token = observe(initial: initial) { step in
            queue.async {
                // Values are decoded on the queue, so that they needn't be Sendable.
                if isLive.withLock({ $0 }), let change = change(step) { handler(change) }
            }
        }
        return DefaultsObservation {
            isLive.withLock { $0 = false }
            token.cancel()
        }
    }

    /// Calls a closure with each change, one after the other, on the main actor.
    func observe(
        initial: Bool, onMainActor handler: @escaping @MainActor @Sendable (Change<Value>) -> Void
    ) -> DefaultsObservation {
        deliver(initial: initial) { @MainActor feed, isLive in
            var reader = ChangeReader(feed)
            while let change = await reader.next(isolation: MainActor.shared), isLive() { handler(change) }
        }
    }

    /// Calls a closure with each change, one after the other, on an actor.
    func observe<Target: Actor>(
        initial: Bool, on actor: Target,
        _ handler: @escaping @Sendable (isolated Target, Change<Value>) async -> Void
    ) -> DefaultsObservation {
        deliver(initial: initial) { feed, isLive in
            await Self.deliver(feed, to: actor, while: isLive, handler)
        }
    }

    private static func deliver<Target: Actor>(
        _ feed: ChangeFeed<Value>, to actor: isolated Target, while isLive: @Sendable () -> Bool,
        _ handler: @Sendable (isolated Target, Change<Value>) async -> Void
    ) async {
        var reader = ChangeReader(feed)
        while let change = await reader.next(isolation: actor), isLive() {
            await handler(actor, change)
        }
    }

    /// Starts observing, and starts a task that makes the calls.
    private func deliver(
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

    private func observe(
        initial: Bool, _ handler: @escaping @Sendable (ClosureObserver.Step) -> Void
    ) -> DefaultsObservation {
        var first: Mailbox.Contents = []
        let (observer, subscription) = HubSubscription.begin(names, in: box) { contents in
            first = contents
            return ClosureObserver(names, contents: contents, isHeldBack: initial, handler: handler)
        }
        if initial { observer.begin(in: box.hub, with: first) }
        return DefaultsObservation {
            observer.silence()
            subscription.end()
        }
    }

    /// Returns the change of the value in a step, or nil if the old and the new value are equal.
    private func change(_ step: ClosureObserver.Step) -> Change<Value>? {
        let new = reading(of: step.new, reports: true)
        if step.isInitial { return Change(oldValue: new.value, newValue: new.value, isInitial: true) }
        let old = reading(of: step.old, reports: false)
        return areEqual(old, new) ? nil : Change(oldValue: old.value, newValue: new.value, isInitial: false)
    }
}
