/// Reads the changes of a value, one after the other.
///
/// The consumer itself decodes the values. So they needn't be `Sendable`, and the writer doesn't wait.
struct ChangeReader<Value> {
    private let observed: ObservedValue<Value>
    private let mailbox: Mailbox
    private let observation: DefaultsObservation

    /// The reading that the consumer received last, or nil before the first element.
    private var last: ObservedValue<Value>.Reading?

    /// Starts observing.
    ///
    /// - Parameters:
    ///   - observed: The value to observe.
    ///   - includesFirst: Whether the current value is the first element, as an initial change.
    ///   - buffering: The policy that decides which contents are kept for a slow consumer.
    init(_ observed: ObservedValue<Value>, includesFirst: Bool, buffering: Mailbox.Buffering) {
        var first: Mailbox.Contents = []
        (mailbox, observation) = observed.box.observe(observed.names) { contents in
            first = contents.current
            return Mailbox(contents, includesFirst: includesFirst, buffering: buffering)
        }
        self.observed = observed
        last = includesFirst ? nil : observed.reading(of: first, reports: false)
    }

    /// Returns the next change, or nil when the task is cancelled.
    mutating func next(isolation: isolated (any Actor)?) async -> Change<Value>? {
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
