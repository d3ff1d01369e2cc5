/// The changes of a setting as an asynchronous sequence, each with the old and the new value.
///
/// ```swift
/// for await change in login.changes(of: \.attempts) {
///     print(change.oldValue, "→", change.newValue)
/// }
/// ```
///
/// **Behavior**
///
/// - *First element:* the first change after iteration has begun.
/// - *Coalescing:* a slow loop gets one change for several, from the value it saw last to the newest; give `buffering:`
///   for another policy. Changes that cancel each other out before the loop has seen them are left out.
/// - *Old value:* what this loop saw last; for the first change, what was there when the loop began.
/// - *All else* is as for ``SettingValues``.
public struct SettingChanges<Value>: AsyncSequence, Sendable {
    let observed: ObservedValue<Value>
    let buffering: Mailbox.Buffering

    /// A change.
    public typealias Element = Change<Value>

    /// Never fails.
    public typealias Failure = Never

    /// Begins to listen.
    public func makeAsyncIterator() -> Iterator {
        Iterator(changes: ChangeReader(ChangeFeed(observed, includesFirst: false, buffering: buffering)))
    }

    /// One loop over the changes.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var changes: ChangeReader<Value>

        /// The next change; `nil` once the task is cancelled.
        public mutating func next() async -> Change<Value>? {
            await changes.next(isolation: nil)
        }

        /// The next change, made on the caller's actor; `nil` once the task is cancelled.
        @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
        public mutating func next(isolation: isolated (any Actor)?) async -> Change<Value>? {
            await changes.next(isolation: isolation)
        }
    }
}
