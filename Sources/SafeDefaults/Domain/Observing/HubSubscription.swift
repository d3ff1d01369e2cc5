/// The registration of one receiver in a hub, which ends when it is ended or released.
final class HubSubscription: Sendable {
    private let box: StoreBox
    private let registration: ObservationHub.Registration
    private let isLive = Locked(true)

    /// Starts receiving changes.
    ///
    /// - Parameters:
    ///   - names: The stored names.
    ///   - box: Their store, which the subscription keeps alive.
    ///   - make: Creates the receiver from what is stored now.
    static func begin<Receiver: ChangeReceiver>(
        _ names: [String], in box: StoreBox, _ make: (Mailbox.Contents) -> Receiver
    ) -> (receiver: Receiver, subscription: HubSubscription) {
        let (receiver, registration) = box.hub.add(for: names, make)
        return (receiver, HubSubscription(box, registration))
    }

    private init(_ box: StoreBox, _ registration: ObservationHub.Registration) {
        self.box = box
        self.registration = registration
    }

    /// Ends the subscription.
    ///
    /// If the observation has already ended, this does nothing.
    func end() {
        let wasLive = isLive.withLock { isLive in
            defer { isLive = false }
            return isLive
        }
        if wasLive { box.hub.remove(registration) }
    }

    deinit { end() }
}
