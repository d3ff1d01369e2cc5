/// One receiver's stay in a hub, which ends when it is told to or when it is let go of.
final class HubSubscription: Sendable {
    private let box: StoreBox
    private let registration: ObservationHub.Registration
    private let isLive = Locked(true)

    /// Begins to receive changes.
    ///
    /// - Parameters:
    ///   - names: The names to hear of.
    ///   - box: Their store, which lives at least as long as the subscription.
    ///   - make: Makes the receiver from what is stored now.
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

    /// Ends it; ending it again does nothing.
    func end() {
        let wasLive = isLive.withLock { isLive in
            defer { isLive = false }
            return isLive
        }
        if wasLive { box.hub.remove(registration) }
    }

    deinit { end() }
}
