/// Something that a hub tells what changed: a sequence's mailbox, a closure's observer, a cache.
protocol ChangeReceiver: AnyObject, Sendable {
    /// Takes note of what is stored now.
    ///
    /// Runs under the store's lock, so that no two receivers disagree about the order of changes; it must be brief, and
    /// call nobody's code.
    ///
    /// - Parameter contents: What is stored now, by name; at least one of the names is one that the receiver watches.
    /// - Returns: What is to be done as soon as the lock is free.
    func receive(_ contents: [String: StoredContent]) -> Consequence
}

/// What follows from a change, once no lock is held.
enum Consequence {
    case nothing

    /// A task that waits for a value has to be woken.
    case wake(@Sendable () -> Void)

    /// A call of somebody's closure waits for its turn.
    case call(@Sendable () -> Void)
}
