import Foundation

/// A `UserDefaults` that isn't ours, and what saves it.
///
/// Unchecked: `UserDefaults` is documented to be safe from several threads, and all else is immutable.
final class PlainStore: @unchecked Sendable {
    private let userDefaults: UserDefaults

    /// What saves the writes where no daemon does.
    private let saving: StoreSaving?

    init(_ userDefaults: UserDefaults, saving: StoreSaving?) {
        self.userDefaults = userDefaults
        self.saving = saving
    }

    // MARK: - Reading

    /// What is stored under a name.
    func content(of name: String) -> StoredContent {
        StoredContent { () throws(NonPropertyListObject) in try value(named: name) }
    }

    /// The value that is stored under a name, or nil for nothing.
    func value(named name: String) throws(NonPropertyListObject) -> PropertyListValue? {
        guard let object = userDefaults.object(forKey: name) else { return nil }
        return try PropertyListValue(foundationObject: object)
    }

    /// What a read of a name will find when a write to it has been made: of a value, or the removal for nil.
    func content(of name: String, after value: PropertyListValue?) -> StoredContent {
        if isHidden(name) { return content(of: name) }
        guard let value else { return fallbacks(for: name).first ?? .nothing }
        // As a read will find it, which isn't always as it was.
        return StoredContent { () throws(NonPropertyListObject) in
            try PropertyListValue(foundationObject: value.foundationObject)
        }
    }

    /// Whether a launch argument, or a device's manager, has a value for a name, so that what is stored isn't read.
    func isHidden(_ name: String) -> Bool {
        userDefaults.volatileDomain(forName: UserDefaults.argumentDomain)[name] != nil
            || userDefaults.objectIsForced(forKey: name)
    }

    /// What a name may stand for where nothing is stored, the likeliest first: what is registered, or of all programs.
    func fallbacks(for name: String) -> [StoredContent] {
        // NB: on Linux `volatileDomain` has no registered values. On Apple systems it has those that all objects share, but a
        // subclass may have some of its own.
        let registered = userDefaults.volatileDomain(forName: UserDefaults.registrationDomain)
        return [OtherDomains.shared.object(name), registered[name]].compactMap { object in
            object.map { object in
                StoredContent { () throws(NonPropertyListObject) in try PropertyListValue(foundationObject: object) }
            }
        }
    }

    // MARK: - Writing

    /// Stores a value, or removes what is stored for nil; with no lock held, because it calls observers.
    func put(_ value: PropertyListValue?, named name: String) {
        if let value {
            userDefaults.set(value.foundationObject, forKey: name)
        } else {
            userDefaults.removeObject(forKey: name)
        }
        saving?.noteWrite(of: name, value)
    }

    /// Saves what was written, and tells whether it is saved now.
    func flush(at location: CodeLocation) -> Bool {
        saving?.flush(at: location) ?? userDefaults.synchronize()
    }
}
