/// A receiver of a hub's changes: a sequence's mailbox, a closure's observer, a cache.
protocol ChangeReceiver: AnyObject, Sendable {
    /// Takes note of what is stored now.
    ///
    /// The hub calls it under its lock, so that all receivers see changes in one order; it must be brief, and must not
    /// call other code.
    ///
    /// - Parameter contents: What is stored now, by name; the receiver watches at least one of the names.
    /// - Returns: The action that the hub performs as soon as its lock is free.
    func receive(_ contents: [String: StoredContent]) -> DeferredAction
}

/// What a receiver asks for when it has taken note of a change; it is performed once no lock is held.
enum DeferredAction {
    case nothing

    /// Wakes a task that waits for a value.
    case wake(@Sendable () -> Void)

    /// Calls a closure of other code, in its turn.
    case call(@Sendable () -> Void)
}
