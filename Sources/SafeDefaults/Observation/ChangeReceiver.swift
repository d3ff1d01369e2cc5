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
    /// - Parameters:
    ///   - contents: The current contents of the changed names. The receiver watches at least one of these names.
    ///   - actions: What the hub does once its lock has been released, to which the receiver may add.
    func receive(_ contents: [String: StoredContent], _ actions: inout DeferredActions)
}
