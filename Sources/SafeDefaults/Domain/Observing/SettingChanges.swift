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
    private var policy = Mailbox.Buffering.newest(1)

    init(observed: ObservedValue<Value>) { self.observed = observed }

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
        var copy = self
        copy.policy = Mailbox.Buffering(policy)
        return copy
    }

    /// Starts observing for one loop.
    public func makeAsyncIterator() -> Iterator {
        Iterator(changes: ChangeReader(ChangeFeed(observed, includesFirst: false, buffering: policy)))
    }

    /// An iterator over the changes, for one loop.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var changes: ChangeReader<Value>

        /// Returns the next change, or `nil` when the task is cancelled.
        public mutating func next() async -> Change<Value>? {
            await changes.next(isolation: nil)
        }

        /// Returns the next change, decoded on the caller's actor, or `nil` when the task is cancelled.
        @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
        public mutating func next(isolation: isolated (any Actor)?) async -> Change<Value>? {
            await changes.next(isolation: isolation)
        }
    }
}
