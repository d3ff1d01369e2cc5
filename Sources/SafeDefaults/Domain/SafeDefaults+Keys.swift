import Foundation

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
        let contents = box.contents(named: names, in: .own)
        return keys.filter { $0.names.contains { contents[$0, default: .nothing] != .nothing } }.map(\.key)
    }

    /// The former names of the settings, by stored name.
    package static var formerNames: [String: [String]] {
        do throws(DefaultsError) {
            return Dictionary(try allDeclared().map { ($0.storedName, $0.formerNames) }, uniquingKeysWith: +)
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
        return box.contents(named: names, in: .own).compactMapValues(\.propertyListValue)
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
        DefaultsIssue.reportingFailedWrite(at: nil) { () throws(DefaultsError) in
            for names in Self.storedNames(in: box).reversed().inGroupsOfUnequalNames() {
                // The removal depends on no stored content, so no other write can overtake it.
                _ = try box.commit(StoreTransaction(removing: names))
            }
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

// MARK: - Registering defaults

extension SafeDefaults {
    /// Registers the defaults of all settings, for code that reads the `UserDefaults` object directly.
    ///
    /// Nothing is stored. Reads through settings need no registration. Each default is evaluated once, during this
    /// call. A default of `nil` isn't registered. ``contains(_:)-(Self.Keys)`` and ``storedKeys`` can't distinguish a
    /// registered value from a stored one.
    ///
    /// ```swift
    /// LoginDefaults().registerDefaults()
    /// ```
    ///
    /// If the domain declares no settings, an issue of the kind ``DefaultsIssue/Kind/failedRegistration`` is reported.
    ///
    /// - Important: `UserDefaults` registers values for the whole process, in every suite. An ``InMemoryDefaults``
    ///   object registers them only for itself. On Linux, registering isn't safe while another thread reads, so
    ///   register at the start of the program.
    /// - Parameters:
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    public func registerDefaults(fileID: StaticString = #fileID, line: UInt = #line) {
        let location = CodeLocation(fileID: fileID, line: line)
        var defaults: [String: PropertyListValue] = [:]
        let box = store.box
        do throws(DefaultsError) {
            let settings = try Self.allDeclared()
            if settings.isEmpty {
                throw DefaultsError(
                    .unlisted,
                    reason: "\(Self.self) has no settings: declare struct Settings { let first = Setting(.first, "
                        + "default: 0) } and static let settings = Settings() in it")
            }
            // A registered value would hide the one that is stored under a former name.
            for setting in settings where !setting.formerNames.contains(where: box.contains) {
                do throws(DefaultsError) {
                    defaults[box.fullName(setting.storedName)] = try setting.encodedDefault()
                } catch {
                    DefaultsIssue.report(.failedRegistration(box.naming(error), at: location))
                }
            }
        } catch {
            DefaultsIssue.report(.failedRegistration(error, at: location))
        }
        if defaults.isEmpty { return }
        box.userDefaults.register(defaults: defaults.mapValues(\.foundationObject))
        // Nothing was stored, but reads may return other values now.
        box.hub.refresh()
    }
}

// MARK: - The keys and names of a domain

extension SafeDefaults {
    /// The text with which all stored names of keys made at run time begin: what stands before the raw value.
    ///
    /// It is nil if the domain has no such keys, or if the raw value isn't the end of the name, or all of it. A key is
    /// made to find it, because the type of the keys may have a `uniqueValue` of its own.
    package static var dynamicPrefix: String? {
        guard Keys.self is any DynamicDefaultsKey.Type else { return nil }
        guard let name = Keys(rawValue: "x")?.uniqueValue, name.utf8.count > 1, name.hasSuffix("x") else { return nil }
        return String(name.dropLast())
    }

    /// Returns those of some names that belong to the domain because of their beginning.
    package static func dynamicNames(among names: some Sequence<String>) -> [String] {
        guard let prefix = dynamicPrefix else { return [] }
        return names.filter { $0.utf8.starts(with: prefix.utf8) }
    }

    /// Returns the domain's keys: those in `allCases`, and those made at run time under which a store holds something.
    static func keys(in box: StoreBox) -> [Keys] {
        let known = Array(Keys.allCases)
        guard let prefix = dynamicPrefix else { return known }
        let listed = Set(known.map(\.uniqueValue))
        return known
            + box.storedNames(startingWith: prefix).filter { !listed.contains($0) }.compactMap { name in
                // The type of the keys may make another stored name of what follows the prefix. Then it's no key.
                let key = Keys(rawValue: String(decoding: name.utf8.dropFirst(prefix.utf8.count), as: UTF8.self))
                return key?.uniqueValue.hasBytes(of: name) == true ? key : nil
            }
    }

    /// Returns the stored names of the domain's keys, and the former names of its settings.
    package static func storedNames(in box: StoreBox) -> [String] {
        keys(in: box).map(\.uniqueValue) + formerNames.values.joined()
    }
}
