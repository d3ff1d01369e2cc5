/// The values of a setting as an asynchronous sequence: the one now, then each that it changes to.
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
/// - *First value:* the one that a read gives when iteration begins, the default included. Changes are listened for before
///   it is read, so none falls between.
/// - *Coalescing:* a slow loop gets the newest value and skips those before it; give `buffering:` for another policy.
/// - *Duplicates:* a value equal to the one before is left out. Of a type that isn't `Equatable`, what is stored is
///   compared instead.
/// - *Unreadable:* given as the default, with one issue, as by a read.
/// - *Where:* the loop's own task; the writer is never kept waiting.
/// - *End:* when the task is cancelled, or the loop is left. Each loop is its own; the sequence itself holds nothing but
///   the store.
/// - *Foreign writes:* see <doc:ObservingSettings>; where the system can't tell, ``DefaultsStore/refresh()`` finds them.
public struct DefaultsValues<Element>: AsyncSequence, Sendable {
    let observed: ObservedValue<Element>
    let buffering: Mailbox.Buffering

    /// Never fails.
    public typealias Failure = Never

    /// Begins to listen.
    public func makeAsyncIterator() -> Iterator {
        Iterator(changes: ChangeReader(ChangeFeed(observed, includesFirst: true, buffering: buffering)))
    }

    /// One loop over the values.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var changes: ChangeReader<Element>

        /// The next value; `nil` once the task is cancelled.
        public mutating func next() async -> Element? {
            await changes.next(isolation: nil)?.newValue
        }

        /// The next value, made on the caller's actor; `nil` once the task is cancelled.
        @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
        public mutating func next(isolation: isolated (any Actor)?) async -> Element? {
            await changes.next(isolation: isolation)?.newValue
        }
    }
}
