// Writes of property-list values by name. Those to a plain store go through the hub, and those to a store of this
// library's own through `PropertyListDefaults+Writing`.

extension StoreBox {
    /// Throws an error if a value can't be stored under a name.
    ///
    /// Used for writes that are made later, together with others.
    package func check(_ value: PropertyListValue?, named name: String) throws(DefaultsError) {
        try StorableCheck.check(value, name: fullName(name))
        if value != nil, let own = own ?? scope?.base.own { try own.object.store.check(fullName(name)) }
    }

    /// Stores a value, or removes the stored one if the new value is nil.
    func set(_ value: PropertyListValue?, named name: String) throws(DefaultsError) {
        guard let own else { return try setInPlainOrScope(value, named: name) }
        try StorableCheck.check(value, name: name)
        try own.object.write(value, named: name)
    }

    private func setInPlainOrScope(_ value: PropertyListValue?, named name: String) throws(DefaultsError) {
        if let scope { return try scope.base.set(value, named: scope.fullName(name)) }
        try StorableCheck.check(value, name: name)
        try checkingSize(of: [name: value]) { hub.write(value, to: name) }
    }

    /// Removes the value stored under a name.
    ///
    /// A failure is reported as an issue.
    func remove(_ name: String) {
        do throws(DefaultsError) {
            try set(nil, named: name)
        } catch {
            DefaultsIssue.report(.failedWrite(error, at: nil))
        }
    }

    /// Stores a value, or removes the stored one if the new value is nil.
    ///
    /// Does so only if the store still holds the content that the caller has seen.
    ///
    /// - Returns: Whether the value was stored or removed.
    func exchange(
        _ seen: StoredContent, for value: PropertyListValue?, named name: String
    ) throws(DefaultsError) -> Bool {
        guard let own else {
            if let scope { return try scope.base.exchange(seen, for: value, named: scope.fullName(name)) }
            try StorableCheck.check(value, name: name)
            return try checkingSize(of: [name: value]) { hub.exchange(seen, for: value, named: name) }
        }
        try StorableCheck.check(value, name: name)
        return try own.object.exchange(seen, for: value, named: name)
    }

    /// Makes a transaction's writes as one change, if the store still holds the values that they depend on.
    ///
    /// - Returns: Whether the writes were made.
    package func commit(_ transaction: StoreTransaction) throws(DefaultsError) -> Bool {
        guard let own else {
            if let scope { return try scope.base.commit(scope.fullNames(transaction)) }
            return try checkingSize(of: transaction.changes) {
                hub.write(transaction.changes, over: transaction.expected, lastly: transaction.lastRemovals)
            }
        }
        return try own.object.write(transaction.changes, over: transaction.expected)
    }

    /// Makes some writes to a plain store, unless it would become so large that the system ends the process.
    func checkingSize<Result>(
        of changes: @autoclosure () -> [String: PropertyListValue?], _ write: () -> Result
    ) throws(DefaultsError) -> Result {
        guard let plain else { return write() }
        return try plain.checkingSize(of: changes(), write)
    }

    /// How many attempts to change something are made while others write.
    package static var attempts: Int { ObservationHub.attempts }

    /// Makes attempts until no other writer comes in between.
    ///
    /// After ``StoreBox/attempts``, the other writers are held back.
    ///
    /// - Parameter attempt: Makes one attempt. Returns nil if another writer came in between, which can't happen while
    ///   the others are held back.
    package func settling<Result, Failure: Error>(
        _ attempt: (_ isLast: Bool) throws(Failure) -> Result?
    ) throws(Failure) -> Result {
        for _ in 0..<Self.attempts {
            if let result = try attempt(false) { return result }
        }
        func lastAttempt() throws(Failure) -> Result {
            while true {
                if let result = try attempt(true) { return result }
            }
        }
        guard let own = own ?? scope?.base.own else { return try hub.holdingBackOtherWriters(lastAttempt) }
        return try own.object.holdingBackOtherWriters(lastAttempt)
    }

    /// Runs a closure while all other writers are held back, including those in other processes.
    package func holdingBackOtherWriters(_ body: () throws(DefaultsError) -> Void) throws(DefaultsError) {
        guard let own = own ?? scope?.base.own else { return try hub.holdingBackOtherWriters(body) }
        try own.object.holdingBackOtherWriters(body)
    }

    // MARK: - Saving

    /// Saves what was written, and returns whether it is saved now.
    package func flush(at location: CodeLocation) -> Bool {
        if let own { return own.object.store.flush(at: location) }
        if let scope { return scope.base.flush(at: location) }
        guard hub.waitForUnfinishedWrites() else {
            DefaultsIssue.report(
                .failedSave("another thread is still writing, and may be waiting for this one", at: location))
            return false
        }
        return plain?.flush(at: location) ?? true
    }
}

/// Writes to several names, which are made as one change if the store still holds the values that they depend on.
package struct StoreTransaction {
    /// What was seen under the names that the writes depend on.
    package var expected: [String: StoredContent]

    /// The checked values to store, by name.
    ///
    /// A nil value removes the stored one.
    package var changes: [String: PropertyListValue?]

    /// The names whose changes are made after the others, in this order, if they are removals.
    ///
    /// It matters only for a plain store, where each change is a call of its own, and the process may end between two
    /// of them.
    package var lastRemovals: [String]

    package init(
        expected: [String: StoredContent] = [:], changes: [String: PropertyListValue?] = [:],
        lastRemovals: [String] = []
    ) {
        self.expected = expected
        self.changes = changes
        self.lastRemovals = lastRemovals
    }

    /// Adds the removal of the value stored under a name.
    mutating func remove(_ name: String) {
        // Not `= nil`, which would remove the name from the changes.
        changes.updateValue(nil, forKey: name)
    }
}

extension StoreTransaction {
    /// Creates the removal of everything stored under some names, none of which equals another.
    package init(removing names: [String]) {
        self.init()
        for name in names { remove(name) }
    }
}
