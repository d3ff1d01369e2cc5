package import Foundation

/// The order in which a store of this library's own looks for the value of a name.
///
/// It is that of every `UserDefaults`: launch arguments come first, then the store's own values, then added suites,
/// then fallbacks such as registered values. Environment variables, if there are any, come after the launch arguments,
/// and a file of defaults comes before the fallbacks.
///
/// It holds the launch arguments, the environment variables and the names of the suites. The store provides its own
/// values.
package final class SearchList: Sendable {
    private let state = Locked(State())
    private let environment: EnvironmentLayer?

    /// The store's overrides, even if no variable of theirs is set.
    package let environmentOverrides: EnvironmentOverrides?

    /// Whether there are launch arguments or environment variables, and whether suites were added or there is a file of
    /// defaults.
    ///
    /// They are kept outside the lock because every read asks, and there are seldom any.
    private let overrides = SharedWord()
    private let hasMore = SharedWord()

    /// The file of defaults, which is searched after the suites; nil if there is none.
    package let file: (any DefaultsSource)?

    /// Whether there are launch arguments or environment variables, which hide the store's own values.
    package var hasOverrides: Bool { overrides.isSet }

    package init(environment: EnvironmentOverrides? = nil, file: (any DefaultsSource)? = nil) {
        let layer = EnvironmentLayer(environment)
        environmentOverrides = environment
        self.environment = layer
        self.file = file
        overrides.set(layer != nil)
        hasMore.set(file != nil)
    }

    private struct State {
        /// The volatile domains by name, including the launch arguments.
        var volatile: [String: [String: PropertyListValue]] = [:]

        /// The added suites, the last one first.
        var suites: [String] = []

        var arguments: [String: PropertyListValue] { volatile[UserDefaults.argumentDomain] ?? [:] }
    }

    // MARK: - Lookup

    /// Returns the value that the search list has for a name, or nil if it has none.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - own: Returns the store's own value.
    ///   - inSuite: Returns the name's value in a suite.
    ///   - fallback: Returns the value if none of these has one.
    func value(
        _ name: String, own: () -> PropertyListValue?, inSuite: (String) -> PropertyListValue?,
        fallback: () -> PropertyListValue?
    ) throws(NonPropertyListObject) -> PropertyListValue? {
        if let value = try override(name) { return value }
        return own() ?? valueElsewhere(name, inSuite: inSuite, fallback: fallback)
    }

    /// Returns the value of a name that nothing overrides and for which there is no value of the store's own, or nil
    /// if the rest of the search list has none.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - inSuite: Returns the name's value in a suite.
    ///   - fallback: Returns the value if neither a suite nor the file of defaults has one.
    package func valueElsewhere(
        _ name: String, inSuite: (String) -> PropertyListValue?, fallback: () -> PropertyListValue?
    ) -> PropertyListValue? {
        if hasMore.isSet {
            let suites = state.withLock { $0.suites }
            if let value = suites.lazy.compactMap(inSuite).first ?? file?.value(name) { return value }
        }
        return fallback()
    }

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

    /// Returns the origin of a value.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - isStored: Returns whether the store itself holds a value.
    ///   - inSuite: Returns the name's value in a suite.
    ///   - fallback: Returns the origin if none of these has a value.
    package func origin(
        _ name: String, isStored: () -> Bool, inSuite: (String) -> PropertyListValue?, fallback: () -> ValueOrigin
    ) -> ValueOrigin {
        do throws(NonPropertyListObject) {
            if try override(name) != nil { return .argument }
        } catch {
            if let text = error.environment { return .environment(text.variable) }
        }
        if isStored() { return .stored }
        if state.withLock({ $0.suites }).contains(where: { inSuite($0) != nil }) { return .otherDomain }
        if let file, file.value(name) != nil { return .file(file.url) }
        return fallback()
    }

    /// Returns what the search list has for several names at one moment.
    ///
    /// - Parameters:
    ///   - names: The names.
    ///   - own: The store's own values.
    ///   - inSuite: Returns the value of a name in a suite.
    ///   - fallback: Returns the value of a name if none of these has one.
    ///   - isOverridden: Whether launch arguments and environment variables count.
    package func contents(
        of names: [String], own: [String: PropertyListValue], inSuite: (String, String) -> PropertyListValue?,
        fallback: (String) -> PropertyListValue?, overridden isOverridden: Bool = true
    ) -> [String: StoredContent] {
        let (arguments, suites) = state.withLock { (isOverridden ? $0.arguments : [:], $0.suites) }
        let environment = isOverridden ? environment : nil
        let defaults = file?.values ?? [:]
        let contents = names.map { name in
            if arguments[name] == nil, let text = environment?.text(name) { return (name, StoredContent.text(text)) }
            var value = arguments[name] ?? own[name]
            for suite in suites where value == nil { value = inSuite(name, suite) }
            return (name, StoredContent(value ?? defaults[name] ?? fallback(name)))
        }
        return Dictionary(keepingLast: contents)
    }

    /// Returns all objects that can be read, by name.
    ///
    /// - Parameters:
    ///   - own: Returns the store's own objects.
    ///   - inSuite: Returns the objects in a suite.
    ///   - fallbacks: The objects that are used where none of these has one.
    package func all(
        own: () -> [String: Any], inSuite: (String) -> [String: Any], fallbacks: [String: Any]
    ) -> [String: Any] {
        let (arguments, suites) = state.withLock { ($0.arguments, $0.suites) }
        var all = fallbacks.merging(file?.values.mapValues(\.swiftObject) ?? [:], uniquingKeysWith: { $1 })
        for suite in suites.reversed() { all.merge(inSuite(suite), uniquingKeysWith: { $1 }) }
        all.merge(own(), uniquingKeysWith: { $1 })
        if let environment {
            // Only names that have a value are known here.
            for name in all.keys { all[name] = environment.text(name)?.text ?? all[name] }
        }
        return all.merging(arguments.mapValues(\.swiftObject), uniquingKeysWith: { $1 })
    }

    // MARK: - Suites

    func addSuite(_ name: String) {
        state.withLock { state in
            state.suites = [name] + state.suites.filter { $0 != name }
            hasMore.set(true)
        }
    }

    func removeSuite(_ name: String) {
        state.withLock { state in
            state.suites.removeAll { $0 == name }
            hasMore.set(file != nil || !state.suites.isEmpty)
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
            overrides.set(environment != nil || !state.arguments.isEmpty)
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

/// Values that are found where a store itself has none, such as those of a file that an administrator writes.
package protocol DefaultsSource: AnyObject, Sendable {
    /// Where the values are.
    var url: URL { get }

    /// All values, by name.
    var values: [String: PropertyListValue] { get }

    /// Returns the value under a name, or nil if there is none.
    func value(_ name: String) -> PropertyListValue?

    /// Calls a closure after each change of the values, on a queue of the system's. Returns the number by which
    /// ``stopWatching(_:)`` ends that.
    func watch(_ watcher: @escaping @Sendable () -> Void) -> Int

    func stopWatching(_ watcher: Int)
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
        self = Self(parsing: launchArgument) ?? .string(launchArgument.trimmingCharacters(in: .whitespacesAndNewlines))
    }
}
