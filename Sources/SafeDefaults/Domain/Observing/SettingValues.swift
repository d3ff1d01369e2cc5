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
/// - *First value:* what is stored when iteration begins, or the default; a loop that is slow to ask for it gets a newer
///   one. Changes are listened for before it is read, so none falls between.
/// - *Coalescing:* a slow loop gets the newest value and skips those before it; give `buffering:` for another policy. A
///   buffer for nothing keeps the first value, and then only what changes while the loop waits.
/// - *Duplicates:* a value equal to the one before is left out. Of a type that isn't `Equatable`, what is stored is
///   compared instead, and so it is of values such as NaN that aren't equal to themselves.
/// - *Unreadable:* given as the default, with one issue for each loop that meets it, as by a read.
/// - *Where:* the loop's own task, which makes the values, so that they needn't be `Sendable`; the writer is never kept
///   waiting.
/// - *Which store:* the one that ``DefaultsStore/standard`` stood for when the sequence was made.
/// - *End:* when the task is cancelled, which drops what the loop hasn't taken yet, or the loop is left. Each loop is its
///   own; the sequence itself holds nothing but the store, a loop its place in it.
/// - *Foreign writes:* see <doc:ObservingSettings>; where the system can't tell, as on Linux, they aren't seen until
///   ``DefaultsStore/refresh()``, or the next own write to the name.
public struct SettingValues<Element>: AsyncSequence, Sendable {
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
