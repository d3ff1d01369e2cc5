#if os(Linux)
import Foundation

/// Counts the notices that `UserDefaults` has changed, as long as it lives.
final class NotificationListener {
    let heard = Shared(0)
    private let token: any NSObjectProtocol

    init(_ defaults: UserDefaults?, _ observe: @escaping @Sendable (Notification) -> Void = { _ in }) {
        let heard = heard
        token = NotificationCenter.default.addObserver(
            forName: UserDefaults.didChangeNotification, object: defaults, queue: nil
        ) { notification in
            heard.change { $0 += 1 }
            observe(notification)
        }
    }

    deinit { NotificationCenter.default.removeObserver(token) }
}
#endif
