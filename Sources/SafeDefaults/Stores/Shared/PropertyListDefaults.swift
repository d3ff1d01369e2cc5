public import Foundation

/// The common superclass of `FileDefaults` and ``InMemoryDefaults``.
///
/// It implements the getters and setters of `UserDefaults` over values that a subclass provides.
open class PropertyListDefaults: UserDefaults {
    package final let store: any PropertyListStore
    package final let hub: ObservationHub

    /// The owner through which the registry of stores finds this object while a store uses it.
    let owner = Locked(WeakReference<SharedDefaults<PropertyListDefaults>>(nil))

    /// Creates an object.
    ///
    /// - Parameters:
    ///   - store: The values behind the object.
    ///   - hub: The hub that orders writes to the values.
    package init(_ store: any PropertyListStore, hub: ObservationHub) {
        self.store = store
        self.hub = hub
        // NB: without a suite name, the values of `.standard` would show through. The forced unwrap can't fail, because
        // a suite of this name is never refused, and an initialiser can fail for no other reason. On Linux, Foundation
        // passes the launch arguments to `setVolatileDomain` before this call returns.
        // swift-format-ignore: NeverForceUnwrap
        super.init(suiteName: SuiteName.own)!
        hub.object = self
    }

    // MARK: - Reading

    /// Returns the value under a name for the plain getters.
    ///
    /// For them, a non-property-list object is the same as no value.
    private func value(_ name: String) -> PropertyListValue? {
        do { return try store.value(named: name) } catch { return nil }
    }

    /// Returns the object stored under a name as a Swift type, or `nil` if nothing is stored.
    public override func object(forKey defaultName: String) -> Any? { value(defaultName)?.swiftObject }

    /// Returns the string stored under a name, or `nil` if none is stored.
    ///
    /// A number is returned as its digits, and a Boolean as `1` or `0`.
    public override func string(forKey defaultName: String) -> String? { value(defaultName)?.plainString }

    /// Returns the array stored under a name, or `nil` if none is stored.
    public override func array(forKey defaultName: String) -> [Any]? { object(forKey: defaultName) as? [Any] }

    /// Returns the dictionary stored under a name, or `nil` if none is stored.
    public override func dictionary(forKey defaultName: String) -> [String: Any]? {
        object(forKey: defaultName) as? [String: Any]
    }

    /// Returns the data stored under a name, or `nil` if none is stored.
    public override func data(forKey defaultName: String) -> Data? { object(forKey: defaultName) as? Data }

    /// Returns the array stored under a name if all of its elements are strings; otherwise `nil`.
    public override func stringArray(forKey defaultName: String) -> [String]? {
        object(forKey: defaultName) as? [String]
    }

    /// Returns the number stored under a name, or the number at the start of a stored string; otherwise 0.
    public override func integer(forKey defaultName: String) -> Int { value(defaultName)?.plainInteger ?? 0 }

    /// Returns the number stored under a name, or the number at the start of a stored string; otherwise 0.
    public override func float(forKey defaultName: String) -> Float { Float(double(forKey: defaultName)) }

    /// Returns the number stored under a name, or the number at the start of a stored string; otherwise 0.
    public override func double(forKey defaultName: String) -> Double { value(defaultName)?.plainDouble ?? 0 }

    /// Returns `true` if a number other than 0, or a string that begins with Y, T or a whole number other than 0, is
    /// stored under a name; otherwise `false`.
    public override func bool(forKey defaultName: String) -> Bool { value(defaultName)?.plainBool ?? false }

    /// Returns the URL stored under a name, or `nil` if none is stored.
    ///
    /// A string that begins with `/` or `~` is a file's path; any other string is a URL.
    public override func url(forKey defaultName: String) -> URL? {
        guard let value = value(defaultName) else { return nil }
        // As in every plain getter, a value of another kind is read as nil, without an error.
        do { return try URL._decode(value) } catch { return nil }
    }

    /// Returns all values that can be read: launch arguments, stored values, and registered defaults.
    public override func dictionaryRepresentation() -> [String: Any] { store.all() }

    // MARK: - Writing

    /// Stores a property-list object, or removes the stored one if the object is `nil`.
    ///
    /// Any other object is refused and reported as an issue.
    public override func set(_ value: Any?, forKey defaultName: String) {
        guard let value else { return removeObject(forKey: defaultName) }
        write(try PropertyListValue.storable(value, name: defaultName), defaultName)
    }

    /// Stores an integer.
    public override func set(_ value: Int, forKey defaultName: String) { write(.integer(Int64(value)), defaultName) }

