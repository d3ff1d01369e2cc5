package import Foundation

/// Values that can be read by name.
package protocol ReadableValues: AnyObject, Sendable {
    /// Returns the value that the search list has for a name, or nil if it has none.
    func value(named name: String) throws(NonPropertyListObject) -> PropertyListValue?
}

/// The values behind a ``PropertyListDefaults``.
///
/// They are kept in a file, in memory, or in a cloud.
package protocol PropertyListStore: ReadableValues {
    /// The launch arguments and added suites.
    var search: SearchList { get }

    // MARK: - Reading

    /// Returns what the search list has for several names at one moment. Returns nil if only writers through the hub
    /// can write to the store, so that the hub can read the names one by one.
    func contents(named names: [String]) -> [String: StoredContent]?

    /// Returns what the search list has for several names at one moment, beneath launch arguments and environment
    /// variables. Returns nil in the same case as ``contents(named:)``.
    func contentsBeneathOverrides(named names: [String]) -> [String: StoredContent]?

    /// Returns the value that the search list has for a name beneath a launch argument or an environment variable, or
    /// nil if it has none.
    func valueBeneathOverrides(named name: String) throws(NonPropertyListObject) -> PropertyListValue?

    /// Returns the origin of the value that the search list has for a name.
    func origin(named name: String) -> ValueOrigin

    /// Returns what the store itself holds under a name, without launch arguments, registered values and other domains.
    /// Returns nil if that is unknown at the moment.
    func storedContent(named name: String) -> StoredContent?

    /// Returns what the store itself holds under several names, at one moment.
    ///
    /// If that is unknown at the moment, the contents are empty.
    func storedContents(named names: [String]) -> [String: StoredContent]

    /// Throws an error if the store can't be read at the moment, or if a part of what was stored is lost.
    func checkReadable() throws(DefaultsError)

    /// Whether the values can be read at the moment.
    var availability: StoreAvailability { get }

    /// The names under which the store itself holds something.
    ///
    /// If they are unknown at the moment, there are none.
    var storedNames: [String] { get }

    /// All objects that can be read, by name.
    func all() -> [String: Any]

    // MARK: - Writing

    /// Throws an error if the store can't hold a value under a name. ``put(_:named:)`` throws the same error.
    func check(_ name: String) throws(DefaultsError)

    /// Prevents other processes from writing. Does nothing if no other process can use the store. Calls may be nested.
    func beginExclusion() throws(DefaultsError)

    /// Ends what a call of ``beginExclusion()`` began.
    func endExclusion()

    /// Stores a checked value, or removes the stored one if the new value is nil. Only ``PropertyListDefaults`` calls
    /// it, through the hub.
    func put(_ value: PropertyListValue?, named name: String) throws(DefaultsError)

    /// Whether several values that are stored at once are all stored, or none of them, even if the process is killed
    /// meanwhile.
    var keepsBatchesWhole: Bool { get }

    /// Stores or removes several values at once. No reader sees only some of these changes.
    func put(_ changes: [String: PropertyListValue?]) throws(DefaultsError)

    /// Saves what was written, and returns whether it is saved. A failure is also reported as an issue.
    func flush(at location: CodeLocation?) -> Bool

    /// The property list that the values are kept in; nil if they are in no file.
    var fileURL: URL? { get }

    /// Called after each write, and after each change of the search list. The hub's lock may be held.
    ///
    /// - Parameters:
    ///   - name: The name that was written to; nil if any value may have changed.
    ///   - object: The object over the values.
    func didChange(_ name: String?, in object: PropertyListDefaults)

    // MARK: - Registered values

    /// The registered fallback objects by name.
    var registered: [String: Any] { get }

    /// Adds registered fallback values.
    func register(_ values: [String: PropertyListValue])

    /// Replaces the registered fallback values. If the store shares them with the whole process, only adds the given
    /// ones.
    func replaceRegistered(by values: [String: PropertyListValue])
}

extension PropertyListStore {
    package func contents(named names: [String]) -> [String: StoredContent]? { nil }

    package func contentsBeneathOverrides(named names: [String]) -> [String: StoredContent]? { nil }

    /// Returns the content from which a change of a name is computed.
    ///
    /// It is what a read finds beneath a launch argument or an environment variable, which are for this run only.
    package func baseContent(named name: String) -> StoredContent {
        StoredContent { () throws(NonPropertyListObject) in
            try search.hasOverrides ? valueBeneathOverrides(named: name) : value(named: name)
        }
    }

    package var fileURL: URL? { nil }

    package func didChange(_ name: String?, in object: PropertyListDefaults) {}

    package func checkReadable() {}

    package var availability: StoreAvailability { .available }

    package var keepsBatchesWhole: Bool { false }

    package func check(_ name: String) {}

    package func beginExclusion() {}

    package func endExclusion() {}

    package func put(_ changes: [String: PropertyListValue?]) throws(DefaultsError) {
        for (name, value) in changes { try put(value, named: name) }
    }
}

extension ObservationHub {
    /// Creates the hub of a store.
    package convenience init(of store: some PropertyListStore) {
        self.init(
            { name in StoredContent { () throws(NonPropertyListObject) in try store.value(named: name) } },
            together: { names in store.contents(named: names) })
    }
}
