import Foundation

/// The one box around a `UserDefaults` object: every store over that object shares it, and with it the lock that makes
/// ``SafeDefaults/update(_:fileID:line:_:)`` atomic.
///
/// Unchecked: `UserDefaults` is documented to be safe from several threads, and all else is immutable or under `lock`.
@usableFromInline
final class StoreBox: @unchecked Sendable {
    let userDefaults: UserDefaults

    /// Guards writes, so that a comparison and the write that depends on it are one step.
    ///
    /// Recursive, because the body of an update that was overtaken too often runs under it.
    private let lock = NSRecursiveLock()

    /// The same object, where it is a store of ours that hands out values without boxing them.
    private let direct: (any PropertyListStore)?

    /// What saves the writes where no daemon does.
    private let saving: StoreSaving?

    /// Boxes an object.
    ///
    /// - Parameters:
    ///   - userDefaults: The object.
    ///   - file: The file behind the object, where it is known.
    init(_ userDefaults: UserDefaults, file: PreferencesFile? = nil) {
        self.userDefaults = userDefaults
        direct = userDefaults as? any PropertyListStore
        saving = direct == nil ? StoreSaving(userDefaults, file: file) : nil
    }

    // MARK: - Reading

    /// What is stored under a name, or nil for nothing.
    func value(named name: String) throws(ForeignObject) -> PropertyListValue? {
        if let direct { return direct.propertyListValue(forKey: name) }
        guard let object = userDefaults.object(forKey: name) else { return nil }
        return try PropertyListValue(foundationObject: object)
    }

    /// Tells whether anything is stored under a name, readable or not.
    func contains(_ name: String) -> Bool {
        if let direct { return direct.propertyListValue(forKey: name) != nil }
        return userDefaults.object(forKey: name) != nil
    }

    // MARK: - Writing

    /// Stores a value, or removes what is stored for nil.
    func set(_ value: PropertyListValue?, named name: String) throws(DefaultsError) {
        try StorableCheck.check(value, name: name)
        lock.lock()
        defer { lock.unlock() }
        put(value, named: name)
    }

    /// Removes what is stored.
    func remove(_ name: String) {
        lock.lock()
        defer { lock.unlock() }
        put(nil, named: name)
    }

    /// Stores a value if what is stored is still what the caller has seen, and tells whether it did.
    func exchange(
        _ seen: StoredContent, for value: PropertyListValue?, named name: String
    ) throws(DefaultsError) -> Bool {
        try StorableCheck.check(value, name: name)
        lock.lock()
        defer { lock.unlock() }
        guard content(named: name) == seen else { return false }
        put(value, named: name)
        return true
    }

    /// Runs a body while no other thread can write.
    func excludingOtherWriters<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body()
    }

    /// What is stored under a name, unreadable objects included, in a form that can be compared later.
    func content(named name: String) -> StoredContent {
        do throws(ForeignObject) {
            return StoredContent(try value(named: name))
        } catch {
            return .foreign(error)
        }
    }

    private func put(_ value: PropertyListValue?, named name: String) {
        if let direct {
            direct.setPropertyListValue(value, forKey: name)
        } else if let value {
            userDefaults.set(value.foundationObject, forKey: name)
        } else {
            userDefaults.removeObject(forKey: name)
        }
        saving?.noteWrite()
    }

    // MARK: - Saving

    /// Saves what was written, and tells whether it is saved now.
    func flush(at location: CodeLocation) -> Bool {
        saving?.flush(at: location) ?? userDefaults.synchronize()
    }
}

/// What was seen under a name.
enum StoredContent: Equatable {
    case nothing
    case value(PropertyListValue)
    case foreign(ForeignObject)

    /// What is seen after a value has been stored, or removed for nil.
    init(_ value: PropertyListValue?) {
        self = value.map(StoredContent.value) ?? .nothing
    }
}

/// A `UserDefaults` of ours, which hands out property-list values as they are.
protocol PropertyListStore: UserDefaults {
    /// What a name stands for in the whole search list, or nil for nothing.
    func propertyListValue(forKey name: String) -> PropertyListValue?

    /// Stores a value that has been checked, or removes what is stored for nil.
    func setPropertyListValue(_ value: PropertyListValue?, forKey name: String)
}
