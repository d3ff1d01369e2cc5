#if canImport(Darwin)
import Foundation

extension ChangeAnnouncer {
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
}
#endif
