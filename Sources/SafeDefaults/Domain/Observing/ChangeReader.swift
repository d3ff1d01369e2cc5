/// A started observation, whose changes a ``ChangeReader`` reads.
///
/// The reader may run in another task.
struct ChangeFeed<Value>: Sendable {
    fileprivate let observed: ObservedValue<Value>
    fileprivate let mailbox: Mailbox
    fileprivate let subscription: HubSubscription

    /// The contents when the observation began, or nil if they are delivered as the first element.
    fileprivate let seen: Mailbox.Contents?

    /// Starts observing.
    ///
    /// - Parameters:
    ///   - observed: The value to observe.
    ///   - includesFirst: Whether the current value is the first element, as an initial change.
    ///   - buffering: The policy that decides which contents are kept for a slow consumer.
    init(_ observed: ObservedValue<Value>, includesFirst: Bool, buffering: Mailbox.Buffering) {
        var first: Mailbox.Contents = []
        (mailbox, subscription) = HubSubscription.begin(observed.names.all, in: observed.box) { contents in
            let contents = ObservedContents(observed.names, contents)
            first = contents.current
            return Mailbox(contents, includesFirst: includesFirst, buffering: buffering)
        }
        self.observed = observed
        seen = includesFirst ? nil : first
    }
}

/// Reads the changes of a feed, one after the other.
///
/// The consumer itself decodes the values. So they needn't be `Sendable`, and the writer doesn't wait.
struct ChangeReader<Value> {
    private let feed: ChangeFeed<Value>

    /// The reading that the consumer received last, or nil before the first element.
    private var last: ObservedValue<Value>.Reading?

    init(_ feed: ChangeFeed<Value>) {
        self.feed = feed
        last = feed.seen.map { feed.observed.reading(of: $0, reports: false) }
    }

    /// Returns the next change, or nil when the task is cancelled.
    mutating func next(isolation: isolated (any Actor)?) async -> Change<Value>? {
        while let contents = await nextContents(isolation: isolation) {
            let new = feed.observed.reading(of: contents, reports: true)
            guard let old = last else {
                last = new
                return Change(oldValue: new.value, newValue: new.value, isInitial: true)
            }
            guard !feed.observed.areEqual(old, new) else { continue }
            last = new
            return Change(oldValue: old.value, newValue: new.value, isInitial: false)
        }
        return nil
    }

    private func nextContents(isolation: isolated (any Actor)?) async -> Mailbox.Contents? {
        await withTaskCancellationHandler(
            operation: { await feed.mailbox.next(isolation: isolation) },
            onCancel: { [mailbox = feed.mailbox, subscription = feed.subscription] in
                subscription.end()
                mailbox.finish()
            },
            isolation: isolation)
    }
}
