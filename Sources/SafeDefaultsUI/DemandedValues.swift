/// Delivers as many values as a consumer requests, and keeps the newest value until it is requested.
///
/// Only one thread at a time delivers values, so they arrive in order. While the consumer receives a value, it may
/// request more values, write, and end the delivery.
///
/// Unchecked: `state` is guarded by a lock, and only the thread that is delivering uses `last` and calls the consumer.
final class DemandedValues<Value>: ChangeReceiver, @unchecked Sendable {
    /// A closure that receives a value, and returns the number of further values that it requests, or nil for an
    /// unlimited number.
    typealias Consumer = (Value) -> Int?

    private let observed: ObservedValue<Value>
    private let state: Locked<State>

    /// The reading that was delivered last.
    ///
    /// Only the thread that is delivering uses it.
    private var last: ObservedValue<Value>.Reading?

    private struct State {
        /// The current contents of the names.
        var contents: ObservedContents

        /// Whether the current contents haven't been delivered yet.
        var isNew = true

        /// The number of values that are requested, or nil if it is unlimited.
        var demand: Int? = 0

        /// Whether a thread is delivering values.
        ///
        /// It continues until there is no value to deliver.
        var isDelivering = false

        /// The consumer, or nil if the delivery has ended.
        var consumer: Consumer?

        mutating func add(_ more: Int?) {
            guard let demand, let more else { return demand = nil }
            let (sum, overflows) = demand.addingReportingOverflow(more)
            self.demand = overflows ? nil : max(0, sum)
        }

        /// Returns the contents that this thread has to deliver next, with the consumer; returns nil if there is
        /// nothing to deliver or another thread is delivering.
        ///
        /// - Parameter isOwn: Whether this thread is the thread that is delivering.
        mutating func next(isDelivering isOwn: Bool) -> ([StoredContent], Consumer)? {
            if isDelivering, !isOwn { return nil }
            isDelivering = false
            guard isNew, demand != 0, let consumer else { return nil }
            (isNew, isDelivering) = (false, true)
            return (contents.current, consumer)
        }
    }

    /// Creates an object that isn't subscribed to a hub, and that delivers nothing until a value is requested.
    private init(_ observed: ObservedValue<Value>, contents: ObservedContents, consumer: @escaping Consumer) {
        self.observed = observed
        state = Locked(State(contents: contents, consumer: consumer))
    }

    /// Starts observing.
    ///
    /// The first value delivered is the current value.
    static func begin(
        _ observed: ObservedValue<Value>, consumer: @escaping Consumer
    ) -> (values: DemandedValues, subscription: HubSubscription) {
        let (values, subscription) = HubSubscription.begin(observed.names.all, in: observed.box) { contents in
            DemandedValues(observed, contents: ObservedContents(observed.names, contents), consumer: consumer)
        }
        return (values, subscription)
    }

    func receive(_ changes: [String: StoredContent]) -> DeferredAction {
        state.withLock { state in
            state.contents.take(changes)
            state.isNew = true
        }
        return .call { self.deliver() }
    }

    /// Requests more values, and delivers the newest value if it hasn't been delivered yet.
    ///
    /// - Parameter count: The number of values, or nil for an unlimited number.
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
        // The consumer is released here, outside the lock, because it may hold objects with a `deinit`.
        withExtendedLifetime(consumer) {}
    }

    private func deliver() {
        var turn = state.withLock { $0.next(isDelivering: false) }
        while let (contents, consumer) = turn {
            deliver(contents, to: consumer)
            turn = state.withLock { $0.next(isDelivering: true) }
        }
    }

    private func deliver(_ contents: [StoredContent], to consumer: Consumer) {
        let reading = observed.reading(of: contents, reports: true)
        if let last, observed.areEqual(last, reading) { return }
        last = reading
        state.withLock { $0.demand = $0.demand.map { $0 - 1 } }
        let more = consumer(reading.value)
        state.withLock { $0.add(more) }
    }
}
