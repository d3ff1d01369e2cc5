/// An asynchronous sequence of a setting's values: the current value, then each new one.
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
/// - *First value:* the value stored when the loop begins, or the default. If the value changes before the loop asks
///   for it, the loop may receive the newer value. Observation begins before the first value is read, so no change is
///   missed in between.
/// - *Coalescing:* a slow loop receives the newest value and skips the values before it. ``buffering(_:)`` changes
///   this.
/// - *Duplicates:* a value that equals the one before it is omitted. If the type isn't `Equatable`, the stored forms
///   are compared instead. A value that doesn't equal itself, such as NaN, is omitted if its stored form is unchanged.
/// - *Unreadable values:* the loop receives the default, and each loop reports one issue, as a read does.
/// - *Thread:* the loop's own task decodes the values, so they needn't be `Sendable`. A writer never waits for the
///   loop.
/// - *Store:* ``DefaultsStore/standard`` is resolved when the sequence is created.
/// - *End:* observation ends when the task is cancelled or the loop is left. A cancelled loop doesn't receive the
///   values that are still buffered. Loops are independent of each other. The sequence itself holds only the store.
/// - *Foreign writes:* these are writes by other code or processes; see <doc:ObservingSettings>. If the system doesn't
///   report them, as on Linux, they aren't noticed until ``DefaultsStore/refresh()`` is called or the program writes to
///   the same name.
public struct SettingValues<Element>: AsyncSequence, Sendable {
    package let observed: ObservedValue<Element>
    var policy = Mailbox.Buffering()

    /// Returns the sequence with another policy, which decides what is kept for a loop that is slower than the changes.
    ///
    /// By default, only the newest value is kept. With `.unbounded`, the loop receives every value. With a buffer of
    /// size 0, it receives the first value, and then only changes that happen while it waits.
    ///
    /// ```swift
    /// for await attempts in login.values(of: \.attempts).buffering(.unbounded) {
    ///     print(attempts)
    /// }
    /// ```
    ///
    /// - Parameter policy: Which values to keep, and how many of them.
    /// - Returns: The sequence. Each loop over it starts its own observation, with a buffer of its own.
    public func buffering(_ policy: AsyncStream<Element>.Continuation.BufferingPolicy) -> SettingValues<Element> {
        SettingValues(observed: observed, policy: Mailbox.Buffering(policy))
    }

    /// Starts observing for one loop.
    public func makeAsyncIterator() -> Iterator {
        Iterator(changes: ChangeReader(observed, includesFirst: true, buffering: policy))
    }

    /// An iterator over the values, for one loop.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let changes: ChangeReader<Element>

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
