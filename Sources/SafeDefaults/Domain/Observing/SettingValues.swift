/// An asynchronous sequence of a setting's values: the current one, then each that it changes to.
///
/// ```swift
/// for await attempts in login.values(of: \.attempts) {
///     print(attempts)
///     if attempts > 3 { break }
/// }
/// ```
///
/// **Behavior**
///
/// - *First value:* what is stored when the loop begins, or the default. A loop that doesn't ask for it at once may get
///   a newer one. Observation begins before the value is read, so no change is missed in between.
/// - *Coalescing:* a slow loop receives the newest value and skips those before it; `buffering:` sets another policy. A
///   buffer of size 0 keeps the first value, and then only changes that come while the loop waits.
/// - *Duplicates:* a value that equals the one before is omitted. If the type isn't `Equatable`, what is stored is
///   compared instead, as it is for values such as NaN that don't equal themselves.
/// - *Unreadable values:* the loop receives the default, and one issue is reported for each loop, as for a read.
/// - *Thread:* the loop's own task decodes the values, so they needn't be `Sendable`. The writer never waits.
/// - *Store:* the one that ``DefaultsStore/standard`` stood for when the sequence was created.
/// - *End:* when the task is cancelled, which drops values that the loop hasn't received, or when the loop is left.
///   Loops are independent of each other. The sequence itself holds only the store.
/// - *Foreign writes:* see <doc:ObservingSettings>. Where the system doesn't report them, as on Linux, they aren't
///   noticed until ``DefaultsStore/refresh()``, or until the program writes to the name.
public struct SettingValues<Element>: AsyncSequence, Sendable {
    let observed: ObservedValue<Element>
    let buffering: Mailbox.Buffering

    /// The sequence never throws.
    public typealias Failure = Never

    /// Starts observing, for one loop.
    public func makeAsyncIterator() -> Iterator {
        Iterator(changes: ChangeReader(ChangeFeed(observed, includesFirst: true, buffering: buffering)))
    }

    /// An iterator over the values, for one loop.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var changes: ChangeReader<Element>

        /// Returns the next value, or `nil` when the task is cancelled.
        public mutating func next() async -> Element? {
            await changes.next(isolation: nil)?.newValue
        }

        /// Returns the next value, decoded on the caller's actor, or `nil` when the task is cancelled.
        @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
        public mutating func next(isolation: isolated (any Actor)?) async -> Element? {
            await changes.next(isolation: isolation)?.newValue
        }
    }
}
