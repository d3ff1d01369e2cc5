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
///   received last to the newest. To change this, pass a policy as `buffering:`. Changes that cancel each other out
///   before the loop receives them are omitted.
/// - *Old value:* the value that this loop received last. In the first change, it is the value when the loop began.
/// - *Everything else* is the same as for ``SettingValues``.
public struct SettingChanges<Value>: AsyncSequence, Sendable {
    let observed: ObservedValue<Value>
    let buffering: Mailbox.Buffering

    /// A change of the setting.
    public typealias Element = Change<Value>

    /// The sequence never throws.
    public typealias Failure = Never

    /// Starts observing for one loop.
    public func makeAsyncIterator() -> Iterator {
        Iterator(changes: ChangeReader(ChangeFeed(observed, includesFirst: false, buffering: buffering)))
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
