import Foundation

/// The order in which a store of this library's own looks for the value of a name.
///
/// It is that of every `UserDefaults` without added suites: launch arguments come first, then the store's own values,
/// then fallbacks such as registered values. Environment variables, if there are any, come after the launch arguments,
/// and a source of defaults, a file or another store, comes before the fallbacks.
///
/// It holds everything but the store's own values. A store may share the registered values with the whole process.
@usableFromInline
package final class SearchList: Sendable {
    private let state = Locked(State())

    /// The environment variables by name that may override values.
    private let variables: [String: String]

    /// What has the registered values, if the store shares them with the whole process; otherwise nil.
    private let system: SystemSearchList?

    /// Whether reads search for anything but the store's own values and the registered ones.
    private let isSearched: Bool

    /// The store's overrides, even if no variable of theirs is set.
    package let environmentOverrides: EnvironmentOverrides?

    /// Whether there are launch arguments or environment variables.
    ///
    /// It is kept outside the lock because every read asks, and there are seldom any.
    @usableFromInline let overrides = SharedWord()

    /// The source of defaults; nil if there is none.
    package let defaults: (any DefaultsSource)?

    /// Whether there are launch arguments or environment variables, which hide the store's own values.
    @inlinable package var hasOverrides: Bool { overrides.isSet }

    /// Creates a list.
    ///
    /// - Parameters:
    ///   - environment: The environment variables that override the store's values.
    ///   - defaults: The source of defaults.
    ///   - system: What has the registered values, if the store shares them with the whole process.
    ///   - isSearched: Whether reads search for launch arguments. They are kept all the same.
    package init(
        environment: EnvironmentOverrides? = nil, defaults: (any DefaultsSource)? = nil,
        system: SystemSearchList? = nil, isSearched: Bool = true
    ) {
        environmentOverrides = environment
        variables = environment?.overriding ?? [:]
        self.defaults = defaults
        self.system = system
        self.isSearched = isSearched
        overrides.set(!variables.isEmpty)
    }

    private struct State {
        /// The launch arguments; nil if they were removed.
        var arguments: [String: PropertyListValue]?

        /// The registered values, if the store doesn't share those of the process.
        var registered: [String: PropertyListValue] = [:]
    }

    // MARK: - Lookup

    /// Returns the launch argument or the environment variable of a name, or nil if nothing overrides the store's own
    /// value.
    package func override(_ name: String) -> PropertyListValue? {
        arguments[name] ?? variable(name).map { .string($0.text) }
    }

    /// Returns the environment variable of a name, even if a launch argument comes before it; nil if there is none.
    func variable(_ name: String) -> OverridingVariable? {
        guard !variables.isEmpty, let variable = environmentOverrides?.variable(for: name) else { return nil }
        return variables[variable].map { OverridingVariable(name: variable, text: $0) }
    }

    /// The launch arguments.
    var arguments: [String: PropertyListValue] { overrides.isSet ? state.withLock(\.arguments) ?? [:] : [:] }

    /// Returns the value of a name that nothing overrides and for which there is no value of the store's own.
    package func valueElsewhere(_ name: String) throws(NonPropertyListObject) -> PropertyListValue? {
        if let value = try defaults?.value(name) { return value }
        return registered(name)
    }

    /// Returns what ``valueElsewhere(_:)`` finds for some names.
    ///
    /// The source of defaults is asked once for all of them.
    func contentsElsewhere(_ names: [String]) -> [String: StoredContent] {
        let defaults = defaults?.contents(names) ?? [:]
        let contents = names.map { name in
            let content = defaults[name, default: .nothing]
            return (name, content == .nothing ? StoredContent(registered(name)) : content)
        }
        return Dictionary(keepingLast: contents)
    }

    /// Returns the origin of what ``valueElsewhere(_:)`` finds.
    func originElsewhere(_ name: String) -> ValueOrigin {
        if let defaults, defaults.contents([name])[name, default: .nothing] != .nothing { return defaults.origin }
        return system?.origin(name) ?? (registered(name) == nil ? .default : .registered)
    }

    /// The objects that are found where the store itself has none, by name.
    var objectsElsewhere: [String: Any] {
        registered.overridden(by: defaults?.values.mapValues(\.swiftObject) ?? [:])
    }

    // MARK: - Registered values

    private func registered(_ name: String) -> PropertyListValue? {
        guard let system else { return state.withLock { $0.registered[name] } }
        return PropertyListValue(found: system.object(name))
    }

    /// The objects that are found where there are no others, by name.
    private var registered: [String: Any] { system?.all() ?? state.withLock(\.registered).mapValues(\.swiftObject) }

    /// Adds registered values.
    func register(_ values: [String: PropertyListValue]) {
        if let system { return system.register(values.mapValues(\.foundationObject)) }
        state.withLock { $0.registered = $0.registered.overridden(by: values) }
    }

    // MARK: - Volatile domains

    /// Returns the objects of a volatile domain, or nil if there is none of the name.
    func volatile(_ name: String) -> [String: Any]? {
        switch name {
        case UserDefaults.registrationDomain: registered
        case UserDefaults.argumentDomain: state.withLock(\.arguments)?.mapValues(\.swiftObject)
        default: nil
        }
    }

    /// Sets a volatile domain, or removes it if the values are nil.
    ///
    /// If the store shares the registered values with the whole process, they can only be added.
    ///
    /// Returns whether a domain can have the name.
    @discardableResult
    func setVolatile(_ values: [String: PropertyListValue]?, _ name: String) -> Bool {
        switch name {
        case UserDefaults.registrationDomain where system != nil: register(values ?? [:])
        case UserDefaults.registrationDomain: state.withLock { $0.registered = values ?? [:] }
        case UserDefaults.argumentDomain:
            state.withLock { state in
                state.arguments = values
                overrides.set(!variables.isEmpty || isSearched && values?.isEmpty == false)
            }
        default: return false
        }
        return true
    }

    /// Copies the launch arguments that all objects of the process share.
    ///
    /// Does nothing on systems where each object has its own.
    package func adoptArguments(of system: SystemSearchList) {
        guard let arguments = system.sharedArguments else { return }
        setVolatile(PropertyListValue.storable(arguments), UserDefaults.argumentDomain)
    }
}

