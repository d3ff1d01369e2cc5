import Foundation

/// A store of this library's own, whose values a ``PropertyListDefaults`` gives to code that needs a `UserDefaults`.
///
/// It says what the store itself holds. The reads, which search as every `UserDefaults` does, are implemented here.
/// What remains are the writes: an ``ExclusiveStore`` has them, too; any other store implements
/// ``Store/commit(_:if:through:)``.
package protocol PropertyListStore: Store {
    /// Everything that is searched but what the store itself holds.
    var search: SearchList { get }

    /// Returns what the store itself holds under a name.
    func ownValue(named name: String) throws(NonPropertyListObject) -> PropertyListValue?

    /// Returns what the store itself holds under several names, at one moment.
    func ownContents(named names: [String]) -> [String: StoredContent]

    /// The names under which the store itself holds something.
    var ownNames: [String] { get }

    /// The objects that the store itself holds, by name.
    var ownObjects: [String: Any] { get }

    /// Called after each write, and after each change of the search list. The hub's lock may be held.
    ///
    /// - Parameters:
    ///   - name: The name that was written to; nil if any value may have changed.
    ///   - hub: The hub, which knows the object over the values.
    func didChange(_ name: String?, through hub: ObservationHub)
}

extension PropertyListStore {
    package func didChange(_ name: String?, through hub: ObservationHub) {}

    // MARK: - The search list

    package func value(named name: String) throws(NonPropertyListObject) -> PropertyListValue? {
        if search.hasOverrides, let override = search.override(name) { return override }
        return try valueBeneathOverrides(named: name)
    }

    private func valueBeneathOverrides(named name: String) throws(NonPropertyListObject) -> PropertyListValue? {
        if let value = try ownValue(named: name) { return value }
        return try search.valueElsewhere(name)
    }

    package func content(named name: String, in layer: Layer, through hub: ObservationHub) -> StoredContent {
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
    @_semantics("optimize.sil.specialize.generic.never")
    package func contents(named names: [String], in layer: Layer) -> [String: StoredContent] {
        var contents = ownContents(named: names)
        if layer == .own { return contents }
        let missing = names.filter { contents[$0, default: .nothing] == .nothing }
        contents = contents.overridden(by: search.contentsElsewhere(missing))
        guard layer == .all, search.hasOverrides else { return contents }
        for name in names { if let override = search.override(name) { contents[name] = .value(override) } }
        return contents
    }

    package func holds(_ value: PropertyListValue?, named name: String, through hub: ObservationHub) -> Bool {
        availability != .notYetReadable && content(named: name, in: .own, through: hub) == StoredContent(value)
    }

    package func origin(named name: String, through hub: ObservationHub) -> ValueOrigin {
        if search.arguments[name] != nil { return .argument }
        if let variable = search.variable(name) { return .environment(variable.name) }
        if content(named: name, in: .own, through: hub) != .nothing { return .stored }
        return search.originElsewhere(name)
    }

    package func storedNames(startingWith prefix: String, through hub: ObservationHub) -> [String] {
        ownNames.filter { $0.utf8.starts(with: prefix.utf8) }
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
        var all = search.objectsElsewhere.overridden(by: ownObjects)
        // Only names that have a value are known here.
        for name in all.keys { if let variable = search.variable(name) { all[name] = variable.text } }
        return all.overridden(by: search.arguments.mapValues(\.swiftObject))
    }
}
