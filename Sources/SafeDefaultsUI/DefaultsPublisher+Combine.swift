#if canImport(Combine)
public import Combine

/// A publisher of a setting's values: the current value, then each new one.
///
/// <!-- apple -->
/// ```swift
/// let subscription = login.values(of: \.attempts).publisher
///     .receive(on: DispatchQueue.main)
///     .sink { attempts in print(attempts) }
/// ```
///
/// **Behavior**
///
/// - *First value:* the value stored at the time of the subscription, or the default. If the value changes before it is
///   delivered, the subscriber may receive the newer value. Observation begins before the first value is read, so no
///   change is missed in between.
/// - *Demand:* the subscriber receives no more values than it demands. The newest value is kept until it is demanded,
///   and the values before it are skipped. With unlimited demand, such as that of `sink`, the subscriber receives every
///   change made through the library, except those that are followed by another change while it is busy with a value.
/// - *Duplicates:* a value that equals the one before it is omitted, and doesn't reduce the demand. If the type isn't
///   `Equatable`, the stored forms are compared instead.
/// - *Thread:* values are delivered one at a time, on the thread that writes, before the setter returns, or on the
///   thread that demands more; those of foreign writes on a queue. For a closure of the main actor write
///   `receive(on: DispatchQueue.main)`: without it ``sink(receiveValue:)`` refuses the closure, but Combine's operators
///   take one, and Swift 6 ends the program when they call it on another thread.
/// - *Unreadable values:* the subscriber receives the default, and one issue is reported.
/// - *Retention:* the subscriber is kept alive until it cancels.
/// - *Completion:* the publisher never completes.
/// - *Foreign writes:* for writes by other code or processes, see <doc:ObservingSettings>.
public struct DefaultsPublisher<Output>: Publisher, Sendable {
    /// The publisher never fails.
    public typealias Failure = Never

    let observed: ObservedValue<Output>

    /// Starts observing for a subscriber.
    public func receive<Receiver: Subscriber>(
        subscriber: Receiver
    ) where Receiver.Input == Output, Receiver.Failure == Never {
        let (values, observation) = DemandedValues.begin(observed) { subscriber.receive($0).max }
        subscriber.receive(subscription: DemandSubscription(values: values, observation: observation))
    }
}

// MARK: - Receiving values

extension DefaultsPublisher {
    /// Calls a closure with the current value, and then with each new one.
    ///
    /// It takes the place of Combine's `sink`, so that a closure which belongs to the main actor doesn't compile: it
    /// would be called on the thread that writes. With `receive(on: DispatchQueue.main)` before it, it does.
    ///
    /// <!-- apple -->
    /// ```swift
    /// let subscription = login.values(of: \.attempts).publisher.sink { print($0) }
    /// ```
    ///
    /// - Parameter receiveValue: The closure, which is called on any thread, one call at a time. Unreadable values and
    ///   errors are those of the publisher.
    /// - Returns: The subscription. It ends when this is cancelled or released.
    public func sink(receiveValue: @escaping @Sendable (Output) -> Void) -> AnyCancellable {
        let sink = Subscribers.Sink<Output, Never>(receiveCompletion: { _ in }, receiveValue: receiveValue)
        receive(subscriber: sink)
        return AnyCancellable(sink)
    }
}

/// The subscription through which a subscriber demands values.
private final class DemandSubscription<Value>: Subscription {
    private let values: DemandedValues<Value>
    private let observation: DefaultsObservation

    init(values: DemandedValues<Value>, observation: DefaultsObservation) {
        self.values = values
        self.observation = observation
    }

    func request(_ demand: Subscribers.Demand) { values.request(demand.max) }

    func cancel() {
        values.end()
        observation.cancel()
    }
}

// MARK: - Making publishers

extension SettingValues {
    /// A Combine publisher of the sequence's values: the current one, then each new one.
    ///
    /// See ``SafeDefaultsUI/DefaultsPublisher`` for the values that are skipped or omitted.
    ///
    /// <!-- apple -->
    /// ```swift
    /// let subscription = login.values(of: \.theme).publisher
    ///     .receive(on: DispatchQueue.main)
    ///     .sink { print("now", $0) }
    /// let both = login.values(of: \.attempts, \.loginDate).publisher
    /// let subscriptionToBoth = both.sink { print($0.0, $0.1 ?? .distantPast) }
    /// ```
    ///
    /// The buffering policy has no effect, because the subscriber's demand replaces it.
    public var publisher: DefaultsPublisher<Element> { DefaultsPublisher(observed: observed) }
}
#endif
