import Foundation

/// A store of this library's own, whose values a ``PropertyListDefaults`` gives to code that needs a `UserDefaults`.
///
/// It says what the store itself holds, and what is found in added suites and as fallbacks. The search list over them,
/// which is that of every `UserDefaults`, is implemented here. What remains are the writes: an ``ExclusiveStore`` has
/// them, too; any other store implements ``Store/commit(_:if:through:)``.
package protocol PropertyListStore: Store {
    /// The launch arguments, the environment variables, and the added suites.
    var search: SearchList { get }

    /// Returns what the store itself holds under a name.
    func ownValue(named name: String) throws(NonPropertyListObject) -> PropertyListValue?

    /// Returns what the store itself holds under several names, at one moment.
    func ownContents(named names: [String]) -> [String: StoredContent]

    /// The names under which the store itself holds something.
    var ownNames: [String] { get }

    /// The objects that the store itself holds, by name.
    var ownObjects: [String: Any] { get }

    // MARK: - Suites and fallbacks

    /// Returns the value of a name in an added suite.
    func value(named name: String, inSuite suite: String) -> PropertyListValue?

    /// Returns the objects in an added suite, by name.
    func objects(inSuite suite: String) -> [String: Any]

    /// Returns the value that is found where there is no other, such as a registered one.
    func fallback(named name: String) -> PropertyListValue?

    /// Returns the origin of that value.
    func fallbackOrigin(named name: String) -> ValueOrigin

    /// The objects that are found where there are no others, by name.
    var registered: [String: Any] { get }

    /// Adds registered values.
    func register(_ values: [String: PropertyListValue])

    /// Replaces the registered values. If the store shares them with the whole process, only adds the given ones.
    func replaceRegistered(by values: [String: PropertyListValue])

    /// Called after each write, and after each change of the search list. The hub's lock may be held.
    ///
    /// - Parameters:
    ///   - name: The name that was written to; nil if any value may have changed.
    ///   - hub: The hub, which knows the object over the values.
    func didChange(_ name: String?, through hub: ObservationHub)
}

extension PropertyListStore {
    package func value(named name: String, inSuite suite: String) -> PropertyListValue? { nil }

    package func objects(inSuite suite: String) -> [String: Any] { [:] }

    package func fallback(named name: String) -> PropertyListValue? { search.registered.withLock { $0[name] } }

    package func fallbackOrigin(named name: String) -> ValueOrigin {
        fallback(named: name) == nil ? .default : .registered
    }

    package var registered: [String: Any] { search.registered.withLock { $0 }.mapValues(\.swiftObject) }

    package func register(_ values: [String: PropertyListValue]) {
        search.registered.withLock { $0.merge(values, uniquingKeysWith: { $1 }) }
    }

    package func replaceRegistered(by values: [String: PropertyListValue]) {
        search.registered.withLock { $0 = values }
    }

    package func didChange(_ name: String?, through hub: ObservationHub) {}

    package var environment: EnvironmentOverrides? { search.environmentOverrides }

    // MARK: - The search list

    package func value(named name: String) throws(NonPropertyListObject) -> PropertyListValue? {
        if let argument = try search.override(name) { return argument }
        return try valueBeneathOverrides(named: name)
    }

    private func valueBeneathOverrides(named name: String) throws(NonPropertyListObject) -> PropertyListValue? {
        if let value = try ownValue(named: name) { return value }
        return try valueElsewhere(named: name)
    }

    /// Returns the value of a name that nothing overrides and for which there is no value of the store's own.
    package func valueElsewhere(named name: String) throws(NonPropertyListObject) -> PropertyListValue? {
        if search.hasMore {
            for suite in search.suites {
                if let value = value(named: name, inSuite: suite) { return value }
            }
            if let value = try search.defaults?.value(name) { return value }
        }
        return fallback(named: name)
    }

    package func content(named name: String, in layer: Layer, through hub: ObservationHub) -> StoredContent {
        content(named: name, in: layer)
    }

