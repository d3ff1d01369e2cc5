import Foundation

/// A `UserDefaults` whose class isn't this library's, together with the object that saves its writes.
final class PlainStore: PlainValues, ReadableValues {
    private let defaults: SharedDefaults<UserDefaults>

    /// Saves the writes; nil on systems where a daemon does that.
    private let saving: StoreSaving?

    /// Whether the object's class is Foundation's own, whose `set` is known.
    ///
    /// A subclass may look at the values that it is given.
    private let isFoundations: Bool

    init(_ userDefaults: UserDefaults, saving: StoreSaving?) {
        defaults = SharedDefaults(userDefaults)
        self.saving = saving
        isFoundations = type(of: userDefaults) == UserDefaults.self
    }

    // MARK: - Reading

    /// Returns the value under a name, or nil if there is none.
    func value(named name: String) throws(NonPropertyListObject) -> PropertyListValue? {
        guard let object = defaults.object.object(forKey: name) else { return nil }
        return try PropertyListValue(foundationObject: object)
    }

    func contains(_ name: String) -> Bool { defaults.object.object(forKey: name) != nil }

    func content(of name: String) -> StoredContent {
        StoredContent { () throws(NonPropertyListObject) in try value(named: name) }
    }

    func content(of name: String, after value: PropertyListValue?) -> StoredContent {
        if isHidden(name) { return content(of: name) }
        guard let value else { return fallbacks(for: name).first ?? .nothing }
        // Converted to Foundation's object and back, because a read doesn't always find exactly the value that was
        // written.
        return StoredContent(foundationObject: value.foundationObject)
    }

    /// Whether reads of a name find the value of a launch argument or of a device's manager instead of the stored one.
    func isHidden(_ name: String) -> Bool {
        defaults.object.volatileDomain(forName: UserDefaults.argumentDomain)[name] != nil
            || defaults.object.objectIsForced(forKey: name)
    }

    /// What a read may find if nothing is stored, the likeliest first: values of the domain that all programs share,
    /// and registered values.
    func fallbacks(for name: String) -> [StoredContent] {
        // NB: on Linux, `volatileDomain` has no registered values. On Apple systems, it has those that all objects
        // share, but a subclass may have others of its own.
        let registered = defaults.object.volatileDomain(forName: UserDefaults.registrationDomain)
        return [SystemSearchList.shared.object(name), registered[name]].compactMap { object in
            object.map(StoredContent.init(foundationObject:))
        }
    }

    // MARK: - Writing

    func put(_ value: PropertyListValue?, named name: String) {
        if let value {
            defaults.object.set(isFoundations ? value.storedObject : value.foundationObject, forKey: name)
        } else {
            defaults.object.removeObject(forKey: name)
        }
        saving?.noteWrite()
    }

    func shows(_ value: PropertyListValue, named name: String, over old: StoredContent) -> Bool {
        isFoundations && value.isKeptExactly(over: old) && !isHidden(name)
    }

    /// Saves what was written, and returns whether it is saved now.
    func flush(at location: CodeLocation) -> Bool {
        saving?.flush(at: location) ?? defaults.object.synchronize()
    }
}
