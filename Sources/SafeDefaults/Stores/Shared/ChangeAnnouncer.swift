import Foundation

/// Tells the system of an object's changes, as Apple's `UserDefaults` does of its own: observers of a key are called,
/// and a notification is posted.
final class ChangeAnnouncer: Sendable {
    /// Calls the key-value observers of one key of an object.
    typealias CallObservers = @Sendable (UserDefaults, _ key: String) -> Void

    private let callObservers: CallObservers

    /// The names that were written to since the last announcement.
    private let names = Locked<Set<String>>([])

    init(_ callObservers: @escaping CallObservers) { self.callObservers = callObservers }

    /// Notes a write to a name.
    ///
    /// The name is nil if any value may have changed. Then only the notification tells of it.
    func note(_ name: String?) {
        guard let name, KeyRegistrations.canObserve(name) else { return }
        names.withLock { _ = $0.insert(name) }
    }

    /// Announces what was noted.
    ///
    /// Call it while no lock is held, because observers may do anything.
    func announce(for defaults: UserDefaults) {
        let names = names.withLock { names in
            defer { names = [] }
            return names
        }
        for name in names.inAlphabeticalOrder() { callObservers(defaults, name) }
        NotificationCenter.default.post(name: UserDefaults.didChangeNotification, object: defaults)
    }

    #if canImport(Darwin)
    /// Returns an announcer that calls the key-value observers.
    ///
    /// The value has changed already when they are told that it will change. They can't be told under the lock, where
    /// it changes, and `AppStorage` reads the value anew.
    static func system() -> ChangeAnnouncer? {
        ChangeAnnouncer { defaults, key in
            defaults.willChangeValue(forKey: key)
            defaults.didChangeValue(forKey: key)
        }
    }
    #else
    /// Returns nil, because Foundation has no key-value observing here.
    static func system() -> ChangeAnnouncer? { nil }
    #endif
}
