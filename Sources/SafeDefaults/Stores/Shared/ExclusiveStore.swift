/// A store of this library's own that can prevent all others from writing, in other processes too.
///
/// Every write to it comes through here, from a plain setter as well as from a domain. It excludes other processes
/// first and other threads second, stores the value, and lets the hub find and deliver the change. Waiting for another
/// process may take long, and meanwhile threads that only observe need the hub. Other processes may write again before
/// the changes are delivered.
package protocol ExclusiveStore: PropertyListStore {
    /// Prevents other processes from writing. Does nothing if no other process can use the store. Calls may be nested.
    func beginExclusion() throws(DefaultsError)

    /// Ends what a call of ``beginExclusion()`` began.
    func endExclusion()

    /// Stores a checked value, or removes the stored one if the new value is nil.
    ///
    /// It is called under the hub's lock, and between ``beginExclusion()`` and ``endExclusion()``.
    func put(_ value: PropertyListValue?, named name: String) throws(DefaultsError)

    /// Stores or removes several values at once. No reader sees only some of these changes.
    func put(_ changes: [String: PropertyListValue?]) throws(DefaultsError)
}

extension ExclusiveStore {
    package func beginExclusion() {}

    package func endExclusion() {}

    package func put(_ changes: [String: PropertyListValue?]) throws(DefaultsError) {
        for (name, value) in changes { try put(value, named: name) }
    }

    package func set(
        _ value: PropertyListValue?, named name: String, over seen: StoredContent?, through hub: ObservationHub
    ) throws(DefaultsError) -> Bool {
        try excludingOtherWriters(through: hub) { () throws(DefaultsError) in
            if let seen, content(named: name, in: .beneathOverrides, through: hub) != seen { return false }
            try hub.comparing(CollectionOfOne(name)) { () throws(DefaultsError) in
                try put(value, named: name)
                didChange(name, through: hub)
            }
            return true
        }
    }

    @_semantics("optimize.sil.specialize.generic.never")
    package func commit(
        _ transaction: StoreTransaction, if isCurrent: () -> Bool, through hub: ObservationHub
    ) throws(DefaultsError) -> Bool {
        try excludingOtherWriters(through: hub) { () throws(DefaultsError) in
            let isAsExpected = transaction.expected.allSatisfy { name, seen in
                content(named: name, in: transaction.layer, through: hub) == seen
            }
            guard isAsExpected, isCurrent() else { return false }
            try hub.comparing(transaction.changes.keys) { () throws(DefaultsError) in
                try put(transaction.changes)
                for name in transaction.changes.keys { didChange(name, through: hub) }
            }
            return true
        }
    }

    /// Runs a closure while no other thread and no other process can write.
    private func excludingOtherWriters(
        through hub: ObservationHub, _ body: () throws(DefaultsError) -> Bool
    ) throws(DefaultsError) -> Bool {
        try beginExclusion()
        return try hub.excludingOtherWriters { () throws(DefaultsError) in
            defer { endExclusion() }
            return try body()
        }
    }
}
