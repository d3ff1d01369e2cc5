/// The actions that a hub performs once its lock is free.
///
/// Guarded by the hub's lock.
struct DeferredActions {
    typealias Wake = @Sendable () -> Void
    typealias Call = @Sendable () -> Void

    /// The tracked names that have changed; the thread that made the change notifies the Observation framework of them.
    var trackedNames: [String] = []

    /// Calls of closures, in the order of the changes.
    var calls: [Call] = []

    /// What the thread that wrote announces, once for everything that it wrote under the lock.
    var announcement: (() -> Void)?

    private var wakes: [Wake] = []

    /// The thread that makes calls, and will make those that are added; 0 for none.
    private var deliverer: UInt = 0

    var isEmpty: Bool { trackedNames.isEmpty && calls.isEmpty && wakes.isEmpty && announcement == nil }

    mutating func add(_ action: DeferredAction) {
        switch action {
        case .nothing: break
        case .wake(let wake): wakes.append(wake)
        case .call(let call): calls.append(call)
        }
    }

    /// Takes the actions that the thread that leaves the lock performs at once.
    mutating func takeImmediate() -> (wakes: [Wake], trackedNames: [String], announcement: (() -> Void)?) {
        defer { (wakes, trackedNames, announcement) = ([], [], nil) }
        return (wakes, trackedNames, announcement)
    }

    /// Makes the current thread the deliverer if calls wait and there is no other; returns whether it is.
    mutating func beginDelivery() -> Bool {
        !calls.isEmpty && claimDelivery()
    }

    /// Makes the current thread the deliverer if there is none; returns whether it is.
    mutating func claimDelivery() -> Bool {
        guard deliverer == 0 else { return false }
        deliverer = ThreadIdentity.current
        return true
    }

    /// Takes the calls that wait; returns nil, and ends the delivery, if there are none.
    mutating func takeCalls() -> [Call]? {
        guard !calls.isEmpty else {
            deliverer = 0
            return nil
        }
        defer { calls = [] }
        return calls
    }
}
