#if canImport(Darwin)
import Foundation

/// Finds foreign writes to a plain `UserDefaults` by key-value observing, and by the notification that any value has
/// changed.
enum ForeignWrites {
    static func source(of userDefaults: UserDefaults, for hub: ObservationHub) -> (any ForeignChangeSource)? {
        KeyRegistrations.of(userDefaults, for: hub) { UserDefaultsListener(userDefaults) }
    }
}

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
        _ = NotificationCenter.default.addObserver(
            forName: UserDefaults.didChangeNotification, object: nil, queue: nil
        ) { _ in notice() }
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
