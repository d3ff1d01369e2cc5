/// A key-value store that several devices share: that of iCloud, or a simulated one in tests.
protocol CloudValues: Sendable {
    /// Returns the property-list object under a name, or nil if there is none.
    func object(forKey name: String) -> Any?

    /// Stores a property-list object.
    func set(_ object: Any, forKey name: String)

    /// Removes the value stored under a name.
    func removeObject(forKey name: String)

    /// Returns all objects by name.
    func allObjects() -> [String: Any]

    /// Exchanges what is in memory with what is on this device's disk, and returns whether that worked.
    ///
    /// It doesn't work in an app without the entitlement.
    func synchronize() -> Bool

    /// Begins to give notice of changes that this process didn't make. The closure is called on any thread, until the
    /// process ends.
    func listen(_ notice: @escaping @Sendable (CloudChange) -> Void)
}

/// A change in a cloud store that this process didn't make.
struct CloudChange: Sendable {
    enum Reason: Sendable {
        /// Another device has written.
        case server

        /// The first values of this account have arrived. Values that were written before may be lost.
        case initialSync

        /// More was written than the account has room for.
        case quotaViolation

        /// The user has signed in to another account or signed out, so all values may differ.
        case account

        /// A reason that this version of the library doesn't know.
        case unknown
    }

    let reason: Reason

    /// The names whose values have changed; nil if they are unknown.
    let names: [String]?
}
