#if canImport(Darwin)
import Foundation

/// Where foreign writes to a plain `UserDefaults` are heard of: key-value observing, and the notification of any change.
enum ForeignWrites {
    static func source(of userDefaults: UserDefaults, for hub: ObservationHub) -> (any ForeignChangeSource)? {
        KeyRegistrations.of(userDefaults, for: hub) { UserDefaultsListener(userDefaults) }
    }
}

/// Listens to one `UserDefaults` by key-value observing, and by the notification that anything has changed.
///
/// Unchecked: `UserDefaults` is documented to be safe from several threads, and all else is guarded by a lock.
private final class UserDefaultsListener: NSObject, KeyListener, @unchecked Sendable {
    private let userDefaults: UserDefaults
    private let notices = Locked<[String: @Sendable () -> Void]>([:])

    init(_ userDefaults: UserDefaults) {
        self.userDefaults = userDefaults
    }

    func listen(to name: String, _ notice: @escaping @Sendable () -> Void) {
        notices.withLock { $0[name] = notice }
        userDefaults.addObserver(self, forKeyPath: name, options: [], context: nil)
    }

    override func observeValue(
        forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
        context: UnsafeMutableRawPointer?
    ) {
        guard let keyPath else { return }
        notices.withLock { $0[keyPath] }?()
    }

    func listenToEverything(_ notice: @escaping @Sendable () -> Void) {
        // Of any object, because several may stand for one suite.
        _ = NotificationCenter.default.addObserver(
            forName: UserDefaults.didChangeNotification, object: nil, queue: nil
        ) { _ in notice() }
    }
}
#endif
