import Foundation

/// What `UserDefaults` searches besides a program's own file: registered values, and those of all programs.
///
/// Foundation looks after them, through an object whose own file nobody writes. Launch arguments are left out: each file
/// store has a copy of its own, which may have been changed or removed.
///
/// Unchecked: `UserDefaults` is documented to be safe from several threads; where `register` isn't, there is a lock.
final class OtherDomains: @unchecked Sendable {
    /// The name of a suite that has no file.
    static let suite = "SafeDefaults.FileDefaults"

    private let defaults: UserDefaults?

    /// Whether the launch arguments are those of all objects in the process, so that they mustn't be removed.
    private let sharesArguments: Bool

    /// Keeps threads apart where Foundation doesn't; nil on Apple systems, where it does, and where `register` calls
    /// observers, who may wait for another thread.
    private let lock: NSLock?

    /// - Parameters:
    ///   - defaults: An object of which nobody else makes use.
    ///   - isApples: Whether it does as on Apple systems, not as on Linux.
    init(_ defaults: UserDefaults?, isApples: Bool) {
        self.defaults = defaults
        sharesArguments = isApples
        lock = isApples ? nil : NSLock()
        if !isApples { defaults?.removeVolatileDomain(forName: UserDefaults.argumentDomain) }
        if let defaults { FirstUse.make(of: defaults) }
    }

    /// Waits until no other thread is in the middle of anything; for the thread that forks.
    func beginFork() { lock?.lock() }

    /// Goes on after a fork, in both processes.
    func endFork() { lock?.unlock() }

    private func reading<Result>(_ read: (UserDefaults) -> Result?) -> Result? {
        lock?.lock()
        defer { lock?.unlock() }
        return defaults.flatMap(read)
    }

    /// The process's launch arguments; nil where each object has its own.
    var sharedArguments: [String: Any]? { sharesArguments ? reading(arguments) ?? [:] : nil }

    /// What a name stands for.
    func object(_ name: String) -> Any? {
        reading { defaults in
            guard let object = defaults.object(forKey: name) else { return nil }
            return arguments(of: defaults)[name] == nil ? object : hidden(name, in: defaults)
        }
    }

    private func arguments(of defaults: UserDefaults) -> [String: Any] {
        sharesArguments ? defaults.volatileDomain(forName: UserDefaults.argumentDomain) : [:]
    }

    /// What an argument hides.
    private func hidden(_ name: String, in defaults: UserDefaults) -> Any? {
        defaults.persistentDomain(forName: UserDefaults.globalDomain)?[name]
            ?? defaults.volatileDomain(forName: UserDefaults.registrationDomain)[name]
    }

    /// Everything that is registered, and what else Foundation adds.
    func all() -> [String: Any] {
        reading { defaults in
            var all = defaults.dictionaryRepresentation()
            for name in arguments(of: defaults).keys { all[name] = hidden(name, in: defaults) }
            return all
        } ?? [:]
    }

    func register(_ values: [String: Any]) {
        _ = reading { $0.register(defaults: values) }
    }

    /// What is kept under a name of a domain that isn't a store's own file.
    func domain(_ name: String) -> [String: Any]? { reading { $0.persistentDomain(forName: name) } }
}
