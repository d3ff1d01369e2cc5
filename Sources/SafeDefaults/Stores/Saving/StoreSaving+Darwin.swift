#if canImport(Darwin)
import Foundation

/// The program's own preferences, whose file belongs to a daemon.
enum PreferencesFile {
    /// The name of the program's own domain.
    static let programName = Bundle.main.bundleIdentifier ?? Bundle.main.executableURL?.lastPathComponent

    /// The name by which `persistentDomain` finds the values of `UserDefaults.standard`.
    static var programDomain: String? { programName }
}

extension PropertyListValue {
    /// Whether memory may show this value for another one, which the daemon doesn't do.
    package func mayStand(for other: PropertyListValue) -> Bool { self == other }
}

/// Saves a plain store's writes at the end of a process that may be a tool.
///
/// In an app on a system without tools, this object isn't needed and doesn't exist.
///
/// Every write is sent to a daemon, which keeps it. The writer doesn't wait for that. A process that isn't an app, such
/// as a tool, has to wait for it before it exits, according to the comment on `synchronize` in NSUserDefaults.h.
final class StoreSaving: Sendable {
    private let defaults: SharedDefaults<UserDefaults>

    private static let isNeeded = PlatformRules.system.savesAtExit(Bundle.main.bundleURL)

    /// The stores that have been written to.
    ///
    /// They are kept until the process ends, because a write may still be on its way when its object is no longer used.
    private static let written = Locked<[ObjectIdentifier: StoreSaving]>([:])

    /// The registration, which the first write makes once.
    private static let registration: Void = AtExit.perform(.savePlainStores) {
        // Other threads keep running while the process exits, so no lock is held while Foundation works.
        for store in written.withLock({ Array($0.values) }) { _ = store.synchronize() }
    }

    /// The URL of the file, which only the daemon knows.
    var fileURL: URL? { nil }

    init?(_ userDefaults: UserDefaults, domain: String?) {
        guard Self.isNeeded else { return nil }
        defaults = SharedDefaults(userDefaults)
    }

    func save(_ value: PropertyListValue?, named name: String, _ write: () -> Void) {
        write()
        Self.registration
        Self.written.withLock { $0[ObjectIdentifier(self)] = self }
    }

    func flush(at location: CodeLocation?) -> Bool { synchronize() }

    let changesByOthers = Locked<(@Sendable () -> Void)?>(nil)

    func object(named name: String) -> Any? { defaults.object.object(forKey: name) }

    func reading<Value>(_ read: () -> Value) -> Value { read() }

    func open() {}

    func lookAgain() {}

    var currentProblem: DefaultsError? { nil }

    /// Does nothing, because the daemon doesn't tell whether the file is damaged.
    func readFile() throws(DefaultsError) {}

    private func synchronize() -> Bool { defaults.object.synchronize() }
}
#endif
