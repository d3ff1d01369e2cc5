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
    private var last: ObservedValue<Value>.Reading?

    private struct State {
        /// The current contents of the names.
        var contents: ObservedContents

        /// The consumer, or nil if the delivery has ended.
        var consumer: Consumer?

        /// Whether the current contents haven't been delivered yet.
        var isNew = true

        /// The number of values that are requested; `Int.max` if it is unlimited.
        var demand = 0

        /// Whether a thread is delivering a value.
        var isDelivering = false

        /// Returns the contents that this thread has to deliver now, with the consumer; nil if there is nothing to
        /// deliver or another thread is delivering, which goes on until nothing is left.
        mutating func beginDelivery() -> ([StoredContent], Consumer)? {
            guard isNew, demand > 0, !isDelivering, let consumer else { return nil }
            (isNew, isDelivering) = (false, true)
            if demand < .max { demand -= 1 }
            return (contents.current, consumer)
        }

        mutating func add(_ more: Int?) {
            let (sum, overflows) = demand.addingReportingOverflow(more ?? .max)
            demand = overflows ? .max : max(0, sum)
        }
    }

    /// Starts observing.
    ///
    /// Nothing is delivered until a value is requested. The first one is the current value.
    static func begin(
        _ observed: ObservedValue<Value>, consumer: @escaping Consumer
    ) -> (receiver: DemandedValues, observation: DefaultsObservation) {
        observed.box.observe(observed.names) { contents in
            DemandedValues(observed, State(contents: contents, consumer: consumer))
        }
    }

    private init(_ observed: ObservedValue<Value>, _ state: State) {
        self.observed = observed
        self.state = Locked(state)
    }

    func receive(_ changes: [String: StoredContent], _ actions: inout DeferredActions) {
        state.withLock { state in
            state.contents.take(changes)
            state.isNew = true
        }
        actions.calls.append { self.deliver() }
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
        while let (contents, consumer) = state.withLock({ $0.beginDelivery() }) {
            let reading = observed.reading(of: contents, reports: true)
            let isChanged = observed.change(from: last, to: reading) != nil
            if isChanged { last = reading }
            // An equal value isn't delivered, and gives its demand back.
            let more = isChanged ? consumer(reading.value) : 1
            state.withLock { state in
                state.add(more)
                state.isDelivering = false
            }
        }
    }
}
