/// A receiver of a hub's changes, such as a sequence's mailbox, a closure's observer, or a cache.
protocol ChangeReceiver: AnyObject, Sendable {
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
enum DeferredAction {
    case nothing

    /// Wakes a task that waits for a value.
    case wake(@Sendable () -> Void)

    /// Calls a closure of other code, after those that were requested earlier.
    case call(@Sendable () -> Void)
}
