/// A token that keeps an observation active.
///
/// ```swift
/// let observation = login.observe(\.attempts) { print($0.newValue) }
/// observation.cancel()
/// ```
///
/// Keep the token alive to keep receiving calls. The observation ends when the token is cancelled or released. You can
/// cancel it on any thread, even inside its own closure. After ``cancel()`` returns, no new call begins, but a running
/// one may finish. When the observation ends, it releases the closure and the objects that the closure holds.
///
/// - Important: If a closure holds its own token, or the token's owner, neither is released until the token is
///   cancelled. To avoid this, capture `[weak self]` in the closure.
public final class DefaultsObservation: Sendable {
    /// The closure that ends the observation, or nil if the observation has ended.
    private let action: Locked<(@Sendable () -> Void)?>

    /// Creates a token.
    ///
    /// - Parameter action: A closure that ends the observation. It is called once.
    init(_ action: @escaping @Sendable () -> Void) { self.action = Locked(action) }

    /// Ends the observation.
    ///
    /// If the observation has already ended, this does nothing.
    public func cancel() {
        // The action is called and released outside the lock, because it may hold objects whose `deinit` runs other
        // code.
        let action = action.withLock { $0.take() }
        action?()
    }

    deinit { cancel() }
}

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
    init(_ contents: ObservedContents, isHeldBack: Bool, handler: @escaping @Sendable (Step) -> Void) {
        self.contents = contents
        self.handler = handler
        backlog = isHeldBack ? [] : nil
    }

    func receive(_ changes: [String: StoredContent], _ actions: inout DeferredActions) {
        let old = contents.current
        contents.take(changes)
        let step: Step = (old, contents.current)
        let call: DeferredActions.Call = { [self] in callIfLive(step) }
        if backlog == nil { actions.calls.append(call) } else { backlog?.append(call) }
    }

    /// Makes the initial call on this thread, and then queues the calls that waited for it.
    func begin(in hub: ObservationHub, with contents: Mailbox.Contents) {
        hub.delivering { callIfLive((nil, contents)) }
        hub.underLock { hub.actions.calls += backlog.take() ?? [] }
    }

    private func callIfLive(_ step: Step) {
        if isLive.isSet { handler(step) }
    }

    /// Prevents further calls from beginning.
    func silence() { isLive.set(false) }
}
