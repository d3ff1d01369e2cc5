import Foundation

// What migrations need of a store.

extension StoreBox {
    /// Throws an error if the store can't be read at the moment, or if a part of what was stored is lost.
    package func checkReadable() throws(DefaultsError) {
        if let scope { return try scope.base.checkReadable() }
        if let own { try own.object.store.checkReadable() } else { try plain?.checkReadable() }
    }

    /// Whether a transaction is stored as one record, so that the end of the process can't leave a part of it.
    package var keepsBatchesWhole: Bool {
        scope?.base.keepsBatchesWhole ?? own?.object.store.keepsBatchesWhole ?? false
    }

    /// Returns the names with a prefix under which the store itself holds something, in alphabetical order.
    package func storedNames(startingWith prefix: String) -> [String] {
        // NB: bytes are compared, because a string has a prefix only if no combining character follows it.
        let start = fullName(prefix)
        let names = storedNames { $0.starts(with: start.utf8) }
        guard let scope else { return names.inAlphabeticalOrder() }
        return names.compactMap(scope.ownName).inAlphabeticalOrder()
    }

    /// Returns what a plain store's file holds under some names, read anew.
    ///
    /// Returns nil for any other store, and if the file is unknown, as it is on Apple systems.
    package func savedContents(named names: [String]) throws(DefaultsError) -> [String: StoredContent]? {
        guard let scope else { return try plain?.savedContents(of: names) }
        return try scope.base.savedContents(named: names.map(scope.fullName)).map(scope.ownNames)
    }

    /// A number that increases when other code writes a plain store's file; nil if that is unknown.
    package var savesByOthers: Int? { (scope?.base ?? self).plain?.savesByOthers }

    /// Makes a transaction's writes as one change, if the store itself still holds the contents that they depend on.
    ///
    /// In contrast to ``commit(_:)``, launch arguments and registered values don't count.
    ///
    /// - Parameters:
    ///   - transaction: The transaction.
    ///   - isCurrent: Returns whether everything else is unchanged that the writes depend on.
    /// - Returns: Whether the writes were made.
    package func commit(
        _ transaction: StoreTransaction, overStored isCurrent: () -> Bool
    ) throws(DefaultsError) -> Bool {
        if let scope { return try scope.base.commit(scope.fullNames(transaction), overStored: isCurrent) }
        if let own { return try own.object.write(transaction, overStored: isCurrent) }
        // When the writes are decided on, what a read would find beneath overrides is compared. If a registered value
        // of the same content hides a name, another thread's write to it in between isn't noticed.
        let names = Array(transaction.expected.keys)
        let bases = baseContents(named: names)
        guard storedContents(named: names) == transaction.expected, isCurrent() else { return false }
        return try checkingSize(of: transaction.changes) { hub.write(transaction.changes, over: bases) }
    }

    /// Runs a closure while no other thread migrates a plain store, and on Linux no other process of the same user that
    /// uses the library migrates or saves one.
    package func excludingOtherMigrations<Result>(_ body: () -> Result) throws(DefaultsError) -> Result {
        try MigrationLock.whileHeld(body)
    }
}
