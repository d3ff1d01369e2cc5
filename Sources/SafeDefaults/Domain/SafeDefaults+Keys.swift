// Operations on all keys of a domain, and on one key whatever its type.

extension SafeDefaults {
    /// The keys of this domain under which something is stored, in the order of `allCases`.
    ///
    /// Names that are created at run time and aren't in `allCases` are ignored.
    public var storedKeys: [Keys] {
        let box = store.box
        return Keys.allCases.filter { box.contains($0.uniqueValue) }
    }

    /// The values stored under this domain's keys, by stored name.
    ///
    /// It contains no part of an ``edit(fileID:line:_:)`` without the rest. The values are ``PropertyListValue``s; for
    /// `PropertyListSerialization` and the like, convert them to objects:
    ///
    /// ```swift
    /// let objects = login.dictionaryRepresentation.mapValues(\.foundationObject)
    /// ```
    public var dictionaryRepresentation: [String: PropertyListValue] {
        store.box.values(named: Keys.allCases.map(\.uniqueValue))
    }

    /// Removes what is stored under this domain's keys, and nothing else, as one change.
    ///
    /// ```swift
    /// LoginDefaults().removeAll()
    /// ```
    public func removeAll() {
        var removal = StoreTransaction()
        for key in Keys.allCases { removal.remove(key.uniqueValue) }
        do throws(DefaultsError) {
            // It depends on no stored content, so it can't fail to be the latest.
            _ = try store.box.commit(removal)
        } catch {
            DefaultsIssue.report(.failedWrite(error, at: nil))
        }
    }

    /// Returns whether something is stored under a key, readable or not.
    ///
    /// A launch argument and a registered default count as stored, because a `UserDefaults` object can't tell them
    /// apart.
    ///
    /// - Parameter key: The key.
    /// - Returns: Whether a getter finds something.
    public func contains(_ key: Keys) -> Bool {
        store.box.contains(key.uniqueValue)
    }

    /// Removes what is stored under a key, if anything is.
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