    /// Stores a number.
    public override func set(_ value: Float, forKey defaultName: String) { write(.real(Double(value)), defaultName) }

    /// Stores a number.
    public override func set(_ value: Double, forKey defaultName: String) { write(.real(value), defaultName) }

    /// Stores a Boolean.
    public override func set(_ value: Bool, forKey defaultName: String) { write(.boolean(value), defaultName) }

    /// Stores a URL, or removes the stored one if the URL is `nil`.
    public override func set(_ url: URL?, forKey defaultName: String) { set(url as Any?, forKey: defaultName) }

    private func write(_ value: @autoclosure () throws(DefaultsError) -> PropertyListValue?, _ name: String) {
        DefaultsIssue.reportingFailedWrite(at: nil) { () throws(DefaultsError) in
            _ = try store.set(value(), named: name, over: nil, through: hub)
        }
    }

    /// Removes the value that was set under a name.
    ///
    /// A launch argument or a registered value for the name stays.
    public override func removeObject(forKey defaultName: String) { write(nil, defaultName) }

    /// Saves what was written, and returns whether it is saved.
    ///
    /// A failure is also reported as an issue.
    @discardableResult
    public override func synchronize() -> Bool { store.flush(at: nil) }

    // MARK: - Domains

    /// Notifies observers of a change of the search list.
    func noteSearchListChange() {
        hub.refresh()
        store.didChange(nil, through: hub)
    }

    /// Registers fallback values.
    ///
    /// Objects that aren't property lists are refused and reported as issues.
    public override func register(defaults registrationDictionary: [String: Any]) {
        store.search.register(PropertyListValue.storable(registrationDictionary))
        noteSearchListChange()
    }

    /// The names of the volatile domains: that of launch arguments, if not removed, and that of registered values.
    public override var volatileDomainNames: [String] {
        [UserDefaults.argumentDomain, UserDefaults.registrationDomain].filter { store.search.volatile($0) != nil }
    }

    /// Returns the values of a volatile domain.
    public override func volatileDomain(forName domainName: String) -> [String: Any] {
        store.search.volatile(domainName) ?? [:]
    }

    /// Sets the launch arguments or the registered values.
    ///
    /// Objects that aren't property lists, and a domain of another name, are refused and reported as issues.
    ///
    /// In a `FileDefaults`, the registered values belong to the whole process: more can be added, but none can be
    /// replaced or removed.
    public override func setVolatileDomain(_ domain: [String: Any], forName domainName: String) {
        guard store.search.setVolatile(PropertyListValue.storable(domain), domainName) else {
            return reportMissingDomain(domainName)
        }
        noteSearchListChange()
    }

    /// Removes the launch arguments or the registered values.
    public override func removeVolatileDomain(forName domainName: String) {
        if store.search.setVolatile(nil, domainName) { noteSearchListChange() }
    }

    // MARK: - Persistent domains
    //
    // Foundation isn't asked for any: it would read and write the suite of that name, which is another store.
    //
    // Subclasses override these again, because the interface of a module that is built with library evolution lists
    // overrides only where their file imports Foundation publicly.

    /// Returns `nil`: there are no persistent domains beside the object's own values.
    open override func persistentDomain(forName domainName: String) -> [String: Any]? { nil }

    /// Refuses the domain, and reports an issue.
    open override func setPersistentDomain(_ domain: [String: Any], forName domainName: String) {
        reportMissingDomain(domainName)
    }

    /// Does nothing.
    open override func removePersistentDomain(forName domainName: String) {}

    private func reportMissingDomain(_ name: String) {
        let error = DefaultsError(.unstorable, reason: "this store has no domain named \"\(name.abbreviated)\"")
        DefaultsIssue.report(.failedWrite(error, at: nil))
    }
}

// MARK: - Checked stored forms

extension PropertyListValue {
    /// Returns the stored form of an object that was passed to a plain setter, or throws an error if it can't be
    /// stored.
    package static func storable(_ object: Any, name: String) throws(DefaultsError) -> PropertyListValue {
        let value = try untyped(object, name: name) ?? .nilMarker
        try StorableCheck.check(value, name: name)
        return value
    }

    /// Returns the stored forms of several objects.
    ///
    /// An object that can't be stored is reported and left out.
    package static func storable(_ objects: [String: Any]) -> [String: PropertyListValue] {
        var values: [String: PropertyListValue] = [:]
        for (name, object) in objects {
            do throws(DefaultsError) {
                values[name] = try storable(object, name: name)
            } catch {
                DefaultsIssue.report(.failedWrite(error, at: nil))
            }
        }
        return values
    }
}
