// What a domain can do with all of its keys, and never with another's.

extension SafeDefaults {
    /// The keys of this domain under which something is stored, in the order of `allCases`.
    ///
    /// Names that are made at run time and aren't in `allCases` are left alone.
    public var storedKeys: [Keys] {
        let box = store.box
        return Keys.allCases.filter { box.contains($0.uniqueValue) }
    }

    /// What is stored for this domain's keys, by stored name; nothing of any other domain.
    public var dictionaryRepresentation: [String: PropertyListValue] {
        let box = store.box
        var values: [String: PropertyListValue] = [:]
        for key in Keys.allCases {
            guard case .value(let value) = box.content(named: key.uniqueValue) else { continue }
            values[key.uniqueValue] = value
        }
        return values
    }

    /// Removes what is stored for this domain's keys, and nothing else.
    ///
    /// ```swift
    /// LoginDefaults().removeAll()
    /// ```
    public func removeAll() {
        let box = store.box
        for key in Keys.allCases { box.remove(key.uniqueValue) }
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
