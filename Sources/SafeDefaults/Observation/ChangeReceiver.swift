/// A change of a setting, with its old and its new value.
///
/// ```swift
/// let token = login.observe(\.attempts) { change in
///     print(change.oldValue, "→", change.newValue)
/// }
/// token.cancel()
/// ```
public struct Change<Value> {
    /// The value that this observer saw last.
    ///
    /// If nothing was stored, it is the default. A default that is computed at each read is computed when the change is
    /// delivered.
    public let oldValue: Value

    /// The value that a read returns now.
    ///
    /// It is the default if no readable value is stored.
    public let newValue: Value

    /// Whether this is the first call, which `initial: true` requests.
    ///
    /// In it, both values are equal.
    public let isInitial: Bool
}

extension Change: Sendable where Value: Sendable {}
extension Change: Equatable where Value: Equatable {}
extension Change: Hashable where Value: Hashable {}

/// A receiver of a hub's changes, such as a sequence's mailbox, a closure's observer, or a cache.
package protocol ChangeReceiver: AnyObject, Sendable {
    /// Takes note of a change.
    ///
    /// The hub calls it under its lock, so that all receivers see changes in one order. It must return quickly, and
    /// must not call other code.
    ///
    /// - Parameter contents: The current contents of the changed names. The receiver watches at least one of these
    ///   names.
    /// - Returns: The action that the hub performs once its lock has been released.
    func receive(_ contents: [String: StoredContent]) -> DeferredAction
}

/// An action that a receiver requests when it has taken note of a change.
///
/// It is performed once no lock is held.
package enum DeferredAction {
    case nothing

    /// Wakes a task that waits for a value.
    case wake(@Sendable () -> Void)

    /// Calls a closure of other code, after those that were requested earlier.
    case call(@Sendable () -> Void)
}

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

    /// Lets the current thread make the waiting calls, if there are any and no other thread is making calls.
    ///
    /// Returns whether it has to: by ``takeCalls()``, until that returns nil.
    mutating func beginDelivery() -> Bool {
        !calls.isEmpty && claimDelivery()
    }

    /// Lets the current thread make calls, if no other thread is making calls.
    ///
    /// Returns whether it has to take those that come meanwhile: by ``takeCalls()``, until that returns nil.
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
