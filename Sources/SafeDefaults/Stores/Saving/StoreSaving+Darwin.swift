#if canImport(Darwin)
import Foundation

/// The file behind a `UserDefaults`: the daemon's business.
struct PreferencesFile: Sendable {
    /// The name of the program's own domain.
    static let programName = Bundle.main.bundleIdentifier ?? Bundle.main.executableURL?.lastPathComponent

    static let standard = PreferencesFile()

    static func suite(_ name: String) -> PreferencesFile { PreferencesFile() }
}

/// What saves a store's writes at the end of a process that isn't an app; in an app, nothing.
///
/// A daemon keeps every write, which is sent to it without waiting. Of a process that isn't an app, a tool or a daemon, the
/// comment on `synchronize` in NSUserDefaults.h says that it has to wait for that before it exits.
///
/// Unchecked: `UserDefaults` is documented to be safe from several threads, and nothing changes.
final class StoreSaving: @unchecked Sendable {
    private let userDefaults: UserDefaults

    init?(_ userDefaults: UserDefaults, file: PreferencesFile?) {
        guard ExitSaving.isNeeded else { return nil }
        self.userDefaults = userDefaults
    }

    func noteWrite(of name: String, _ value: PropertyListValue?) { ExitSaving.noteWrite(to: self) }

    func flush(at location: CodeLocation) -> Bool { synchronize() }

    fileprivate func synchronize() -> Bool { userDefaults.synchronize() }
}

/// What is called when a process exits: waits until the daemon has what was written through the library.
private enum ExitSaving {
    /// Whether this process is something else than an app or an app's extension, which the system ends by itself.
    static let isNeeded = !["app", "appex"].contains(Bundle.main.bundleURL.pathExtension)

    /// What was written to; kept until the end, because a write may be on its way when nobody needs the object any more.
    private static let written = Locked<[ObjectIdentifier: StoreSaving]>([:])

    private static let process = getpid()

    /// Made once, by the first write.
    private static let registration: Void = {
        _ = process
        atexit { ExitSaving.synchronize() }
    }()

    static func noteWrite(to store: StoreSaving) {
        registration
        written.withLock { $0[ObjectIdentifier(store)] = store }
    }

    /// Runs on the thread that exits, while others go on, so it holds no lock while Foundation works.
    private static func synchronize() {
        // In a child that was forked Foundation can't be used, and a lock that another thread held is never released.
        guard process == getpid() else { return }
        for store in written.withLock({ Array($0.values) }) { _ = store.synchronize() }
    }
}
#endif
