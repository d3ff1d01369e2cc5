import Foundation
package import SafeDefaults

/// A `UserDefaults` that keeps its values in a store which several devices share.
///
/// It keeps registered values in memory, and ignores launch arguments.
///
/// NB: `package`, because the compiler complains of a less visible subclass: it takes the initializer that the class
/// inherits and doesn't use for an endless recursion.
package final class CloudDefaults: PropertyListDefaults {
    /// Creates an object that reads and writes the values in a key-value store of iCloud, and starts to listen for
    /// their changes.
    ///
    /// - Parameters:
    ///   - cloud: The key-value store.
    ///   - returns: The notifications after which changes by other devices are fetched.
    ///   - queue: The queue on which observers are called. The system gives its notices on a serial queue of its own,
    ///     where an observer that blocks would delay all later ones.
    init(
        _ cloud: any CloudValues, returns: [Notification.Name] = ForegroundReturn.notifications,
        queue: DispatchQueue = .global()
    ) {
        let store = CloudStore(cloud)
        let hub = ObservationHub(of: store)
        super.init(store, hub: hub)
        cloud.listen { change in
            if change.reason == .quotaViolation { DefaultsIssue.report([.fullCloud(change.names ?? [])], on: queue) }
            queue.async { Self.notice(change, by: hub) }
        }
        // Fetches what other devices have written while this program wasn't running, or was in the background. This
        // may be the first use of a global store, whose handler could use it too, so an issue is reported later.
        store.fetch()
        ForegroundReturn.listen(for: returns) { [weak store] in store?.fetch() }
    }

    private static func notice(_ change: CloudChange, by hub: ObservationHub) {
        guard change.reason != .account, let names = change.names else { return hub.noticeForeignChanges() }
        for name in names { hub.noticeForeignChange(of: name) }
    }
}

/// The values of a ``CloudDefaults``.
private final class CloudStore: ExclusiveStore {
    /// Neither launch arguments nor added suites are searched.
    let search = SearchList(isSearched: false)

    private let cloud: any CloudValues

    /// Whether the system was found not to keep the values, and an issue has said so.
    private let isUnavailable = Locked(false)

    init(_ cloud: any CloudValues) { self.cloud = cloud }

    /// Unknown, because the values may not have come from iCloud yet.
    var availability: StoreAvailability { .unknown }

    // MARK: - Names

    /// Throws an error for a name with which the cloud's store might raise an exception, which would end the process.
    func check(_ name: String) throws(DefaultsError) {
        guard !isStorable(name) else { return }
        let reason =
            name.isEmpty
            ? "a key in iCloud can't be empty"
            : "a key in iCloud may have \(longestName) bytes of UTF-8 at most, and this one has \(name.utf8.count)"
        throw DefaultsError(.unstorable, storedName: name, reason: reason)
    }

    private func isStorable(_ name: String) -> Bool { (1...longestName).contains(name.utf8.count) }

    /// The maximum length of a name, in UTF-8 bytes.
    ///
    /// NB: Apple's reference of `NSUbiquitousKeyValueStore` gives this limit, and says that a longer key is an error at
    /// run time; the exception is in github.com/MKSG-MugunthKumar/MKiCloudSync/issues/13. An empty key isn't
    /// documented.
    private let longestName = 64

    // MARK: - Reading

    func ownValue(named name: String) throws(NonPropertyListObject) -> PropertyListValue? {
        guard let object = object(named: name) else { return nil }
        return try PropertyListValue(foundationObject: object)
    }

    private func object(named name: String) -> Any? { isStorable(name) ? cloud.object(forKey: name) : nil }

    func ownContents(named names: [String]) -> [String: StoredContent] {
        Dictionary(
            keepingLast: names.map { ($0, object(named: $0).map(StoredContent.init(foundationObject:)) ?? .nothing) })
    }

    /// Reads under the hub's lock, because a batch is written there, value by value.
    func contents(
        named names: [String], in layer: Layer, through hub: ObservationHub
    ) -> [String: StoredContent] {
        hub.underLock { contents(named: names, in: layer) }
    }

    var ownNames: [String] { Array(cloud.allObjects().keys) }

    var ownObjects: [String: Any] { cloud.allObjects() }

    // MARK: - Writing

    /// This is called under the hub's lock, unlike the setters of a plain store.
    ///
    /// It may be, because the cloud's store doesn't call observers for writes by this device.
    func put(_ value: PropertyListValue?, named name: String) throws(DefaultsError) {
        if let value {
            try check(name)
            cloud.set(value.foundationObject, forKey: name)
        } else if isStorable(name) {
            cloud.removeObject(forKey: name)
        }
    }

    func flush(at location: CodeLocation?) -> Bool {
        let result = synchronize()
        if result == .firstFailure { DefaultsIssue.report(.unavailableCloud(at: location)) }
        return result == .kept
    }

    /// Fetches what other devices have written.
    func fetch() {
        if synchronize() == .firstFailure { DefaultsIssue.report([.unavailableCloud(at: nil)], on: .global()) }
    }

    private enum Synchronization {
        case kept

        /// The system doesn't keep the values, and no issue has said so yet.
        case firstFailure

        case furtherFailure
    }

    /// Exchanges the values in memory with those on this device's disk.
    private func synchronize() -> Synchronization {
        let isKept = cloud.synchronize()
        return isUnavailable.withLock { isUnavailable in
            defer { isUnavailable = !isKept }
            return isKept ? .kept : isUnavailable ? .furtherFailure : .firstFailure
        }
    }
}

/// A key-value store that several devices share: that of iCloud, or a simulated one in tests.
protocol CloudValues: Sendable {
    /// Returns the property-list object under a name, or nil if there is none.
    func object(forKey name: String) -> Any?

    /// Stores a property-list object.
    func set(_ object: Any, forKey name: String)

    /// Removes the value stored under a name.
    func removeObject(forKey name: String)

    /// Returns all objects by name.
    func allObjects() -> [String: Any]

    /// Exchanges what is in memory with what is on this device's disk, and returns whether that worked.
    ///
    /// It doesn't work in an app without the entitlement.
    func synchronize() -> Bool

    /// Begins to give notice of changes that this process didn't make. The closure is called on any thread, until the
    /// process ends.
    func listen(_ notice: @escaping @Sendable (CloudChange) -> Void)
}

/// A change in a cloud store that this process didn't make.
struct CloudChange: Sendable {
    enum Reason: Sendable {
        /// Another device has written.
        case server

        /// The first values of this account have arrived. Values that were written before may be lost.
        case initialSync

        /// More was written than the account has room for.
        case quotaViolation

        /// The user has signed in to another account or signed out, so all values may differ.
        case account

        /// A reason that this version of the library doesn't know.
        case unknown
    }

    let reason: Reason

    /// The names whose values have changed; nil if they are unknown.
    let names: [String]?
}
