/// The subscription of one receiver to a hub's changes.
///
/// It ends when ``end()`` is called or the object is released.
package final class HubSubscription: Sendable {
    private let box: StoreBox
    private let registration: ObservationHub.Registration
    private let isLive = Locked(true)

    /// Starts receiving changes.
    ///
    /// - Parameters:
    ///   - names: The stored names.
    ///   - box: The store of the names, which the subscription keeps alive.
    ///   - make: A closure that creates the receiver from the current contents of the names.
    package static func begin<Receiver: ChangeReceiver>(
        _ names: [String], in box: StoreBox, _ make: ([StoredContent]) -> Receiver
    ) -> (receiver: Receiver, subscription: HubSubscription) {
        guard let scope = box.scope else {
            let (receiver, registration) = box.hub.add(for: names, make)
            return (receiver, HubSubscription(box, registration))
        }
        let (scoped, registration) = box.hub.add(for: names.map(scope.fullName)) { contents in
            ScopedReceiver(make(contents), of: scope)
        }
        return (scoped.receiver, HubSubscription(box, registration))
    }

    private init(_ box: StoreBox, _ registration: ObservationHub.Registration) {
        self.box = box
        self.registration = registration
    }

    /// Ends the subscription.
    ///
    /// If the observation has already ended, this does nothing.
    package func end() {
        let wasLive = isLive.withLock { isLive in
            defer { isLive = false }
            return isLive
        }
        if wasLive { box.hub.remove(registration) }
    }

    deinit { end() }
}

// MARK: - Scopes

/// Passes the changes of a scope on to a receiver, by their names in the scope.
final class ScopedReceiver<Receiver: ChangeReceiver>: ChangeReceiver {
    let receiver: Receiver
    private let scope: StoreScope

    init(_ receiver: Receiver, of scope: StoreScope) {
        self.receiver = receiver
        self.scope = scope
    }

    func receive(_ contents: [String: StoredContent]) -> DeferredAction {
        receiver.receive(scope.ownNames(contents))
    }
}
