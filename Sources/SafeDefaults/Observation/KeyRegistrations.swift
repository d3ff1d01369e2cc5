import Foundation

/// Registers the observed keys of one `UserDefaults` with the system, and passes the system's notices on to the hub.
///
/// A key that the system can observe individually is registered. For any other key, the value is compared with the last
/// known one each time this process has written any value. When an app comes back to the foreground, the values of all
/// keys are compared, because the system may not have told a suspended app of every write. Registering or comparing
/// starts with a key's first consumer and lasts until the process ends, because Foundation has crashed when a
/// registration ended while another thread was writing. Consumers are counted: while a key has none, its notices are
/// dropped.
package final class KeyRegistrations: ForeignChangeSource {
    private let listener: any KeyListener

    /// The notifications after which all keys are compared.
    private let returns: [Notification.Name]

    /// The queue on which the hub compares stored values after notices, and calls observers.
    ///
    /// NB: a notice may come in the middle of any call to a `UserDefaults`, on any thread, even of a read. An observer
    /// that ran there could change a view's state while settings are read for the view's body. Such a change is
    /// ignored, or ends the process.
    private let queue: DispatchQueue

    /// The observed object, which the listener retains.
    private let object: ObjectIdentifier

    private let state: Locked<State>

    /// The registrations that have started to listen, of each object.
    ///
    /// They retain the object, because releasing an observed object ends the process. So no other object can get its
    /// address.
    private static let kept = Locked<[KeyRegistrations]>([])

    private struct State {
        weak var hub: ObservationHub?

        /// The number of consumers by key.
        var consumers: [String: Int] = [:]

        /// Every key that ever had a consumer.
        var known: Set<String> = []

        /// The known keys that can't be observed individually.
        var unobservable: [String] = []
    }

    private init(
        _ listener: any KeyListener, object: ObjectIdentifier, hub: ObservationHub, returns: [Notification.Name],
        queue: DispatchQueue
    ) {
        self.listener = listener
        self.returns = returns
        self.queue = queue
        self.object = object
        state = Locked(State(hub: hub))
    }

    /// Returns the registrations of an object: the existing ones if they have ever started to listen, otherwise new
    /// ones.
    ///
    /// - Parameters:
    ///   - object: The object.
    ///   - hub: The hub that receives notices from now on. An earlier hub belongs to a store that no longer exists.
    ///   - returns: The notifications that the app comes back to the foreground.
    ///   - queue: The queue for comparisons. It is concurrent, because an observer that blocks a serial one would delay
    ///     the notices of other stores.
    ///   - makeListener: Makes the listener, which retains the object.
    static func of(
        _ object: AnyObject, for hub: ObservationHub,
        returns: [Notification.Name] = ForegroundReturn.notifications, queue: DispatchQueue = .global(),
        makeListener: () -> any KeyListener
    ) -> KeyRegistrations {
        guard let kept = kept.withLock({ $0.first { $0.object == ObjectIdentifier(object) } }) else {
            return KeyRegistrations(
                makeListener(), object: ObjectIdentifier(object), hub: hub, returns: returns, queue: queue)
        }
        kept.state.withLock { state in
            state.hub = hub
            state.consumers = [:]
        }
        return kept
    }

    /// Returns whether the system can observe a key individually.
    ///
    /// It takes a key with a dot for a path through several properties, and one that begins with `@` for an operator.
    package static func canObserve(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.first != UInt8(ascii: "@") && !name.utf8.contains(UInt8(ascii: "."))
    }

    // MARK: - Consumers

    package func register(_ name: String) {
        let canObserve = Self.canObserve(name)
        let (isNew, known, unobservable) = state.withLock { state in
            state.consumers[name, default: 0] += 1
            let isNew = state.known.insert(name).inserted
            if isNew, !canObserve { state.unobservable.append(name) }
            return (isNew, state.known.count, state.unobservable.count)
        }
        guard isNew else { return }
        Self.kept.withLock { kept in if !kept.contains(where: { $0 === self }) { kept.append(self) } }
        if known == 1 { ForegroundReturn.listen(for: returns) { self.notice { Array($0.known) } } }
        if canObserve {
            listener.listen(to: name) { self.notice(name) }
        } else {
            if unobservable == 1 { listener.listenToEverything { self.notice(\.unobservable) } }
            DefaultsIssue.report(.unobservableKey(name))
        }
        // Another thread may have registered the same key meanwhile, and may have missed a write before the system
        // listened.
        compare(name)
    }

    package func unregister(_ name: String) {
        state.withLock { state in
            guard let count = state.consumers[name] else { return }
            state.consumers[name] = count > 1 ? count - 1 : nil
        }
    }

    // MARK: - Notices

    /// Lets the hub soon compare a key's stored value with the last known one, if someone observes that key.
    ///
    /// The value in the notice isn't used: a notice may come twice, early, late or on any thread, and an `NSNull` may
    /// stand for a missing value. The hub reads the stored value itself.
    private func notice(_ name: String) {
        guard let hub = hub(observing: name), hub.noteForeignWrite(to: name) else { return }
        queue.async { self.compare(name) }
    }

    private func notice(_ names: (State) -> [String]) {
        for name in state.withLock({ names($0) }) { notice(name) }
    }

    /// Lets the hub compare a key's stored value with the last known one, before this returns.
    private func compare(_ name: String) { hub(observing: name)?.noticeForeignChange(of: name) }

    /// Returns the hub if someone observes a key.
    private func hub(observing name: String) -> ObservationHub? {
        state.withLock { $0.consumers[name] == nil ? nil : $0.hub }
    }
}

/// Listens to one `UserDefaults` through the system's calls.
///
/// Each kind of call is made once, and its effect lasts.
protocol KeyListener: Sendable {
    /// Begins to listen for writes to a key, by any process.
    func listen(to name: String, _ notice: @escaping @Sendable () -> Void)

    /// Begins to listen for writes to any key, by this process.
    func listenToEverything(_ notice: @escaping @Sendable () -> Void)
}
