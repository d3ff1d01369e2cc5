/// A key-value store that several devices share: what is asked of iCloud's, and of the one that tests script.
protocol CloudValues: Sendable {
    /// What is stored under a name, as a property-list object; nil for nothing.
    func object(forKey name: String) -> Any?

    /// Stores a property-list object.
    func set(_ object: Any, forKey name: String)

    /// Removes what is stored under a name.
    func removeObject(forKey name: String)

    /// Everything that is stored.
    func allObjects() -> [String: Any]

    /// Writes what is in memory to this device's disk, and tells whether it could.
    func synchronize() -> Bool

    /// Begins to tell of changes that don't come from this process; for good, on any thread.
    func listen(_ notice: @escaping @Sendable (CloudChange) -> Void)
}

/// A change in a cloud store that doesn't come from this process.
struct CloudChange: Sendable {
    enum Reason: Sendable {
        /// Another device has written.
        case server

        /// The first values of this account have come; what was written before them may be lost.
        case initialSync

        /// More was written than there is room for.
        case quotaViolation

        /// Somebody else has signed in, or nobody; all values are others now.
        case account

        /// One that is not known here.
        case unknown
    }

    let reason: Reason

    /// The names whose values have changed; nil where that isn't known.
    let names: [String]?
}
