import Foundation

/// The moment at which an app comes back to the foreground, where it shows values that may have changed meanwhile.
///
/// While an app is in the background, it may be suspended, and misses notices that it would otherwise get.
enum ForegroundReturn {
    /// The notifications that the system posts then, on the main thread.
    ///
    /// They are named, because the frameworks that declare them needn't be linked. On Linux nobody posts them.
    static let notifications = [
        "UIApplicationWillEnterForegroundNotification",  // iOS, tvOS, visionOS, Catalyst
        "NSApplicationWillBecomeActiveNotification",  // macOS
        "WKApplicationWillEnterForegroundNotification",  // watchOS
        "NSExtensionHostWillEnterForegroundNotification",  // An extension, of its host.
    ].map { Notification.Name($0) }

    /// Calls a closure after each of some notifications, for as long as the process runs.
    static func listen(for names: [Notification.Name], _ body: @escaping @Sendable () -> Void) {
        for name in names {
            _ = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in body() }
        }
    }
}
