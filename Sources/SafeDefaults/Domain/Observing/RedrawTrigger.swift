/// Redraws a view when what it shows is stored anew.
///
/// At each drawing the view calls `show`. From the first call on, one name at a time is observed, until this object
/// goes.
final class RedrawTrigger: Sendable {
    /// Called with another number each time, on the thread that wrote or delivers changes for others.
    typealias Redraw = @Sendable (Int) -> Void

    private let state = Locked(State())

    private struct State {
        var box: StoreBox?
        var name: String?
        var subscription: HubSubscription?
        var redraw: Redraw = { _ in }
        var count = 0
    }

    /// Observes a stored name in place of the one before.
    ///
    /// - Parameters:
    ///   - name: The stored name.
    ///   - box: Its store.
    ///   - redraw: Called when what is stored changes.
    func show(_ name: String, in box: StoreBox, redraw: @escaping Redraw) {
        let (isShown, former) = state.withLock { state in
            defer { (state.box, state.name, state.redraw) = (box, name, redraw) }
            return (state.box == box && state.name == name, state.redraw)
        }
        // Released outside the lock, because it holds something of the view's.
        withExtendedLifetime(former) {}
        if !isShown { observe(name, in: box) }
    }

    private func observe(_ name: String, in box: StoreBox) {
        let (_, subscription) = HubSubscription.begin([name], in: box) { _ in Receiver(self) }
        let former = state.withLock { state in
            defer { state.subscription = subscription }
            return state.subscription
        }
        former?.end()
    }

    private func fire() {
        let (redraw, count) = state.withLock { state in
            state.count += 1
            return (state.redraw, state.count)
        }
        redraw(count)
    }

    /// The hub holds this object instead of the trigger, which can go when the view does.
    private final class Receiver: ChangeReceiver {
        private let trigger: Locked<WeakTrigger>

        private struct WeakTrigger {
            weak var trigger: RedrawTrigger?
        }

        init(_ trigger: RedrawTrigger) { self.trigger = Locked(WeakTrigger(trigger: trigger)) }

        func receive(_ contents: [String: StoredContent]) -> DeferredAction {
            .call { self.trigger.withLock { $0.trigger }?.fire() }
        }
    }
}
