/// What a hub has to do once its lock is free.
///
/// Guarded by the hub's lock.
struct PendingConsequences {
    typealias Wake = @Sendable () -> Void
    typealias Call = @Sendable () -> Void

    /// Names whose change Observation is to be told, by the thread that made it.
    var trackedNames: [String] = []

    /// Calls of closures, in the order of the changes.
    var calls: [Call] = []

    /// What the thread that wrote says to whoever listens, once for all that it wrote under the lock.
    var announcement: (() -> Void)?

    private var wakes: [Wake] = []

    /// The thread that is making calls, and will make those that are added; 0 for none.
    private var deliverer: UInt = 0

    /// Whether this thread is the one that makes calls.
    var isDeliveredHere: Bool { deliverer == ThreadIdentity.current }

    var isEmpty: Bool { trackedNames.isEmpty && calls.isEmpty && wakes.isEmpty && announcement == nil }

    mutating func add(_ consequence: Consequence) {
        switch consequence {
        case .nothing: break
        case .wake(let wake): wakes.append(wake)
        case .call(let call): calls.append(call)
        }
    }

    /// Takes what the thread that leaves the lock does at once.
    mutating func takeImmediate() -> (wakes: [Wake], trackedNames: [String], announcement: (() -> Void)?) {
        defer { (wakes, trackedNames, announcement) = ([], [], nil) }
        return (wakes, trackedNames, announcement)
    }

    /// Tells whether the thread that leaves the lock is the one to make the calls.
    mutating func beginDelivery() -> Bool {
        !calls.isEmpty && claimDelivery()
    }

    /// Makes the current thread the one that makes the calls, if there is none.
    mutating func claimDelivery() -> Bool {
        guard deliverer == 0 else { return false }
        deliverer = ThreadIdentity.current
        return true
    }

    /// Takes the calls that wait; nil ends the delivery.
    mutating func takeCalls() -> [Call]? {
        guard !calls.isEmpty else {
            deliverer = 0
            return nil
        }
        defer { calls = [] }
        return calls
    }
}