/// Reads launch arguments as `UserDefaults` does, in pairs of `-name value`.
///
/// A value that looks like a property list is parsed as one. Any other value is a string.
enum LaunchArguments {
    /// Returns the values by name.
    static func parse(_ arguments: [String]) -> [String: PropertyListValue] {
        var values: [String: PropertyListValue] = [:]
        var rest = arguments[...]
        while let flag = rest.popFirst(), let text = rest.first {
            // An argument that begins with a hyphen isn't a value, but the next name.
            guard flag.hasPrefix("-"), flag.count > 1, !text.hasPrefix("-") else { continue }
            rest.removeFirst()
            values[String(flag.dropFirst())] = PropertyListValue(launchArgument: text)
        }
        return values
    }
}

extension PropertyListValue {
    /// Reads one argument, either as a property list in one of its text forms, or as a string without the spaces around
    /// it.
    ///
    /// NB: Foundation writes a line to standard error for some damaged lists, as `UserDefaults` does for an argument.
    fileprivate init(launchArgument: String) {
        let text = launchArgument.trimmingCharacters(in: .whitespacesAndNewlines)
        self = .string(text)
        guard let first = text.first, "{(<\"".contains(first) else { return }
        do {
            let list = try NumberLocale.withPoint {
                try PropertyListSerialization.propertyList(from: Data(text.utf8), format: nil)
            }
            self = try PropertyListValue(foundationObject: list)
        } catch {
            // It is no list, so it is the string.
        }
    }
}

/// Values that are found where a store itself has none: those of a file that an administrator writes, or of another
/// store.
///
/// It is registered with for the names that are observed, like the store's own source of notices.
package protocol DefaultsSource: ForeignChangeSource {
    /// The origin of the source's values.
    var origin: ValueOrigin { get }

    /// Returns the value under a name, or nil if there is none.
    func value(_ name: String) throws(NonPropertyListObject) -> PropertyListValue?

    /// Returns the contents of some names, at one moment.
    func contents(_ names: [String]) -> [String: StoredContent]

    /// All readable values, by name.
    var values: [String: PropertyListValue] { get }

    /// Whether the values can be read at the moment.
    var availability: StoreAvailability { get }

    /// Returns the error of a read that has found nothing, if the source may have a value all the same; otherwise nil.
    func missingValue(_ name: String) -> DefaultsError?

    /// Sets the closure that is called after registered names have changed, while no lock is held.
    ///
    /// It may be called for other changes, too. Call this once, before a name is registered.
    func connect(_ notice: @escaping @Sendable () -> Void)
}
