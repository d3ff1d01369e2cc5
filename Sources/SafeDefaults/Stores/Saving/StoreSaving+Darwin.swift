#if canImport(Darwin)
import Foundation

/// The file behind a `UserDefaults`, which belongs to a daemon here.
struct PreferencesFile: Sendable {
    /// The name of the program's own domain.
    static let programName = Bundle.main.bundleIdentifier ?? Bundle.main.executableURL?.lastPathComponent

    static let standard = PreferencesFile()

    static func suite(_ name: String) -> PreferencesFile { PreferencesFile() }
}

/// Saves a plain store's writes at the end of a process that isn't an app; in an app there is none.
///
/// A daemon keeps every write, which is sent to it without waiting. A process that isn't an app, such as a tool or a
/// daemon, has to wait for that before it exits: so says the comment on `synchronize` in NSUserDefaults.h.
final class StoreSaving: Sendable {
    private let defaults: SharedDefaults<UserDefaults>

    /// Whether this process isn't an app or an app's extension, which the system ends by itself.
    private static let isNeeded = !["app", "appex"].contains(Bundle.main.bundleURL.pathExtension)

    /// The stores that were written; kept until the end, because a write may be on its way when the object is no longer
    /// used.
    private static let written = Locked<[ObjectIdentifier: StoreSaving]>([:])

    /// Made once, by the first write.
    private static let registration: Void = AtExit.perform(.savePlainStores) {
        // Other threads go on while the process exits, so no lock is held while Foundation works.
        for store in written.withLock({ Array($0.values) }) { _ = store.synchronize() }
    }

    init?(_ userDefaults: UserDefaults, file: PreferencesFile?) {
        guard Self.isNeeded else { return nil }
        defaults = SharedDefaults(userDefaults)
    }

    func noteWrite() {
        Self.registration
        Self.written.withLock { $0[ObjectIdentifier(self)] = self }
    }

    func flush(at location: CodeLocation) -> Bool { synchronize() }

    private func synchronize() -> Bool { defaults.object.synchronize() }
}
#endif
