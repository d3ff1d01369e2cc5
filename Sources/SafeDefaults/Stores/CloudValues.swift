/// A key-value store that several devices share: iCloud's, or one that a test scripts.
protocol CloudValues: Sendable {
    /// Returns the property-list object under a name, or nil for nothing.
    func object(forKey name: String) -> Any?

    /// Stores a property-list object.
    func set(_ object: Any, forKey name: String)

    /// Removes what is stored under a name.
    func removeObject(forKey name: String)

    /// Returns all objects by name.
    func allObjects() -> [String: Any]

    /// Writes what is in memory to this device's disk, and returns whether that worked.
    func synchronize() -> Bool

    /// Begins to give notice of changes by others than this process; on any thread, until the process ends.
    func listen(_ notice: @escaping @Sendable (CloudChange) -> Void)
}

/// A change in a cloud store that this process didn't make.
struct CloudChange: Sendable {
    enum Reason: Sendable {
        /// Another device wrote.
        case server

        /// The first values of this account arrived; what was written before them may be lost.
        case initialSync

        /// More was written than the account has room for.
        case quotaViolation

        /// The user signed in to another account, or signed out, so all values may differ.
        case account

        /// A reason that this version doesn't know.
        case unknown
    }

    let reason: Reason

    /// The names whose values have changed; nil if that isn't known.
    let names: [String]?
}
