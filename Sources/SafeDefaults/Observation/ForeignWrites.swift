package import Foundation

/// A source of notices of foreign writes, which the hub doesn't make itself.
///
/// On Apple systems, the source is key-value observing; for a file store, it is the file's engine.
///
/// The source calls ``ObservationHub/noticeForeignChange(of:)`` or ``ObservationHub/noticeForeignChanges()``, on any
/// thread and as often as it likes. The hub compares the stored values with those that it knows, so an unnecessary
/// notice has no effect.
package protocol ForeignChangeSource: AnyObject, Sendable {
    /// Begins to watch for writes to a name.
    ///
    /// The hub calls it while it holds no lock. Once it has returned, every later write is noticed.
    func register(_ name: String)

    /// Ends what a call of ``register(_:)`` began.
    ///
    /// The calls of two threads for one name may come in any order. So a source either counts them or never stops
    /// watching.
    func unregister(_ name: String)
}

/// Finds foreign writes to a plain `UserDefaults`.
enum ForeignWrites {
    #if canImport(Darwin)
    /// Returns a source that goes by key-value observing, and by the notification that any value has changed.
    static func source(of userDefaults: UserDefaults, for hub: ObservationHub) -> (any ForeignChangeSource)? {
        KeyRegistrations.of(userDefaults, for: hub) { UserDefaultsListener(userDefaults) }
    }
    #else
    /// Returns nil, because Foundation gives no notice of foreign writes here.
    static func source(of userDefaults: UserDefaults, for hub: ObservationHub) -> (any ForeignChangeSource)? { nil }
    #endif
}

#if canImport(Darwin)
/// Listens to one `UserDefaults` by key-value observing, and by the notification that any value has changed.
private final class UserDefaultsListener: KeyListener {
    private let defaults: SharedDefaults<UserDefaults>

    /// The observers of all keys, which must live as long as they are registered.
    private let observers = Locked<[KeyObserver]>([])

    init(_ userDefaults: UserDefaults) {
        defaults = SharedDefaults(userDefaults)
    }

    func listen(to name: String, _ notice: @escaping @Sendable () -> Void) {
        let observer = KeyObserver(notice)
        observers.withLock { $0.append(observer) }
        defaults.object.addObserver(observer, forKeyPath: name, options: [], context: nil)
    }

    func listenToEverything(_ notice: @escaping @Sendable () -> Void) {
        // Listens to the notifications of all objects, because several objects may use one suite.
        ForegroundReturn.listen(for: [UserDefaults.didChangeNotification], notice)
    }
}

/// Gives notice of writes to one key.
private final class KeyObserver: NSObject {
    private let notice: @Sendable () -> Void

    init(_ notice: @escaping @Sendable () -> Void) { self.notice = notice }

    override func observeValue(
        forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
        context: UnsafeMutableRawPointer?
    ) {
        notice()
    }
}
#endif

/// The moment at which an app comes back to the foreground, where it shows values that may have changed meanwhile.
///
/// While an app is in the background, it may be suspended, and misses notices that it would otherwise get.
package enum ForegroundReturn {
    /// The notifications that the system posts then, on the main thread.
    ///
    /// They are named, because the frameworks that declare them needn't be linked. On Linux nobody posts them.
    package static let notifications = [
        "UIApplicationWillEnterForegroundNotification",  // iOS, tvOS, visionOS, Catalyst
        "NSApplicationWillBecomeActiveNotification",  // macOS
        "WKApplicationWillEnterForegroundNotification",  // watchOS
        "NSExtensionHostWillEnterForegroundNotification",  // An extension, of its host.
    ].map { Notification.Name($0) }

    /// Calls a closure after each of some notifications, for as long as the process runs.
    package static func listen(for names: [Notification.Name], _ body: @escaping @Sendable () -> Void) {
        for name in names {
            _ = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in body() }
        }
    }
}
