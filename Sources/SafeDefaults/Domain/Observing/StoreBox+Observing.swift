extension StoreBox {
    /// Starts receiving the changes of stored names.
    ///
    /// - Parameters:
    ///   - names: The stored names.
    ///   - make: A closure that creates the receiver from the current contents of the names.
    /// - Returns: The receiver, and a token that ends the observation and keeps the store alive until then.
    @_semantics("optimize.sil.specialize.generic.never")
    package func observe<Receiver: ChangeReceiver>(
        _ names: [String], _ make: ([StoredContent]) -> Receiver
    ) -> (receiver: Receiver, observation: DefaultsObservation) {
        guard whole != nil else {
            let (receiver, registration) = hub.add(for: names, make)
            return (receiver, DefaultsObservation { self.hub.remove(registration) })
        }
        let (scoped, registration) = hub.add(for: names.map(fullName)) { contents in
            ScopedReceiver(make(contents), of: self)
        }
        return (scoped.receiver, DefaultsObservation { self.hub.remove(registration) })
    }
}

// MARK: - Without the contents

extension StoreBox {
    /// Calls a closure after each change of stored names, on the thread that delivers changes.
    ///
    /// - Returns: A token that ends the observation, and keeps the store and the closure alive until then.
    package func observe(_ names: [String], calling call: @escaping @Sendable () -> Void) -> DefaultsObservation {
        observe(names) { _ in CallReceiver(call: call) }.observation
    }
}

private final class CallReceiver: ChangeReceiver {
    private let call: @Sendable () -> Void

    init(call: @escaping @Sendable () -> Void) { self.call = call }

    func receive(_ contents: [String: StoredContent]) -> DeferredAction { .call(call) }
}

// MARK: - Scopes

/// Passes the changes of a scope on to a receiver, by their names in the scope.
final class ScopedReceiver<Receiver: ChangeReceiver>: ChangeReceiver {
    let receiver: Receiver
    private let box: StoreBox

    init(_ receiver: Receiver, of box: StoreBox) {
        self.receiver = receiver
        self.box = box
    }

    func receive(_ contents: [String: StoredContent]) -> DeferredAction {
        receiver.receive(box.ownNames(contents))
    }
}
