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
