/// Redraws a view when the stored value that it shows changes.
///
/// The view calls `show` at each drawing. From the first call on, this object observes the names of one setting at a
/// time, until it is released.
final class RedrawTrigger: Sendable {
    /// A closure that redraws the view.
    ///
    /// It is called with a new number each time, on the thread that writes, and never inside ``show(_:in:redraw:)``.
    typealias Redraw = @Sendable (Int) -> Void

    private let state = Locked(State())

    private struct State {
        var box: StoreBox?
        var names: [String] = []
        var observation: DefaultsObservation?
        var redraw: Redraw = { _ in }
        var count = 0
    }

    /// Observes stored names, in place of the previous ones.
    ///
    /// - Parameters:
    ///   - names: The stored names.
    ///   - box: The store of the names.
    ///   - redraw: A closure that is called when the stored content changes.
    func show(_ names: [String], in box: StoreBox, redraw: @escaping Redraw) {
        let (isShown, former) = state.withLock { state in
            defer { (state.box, state.names, state.redraw) = (box, names, redraw) }
            return (state.box == box && state.names == names, state.redraw)
        }
        // The former closure is released here, outside the lock, because it holds a part of the view.
        withExtendedLifetime(former) {}
        if !isShown { observe(names, in: box) }
    }

    private func observe(_ names: [String], in box: StoreBox) {
        // The observation holds the trigger weakly, so that the trigger is released with the view.
        let receiver = RedrawReceiver { [weak self] in self?.fire() }
        // This view is being updated, and SwiftUI ignores a change of another view's state meanwhile. So what other
        // programs have written, and is found here, is delivered on another thread.
        let observation = box.hub.deliveringElsewhere {
            box.observe(ObservedNames(names.map { [$0] }, in: box)) { _ in receiver }.observation
        }
        let former = state.withLock { state in
            defer { state.observation = observation }
            return state.observation
        }
        former?.cancel()
    }

    private func fire() {
        let (redraw, count) = state.withLock { state in
            state.count += 1
            return (state.redraw, state.count)
        }
        redraw(count)
    }
}

/// Calls a closure for each change, before the closures of observers, so that none of them delays a view.
private final class RedrawReceiver: ChangeReceiver {
    private let redraw: @Sendable () -> Void

    init(_ redraw: @escaping @Sendable () -> Void) { self.redraw = redraw }

    func receive(_ contents: [String: StoredContent], _ actions: inout DeferredActions) {
        actions.wakes.append(redraw)
    }
}
