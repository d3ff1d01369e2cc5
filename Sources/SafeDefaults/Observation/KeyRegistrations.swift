/// Registers the observed keys of one `UserDefaults` with the system, and passes its notices to the hub.
///
/// A key that the system can observe by itself is registered; any other key is compared whenever this process has
/// written anything. Both begin with the first consumer and then last as long as the process, because ending a
/// registration while another thread writes has crashed in Foundation. Consumers are counted: without one, a notice is
/// dropped.
final class KeyRegistrations: ForeignChangeSource {
    private let listener: any KeyListener

    /// The object that the listener listens to, and retains.
    private let object: ObjectIdentifier

    private let state: Locked<State>

    /// The registrations that have begun to listen, by object.
    ///
    /// They retain the object, because releasing an observed object ends the process; so its address stays its own.
    private static let kept = Locked<[ObjectIdentifier: KeyRegistrations]>([:])

    private struct State {
        weak var hub: ObservationHub?

        /// The number of consumers by key.
        var consumers: [String: Int] = [:]

        /// Every key that ever had a consumer.
        var known: Set<String> = []

        /// The known keys that can't be observed by themselves.
        var unobservable: [String] = []
    }

    /// What the first consumer of a key begins.
    private enum Beginning {
        case key, unobservableKey(isFirst: Bool)
    }

    private init(_ listener: any KeyListener, object: ObjectIdentifier, hub: ObservationHub) {
        self.listener = listener
        self.object = object
        state = Locked(State(hub: hub))
    }

    /// Returns the registrations of an object, the existing ones if any were ever made.
    ///
    /// - Parameters:
    ///   - object: The object.
    ///   - hub: The hub that receives notices from now on; an earlier one belongs to a store that is gone.
    ///   - makeListener: Makes the listener, which retains the object.
    static func of(
        _ object: AnyObject, for hub: ObservationHub, makeListener: () -> any KeyListener
    ) -> KeyRegistrations {
        guard let kept = kept.withLock({ $0[ObjectIdentifier(object)] }) else {
            return KeyRegistrations(makeListener(), object: ObjectIdentifier(object), hub: hub)
        }
        kept.state.withLock { state in
            state.hub = hub
            state.consumers = [:]
        }
        return kept
    }

    /// Returns whether the system can observe a key by itself: it takes a key with a dot for a path through several
    /// properties, and one that begins with `@` for an operator.
    static func canObserve(_ name: String) -> Bool {
        !name.isEmpty && !name.hasPrefix("@") && !name.contains(".")
    }

    // MARK: - Consumers

    func register(_ name: String) {
        let canObserve = Self.canObserve(name)
        let beginning = state.withLock { state -> Beginning? in
            state.consumers[name, default: 0] += 1
            guard state.known.insert(name).inserted else { return nil }
            if canObserve { return .key }
            state.unobservable.append(name)
            return .unobservableKey(isFirst: state.unobservable.count == 1)
        }
        if let beginning { begin(beginning, of: name) }
    }

    private func begin(_ beginning: Beginning, of name: String) {
        Self.kept.withLock { $0[object] = self }
        switch beginning {
        case .key: listener.listen(to: name) { self.notice(name) }
        case .unobservableKey(let isFirst):
            if isFirst { listener.listenToEverything { self.noticeUnobservable() } }
            DefaultsIssue.report(.unobservableKey(name))
        }
        // Another thread may have registered the same key meanwhile, and then have missed a write.
        notice(name)
    }

    func unregister(_ name: String) {
        state.withLock { state in
            guard let count = state.consumers[name] else { return }
            state.consumers[name] = count > 1 ? count - 1 : nil
        }
    }

    // MARK: - Notices

    /// Passes a notice on if the key has a consumer.
    ///
    /// The value in the notice isn't used: the notice may come twice, early, late, on any thread, and with a null for
    /// nothing. The hub reads what is stored.
    private func notice(_ name: String) {
        state.withLock { $0.consumers[name] == nil ? nil : $0.hub }?.noticeForeignChange(of: name)
    }

    private func noticeUnobservable() {
        let (hub, names) = state.withLock { state in
            (state.hub, state.unobservable.filter { state.consumers[$0] != nil })
        }
        for name in names { hub?.noticeForeignChange(of: name) }
    }
}

/// Listens to one `UserDefaults` through the system's calls; each is made once, and stays in force.
protocol KeyListener: Sendable {
    /// Begins to listen for writes to a key, by any process.
    func listen(to name: String, _ notice: @escaping @Sendable () -> Void)

    /// Begins to listen for writes to any key, by this process.
    func listenToEverything(_ notice: @escaping @Sendable () -> Void)
}
