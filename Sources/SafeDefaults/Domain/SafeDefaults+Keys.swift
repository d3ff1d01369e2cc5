// What a domain can do with all of its keys, and never with another's.

extension SafeDefaults {
    /// The keys of this domain under which something is stored, in the order of `allCases`.
    ///
    /// Names that are made at run time and aren't in `allCases` are left alone.
    public var storedKeys: [Keys] {
        let box = store.box
        return Keys.allCases.filter { box.contains($0.uniqueValue) }
    }

    /// What is stored for this domain's keys, by stored name; nothing of any other domain, and never half of a change
    /// that was made as one.
    ///
    /// The values are ``PropertyListValue``s. For `PropertyListSerialization` and the like, make objects of them:
    ///
    /// ```swift
    /// let objects = login.dictionaryRepresentation.mapValues(\.foundationObject)
    /// ```
    public var dictionaryRepresentation: [String: PropertyListValue] {
        store.box.values(named: Keys.allCases.map(\.uniqueValue))
    }

    /// Removes what is stored for this domain's keys, and nothing else, as one change.
    ///
    /// ```swift
    /// LoginDefaults().removeAll()
    /// ```
    public func removeAll() {
        var removal = StoreTransaction()
        for key in Keys.allCases { removal.remove(key.uniqueValue) }
        do throws(DefaultsError) {
            // It depends on nothing, so nobody can overtake it.
            _ = try store.box.commit(removal)
        } catch {
            DefaultsIssue.report(.failedWrite(error, at: nil))
        }
    }

    /// Tells whether something is stored under a key, readable or not.
    ///
    /// A launch argument and a registered default count as stored, since a `UserDefaults` doesn't tell them apart.
    ///
    /// - Parameter key: The key.
    /// - Returns: Whether a getter would find something.
    public func contains(_ key: Keys) -> Bool {
        store.box.contains(key.uniqueValue)
    }

    /// Removes what is stored under a key; nothing happens where nothing is.
    ///
    /// ```swift
    /// LoginDefaults().removeObject(forKey: .loginDate)
    /// ```
    ///
    /// - Parameter key: The key.
    public func removeObject(forKey key: Keys) {
        store.box.remove(key.uniqueValue)
    }
}
