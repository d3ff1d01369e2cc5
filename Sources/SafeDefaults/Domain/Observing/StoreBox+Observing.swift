extension StoreBox {
    /// Starts receiving the changes of stored names.
    ///
    /// - Parameters:
    ///   - names: The stored names.
    ///   - make: A closure that creates the receiver from the current contents of the names.
    /// - Returns: The receiver, and a token that ends the observation and keeps the store alive until then.
    @_semantics("optimize.sil.specialize.generic.never")
    package func observe<Receiver: ChangeReceiver>(
        _ names: ObservedNames, _ make: (ObservedContents) -> Receiver
    ) -> (receiver: Receiver, observation: DefaultsObservation) {
        let (receiver, registration) = hub.add(for: names.all) { make(ObservedContents(names, $0)) }
        return (receiver, DefaultsObservation { self.hub.remove(registration) })
    }

    /// Calls a closure after each change of stored names, on the thread that delivers changes.
    ///
    /// - Returns: A token that ends the observation, and keeps the store and the closure alive until then.
    package func observe(_ names: [String], calling call: @escaping @Sendable () -> Void) -> DefaultsObservation {
        observe(ObservedNames(names.map { [$0] }, in: self)) { contents in
            ClosureObserver(contents, isHeldBack: false) { _ in call() }
        }.observation
    }
}
