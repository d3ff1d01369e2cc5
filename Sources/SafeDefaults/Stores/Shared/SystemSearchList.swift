import Foundation

/// The part of a store's search list that Foundation manages: registered values, and the values of the domain that all
/// programs share.
///
/// They are read through a `UserDefaults` to whose own file nothing is ever written. Launch arguments are left out,
/// because each file store has its own copy of them in its ``SearchList``, where they may have been changed or removed.
package final class SystemSearchList: Sendable {
    private let defaults: SharedDefaults<UserDefaults>?

    /// Whether all objects in the process share the launch arguments, so that they must not be removed.
    private let sharesArguments: Bool

    /// A lock around Foundation's calls, on systems where they aren't thread-safe.
    ///
    /// It is nil on Apple systems. There Foundation is thread-safe, and `register` calls observers, which may wait for
    /// another thread.
    private let lock: RecursiveLock?

    /// Creates a search list.
    ///
    /// - Parameters:
    ///   - defaults: A `UserDefaults` that nothing else uses.
    ///   - isApples: Whether the object behaves as on Apple systems rather than as on Linux.
    init(_ defaults: UserDefaults?, isApples: Bool) {
        self.defaults = defaults.map(SharedDefaults.init)
        sharesArguments = isApples
        lock = isApples ? nil : RecursiveLock()
        if !isApples { defaults?.removeVolatileDomain(forName: UserDefaults.argumentDomain) }
        if let defaults { FirstUse.prepare(defaults) }
    }

    #if canImport(Darwin)
    package static let shared = SystemSearchList(UserDefaults(suiteName: SuiteName.own), isApples: true)
    #else
    package static let shared = SystemSearchList(UserDefaults(suiteName: SuiteName.own), isApples: false)
    #endif

    private func reading<Result>(_ read: (UserDefaults) -> Result?) -> Result? {
        guard let defaults else { return nil }
        lock?.lock()
        defer { lock?.unlock() }
        return read(defaults.object)
    }

    /// The launch arguments that all objects in the process share; nil on systems where each object has its own.
    var sharedArguments: [String: Any]? { sharesArguments ? reading(arguments) ?? [:] : nil }

    /// Returns the object that is found under a name; nil if there is none.
    package func object(_ name: String) -> Any? {
        reading { defaults in
            guard let object = defaults.object(forKey: name) else { return nil }
            return arguments(of: defaults)[name] == nil ? object : hidden(name, in: defaults)
        }
    }

    /// Returns the origin of the object that is found under a name.
    package func origin(_ name: String) -> ValueOrigin {
        if object(name) == nil { return .default }
        return domain(UserDefaults.globalDomain)?[name] == nil ? .registered : .otherDomain
    }

    private func arguments(of defaults: UserDefaults) -> [String: Any] {
        sharesArguments ? defaults.volatileDomain(forName: UserDefaults.argumentDomain) : [:]
    }

    /// Returns the object that a launch argument hides.
    private func hidden(_ name: String, in defaults: UserDefaults) -> Any? {
        defaults.persistentDomain(forName: UserDefaults.globalDomain)?[name]
            ?? defaults.volatileDomain(forName: UserDefaults.registrationDomain)[name]
    }

    /// Returns all objects by name: the registered ones, and those that Foundation adds.
    package func all() -> [String: Any] {
        reading { defaults in
            var all = defaults.dictionaryRepresentation()
            for name in arguments(of: defaults).keys { all[name] = hidden(name, in: defaults) }
            return all
        } ?? [:]
    }

    /// Registers fallback values for the whole process.
    package func register(_ values: [String: Any]) {
        _ = reading { $0.register(defaults: values) }
    }

    /// Returns the objects of a domain that isn't a store's own; nil if there is no such domain.
    package func domain(_ name: String) -> [String: Any]? { reading { $0.persistentDomain(forName: name) } }
}
