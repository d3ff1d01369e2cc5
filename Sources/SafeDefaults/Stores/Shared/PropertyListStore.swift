/// The values behind a ``PropertyListDefaults``: those of a file, in memory, or of a cloud.
protocol PropertyListStore: AnyObject, Sendable {
    /// The launch arguments and added suites.
    var search: SearchList { get }

    // MARK: - Reading

    /// Returns the value that a name stands for in the whole search list, or nil for nothing.
    func value(named name: String) throws(NonPropertyListObject) -> PropertyListValue?

    /// Returns what several names stand for at one moment; nil from a store that only writers of its hub write.
    func contents(named names: [String]) -> [String: StoredContent]?

    /// Returns what the store itself holds under a name: no argument, no registered value, nothing of another domain.
    /// Returns nil if that can't be known now.
    func storedContent(named name: String) -> StoredContent?

    /// All objects that can be read, by name.
    func all() -> [String: Any]

    // MARK: - Writing

    /// Throws for a name under which the store can't hold a value; ``put(_:named:)`` throws then, too.
    func check(_ name: String) throws(DefaultsError)

    /// Keeps other processes from writing, if there may be any; calls may be nested.
    func beginExclusion() throws(DefaultsError)

    /// Ends what a call of ``beginExclusion()`` began.
    func endExclusion()

    /// Stores a checked value, or removes what is stored for nil; only ``PropertyListDefaults`` calls it, through the
    /// hub.
    func put(_ value: PropertyListValue?, named name: String) throws(DefaultsError)

    /// Makes several such writes, so that no reader sees half of them.
    func put(_ changes: [String: PropertyListValue?]) throws(DefaultsError)

    /// Saves what was written, and returns whether it is saved; a failure is also an issue.
    func flush(at location: CodeLocation?) -> Bool

    // MARK: - Registered values

    /// The registered fallback objects by name.
    var registered: [String: Any] { get }

    /// Adds registered fallback values.
    func register(_ values: [String: PropertyListValue])

    /// Replaces the registered fallback values; a store that shares them with the process only adds these.
    func replaceRegistered(by values: [String: PropertyListValue])
}

extension PropertyListStore {
    func contents(named names: [String]) -> [String: StoredContent]? { nil }

    func check(_ name: String) {}

    func beginExclusion() {}

    func endExclusion() {}

    func put(_ changes: [String: PropertyListValue?]) throws(DefaultsError) {
        for (name, value) in changes { try put(value, named: name) }
    }
}

extension ObservationHub {
    /// Creates the hub of a store.
    convenience init(of store: some PropertyListStore) {
        self.init(
            { name in StoredContent { () throws(NonPropertyListObject) in try store.value(named: name) } },
            together: { names in store.contents(named: names) })
    }
}
