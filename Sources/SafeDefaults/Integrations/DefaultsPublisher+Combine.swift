#if canImport(Combine)
public import Combine

/// A publisher of a setting's values: the current one, then each that it changes to.
///
/// ```swift-apple
/// let subscription = login.publisher(for: \.attempts).sink { attempts in
///     print(attempts)
/// }
/// ```
///
/// **Behavior**
///
/// - *First value:* the stored value or the default at the time of the subscription, or a newer one. Observation begins
///   before the value is read, so no change is missed in between.
/// - *Demand:* the subscriber receives no more values than it demands. The newest is kept until it is demanded, and
///   those before it are skipped. With unlimited demand, as that of `sink`, it receives every change made through the
///   library, unless others come while it is still busy with one.
/// - *Duplicates:* a value that equals the one before is omitted, and uses up no demand. If the type isn't `Equatable`,
///   what is stored is compared instead.
/// - *Thread:* the one that writes, before the setter returns, or the one that demands more; one value at a time. For
///   another one, use `receive(on:)`.
/// - *Unreadable values:* the subscriber receives the default, and one issue is reported, as for a read.
/// - *Retention:* the subscriber is kept alive until it cancels.
/// - *Completion:* never.
/// - *Foreign writes:* see <doc:ObservingSettings>.
public struct DefaultsPublisher<Output>: Publisher, Sendable {
    /// The publisher never fails.
    public typealias Failure = Never

    let observed: ObservedValue<Output>

    /// Starts observing for a subscriber.
    public func receive<Receiver: Subscriber>(
        subscriber: Receiver
    ) where Receiver.Input == Output, Receiver.Failure == Never {
        let (values, subscription) = DemandedValues.begin(observed) { subscriber.receive($0).max }
        subscriber.receive(subscription: DemandSubscription(values: values, subscription: subscription))
    }
}

/// The subscription through which a subscriber demands values.
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
    /// Returns a Combine publisher of a setting's values: the current one, then each that it changes to.
    ///
    /// ```swift-apple
    /// let subscription = login.publisher(for: \.theme).sink { print("now", $0) }
    /// ```
    ///
    /// See ``DefaultsPublisher`` for which values are skipped or omitted.
    ///
    /// - Parameters:
    ///   - path: The setting.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    /// - Returns: The publisher. Observation begins with a subscription.
    public func publisher<Value>(
        for path: KeyPath<Self.Type, DomainSetting<Self, Value>>, fileID: StaticString = #fileID, line: UInt = #line
    ) -> DefaultsPublisher<Value> {
        DefaultsPublisher(observed: observed(path, at: CodeLocation(fileID: fileID, line: line)))
    }
}

extension SettingValues {
    /// A Combine publisher of the same values, also for several settings together, a key, or a whole domain.
    ///
    /// ```swift-apple
    /// let both = login.values(of: \.attempts, \.loginDate).publisher
    /// let subscription = both.sink { print($0.0, $0.1 ?? .distantPast) }
    /// ```
    ///
    /// The subscriber's demand replaces the buffering policy.
    public var publisher: DefaultsPublisher<Element> { DefaultsPublisher(observed: observed) }
}
#endif
