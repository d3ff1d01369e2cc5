// The names of a box: full ones, those of its scope, and those that differ only in their Unicode form.

extension StoreBox {
    /// Returns a box for a part of this box's names.
    ///
    /// - Parameter prefix: The beginning of the names, within those of this box.
    func scoped(by prefix: String) -> StoreBox { StoreBox(scope: StoreScope(of: self, prefix: prefix)) }

    /// Returns the name under which the store has a name of this box.
    package func fullName(_ name: String) -> String { scope?.fullName(name) ?? name }

    /// Returns an error with the full stored name.
    ///
    /// - Parameter error: An error with a name of this box.
    package func naming(_ error: DefaultsError) -> DefaultsError {
        guard let scope else { return error }
        var error = error
        error.content.storedName = error.storedName.map(scope.fullName)
        return error
    }

    /// Returns an issue with the full stored name.
    func naming(_ issue: DefaultsIssue) -> DefaultsIssue {
        guard scope != nil else { return issue }
        return DefaultsIssue(
            kind: issue.kind, error: naming(issue.error), location: issue.location, advice: issue.advice)
    }

    // MARK: - Listing and removing

    /// Returns the names with a prefix under which the store itself holds something, in alphabetical order.
    package func storedNames(startingWith prefix: String = "") -> [String] {
        let names = store.storedNames(startingWith: fullName(prefix), through: hub)
        return (scope.map { names.compactMap($0.ownName) } ?? names).inAlphabeticalOrder()
    }

    /// Returns the names of the scopes in which the store itself holds something, sorted.
    ///
    /// Scopes within scopes aren't listed.
    func scopeNames() -> [String] {
        let start = fullName("")
        let names = store.storedNames(startingWith: start, through: hub)
            .compactMap { ScopeName.scope(of: $0[...].utf8.dropFirst(start.utf8.count)) }
        // Compares the names by their bytes, because strings with different bytes may be equal.
        return Set(names.map(StoredName.init)).map(\.text).inByteOrder()
    }

    /// Returns everything that the store itself holds under the names of this box.
    package func storedContents() -> [String: StoredContent] { contents(named: storedNames(), in: .own) }

    /// Removes everything whose name begins with a prefix, as one change.
    func removeAll(beginningWith prefix: String) throws(DefaultsError) {
        // If the file can't be opened, or the cluster not be reached, it isn't known what is stored, and the removal
        // fails below.
        let isKnown =
            switch store.availability {
            case .available, .unknown: store.missingValue(named: fullName(prefix)) == nil
            case .notYetReadable, .stale: false
            }
        if isKnown, storedNames(startingWith: prefix).isEmpty { return }
        try holdingBackOtherWriters { () throws(DefaultsError) in
            let groups = storedNames(startingWith: prefix).inGroupsOfUnequalNames()
            for names in groups.isEmpty ? [[]] : groups { _ = try commit(StoreTransaction(removing: names)) }
        }
    }

    // MARK: - Unicode forms

    /// Returns what a function that reads contents returns for some names, by the names' bytes.
    ///
    /// - Parameters:
    ///   - names: The names. If two of them differ only in their Unicode form, they are read one after the other.
    ///   - layer: Where to look.
    package func contentsByBytes(of names: [String], in layer: Layer) -> [StoredName: StoredContent] {
        var contents: [StoredName: StoredContent] = [:]
        for group in names.inGroupsOfUnequalNames() {
            for (name, content) in self.contents(named: group, in: layer) { contents[StoredName(name)] = content }
        }
        return contents
    }

    /// Returns values in a dictionary whose keys are strings.
    ///
    /// Swift takes two strings for equal that differ only in their Unicode form. Of two such names, one is left out,
    /// and an issue is reported.
    package static func valuesByString(_ values: [StoredName: PropertyListValue]) -> [String: PropertyListValue] {
        let result = Dictionary(keepingLast: values.map { ($0.key.text, $0.value) })
        if result.count == values.count { return result }
        // The same one is left out each time.
        var first: [String: PropertyListValue] = [:]
        for name in values.keys.map(\.text).inByteOrder() {
            if first[name] == nil {
                first[name] = values[StoredName(name)]
            } else {
                DefaultsIssue.report(.ambiguousName(name))
            }
        }
        return first
    }
}
