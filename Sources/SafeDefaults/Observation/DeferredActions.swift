/// The actions that a hub performs once its lock has been released.
///
/// Guarded by the hub's lock.
struct DeferredActions {
    typealias Wake = @Sendable () -> Void
    typealias Call = @Sendable () -> Void

    /// The tracked names that have changed.
    ///
    /// The thread that made the changes notifies the Observation framework of them.
    var trackedNames: [String] = []

    /// Calls of closures, in the order of the changes.
    var calls: [Call] = []

    /// Announces the writes of the thread that leaves the lock, once for everything that it wrote under the lock.
    var announcement: (() -> Void)?

    private var wakes: [Wake] = []

    /// The thread that is calling closures, and will also make the calls that are added meanwhile; 0 if there is none.
    private var deliverer: UInt = 0

    var isEmpty: Bool { trackedNames.isEmpty && calls.isEmpty && wakes.isEmpty && announcement == nil }

    mutating func add(_ action: DeferredAction) {
        switch action {
        case .nothing: break
        case .wake(let wake): wakes.append(wake)
        case .call(let call): calls.append(call)
        }
    }

    /// Removes and returns the actions that the thread performs as soon as it has released the lock.
    mutating func takeImmediate() -> (wakes: [Wake], trackedNames: [String], announcement: (() -> Void)?) {
        defer { (wakes, trackedNames, announcement) = ([], [], nil) }
        return (wakes, trackedNames, announcement)
    }

    /// Makes the current thread the deliverer if calls are waiting and no other thread is the deliverer.
    ///
    /// Returns whether it did.
    mutating func beginDelivery() -> Bool {
        !calls.isEmpty && claimDelivery()
    }

    /// Makes the current thread the deliverer if no thread is.
    ///
    /// Returns whether it did.
    mutating func claimDelivery() -> Bool {
        guard deliverer == 0 else { return false }
        deliverer = ThreadIdentity.current
        return true
    }

    /// Removes and returns the waiting calls.
    ///
    /// If there are none, ends the delivery and returns nil.
    mutating func takeCalls() -> [Call]? {
        guard !calls.isEmpty else {
            deliverer = 0
            return nil
        }
        defer { calls = [] }
        return calls
    }
}
