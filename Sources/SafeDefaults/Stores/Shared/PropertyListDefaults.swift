public import Foundation

/// The common superclass of ``FileDefaults`` and ``InMemoryDefaults``: the getters and setters of `UserDefaults`, over
/// values that the subclass keeps.
public class PropertyListDefaults: UserDefaults {
    let store: any PropertyListStore
    let hub: ObservationHub

    /// The owner by which the registry of stores finds this object, while a store is over it.
    let owner = Locked(WeakReference<SharedDefaults<PropertyListDefaults>>(nil))

    /// Creates an object.
    ///
    /// - Parameters:
    ///   - store: The values.
    ///   - hub: The hub of the values.
    ///   - suite: A suite that nobody writes.
    init(_ store: any PropertyListStore, hub: ObservationHub, suite: OwnSuite) {
        self.store = store
        self.hub = hub
        // NB: with no suite's name, the values of `.standard` would show through. A suite of this name can't be
        // refused, and an initialiser that can fail has no other way to say so. On Linux Foundation passes the launch
        // arguments to `setVolatileDomain` before this call returns.
        // swift-format-ignore: NeverForceUnwrap
        super.init(suiteName: suite.rawValue)!
    }

    /// Called after each write and each change of the search list, perhaps with the hub's lock held.
    func didChange() {}

    private func report(_ error: DefaultsError) { DefaultsIssue.report(.failedWrite(error, at: nil)) }

    // MARK: - Reading

    /// Returns the value for the plain getters, to which an object that is no property list is nothing.
    private func value(_ name: String) -> PropertyListValue? {
        do throws(NonPropertyListObject) { return try store.value(named: name) } catch { return nil }
    }

    /// Returns the object under a name, in the Swift type of its kind, or `nil` for nothing.
    public override func object(forKey defaultName: String) -> Any? { value(defaultName)?.swiftObject }

    /// Returns the string under a name, or a number's digits, with `1` and `0` for Booleans; otherwise `nil`.
    public override func string(forKey defaultName: String) -> String? { value(defaultName)?.plainString }

    /// Returns the array under a name; otherwise `nil`.
    public override func array(forKey defaultName: String) -> [Any]? { object(forKey: defaultName) as? [Any] }

    /// Returns the dictionary under a name; otherwise `nil`.
    public override func dictionary(forKey defaultName: String) -> [String: Any]? {
        object(forKey: defaultName) as? [String: Any]
    }

    /// Returns the data under a name; otherwise `nil`.
    public override func data(forKey defaultName: String) -> Data? { object(forKey: defaultName) as? Data }

    /// Returns the array under a name if all of its elements are strings; otherwise `nil`.
    public override func stringArray(forKey defaultName: String) -> [String]? {
        object(forKey: defaultName) as? [String]
    }

    /// Returns the number under a name, or the number that a string begins with; otherwise 0.
    public override func integer(forKey defaultName: String) -> Int { value(defaultName)?.plainInteger ?? 0 }

    /// Returns the number under a name, or the number that a string begins with; otherwise 0.
    public override func float(forKey defaultName: String) -> Float { Float(double(forKey: defaultName)) }

    /// Returns the number under a name, or the number that a string begins with; otherwise 0.
    public override func double(forKey defaultName: String) -> Double { value(defaultName)?.plainDouble ?? 0 }

    /// Returns whether the number under a name isn't 0, or a string says yes; otherwise false.
    public override func bool(forKey defaultName: String) -> Bool { value(defaultName)?.plainBool ?? false }

    /// Returns the URL under a name: a string that begins with `/` or `~` is a file's path, any other a URL.
    public override func url(forKey defaultName: String) -> URL? {
        guard let value = value(defaultName) else { return nil }
        // As for every plain getter, a value of another kind is nil, and no error.
        do { return try URL._decode(value) } catch { return nil }
    }

    /// Returns everything that can be read: arguments, stored values, added suites, and registered values.
    public override func dictionaryRepresentation() -> [String: Any] { store.all() }

    // MARK: - Writing

    /// Stores a property-list object, or removes what is stored for `nil`; refuses and reports any other object.
    public override func set(_ value: Any?, forKey defaultName: String) {
        guard let value else { return removeObject(forKey: defaultName) }
        do throws(DefaultsError) {
            try write(try PropertyListValue.storable(value, name: defaultName), named: defaultName)
        } catch {
            report(error)
        }
    }

    /// Stores an integer.
    public override func set(_ value: Int, forKey defaultName: String) { set(.integer(Int64(value)), defaultName) }

    /// Stores a number.
    public override func set(_ value: Float, forKey defaultName: String) { set(.real(Double(value)), defaultName) }

    /// Stores a number.
    public override func set(_ value: Double, forKey defaultName: String) { set(.real(value), defaultName) }

    /// Stores a Boolean.
    public override func set(_ value: Bool, forKey defaultName: String) { set(.boolean(value), defaultName) }

    /// Stores a URL, or removes what is stored for `nil`.
    public override func set(_ url: URL?, forKey defaultName: String) { set(url as Any?, forKey: defaultName) }

    private func set(_ value: PropertyListValue, _ name: String) {
        do throws(DefaultsError) { try write(value, named: name) } catch { report(error) }
    }

    /// Removes what was set under a name; an argument and a registered value stay.
    public override func removeObject(forKey defaultName: String) {
        do throws(DefaultsError) { try write(nil, named: defaultName) } catch { report(error) }
    }

    /// Saves what was written, and returns whether it is saved; a failure is also an issue.
    @discardableResult
    public override func synchronize() -> Bool { store.flush(at: nil) }

    // MARK: - Domains

    /// Notifies observers of a change of the search list.
    func noteSearchListChange() {
        hub.refresh()
        didChange()
    }

    /// Adds fallback values; those that are no property list are refused and reported.
    public override func register(defaults registrationDictionary: [String: Any]) {
        store.register(PropertyListValue.storable(registrationDictionary))
        noteSearchListChange()
    }

    /// Adds a suite to the search list, after the stored values and before the suites that were added earlier.
    public override func addSuite(named suiteName: String) {
        store.search.addSuite(suiteName)
        noteSearchListChange()
    }

    /// Removes a suite from the search list.
    public override func removeSuite(named suiteName: String) {
        store.search.removeSuite(suiteName)
        noteSearchListChange()
    }

    /// The names of the volatile domains: arguments, registered values, and those that were set.
    public override var volatileDomainNames: [String] {
        Array(Set(store.search.volatileNames).union([UserDefaults.registrationDomain]))
    }

    /// Returns the values of a volatile domain.
    public override func volatileDomain(forName domainName: String) -> [String: Any] {
        if domainName == UserDefaults.registrationDomain { return store.registered }
        return store.search.volatile(domainName)?.mapValues(\.swiftObject) ?? [:]
    }

    /// Sets a volatile domain; values that are no property list are refused and reported.
    ///
    /// In a ``FileDefaults`` the registered values are the process's: they can be added to, and not replaced or
    /// removed.
    public override func setVolatileDomain(_ domain: [String: Any], forName domainName: String) {
        let values = PropertyListValue.storable(domain)
        if domainName == UserDefaults.registrationDomain {
            store.replaceRegistered(by: values)
        } else {
            store.search.setVolatile(values, domainName)
        }
        noteSearchListChange()
    }

    /// Removes a volatile domain.
    public override func removeVolatileDomain(forName domainName: String) {
        if domainName == UserDefaults.registrationDomain {
            store.replaceRegistered(by: [:])
        } else {
            store.search.setVolatile(nil, domainName)
        }
        noteSearchListChange()
    }
}