    fileprivate func content(named name: String, in layer: Layer) -> StoredContent {
        StoredContent { () throws(NonPropertyListObject) in
            switch layer {
            case .all: try value(named: name)
            case .beneathOverrides: try search.hasOverrides ? valueBeneathOverrides(named: name) : value(named: name)
            case .own: try ownValue(named: name)
            }
        }
    }

    package func contents(
        named names: [String], in layer: Layer, through hub: ObservationHub
    ) -> [String: StoredContent] {
        contents(named: names, in: layer)
    }

    /// Implements ``Store/contents(named:in:through:)`` for a store whose ``ownContents(named:)`` are of one moment.
    package func contents(named names: [String], in layer: Layer) -> [String: StoredContent] {
        var contents = ownContents(named: names)
        if layer == .own { return contents }
        let (arguments, suites) = layer == .all ? search.argumentsAndSuites : ([:], search.suites)
        let environment = layer == .all ? search.environment : nil
        let defaults = search.defaults?.contents(names) ?? [:]
        for name in names {
            if let argument = arguments[name] {
                contents[name] = .value(argument)
            } else if let text = environment?.text(name) {
                contents[name] = .text(text)
            } else if contents[name, default: .nothing] == .nothing {
                var value: PropertyListValue?
                for suite in suites where value == nil { value = self.value(named: name, inSuite: suite) }
                if value == nil, let content = defaults[name], content != .nothing {
                    contents[name] = content
                } else {
                    contents[name] = StoredContent(value ?? fallback(named: name))
                }
            }
        }
        return contents
    }

    package func holds(_ value: PropertyListValue?, named name: String, through hub: ObservationHub) -> Bool {
        availability != .notYetReadable && content(named: name, in: .own) == StoredContent(value)
    }

    package func origin(named name: String, through hub: ObservationHub) -> ValueOrigin {
        do throws(NonPropertyListObject) {
            if try search.override(name) != nil { return .argument }
        } catch {
            if let text = error.environment { return .environment(text.variable) }
        }
        if content(named: name, in: .own) != .nothing { return .stored }
        if search.suites.contains(where: { value(named: name, inSuite: $0) != nil }) { return .otherDomain }
        if let defaults = search.defaults, defaults.contents([name])[name, default: .nothing] != .nothing {
            return defaults.origin
        }
        return fallbackOrigin(named: name)
    }

    package func storedNames(where isIncluded: (String.UTF8View) -> Bool, through hub: ObservationHub) -> [String] {
        ownNames.filter { isIncluded($0.utf8) }
    }

    /// Throws an error if nothing was seen, and the source of defaults may have a value all the same.
    package func checkChangeable(_ name: String, from seen: StoredContent) throws(DefaultsError) {
        if let defaults = search.defaults, seen == .nothing, let error = defaults.missingValue(name) { throw error }
    }

    package func missingValue(named name: String) -> DefaultsError? {
        if let error = search.defaults?.missingValue(name) { return error }
        guard availability == .notYetReadable else { return nil }
        return DefaultsError(
            .notYetReadable, storedName: name,
            reason: "nothing is known of \"\(name.abbreviated)\", because the store's file can't be opened")
    }

    /// All objects that can be read, by name.
    func all() -> [String: Any] {
        let (arguments, suites) = search.argumentsAndSuites
        var all = registered.merging(search.defaults?.values.mapValues(\.swiftObject) ?? [:], uniquingKeysWith: { $1 })
        for suite in suites.reversed() { all.merge(objects(inSuite: suite), uniquingKeysWith: { $1 }) }
        all.merge(ownObjects, uniquingKeysWith: { $1 })
        if let environment = search.environment {
            // Only names that have a value are known here.
            for name in all.keys { all[name] = environment.text(name)?.text ?? all[name] }
        }
        return all.merging(arguments.mapValues(\.swiftObject), uniquingKeysWith: { $1 })
    }
}

extension ObservationHub {
    /// Creates the hub of a store.
    package convenience init(of store: some PropertyListStore) {
        self.init(
            { name in store.content(named: name, in: .all) },
            together: { names in store.contents(named: names, in: .all) })
    }
}
