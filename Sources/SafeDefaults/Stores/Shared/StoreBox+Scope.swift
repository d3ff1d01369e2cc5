// Scopes of a store: parts of it, whose names begin with a prefix.

extension StoreBox {
    /// Returns a box for a part of this box's names.
    ///
    /// - Parameter prefix: The beginning of the names, within those of this box.
    func scoped(by prefix: String) -> StoreBox { StoreBox(scope: StoreScope(of: self, prefix: prefix)) }

    /// Returns the name under which the store has a name of this box.
    func fullName(_ name: String) -> String { scope?.fullName(name) ?? name }

    /// Returns an error with the full stored name.
    ///
    /// - Parameter error: An error with a name of this box.
    package func naming(_ error: DefaultsError) -> DefaultsError {
        guard let scope else { return error }
        var error = error
        error.storedName = error.storedName.map(scope.fullName)
        return error
    }

    /// Returns an issue with the full stored name.
    func naming(_ issue: DefaultsIssue) -> DefaultsIssue {
        guard scope != nil else { return issue }
        return DefaultsIssue(
            kind: issue.kind, error: naming(issue.error), location: issue.location, advice: issue.advice)
    }

    // MARK: - Listing and removing

    /// Returns the names of the scopes in which the store itself holds something, sorted.
    ///
    /// Scopes within scopes aren't listed.
    func scopeNames() -> [String] {
        let start = scope?.prefix ?? ""
        let names = storedNames { $0.starts(with: start.utf8) }
            .compactMap { ScopeName.scope(of: $0[...].utf8.dropFirst(start.utf8.count)) }
        // By their bytes, because strings of other bytes may be equal.
        return Dictionary(names.map { (Array($0.utf8), $0) }, uniquingKeysWith: { first, _ in first }).values
            .inByteOrder()
    }

    /// Returns what the store itself holds in this box's scope, by the names in it; nil if the box has no scope.
    func contentsOfScope() -> [String: StoredContent]? {
        guard let scope else { return nil }
        let names = storedNames { $0.starts(with: scope.prefix.utf8) }
        return scope.ownNames(scope.base.storedContents(named: names))
    }

    /// Removes everything whose name begins with a prefix, as one change.
    func removeAll(beginningWith prefix: String) throws(DefaultsError) {
        if let scope { return try scope.base.removeAll(beginningWith: scope.prefix + prefix) }
        let isOfScope: (String.UTF8View) -> Bool = { $0.starts(with: prefix.utf8) }
        // If the file can't be opened, it isn't known what is stored, and the removal fails below.
        let isKnown = own.map { $0.object.store.storedContent(named: prefix) != nil } ?? true
        if isKnown, storedNames(where: isOfScope).isEmpty { return }
        try holdingBackOtherWriters { () throws(DefaultsError) in
            for names in storedNames(where: isOfScope).inGroupsOfUnequalNames() {
                _ = try commit(StoreTransaction(removing: names))
            }
        }
    }

    /// Returns the full names under which the store itself holds something.
    func storedNames(where isIncluded: (String.UTF8View) -> Bool) -> [String] {
        let box = scope?.base ?? self
        let names = (box.own?.object.store.storedNames ?? box.hub.storedNamesOfPlain()).filter { isIncluded($0.utf8) }
        if box.own != nil || names.isEmpty { return names }
        let contents = box.storedContents(named: names)
        return names.filter { contents[$0, default: .nothing] != .nothing }
    }
}
