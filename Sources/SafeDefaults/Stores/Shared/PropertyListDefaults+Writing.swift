// Every write to a store of this library's own comes through here, from a plain setter as well as from a domain. It
// excludes other processes first and other threads second, stores the value, and lets the hub find and deliver the
// change.

extension PropertyListDefaults {
    /// Stores a checked value, or removes the stored one if the new value is nil.
    func write(_ value: PropertyListValue?, named name: String) throws(DefaultsError) {
        try store.beginExclusion()
        try hub.writing(to: name) { () throws(DefaultsError) in
            defer { store.endExclusion() }
            try put(value, named: name)
        }
    }

    /// Stores a checked value, or removes the stored one if the new value is nil.
    ///
    /// Does so only if the store still holds the content that the caller has seen beneath overrides.
    ///
    /// - Returns: Whether the value was stored or removed.
    func exchange(
        _ seen: StoredContent, for value: PropertyListValue?, named name: String
    ) throws(DefaultsError) -> Bool {
        try excludingOtherWriters { () throws(DefaultsError) in
            guard store.baseContent(named: name) == seen else { return false }
            try hub.writing(to: name) { () throws(DefaultsError) in try put(value, named: name) }
            return true
        }
    }

    /// Makes several checked writes as one change, if the store still holds the values that they depend on.
    ///
    /// - Parameters:
    ///   - changes: The writes.
    ///   - expected: The values that they depend on.
    /// - Returns: Whether the writes were made.
    func write(
        _ changes: [String: PropertyListValue?], over expected: [String: StoredContent]
    ) throws(DefaultsError) -> Bool {
        try excludingOtherWriters { () throws(DefaultsError) in
            guard expected.allSatisfy({ store.baseContent(named: $0.key) == $0.value }) else { return false }
            try hub.writing(to: changes.keys) { () throws(DefaultsError) in
                try store.put(changes)
                for name in changes.keys { didChange(name) }
            }
            return true
        }
    }

    /// Makes a transaction's writes as one change, if the store itself still holds the contents that they depend on.
    ///
    /// - Parameters:
    ///   - transaction: The transaction.
    ///   - isCurrent: Returns whether everything else is unchanged that the writes depend on. Nobody else can write
    ///     while it runs.
    /// - Returns: Whether the writes were made.
    func write(
        _ transaction: StoreTransaction, overStored isCurrent: () -> Bool
    ) throws(DefaultsError) -> Bool {
        try excludingOtherWriters { () throws(DefaultsError) in
            let names = Array(transaction.expected.keys)
            guard store.storedContents(named: names) == transaction.expected, isCurrent() else { return false }
            try hub.writing(to: transaction.changes.keys) { () throws(DefaultsError) in
                try store.put(transaction.changes)
                for name in transaction.changes.keys { didChange(name) }
            }
            return true
        }
    }

    /// Runs a closure, which may be other code, while all other writers are held back, including those in other
    /// processes.
    func holdingBackOtherWriters<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var isExcluding = true
        // If other processes can't be excluded, the write in the body fails too, and reports the reason.
        do throws(DefaultsError) { try store.beginExclusion() } catch { isExcluding = false }
        return try hub.holdingBackOtherWriters { () throws(Failure) in
            defer { if isExcluding { store.endExclusion() } }
            return try body()
        }
    }

    /// Runs a closure while no other thread and no other process can write.
    ///
    /// Other processes are excluded first, here and in the functions above. Waiting for one may take long, and
    /// meanwhile threads that only observe need the hub. Other processes may write again before the changes are
    /// delivered.
    private func excludingOtherWriters<Result>(
        _ body: () throws(DefaultsError) -> Result
    ) throws(DefaultsError) -> Result {
        try store.beginExclusion()
        return try hub.excludingOtherWriters { () throws(DefaultsError) in
            defer { store.endExclusion() }
            return try body()
        }
    }

    private func put(_ value: PropertyListValue?, named name: String) throws(DefaultsError) {
        try store.put(value, named: name)
        didChange(name)
    }
}
