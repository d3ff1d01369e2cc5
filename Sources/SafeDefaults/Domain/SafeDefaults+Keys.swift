// Operations on all keys of a domain, and operations on one key that don't depend on its value's type.

extension SafeDefaults {
    /// The keys of this domain that have a stored value, in the order of `allCases`.
    ///
    /// Launch arguments, environment variables, registered values and the values of other domains don't count, but
    /// `contains` and ``DefaultsStore/origin(of:)`` know of them. A store over a `UserDefaults` that other code has
    /// created can't always tell these from stored values, because it doesn't know the domain's name.
    ///
    /// A value under a former name of a setting counts. Keys that are made at run time and aren't in `allCases` come
    /// last, in alphabetical order, if their type is a ``DynamicDefaultsKey``; otherwise they are ignored.
    public var storedKeys: [Keys] {
        let (box, former) = (store.box, Self.formerNames)
        let keys = Self.keys(in: box).map { key in
            (key: key, names: [key.uniqueValue] + former[key.uniqueValue, default: []])
        }
        let names = keys.flatMap(\.names)
        names.forEach(box.noteRead)
        let contents = box.contentsByBytes(of: names, in: .own)
        return keys.filter { $0.names.contains { contents[StoredName($0), default: .nothing] != .nothing } }.map(\.key)
    }

    /// The former names of the settings, by stored name.
    package static var formerNames: [String: [String]] {
        do throws(DefaultsError) {
            let settings = try allDeclared().filter { !$0.formerNames.isEmpty }
            return Dictionary(settings.map { ($0.storedName, $0.formerNames) }, uniquingKeysWith: +)
        } catch {
            // Operations that need the settings report this.
            return [:]
        }
    }

    /// The values stored under this domain's keys, by stored name.
    ///
    /// It has the values of the ``storedKeys``, except those that are no property lists.
    ///
    /// If an ``edit(fileID:line:_:)`` is made at the same time, the dictionary contains either all of its changes or
    /// none. The values are ``PropertyListValue``s. To use them with `PropertyListSerialization` and similar APIs,
    /// convert them to objects:
    ///
    /// ```swift
    /// let objects = login.dictionaryRepresentation.mapValues(\.foundationObject)
    /// ```
    public var dictionaryRepresentation: [String: PropertyListValue] {
        let box = store.box
        let names = Self.keys(in: box).map(\.uniqueValue)
        for name in names { box.noteRead(of: name) }
        let contents = box.contentsByBytes(of: names, in: .own)
        return StoreBox.valuesByString(
            contents.compactMapValues { content in
                if case .value(let value) = content { value } else { nil }
            })
    }

    /// Removes the values stored under this domain's keys, as one change.
    ///
    /// Values under the former names of its settings are removed, too, and those under names made at run time, if the
    /// type of the keys is a ``DynamicDefaultsKey``. Other stored values are kept.
    ///
    /// ```swift
    /// LoginDefaults().removeAll()
    /// ```
    public func removeAll() {
        let box = store.box
        do throws(DefaultsError) {
            for names in Self.storedNames(in: box).inGroupsOfUnequalNames() {
                // The removal depends on no stored content, so no other write can overtake it.
                _ = try box.commit(StoreTransaction(removing: names))
            }
        } catch {
            DefaultsIssue.report(.failedWrite(error, at: nil))
        }
    }

    /// Returns whether a read finds a value under a key, even one that can't be read.
    ///
    /// Like `lookup`, it goes by what a read finds: a value from a launch argument, an environment variable or a
    /// registered default counts. ``storedKeys`` and ``DefaultsStore/origin(of:)`` tell what is stored.
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
