#if canImport(Darwin)
import Foundation
public import SafeDefaults

/// iCloud's key-value store.
///
/// Apple documents that it may be used from anywhere in the app.
private final class UbiquitousValues: CloudValues {
    private var store: NSUbiquitousKeyValueStore { .default }

    func object(forKey name: String) -> Any? { store.object(forKey: name) }

    func set(_ object: Any, forKey name: String) { store.set(object, forKey: name) }

    func removeObject(forKey name: String) { store.removeObject(forKey: name) }

    func allObjects() -> [String: Any] { store.dictionaryRepresentation }

    func synchronize() -> Bool { store.synchronize() }

    func listen(_ notice: @escaping @Sendable (CloudChange) -> Void) {
        _ = NotificationCenter.default.addObserver(
            forName: NSUbiquitousKeyValueStore.didChangeExternallyNotification, object: store, queue: nil
        ) { notification in
            let names = notification.userInfo?[NSUbiquitousKeyValueStoreChangedKeysKey] as? [String]
            notice(CloudChange(reason: Self.reason(of: notification), names: names))
        }
    }

    private static func reason(of notification: Notification) -> CloudChange.Reason {
        switch notification.userInfo?[NSUbiquitousKeyValueStoreChangeReasonKey] as? Int {
        case NSUbiquitousKeyValueStoreServerChange: .server
        case NSUbiquitousKeyValueStoreInitialSyncChange: .initialSync
        case NSUbiquitousKeyValueStoreQuotaViolationChange: .quotaViolation
        case NSUbiquitousKeyValueStoreAccountChange: .account
        default: .unknown
        }
    }
}

extension DefaultsStore {
    /// The app's key-value store in iCloud, for the same settings on all devices of one person.
    ///
    /// <!-- apple -->
    /// ```swift
    /// let login = LoginDefaults(store: .iCloud)
    /// login.attempts += 1
    /// ```
    ///
    /// Writes by other devices are observed like any other change. The store's `userDefaults` is an object of a
    /// subclass of `UserDefaults`.
    ///
    /// - *Needs:* The app needs the entitlement `com.apple.developer.ubiquity-kvstore-identifier`. Without it nothing
    ///   is kept, which is an issue of the kind ``DefaultsIssue/Kind/unavailableCloud``, and `flush()` is `false`.
    ///   Without an account, values stay on this device.
    /// - *Other devices* see a write some time later, and may have written meanwhile. The last write wins, so
    ///   ``SafeDefaults/update(_:fileID:line:_:)`` and ``SafeDefaults/edit(fileID:line:_:)`` are atomic only in this
    ///   process.
    /// - *The first download* for an account may replace what was written before it.
    /// - *Room:* There is room for 1,024 keys and 1 megabyte. A value that doesn't fit isn't stored; this is reported
    ///   later, as an issue of the kind ``DefaultsIssue/Kind/fullCloud``. A key that is empty or has more than
    ///   64 UTF-8 bytes is refused at once.
    /// - *Another account:* When the account changes, its values replace all others, and each value that differs is a
    ///   change.
    /// - *Registered defaults* stay in this process, and launch arguments are ignored.
    /// - *Secrets* don't belong in this store, because the system stores the values unencrypted.
    public static let iCloud = DefaultsStore(CloudDefaults(UbiquitousValues()))
}
#endif
