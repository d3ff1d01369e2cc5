/// Hands values to somebody who says how many are wanted, and keeps the newest until it is.
///
/// What is handed out is handed out by one thread at a time, in order. A consumer may ask for more, write, and end it all
/// while it is being handed a value.
///
/// Unchecked: all that changes is guarded by a lock, and the consumer is called by one thread at a time.
final class DemandedValues<Value>: ChangeReceiver, @unchecked Sendable {
    /// Takes a value, and tells how many more are wanted now; nil for any number.
    typealias Consumer = (Value) -> Int?

    private let observed: ObservedValue<Value>
    private let state: Locked<State>

    /// What was handed out last; touched only by the thread that hands out.
    private var last: ObservedValue<Value>.Reading?

    private struct State {
        /// What is stored now.
        var contents: Mailbox.Contents

        /// Whether that has yet to be handed out.
        var isNew = true

        /// How many values are wanted; nil for any number.
        var demand: Int? = 0

        /// Whether a thread is handing out values, and will go on until there is none.
        var isHandingOut = false

        /// Who takes the values; nil once it is all ended.
        var consumer: Consumer?

        mutating func add(_ more: Int?) {
            guard let demand, let more else { return demand = nil }
            let (sum, overflows) = demand.addingReportingOverflow(more)
            self.demand = overflows ? nil : max(0, sum)
        }

        /// Takes what is next for the thread that hands out, or that would like to; nil if it is to do nothing more.
        mutating func next(isHandingOut isOwn: Bool) -> (Mailbox.Contents, Consumer)? {
            if isHandingOut, !isOwn { return nil }
            isHandingOut = false
            guard isNew, demand != 0, let consumer else { return nil }
            (isNew, isHandingOut) = (false, true)
            return (contents, consumer)
        }
    }

    /// Creates one that hands out nothing yet: neither anything was asked for, nor anybody listens.
    private init(_ observed: ObservedValue<Value>, contents: Mailbox.Contents, consumer: @escaping Consumer) {
        self.observed = observed
        state = Locked(State(contents: contents, consumer: consumer))
    }

    /// Begins to listen; the value now is the first to be handed out.
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
        return .call { self.handOut() }
    }

    /// Adds to the number of values that are wanted, and hands out what there is.
    ///
    /// - Parameter count: How many more; nil for any number.
    func request(_ count: Int?) {
        state.withLock { $0.add(count) }
        handOut()
    }

    /// Hands out no value any more, and lets go of who took them.
    func end() {
        let consumer = state.withLock { state in
            defer { state.consumer = nil }
            return state.consumer
        }
        // Not under the lock: it may hold somebody's objects.
        withExtendedLifetime(consumer) {}
    }

    private func handOut() {
        var turn = state.withLock { $0.next(isHandingOut: false) }
        while let (contents, consumer) = turn {
            handOut(contents, to: consumer)
            turn = state.withLock { $0.next(isHandingOut: true) }
        }
    }

    private func handOut(_ contents: Mailbox.Contents, to consumer: Consumer) {
        let reading = observed.reading(of: contents, reports: true)
        if let last, observed.areEqual(last, reading) { return }
        last = reading
        state.withLock { $0.demand = $0.demand.map { $0 - 1 } }
        let more = consumer(reading.value)
        state.withLock { $0.add(more) }
    }
}
