import Foundation

/// The part of the search list that Foundation manages for a store of this library's own: registered values, and the
/// values of all programs.
///
/// Foundation reads them through a `UserDefaults` whose own file nobody writes. Launch arguments are left out: each
/// file store has its own copy of them (``SearchList``), which may have been changed or removed.
final class SystemSearchList: Sendable {
    private let defaults: SharedDefaults<UserDefaults>?

    /// Whether the launch arguments belong to all objects in the process, so that they mustn't be removed.
    private let sharesArguments: Bool

    /// Keeps threads apart where Foundation doesn't.
    ///
    /// It is nil on Apple systems, where Foundation does, and where `register` calls observers, which may wait for
    /// another thread.
    private let lock: RecursiveLock?

    /// Creates a search list.
    ///
    /// - Parameters:
    ///   - defaults: An object that nothing else uses.
    ///   - isApples: Whether it behaves as on Apple systems, not as on Linux.
    init(_ defaults: UserDefaults?, isApples: Bool) {
        self.defaults = defaults.map(SharedDefaults.init)
        sharesArguments = isApples
        lock = isApples ? nil : RecursiveLock()
        if !isApples { defaults?.removeVolatileDomain(forName: UserDefaults.argumentDomain) }
        if let defaults { FirstUse.prepare(defaults) }
    }

    private func reading<Result>(_ read: (UserDefaults) -> Result?) -> Result? {
        guard let defaults else { return nil }
        lock?.lock()
        defer { lock?.unlock() }
        return read(defaults.object)
    }

    /// The launch arguments of the process; nil where each object has its own.
    var sharedArguments: [String: Any]? { sharesArguments ? reading(arguments) ?? [:] : nil }

    /// The object that a name stands for; nil for nothing.
    func object(_ name: String) -> Any? {
        reading { defaults in
            guard let object = defaults.object(forKey: name) else { return nil }
            return arguments(of: defaults)[name] == nil ? object : hidden(name, in: defaults)
        }
    }

    private func arguments(of defaults: UserDefaults) -> [String: Any] {
        sharesArguments ? defaults.volatileDomain(forName: UserDefaults.argumentDomain) : [:]
    }

    /// The object that a launch argument hides.
    private func hidden(_ name: String, in defaults: UserDefaults) -> Any? {
        defaults.persistentDomain(forName: UserDefaults.globalDomain)?[name]
            ?? defaults.volatileDomain(forName: UserDefaults.registrationDomain)[name]
    }

    /// All objects by name: the registered ones, and those that Foundation adds.
    func all() -> [String: Any] {
        reading { defaults in
            var all = defaults.dictionaryRepresentation()
            for name in arguments(of: defaults).keys { all[name] = hidden(name, in: defaults) }
            return all
        } ?? [:]
    }

    /// Registers fallback values, for the whole process.
    func register(_ values: [String: Any]) {
        _ = reading { $0.register(defaults: values) }
    }

    /// The objects of a domain that isn't a store's own; nil if there is none.
    func domain(_ name: String) -> [String: Any]? { reading { $0.persistentDomain(forName: name) } }
}
