import Foundation

/// What `UserDefaults` searches besides a program's own file: registered values, and those of all programs.
///
/// Foundation looks after them, through an object whose own file nobody writes.
///
/// Unchecked: `UserDefaults` is documented to be safe from several threads, and `register` isn't, on Linux, which is what
/// the lock is for.
final class OtherDomains: @unchecked Sendable {
    static let shared = OtherDomains()

    /// The name of a suite that has no file.
    static let suite = "SafeDefaults.FileDefaults"

    private let lock = NSLock()
    private let defaults: UserDefaults?

    private init() {
        defaults = UserDefaults(suiteName: Self.suite)
        // Each store has arguments of its own, which may have been removed.
        defaults?.removeVolatileDomain(forName: UserDefaults.argumentDomain)
        if let defaults { FirstUse.make(of: defaults) }
    }

    /// Waits until no other thread is in the middle of anything; for the thread that forks.
    func beginFork() { lock.lock() }

    /// Goes on after a fork, in both processes.
    func endFork() { lock.unlock() }

    /// What a name stands for.
    func object(_ name: String) -> Any? {
        lock.lock()
        defer { lock.unlock() }
        return defaults?.object(forKey: name)
    }

    /// Everything that is registered, and what else Foundation adds.
    func all() -> [String: Any] {
        lock.lock()
        defer { lock.unlock() }
        return defaults?.dictionaryRepresentation() ?? [:]
    }

    func register(_ values: [String: Any]) {
        lock.lock()
        defer { lock.unlock() }
        defaults?.register(defaults: values)
    }

    /// What is kept under a name of a domain that isn't a store's own file.
    func domain(_ name: String) -> [String: Any]? {
        lock.lock()
        defer { lock.unlock() }
        return defaults?.persistentDomain(forName: name)
    }
}
