/// Delivers values to a consumer that requests a number of them, and keeps the newest until it is requested.
///
/// One thread at a time delivers, in order. While it receives a value, a consumer may request more, write, and end the
/// delivery.
///
/// Unchecked: `state` is guarded by a lock, and only the one thread that delivers uses `last` and calls the consumer.
final class DemandedValues<Value>: ChangeReceiver, @unchecked Sendable {
    /// Receives a value, and returns how many more it requests; nil for any number.
    typealias Consumer = (Value) -> Int?

    private let observed: ObservedValue<Value>
    private let state: Locked<State>

    /// The reading that was delivered last; used only by the thread that delivers.
    private var last: ObservedValue<Value>.Reading?

    private struct State {
        /// The current contents of the names.
        var contents: Mailbox.Contents

        /// Whether that wasn't delivered yet.
        var isNew = true

        /// How many values are requested; nil for any number.
        var demand: Int? = 0

        /// Whether a thread is delivering values, and will go on until there is none.
        var isDelivering = false

        /// The consumer; nil when the delivery has ended.
        var consumer: Consumer?

        mutating func add(_ more: Int?) {
            guard let demand, let more else { return demand = nil }
            let (sum, overflows) = demand.addingReportingOverflow(more)
            self.demand = overflows ? nil : max(0, sum)
        }

        /// Returns what a thread has to deliver next, or nil if there is nothing or another thread delivers it.
        ///
        /// - Parameter isOwn: Whether this thread is the one that is delivering.
        mutating func next(isDelivering isOwn: Bool) -> (Mailbox.Contents, Consumer)? {
            if isDelivering, !isOwn { return nil }
            isDelivering = false
            guard isNew, demand != 0, let consumer else { return nil }
            (isNew, isDelivering) = (false, true)
            return (contents, consumer)
        }
    }

    /// Creates one that delivers nothing yet, because nothing is requested, and that isn't subscribed to a hub.
    private init(_ observed: ObservedValue<Value>, contents: Mailbox.Contents, consumer: @escaping Consumer) {
        self.observed = observed
        state = Locked(State(contents: contents, consumer: consumer))
    }

    /// Starts observing.
    ///
    /// The current value is the first that is delivered.
    static func begin(
        _ observed: ObservedValue<Value>, consumer: @escaping Consumer
    ) -> (values: DemandedValues, subscription: HubSubscription) {
        let (values, subscription) = HubSubscription.begin(observed.names, in: observed.box) { contents in
            DemandedValues(observed, contents: contents, consumer: consumer)
        }
        return (values, subscription)
    }

    func receive(_ changes: [String: StoredContent]) -> DeferredAction {
        state.withLock { state in
            for (index, name) in observed.names.enumerated() {
                if let change = changes[name] { state.contents[index] = change }
            }
            state.isNew = true
        }
        return .call { self.deliver() }
    }

    /// Requests more values, and delivers what there is.
    ///
    /// - Parameter count: How many more; nil for any number.
    func request(_ count: Int?) {
        state.withLock { $0.add(count) }
        deliver()
    }

    /// Stops delivering, and releases the consumer.
    func end() {
        let consumer = state.withLock { state in
            defer { state.consumer = nil }
            return state.consumer
        }
        // Released outside the lock, because it may hold objects with a `deinit`.
        withExtendedLifetime(consumer) {}
    }

    private func deliver() {
        var turn = state.withLock { $0.next(isDelivering: false) }
        while let (contents, consumer) = turn {
            deliver(contents, to: consumer)
            turn = state.withLock { $0.next(isDelivering: true) }
        }
    }

    private func deliver(_ contents: Mailbox.Contents, to consumer: Consumer) {
        let reading = observed.reading(of: contents, reports: true)
        if let last, observed.areEqual(last, reading) { return }
        last = reading
        state.withLock { $0.demand = $0.demand.map { $0 - 1 } }
        let more = consumer(reading.value)
        state.withLock { $0.add(more) }
    }
}
