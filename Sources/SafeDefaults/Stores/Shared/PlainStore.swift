import Foundation

/// A `UserDefaults` of a class that isn't this library's, and the saving of its writes.
final class PlainStore: PlainValues {
    private let defaults: SharedDefaults<UserDefaults>

    /// Saves the writes where no daemon does.
    private let saving: StoreSaving?

    init(_ userDefaults: UserDefaults, saving: StoreSaving?) {
        defaults = SharedDefaults(userDefaults)
        self.saving = saving
    }

    // MARK: - Reading

    /// Returns the value under a name, or nil for nothing.
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
        // As Foundation's object, because what is read isn't always exactly what was written.
        return StoredContent(foundationObject: value.foundationObject)
    }

    /// Whether a launch argument, or a device's manager, has a value for a name, so that what is stored isn't read.
    func isHidden(_ name: String) -> Bool {
        defaults.object.volatileDomain(forName: UserDefaults.argumentDomain)[name] != nil
            || defaults.object.objectIsForced(forKey: name)
    }

    /// What reads may find where nothing is stored, the likeliest first: registered values, and values of all programs.
    func fallbacks(for name: String) -> [StoredContent] {
        // NB: on Linux `volatileDomain` has no registered values. On Apple systems it has those that all objects share,
        // but a subclass may have some of its own.
        let registered = defaults.object.volatileDomain(forName: UserDefaults.registrationDomain)
        return [SystemSearchList.shared.object(name), registered[name]].compactMap { object in
            object.map(StoredContent.init(foundationObject:))
        }
    }

    // MARK: - Writing

    func put(_ value: PropertyListValue?, named name: String) {
        if let value {
            defaults.object.set(value.foundationObject, forKey: name)
        } else {
            defaults.object.removeObject(forKey: name)
        }
        saving?.noteWrite()
    }

    /// Saves what was written, and returns whether it is saved now.
    func flush(at location: CodeLocation) -> Bool {
        saving?.flush(at: location) ?? defaults.object.synchronize()
    }
}
