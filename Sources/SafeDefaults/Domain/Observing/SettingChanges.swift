/// An asynchronous sequence of a setting's changes, each with the old and the new value.
///
/// ```swift
/// for await change in login.changes(of: \.attempts) {
///     print(change.oldValue, "→", change.newValue)
/// }
/// ```
///
/// **Behavior**
///
/// - *First element:* the first change after the loop has begun.
/// - *Coalescing:* if several changes happen while the loop is busy, it receives one change, from the value that it
///   received last to the newest. ``buffering(_:)`` changes this. Changes that cancel each other out before the loop
///   receives them are omitted.
/// - *Old value:* the value that this loop received last. In the first change, it is the value when the loop began.
/// - *Everything else* is the same as for ``SettingValues``.
public struct SettingChanges<Value>: AsyncSequence, Sendable {
    let observed: ObservedValue<Value>
    var policy = Mailbox.Buffering()

    /// Returns the sequence with another policy, which decides what is kept for a loop that is slower than the changes.
    ///
    /// By default, only the newest state is kept, and a loop receives one change for all that it missed. With
    /// `.unbounded`, it receives each change. With a buffer of size 0, it receives only changes that happen while it
    /// waits.
    ///
    /// ```swift
    /// for await change in login.changes(of: \.attempts).buffering(.bufferingNewest(100)) {
    ///     print(change.oldValue, "→", change.newValue)
    /// }
    /// ```
    ///
    /// If changes are dropped, the next one that the loop receives starts from the value that it received last.
    ///
    /// - Parameter policy: Which changes to keep, and how many of them.
    /// - Returns: The sequence. Each loop over it starts its own observation, with a buffer of its own.
    public func buffering(_ policy: AsyncStream<Change<Value>>.Continuation.BufferingPolicy) -> SettingChanges<Value> {
        SettingChanges(observed: observed, policy: Mailbox.Buffering(policy))
    }

    /// Starts observing for one loop.
    public func makeAsyncIterator() -> Iterator {
        Iterator(reader: ChangeReader(observed, includesFirst: false, buffering: policy))
    }

    /// An iterator over the changes, for one loop.
    ///
    /// The loop itself decodes the values. So they needn't be `Sendable`, and the writer doesn't wait.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let reader: ChangeReader<Value>

        /// Returns the next change, or `nil` when the task is cancelled.
        public mutating func next() async -> Change<Value>? { await reader.next(isolation: nil) }

        /// Returns the next change, decoded on the caller's actor, or `nil` when the task is cancelled.
        @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
        public mutating func next(isolation: isolated (any Actor)?) async -> Change<Value>? {
            await reader.next(isolation: isolation)
        }
    }
}

/// Reads the changes for one loop.
///
/// It is a class, because a generic structure with as many properties takes 4 KB of code to copy.
final class ChangeReader<Value> {
    private let observed: ObservedValue<Value>
    private let mailbox: Mailbox
    private let observation: DefaultsObservation

    /// The reading that the loop received last, or nil before the first element.
    private var last: ObservedValue<Value>.Reading?

    /// Starts observing.
    ///
    /// - Parameters:
    ///   - observed: The value to observe.
    ///   - includesFirst: Whether the current value is the first element, as an initial change.
    ///   - buffering: The policy that decides which contents are kept for a slow loop.
    init(_ observed: ObservedValue<Value>, includesFirst: Bool, buffering: Mailbox.Buffering) {
        var first: Mailbox.Contents = []
        (mailbox, observation) = observed.box.observe(observed.names) { contents in
            first = contents.current
            return Mailbox(contents, includesFirst: includesFirst, buffering: buffering)
        }
        self.observed = observed
        last = includesFirst ? nil : observed.reading(of: first, reports: false)
    }

    func next(isolation: isolated (any Actor)?) async -> Change<Value>? {
        while let contents = await nextContents(isolation: isolation) {
            let new = observed.reading(of: contents, reports: true)
            guard let change = observed.change(from: last, to: new) else { continue }
            last = new
            return change
        }
        return nil
    }

    private func nextContents(isolation: isolated (any Actor)?) async -> Mailbox.Contents? {
        await withTaskCancellationHandler(
            operation: { await mailbox.next(isolation: isolation) },
            onCancel: { [mailbox, observation] in
                observation.cancel()
                mailbox.finish()
            },
            isolation: isolation)
    }
}

// MARK: - Closures

extension SettingChanges {
    /// Calls a closure with each change, before the setter that makes the change returns.
    ///
    /// Use this method for several settings, a key or a whole domain. For one setting,
    /// ``SafeDefaults/observe(_:initial:fileID:line:_:)`` is shorter. Both methods behave as described there. The
    /// closure is called for each change made by the program itself; the buffering policy has no effect.
    ///
    /// ```swift
    /// let observation = login.changes().observe { print("changed:", $0.changedKeys()) }
    /// ```
    ///
    /// - Parameters:
    ///   - initial: Whether to call the closure once before this method returns, with the current value as both the old
    ///     and the new value.
    ///   - handler: The closure.
    /// - Returns: A token. Keep it alive to keep receiving calls.
    public func observe(
        initial: Bool = false, _ handler: @escaping @Sendable (Change<Value>) -> Void
    ) -> DefaultsObservation {
        var first: Mailbox.Contents = []
        let (observer, observation) = observed.box.observe(observed.names) { [observed] contents in
            first = contents.current
            return ClosureObserver(contents, isHeldBack: initial) { old, new in
                let new = observed.reading(of: new, reports: true)
                let old = old.map { observed.reading(of: $0, reports: false) }
                if let change = observed.change(from: old, to: new) { handler(change) }
            }
        }
        if initial { observer.begin(in: observed.box.hub, with: first) }
        return DefaultsObservation {
            observer.silence()
            observation.cancel()
        }
    }

    /// Calls a closure on the main actor with each change, in order.
    ///
    /// Setters don't wait for the closure, because a task calls it. If the token is cancelled on the main actor, no
    /// further call begins. For one setting, ``SafeDefaults/observe(_:initial:on:fileID:line:_:)`` is shorter.
    ///
    /// ```swift
    /// let observation = login.changes(of: \.attempts, \.theme).observe(on: MainActor.self) { change in
    ///     print("now", change.newValue)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - initial: Whether to call the closure with the current value first.
    ///   - actor: `MainActor.self`.
    ///   - handler: The closure.
    /// - Returns: A token. Keep it alive to keep receiving calls.
    public func observe(
        initial: Bool = false, on actor: MainActor.Type,
        _ handler: @escaping @MainActor @Sendable (Change<Value>) -> Void
    ) -> DefaultsObservation {
        // The observation begins now, and not with the task.
        let changes = ChangeReader(observed, includesFirst: initial, buffering: .init(limit: .max))
        let task = Task { @MainActor in
            while let change = await changes.next(isolation: MainActor.shared), !Task.isCancelled {
                handler(change)
            }
        }
        return DefaultsObservation { task.cancel() }
    }
}
