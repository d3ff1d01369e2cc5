// Operations on all keys of a domain, and operations on one key that don't depend on its value's type.

extension SafeDefaults {
    /// The keys of this domain that have a stored value, in the order of `allCases`.
    ///
    /// A value under a former name counts if the domain lists the setting in ``settings``. Keys that are created at run
    /// time and aren't in `allCases` are ignored.
    public var storedKeys: [Keys] {
        let (box, former) = (store.box, Self.formerNames)
        return Keys.allCases.filter { key in
            box.contains(key.uniqueValue) || former[key.uniqueValue, default: []].contains(where: box.contains)
        }
    }

    /// The former names of the listed settings, by stored name.
    static var formerNames: [String: [String]] {
        do throws(DefaultsError) {
            let settings = erased(try listedSettings()).filter { !$0.formerNames.isEmpty }
            return Dictionary(settings.map { ($0.storedName, $0.formerNames) }, uniquingKeysWith: +)
        } catch {
            // Operations that need the list report this.
            return [:]
        }
    }

    /// The values stored under this domain's keys, by stored name.
    ///
    /// If an ``edit(fileID:line:_:)`` is made at the same time, the dictionary contains either all of its changes or
    /// none. The values are ``PropertyListValue``s. To use them with `PropertyListSerialization` and similar APIs,
    /// convert them to objects:
    ///
    /// ```swift
    /// let objects = login.dictionaryRepresentation.mapValues(\.foundationObject)
    /// ```
    public var dictionaryRepresentation: [String: PropertyListValue] {
        store.box.values(named: Keys.allCases.map(\.uniqueValue))
    }

    /// Removes the values stored under this domain's keys, as one change.
    ///
    /// Values under the former names of settings that the domain lists in ``settings`` are removed, too. Other stored
    /// values are kept.
    ///
    /// ```swift
    /// LoginDefaults().removeAll()
    /// ```
    public func removeAll() {
        var removal = StoreTransaction()
        for name in Self.formerNames.values.joined() { removal.remove(name) }
        for key in Keys.allCases { removal.remove(key.uniqueValue) }
        do throws(DefaultsError) {
            // The removal depends on no stored content, so no other write can overtake it.
            _ = try store.box.commit(removal)
        } catch {
            DefaultsIssue.report(.failedWrite(error, at: nil))
        }
    }

    /// Returns whether a value is stored under a key, even one that can't be read.
    ///
    /// A value from a launch argument or a registered default counts as stored, because a `UserDefaults` object doesn't
    /// tell where a value comes from.
    ///
    /// - Parameter key: The key.
    /// - Returns: `true` if there is a value, even one that can't be read.
    public func contains(_ key: Keys) -> Bool {
        store.box.contains(key.uniqueValue)
    }

    /// Removes the value stored under a key.
    ///
    /// If nothing is stored, this does nothing.
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
