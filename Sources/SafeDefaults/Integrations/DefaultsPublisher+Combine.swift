#if canImport(Combine)
public import Combine

/// The values of a setting as a publisher: the one now, then each that it changes to.
///
/// ```swift-apple
/// let subscription = login.publisher(for: \.attempts).sink { attempts in
///     print(attempts)
/// }
/// ```
///
/// **Behavior**
///
/// - *First value:* the one that a read gives when the subscriber subscribes, or a newer one, the default included. Changes
///   are listened for before it is read, so none falls between.
/// - *Demand:* no more values than were asked for. The newest is kept until it is asked for, and those before it are
///   skipped. A subscriber with unlimited demand, such as `sink`, gets every change made through the library, unless it
///   is still busy with one when others come.
/// - *Duplicates:* a value equal to the one before is left out, and uses up no demand. Of a type that isn't `Equatable`,
///   what is stored is compared instead.
/// - *Where:* on the thread that wrote, before the setter returns, or on that which asked for more; one value at a time.
///   For another, use `receive(on:)`.
/// - *Unreadable:* given as the default, with one issue, as by a read.
/// - *Retention:* the subscriber is kept until it cancels.
/// - *End:* none but cancellation. It never fails.
/// - *Foreign writes:* see <doc:ObservingSettings>.
public struct DefaultsPublisher<Output>: Publisher, Sendable {
    /// Never fails.
    public typealias Failure = Never

    let observed: ObservedValue<Output>

    /// Begins to listen for a subscriber.
    public func receive<Receiver: Subscriber>(
        subscriber: Receiver
    ) where Receiver.Input == Output, Receiver.Failure == Never {
        let (values, subscription) = DemandedValues.begin(observed) { subscriber.receive($0).max }
        subscriber.receive(subscription: DemandSubscription(values: values, subscription: subscription))
    }
}

/// What a subscriber asks for values through.
private final class DemandSubscription<Value>: Subscription {
    private let values: DemandedValues<Value>
    private let subscription: HubSubscription

    init(values: DemandedValues<Value>, subscription: HubSubscription) {
        self.values = values
        self.subscription = subscription
    }

    func request(_ demand: Subscribers.Demand) { values.request(demand.max) }

    func cancel() {
        values.end()
        subscription.end()
    }
}

// MARK: - Making publishers

extension SafeDefaults {
    /// The values of a setting as a Combine publisher: the one now, then each that it changes to.
    ///
    /// ```swift-apple
    /// let subscription = login.publisher(for: \.theme).sink { print("now", $0) }
    /// ```
    ///
    /// See ``DefaultsPublisher`` for what is skipped, left out, and seen.
    ///
    /// - Parameters:
    ///   - path: The setting.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    /// - Returns: The publisher; it begins to listen when somebody subscribes.
    public func publisher<Value>(
        for path: KeyPath<Self.Type, DomainSetting<Self, Value>>, fileID: StaticString = #fileID, line: UInt = #line
    ) -> DefaultsPublisher<Value> {
        DefaultsPublisher(observed: observed(path, at: CodeLocation(fileID: fileID, line: line)))
    }
}

extension SettingValues {
    /// The same values as a Combine publisher: for several settings together, a key, or a whole domain.
    ///
    /// ```swift-apple
    /// let both = login.values(of: \.attempts, \.loginDate).publisher
    /// let subscription = both.sink { print($0.0, $0.1 ?? .distantPast) }
    /// ```
    ///
    /// The buffering policy plays no part: the subscriber's demand does.
    public var publisher: DefaultsPublisher<Element> { DefaultsPublisher(observed: observed) }
}
#endif
