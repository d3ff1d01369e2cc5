import Foundation

/// The order in which a store of this library's own looks for the value of a name.
///
/// It is that of every `UserDefaults`: launch arguments come first, then the store's own values, then added suites,
/// then fallbacks such as registered values. Environment variables, if there are any, come after the launch arguments,
/// and a source of defaults, a file or another store, comes before the fallbacks.
///
/// It holds the launch arguments, the environment variables, the names of the suites and, unless the store shares them
/// with the whole process, the registered values. The store provides its own
/// values, and ``PropertyListStore`` searches.
@usableFromInline
package final class SearchList: Sendable {
    private let state = Locked(State())
    let environment: EnvironmentLayer?

    /// Whether reads search for anything but the store's own values and fallbacks.
    private let isSearched: Bool

    /// The store's overrides, even if no variable of theirs is set.
    package let environmentOverrides: EnvironmentOverrides?

    /// Whether there are launch arguments or environment variables, and whether suites were added or there is a source
    /// of defaults.
    ///
    /// They are kept outside the lock because every read asks, and there are seldom any.
    @usableFromInline let overrides = SharedWord()
    private let others = SharedWord()

    /// The registered values, unless the store shares them with the whole process.
    let registered = Locked<[String: PropertyListValue]>([:])

    /// The source of defaults, which is searched after the suites; nil if there is none.
    package let defaults: (any DefaultsSource)?

    /// Whether there are launch arguments or environment variables, which hide the store's own values.
    @inlinable package var hasOverrides: Bool { overrides.isSet }

    /// Whether suites were added, or there is a source of defaults.
    var hasMore: Bool { others.isSet }

    package convenience init(environment: EnvironmentOverrides? = nil, defaults: (any DefaultsSource)? = nil) {
        self.init(environment: environment, defaults: defaults, isSearched: true)
    }

    /// Creates a list of which reads search nothing, and which keeps volatile domains all the same.
    static func unsearched() -> SearchList { SearchList(environment: nil, defaults: nil, isSearched: false) }

    private init(environment: EnvironmentOverrides?, defaults: (any DefaultsSource)?, isSearched: Bool) {
        let layer = EnvironmentLayer(environment)
        environmentOverrides = environment
        self.environment = layer
        self.defaults = defaults
        self.isSearched = isSearched
        overrides.set(layer != nil)
        others.set(defaults != nil)
    }

    private struct State {
        /// The volatile domains by name, including the launch arguments.
        var volatile: [String: [String: PropertyListValue]] = [:]

        /// The added suites, the last one first.
        var suites: [String] = []

        var arguments: [String: PropertyListValue] { volatile[UserDefaults.argumentDomain] ?? [:] }
    }

    // MARK: - Lookup

    /// Returns the launch argument of a name, or nil if nothing overrides the store's own value.
    ///
    /// - Throws: The text of an environment variable that overrides it.
    package func override(_ name: String) throws(NonPropertyListObject) -> PropertyListValue? {
        overrides.isSet ? try foundOverride(name) : nil
    }

    private func foundOverride(_ name: String) throws(NonPropertyListObject) -> PropertyListValue? {
        if let argument = state.withLock({ $0.arguments[name] }) { return argument }
        if let text = environment?.text(name) { throw .environment(text) }
        return nil
    }

    /// The names of the added suites, the last one first.
    var suites: [String] { isSearched ? state.withLock { $0.suites } : [] }

    /// The launch arguments, and the names of the added suites.
    var argumentsAndSuites: (arguments: [String: PropertyListValue], suites: [String]) {
        isSearched ? state.withLock { ($0.arguments, $0.suites) } : ([:], [])
    }

    // MARK: - Suites

    func addSuite(_ name: String) {
        state.withLock { state in
            state.suites = [name] + state.suites.filter { $0 != name }
            others.set(isSearched)
        }
    }

    func removeSuite(_ name: String) {
        state.withLock { state in
            state.suites.removeAll { $0 == name }
            others.set(defaults != nil || isSearched && !state.suites.isEmpty)
        }
    }

    // MARK: - Volatile domains

    /// The names of the volatile domains, without that of registered values.
    var volatileNames: [String] { state.withLock { Array($0.volatile.keys) } }

    func volatile(_ name: String) -> [String: PropertyListValue]? { state.withLock { $0.volatile[name] } }

    /// Sets a volatile domain, or removes it if the values are nil.
    func setVolatile(_ values: [String: PropertyListValue]?, _ name: String) {
        state.withLock { state in
            state.volatile[name] = values
            overrides.set(environment != nil || isSearched && !state.arguments.isEmpty)
        }
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
        var index = arguments.startIndex
        while index + 1 < arguments.endIndex {
            let (flag, text) = (arguments[index], arguments[index + 1])
            index += 1
            // An argument that begins with a hyphen isn't a value, but the next name.
            guard flag.hasPrefix("-"), flag.count > 1, !text.hasPrefix("-") else { continue }
            index += 1
            values[String(flag.dropFirst())] = PropertyListValue(launchArgument: text)
        }
        return values
    }
}

extension PropertyListValue {
    /// Reads one argument, either as a property list in one of its text forms, or as a string without the spaces around
    /// it.
    fileprivate init(launchArgument: String) {
        let text = launchArgument.trimmingCharacters(in: .whitespacesAndNewlines)
        let mayBeList = text.first.map("{(<\"".contains) ?? false
        self = (mayBeList ? Self(textList: Data(text.utf8)) : nil) ?? .string(text)
    }
}
