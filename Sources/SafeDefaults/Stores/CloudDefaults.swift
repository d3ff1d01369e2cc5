import Foundation

/// A `UserDefaults` that keeps its values in a store which several devices share.
///
/// What is registered with it stays in it. Launch arguments are not seen.
final class CloudDefaults: UserDefaults {
    let hub: ObservationHub

    /// The name of a suite to which nobody writes.
    static let suite = "SafeDefaults.CloudDefaults"

    private let cloud: any CloudValues
    private let registered: Locked<[String: PropertyListValue]>

    /// Creates one over a cloud store, and listens to that from now on.
    init(_ cloud: any CloudValues) {
        let registered = Locked<[String: PropertyListValue]>([:])
        self.cloud = cloud
        self.registered = registered
        hub = ObservationHub { name in
            StoredContent { () throws(NonPropertyListObject) in
                try Self.value(named: name, in: cloud) ?? registered.withLock { $0[name] }
            }
        }
        // NB: as for `InMemoryDefaults`, a suite's name that nobody writes, and that can't be refused.
        // swift-format-ignore: NeverForceUnwrap
        super.init(suiteName: Self.suite)!
        cloud.listen { [hub] change in Self.notice(change, by: hub) }
        // Fetches what other devices have written while this program wasn't running.
        _ = cloud.synchronize()
    }

    private static func notice(_ change: CloudChange, by hub: ObservationHub) {
        if change.reason == .quotaViolation { DefaultsIssue.report(.cloudQuotaExceeded(change.names ?? [])) }
        guard change.reason != .account, let names = change.names else { return hub.noticeForeignChanges() }
        for name in names { hub.noticeForeignChange(of: name) }
    }

    // MARK: - Names

    /// Throws for a name that the cloud's store may answer with an exception, which ends the process.
    static func check(_ name: String) throws(DefaultsError) {
        guard !isStorable(name) else { return }
        let reason =
            name.isEmpty
            ? "a key in iCloud can't be empty"
            : "a key in iCloud may have \(longestName) bytes of UTF-8 at most, and this one has \(name.utf8.count)"
        throw DefaultsError(.unstorable, storedName: name, reason: reason)
    }

    private static func isStorable(_ name: String) -> Bool { (1...longestName).contains(name.utf8.count) }

    /// How many bytes of UTF-8 the system takes.
    ///
    /// NB: Apple's reference of `NSUbiquitousKeyValueStore` gives this limit, and says that a longer key is an error at run
    /// time; the exception is in github.com/MKSG-MugunthKumar/MKiCloudSync/issues/13. What an empty key does isn't documented.
    private static let longestName = 64

    // MARK: - Reading

    private static func value(
        named name: String, in cloud: any CloudValues
    ) throws(NonPropertyListObject) -> PropertyListValue? {
        guard isStorable(name), let object = cloud.object(forKey: name) else { return nil }
        return try PropertyListValue(foundationObject: object)
    }

    private func value(_ name: String) throws(NonPropertyListObject) -> PropertyListValue? {
        try Self.value(named: name, in: cloud) ?? registered.withLock { $0[name] }
    }

    /// What the cloud's store holds under a name; what is registered isn't in it.
    func storedContent(named name: String) -> StoredContent {
        StoredContent { () throws(NonPropertyListObject) in try Self.value(named: name, in: cloud) }
    }

    /// What a plain getter looks at, which knows nothing of what is no property list.
    private func plainValue(_ name: String) -> PropertyListValue? {
        do throws(NonPropertyListObject) { return try value(name) } catch { return nil }
    }

    override func object(forKey defaultName: String) -> Any? {
        // What no value of ours stands for is given as it is, for whoever reads it to find unreadable.
        do throws(NonPropertyListObject) { return try value(defaultName)?.swiftObject } catch {
            return cloud.object(forKey: defaultName)
        }
    }

    override func string(forKey defaultName: String) -> String? { plainValue(defaultName)?.plainString }

    override func array(forKey defaultName: String) -> [Any]? { object(forKey: defaultName) as? [Any] }

    override func dictionary(forKey defaultName: String) -> [String: Any]? {
        object(forKey: defaultName) as? [String: Any]
    }

    override func data(forKey defaultName: String) -> Data? { object(forKey: defaultName) as? Data }

    override func stringArray(forKey defaultName: String) -> [String]? { object(forKey: defaultName) as? [String] }

    override func integer(forKey defaultName: String) -> Int { plainValue(defaultName)?.plainInteger ?? 0 }

    override func float(forKey defaultName: String) -> Float { Float(double(forKey: defaultName)) }

    override func double(forKey defaultName: String) -> Double { plainValue(defaultName)?.plainDouble ?? 0 }

    override func bool(forKey defaultName: String) -> Bool { plainValue(defaultName)?.plainBool ?? false }

    override func url(forKey defaultName: String) -> URL? { plainValue(defaultName).flatMap { try? URL._decode($0) } }

    override func dictionaryRepresentation() -> [String: Any] {
        registered.withLock { $0 }.mapValues(\.swiftObject).merging(cloud.allObjects(), uniquingKeysWith: { $1 })
    }

    // MARK: - Writing

    override func set(_ value: Any?, forKey defaultName: String) {
        guard let value else { return removeObject(forKey: defaultName) }
        do throws(DefaultsError) {
            try Self.check(defaultName)
            write(try PropertyListValue.storable(value, name: defaultName), forKey: defaultName)
        } catch {
            DefaultsIssue.report(.failedWrite(error, at: nil))
        }
    }

    override func set(_ value: Int, forKey defaultName: String) { set(value as Any?, forKey: defaultName) }

    override func set(_ value: Float, forKey defaultName: String) { set(value as Any?, forKey: defaultName) }

    override func set(_ value: Double, forKey defaultName: String) { set(value as Any?, forKey: defaultName) }

    override func set(_ value: Bool, forKey defaultName: String) { set(value as Any?, forKey: defaultName) }

    override func set(_ url: URL?, forKey defaultName: String) { set(url as Any?, forKey: defaultName) }

    override func removeObject(forKey defaultName: String) { write(nil, forKey: defaultName) }

    private func write(_ value: PropertyListValue?, forKey name: String) {
        hub.writing(to: name) { put(value, named: name) }
    }

    /// Stores a value that has been checked, or removes what is stored for nil; the caller tells the hub.
    ///
    /// Called under the hub's lock, other than the setters of a plain `UserDefaults`: the cloud's store calls nobody for a
    /// write of this device.
    func put(_ value: PropertyListValue?, named name: String) {
        if let value {
            cloud.set(value.foundationObject, forKey: name)
        } else if Self.isStorable(name) {
            cloud.removeObject(forKey: name)
        }
    }

    @discardableResult
    override func synchronize() -> Bool { cloud.synchronize() }

    override func register(defaults registrationDictionary: [String: Any]) {
        let values = PropertyListValue.storable(registrationDictionary)
        registered.withLock { $0.merge(values, uniquingKeysWith: { $1 }) }
        hub.refresh()
    }
}
