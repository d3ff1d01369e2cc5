// The names of a box: full ones, and those of its scope.

extension StoreBox {
    /// Returns a box for a part of this box's names.
    ///
    /// - Parameter prefix: The beginning of the names, within those of this box.
    func scoped(by prefix: String) -> StoreBox { StoreBox(of: whole ?? self, prefix: self.prefix + prefix) }

    /// Returns values by the full names.
    @_semantics("optimize.sil.specialize.generic.never")
    func fullNames<Value>(_ values: [String: Value]) -> [String: Value] {
        whole == nil ? values : Dictionary(keepingLast: values.map { (fullName($0), $1) })
    }

    /// Returns a store's name as it is in this box, or nil if it doesn't belong to it.
    private func ownName(_ name: String) -> String? {
        // NB: bytes are compared, because a string has a prefix only if no combining character follows it.
        guard name.utf8.starts(with: prefix.utf8) else { return nil }
        return String(decoding: name.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
    }

    /// Returns the values that belong to this box, by their names in it.
    @_semantics("optimize.sil.specialize.generic.never")
    func ownNames<Value>(_ values: [String: Value]) -> [String: Value] {
        Dictionary(keepingLast: values.compactMap { name, value in ownName(name).map { ($0, value) } })
    }

    /// Returns an error with the full stored name.
    ///
    /// - Parameter error: An error with a name of this box.
    package func naming(_ error: DefaultsError) -> DefaultsError {
        var error = error
        error.content.storedName = error.storedName.map(fullName)
        return error
    }

    // MARK: - Listing and removing

    /// Returns the names with a prefix under which the store itself holds something, in alphabetical order.
    package func storedNames(startingWith prefix: String = "") -> [String] {
        store.storedNames(startingWith: fullName(prefix), through: hub).compactMap(ownName).inAlphabeticalOrder()
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
}
