/// Decides how foreign writes to each key of one `UserDefaults` are heard of, and passes what is heard to the hub.
///
/// A key that the system can observe by itself is; any other is compared whenever this process has written anything.
/// Either is begun once, at the first consumer, and then kept while the process lives, because ending it while another
/// thread writes has crashed in Foundation. Consumers are counted: what is heard while there is none goes no further.
final class KeyRegistrations: ForeignChangeSource {
    private let listener: any KeyListener

    /// The object that is listened to, which the listener holds.
    private let object: ObjectIdentifier

    private let state: Locked<State>

    /// Those that have begun to listen, by object.
    ///
    /// They hold it, because to let go of an observed object ends the process; so no other object comes to its address.
    private static let kept = Locked<[ObjectIdentifier: KeyRegistrations]>([:])

    private struct State {
        weak var hub: ObservationHub?

        /// How many want to hear of a key.
        var consumers: [String: Int] = [:]

        /// Every key that ever had a consumer.
        var known: Set<String> = []

        /// Those among them that can't be observed by themselves.
        var unobservable: [String] = []
    }

    /// What the first consumer of a key has begun.
    private enum Beginning {
        case key, unobservableKey(isFirst: Bool)
    }

    private init(_ listener: any KeyListener, object: ObjectIdentifier, hub: ObservationHub) {
        self.listener = listener
        self.object = object
        state = Locked(State(hub: hub))
    }

    /// The registrations of an object: those there are, if any were ever made.
    ///
    /// - Parameters:
    ///   - object: The object.
    ///   - hub: Who is told from now on; what was told before is the hub of a store that is gone.
    ///   - makeListener: Makes what listens to the object, and holds it.
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

    /// Tells whether the system can observe a key: of one with a dot it takes the parts for properties of properties, of
    /// one that begins with `@` for an operator.
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

    /// Has a key compared, if anybody wants to hear of it.
    ///
    /// What the notice says of the value isn't asked for: it may come twice, early, late, on any thread, and with a null
    /// for nothing, and the hub looks at what is stored.
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

/// The system's calls that listen to one `UserDefaults`; each is made once, and stays in force.
protocol KeyListener: Sendable {
    /// Begins to listen for writes to a key, by whomever.
    func listen(to name: String, _ notice: @escaping @Sendable () -> Void)

    /// Begins to listen for writes to anything, by this process.
    func listenToEverything(_ notice: @escaping @Sendable () -> Void)
}
