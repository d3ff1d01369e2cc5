/// Tells a view that is made again and again when what it shows is stored anew.
///
/// A view says at each drawing what it shows; it is observed from the first on, in one place at a time, until this object
/// goes.
final class RedrawTrigger: Sendable {
    /// Called with another number each time, on the thread that wrote, or on that which tells for several.
    typealias Redraw = @Sendable (Int) -> Void

    private let state = Locked(State())

    private struct State {
        var box: StoreBox?
        var name: String?
        var subscription: HubSubscription?
        var redraw: Redraw = { _ in }
        var count = 0
    }

    /// Says what is shown, and who draws it.
    ///
    /// - Parameters:
    ///   - name: The stored name.
    ///   - box: Its store.
    ///   - redraw: What is to be called when it changes.
    func show(_ name: String, in box: StoreBox, redraw: @escaping Redraw) {
        let (isShown, former) = state.withLock { state in
            defer { (state.box, state.name, state.redraw) = (box, name, redraw) }
            return (state.box == box && state.name == name, state.redraw)
        }
        // Not under the lock: it holds something of the view's.
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

    /// What the hub holds, so that it doesn't hold the trigger.
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
