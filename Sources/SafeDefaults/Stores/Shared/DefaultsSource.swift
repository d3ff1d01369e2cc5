/// Values that are found where a store itself has none: those of a file that an administrator writes, or of another
/// store.
///
/// It is registered with for the names that are observed, like the store's own source of notices.
package protocol DefaultsSource: ForeignChangeSource {
    /// The origin of the source's values.
    var origin: ValueOrigin { get }

    /// Returns the value under a name, or nil if there is none.
    func value(_ name: String) throws(NonPropertyListObject) -> PropertyListValue?

    /// Returns the contents of some names, at one moment.
    func contents(_ names: [String]) -> [String: StoredContent]

    /// All readable values, by name.
    var values: [String: PropertyListValue] { get }

    /// Whether the values can be read at the moment.
    var availability: StoreAvailability { get }

    /// Returns the error of a read that has found nothing, if the source may have a value all the same; otherwise nil.
    func missingValue(_ name: String) -> DefaultsError?

    /// Sets the closure that is called after registered names have changed, while no lock is held.
    ///
    /// It may be called for other changes, too. Call this once, before a name is registered.
    func connect(_ notice: @escaping @Sendable () -> Void)
}

/// A store whose values are found where the store over it has none.
///
/// Its launch arguments and environment variables don't count, because the store over it has its own.
package final class StoreBeneath: DefaultsSource {
    private let box: StoreBox
    private let state = Locked(State())

    private struct State {
        var notice: @Sendable () -> Void = {}

        /// A subscription for each registration, by name.
        var subscriptions: [String: [HubSubscription]] = [:]
    }

    package init(_ store: DefaultsStore) { box = store.box }

    /// Returns a string that differs for any two stores that aren't the same, while both are in use.
    package static func identity(of store: DefaultsStore) -> String {
        "\(ObjectIdentifier(store.box.userDefaults))\0\(store.box.scope?.prefix ?? "")"
    }

    // MARK: - Reading

    package var origin: ValueOrigin { .otherDomain }

    package func value(_ name: String) throws(NonPropertyListObject) -> PropertyListValue? {
        try box.content(named: name, in: .beneathOverrides).value()
    }

    package func contents(_ names: [String]) -> [String: StoredContent] {
        box.contents(named: names, in: .beneathOverrides)
    }

    package var values: [String: PropertyListValue] { box.storedContents().compactMapValues(\.propertyListValue) }

    package var availability: StoreAvailability { box.store.availability }

    package func missingValue(_ name: String) -> DefaultsError? { box.store.missingValue(named: box.fullName(name)) }

    // MARK: - Changes

    package func connect(_ notice: @escaping @Sendable () -> Void) { state.withLock { $0.notice = notice } }

    package func register(_ name: String) {
        let notice = state.withLock(\.notice)
        let (_, subscription) = HubSubscription.begin([name], in: box) { _ in Receiver(notice) }
        state.withLock { $0.subscriptions[name, default: []].append(subscription) }
    }

    package func unregister(_ name: String) {
        // It ends after the lock has been released, because that takes the lock of the hub.
        let subscription = state.withLock { state in
            let last = state.subscriptions[name]?.popLast()
            if state.subscriptions[name]?.isEmpty == true { state.subscriptions[name] = nil }
            return last
        }
        subscription?.end()
    }

    private final class Receiver: ChangeReceiver {
        private let notice: @Sendable () -> Void

        init(_ notice: @escaping @Sendable () -> Void) { self.notice = notice }

        func receive(_ contents: [String: StoredContent]) -> DeferredAction { .call(notice) }
    }
}
