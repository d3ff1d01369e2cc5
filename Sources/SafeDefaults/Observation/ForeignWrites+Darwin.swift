#if canImport(Darwin)
import Foundation

/// Finds foreign writes to a plain `UserDefaults` by key-value observing, and by the notification of any change.
enum ForeignWrites {
    static func source(of userDefaults: UserDefaults, for hub: ObservationHub) -> (any ForeignChangeSource)? {
        KeyRegistrations.of(userDefaults, for: hub) { UserDefaultsListener(userDefaults) }
    }
}

/// Listens to one `UserDefaults` by key-value observing, and by the notification that anything has changed.
private final class UserDefaultsListener: NSObject, KeyListener {
    private let defaults: SharedDefaults<UserDefaults>
    private let notices = Locked<[String: @Sendable () -> Void]>([:])

    init(_ userDefaults: UserDefaults) {
        defaults = SharedDefaults(userDefaults)
    }

    func listen(to name: String, _ notice: @escaping @Sendable () -> Void) {
        notices.withLock { $0[name] = notice }
        defaults.object.addObserver(self, forKeyPath: name, options: [], context: nil)
    }

    override func observeValue(
        forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
        context: UnsafeMutableRawPointer?
    ) {
        guard let keyPath else { return }
        notices.withLock { $0[keyPath] }?()
    }

    func listenToEverything(_ notice: @escaping @Sendable () -> Void) {
        // To notifications of any object, because several objects may stand for one suite.
        _ = NotificationCenter.default.addObserver(
            forName: UserDefaults.didChangeNotification, object: nil, queue: nil
        ) { _ in notice() }
    }
}
#endif
