import Foundation

/// A `UserDefaults` object that keeps all values in memory, for tests and previews.
///
/// It uses no files, and shares nothing with `.standard` or another instance, not even registered values. You can use
/// it wherever a `UserDefaults` object is expected. Like any such object, it returns launch arguments first, then
/// values that were set, then registered ones.
///
/// ```swift
/// let defaults = InMemoryDefaults(arguments: ["-attempts", "7"])
/// defaults.integer(forKey: "attempts")  //=> 7
/// defaults.set(Date.distantFuture, forKey: "loginDate")
/// ```
///
/// A value that isn't a property list is refused, where Foundation's class would crash. The stored value stays, and an
/// issue of the kind ``DefaultsIssue/Kind/failedWrite`` is reported. Dates keep their fractional seconds, and -0.0 its
/// sign.
///
/// On Apple systems key-value observers of a name without a dot are called after each change of it, and
/// `UserDefaults.didChangeNotification` is posted, so that `AppStorage` in a preview shows the change. On Linux neither
/// happens.
///
/// The object may be used from several threads. Wrap it in a ``DefaultsStore`` to pass it to another thread, because
/// Foundation doesn't declare `UserDefaults` to be `Sendable`.
public final class InMemoryDefaults: PropertyListDefaults {
    /// Creates an empty store.
    ///
    /// - Parameters:
    ///   - arguments: Launch arguments for the store, such as `["-login/attempts", "7"]`. They are read as
    ///     `UserDefaults` reads those of a process, which are ignored here.
    ///   - environment: Environment variables that override the store's values; nil for none.
    public convenience init(arguments: [String] = [], environment: EnvironmentOverrides? = nil) {
        self.init(announcer: .system(), arguments: arguments, search: SearchList(environment: environment))
    }

    /// Creates an empty store that replaces a refused one.
    ///
    /// Its flushes fail and report the reason.
    package convenience init(inPlaceOf refusal: DefaultsError, search: SearchList = SearchList()) {
        self.init(announcer: .system(), search: search, refusal: refusal.reason)
    }

    /// Creates an empty store that tells the system of its changes in a given way.
    init(
        announcer: ChangeAnnouncer?, arguments: [String] = [], search: SearchList = SearchList(), refusal: String? = nil
    ) {
        let memory = MemoryStore(search, refusal: refusal, announcer: announcer)
        super.init(memory, hub: ObservationHub(of: memory))
        search.setVolatile(LaunchArguments.parse(arguments), UserDefaults.argumentDomain)
        guard let defaults = search.defaults else { return }
        let hub = hub
        defaults.connect { [weak hub] in hub?.noticeForeignChanges() }
        hub.source = defaults
    }
}

/// The values of an ``InMemoryDefaults``.
private final class MemoryStore: ExclusiveStore {
    let search: SearchList

    /// The reason why this store replaces a refused one, as a sentence; nil if it doesn't.
    private let refusal: String?

    /// Tells the system of changes; nil where it has no key-value observing.
    private let announcer: ChangeAnnouncer?

    /// The stored values by name, where names are compared by their bytes, as in a file.
    private let stored = Locked<[StoredName: PropertyListValue]>([:])

    init(_ search: SearchList, refusal: String?, announcer: ChangeAnnouncer?) {
        self.search = search
        self.refusal = refusal
        self.announcer = announcer
    }

    func didChange(_ name: String?, through hub: ObservationHub) {
        guard let announcer else { return }
        announcer.note(name)
        hub.announceOnceFree { object in announcer.announce(for: object) }
    }

    // MARK: - Reading

    func ownValue(named name: String) -> PropertyListValue? { stored.withLock { $0[StoredName(name)] } }

    func ownContents(named names: [String]) -> [String: StoredContent] {
        let stored = stored.withLock { $0 }
        return Dictionary(keepingLast: names.map { ($0, StoredContent(stored[StoredName($0)])) })
    }

    var ownNames: [String] { stored.withLock { $0.keys.map(\.text) } }

    var ownObjects: [String: Any] {
        Dictionary(keepingLast: stored.withLock { $0 }.map { ($0.key.text, $0.value.swiftObject) })
    }

    // MARK: - Writing

    func put(_ value: PropertyListValue?, named name: String) {
        stored.withLock { $0[StoredName(name)] = value }
    }

    func put(_ changes: [String: PropertyListValue?]) {
        stored.withLock { stored in
            for (name, value) in changes { stored[StoredName(name)] = value }
        }
    }

    var keepsBatchesWhole: Bool { true }

    var availability: StoreAvailability { refusal == nil ? .available : .unknown }

    /// Throws an error if this store replaces a refused one, whose values can't be read.
    func checkReadable() throws(DefaultsError) {
        if let refusal { throw DefaultsError(.refusedStore, reason: refusal) }
    }

    /// Returns true, because there is no file to write.
    ///
    /// If this store replaces a refused one, reports an issue and returns false.
    func flush(at location: CodeLocation?) -> Bool {
        guard let refusal else { return true }
        DefaultsIssue.report(.failedSave(refusal, .isInMemory, at: location))
        return false
    }
}

/// Tells the system of an object's changes, as Apple's `UserDefaults` does of its own: observers of a key are called,
/// and a notification is posted.
final class ChangeAnnouncer: Sendable {
    /// Calls the key-value observers of one key of an object.
    typealias CallObservers = @Sendable (UserDefaults, _ key: String) -> Void

    private let callObservers: CallObservers

    /// The names that were written to since the last announcement.
    private let names = Locked<Set<String>>([])

    init(_ callObservers: @escaping CallObservers) { self.callObservers = callObservers }

    /// Notes a write to a name.
    ///
    /// The name is nil if any value may have changed. Then only the notification tells of it.
    func note(_ name: String?) {
        guard let name, KeyRegistrations.canObserve(name) else { return }
        names.withLock { _ = $0.insert(name) }
    }

    /// Announces what was noted.
    ///
    /// Call it while no lock is held, because observers may do anything.
    func announce(for defaults: UserDefaults) {
        let names = names.withLock { names in
            defer { names = [] }
            return names
        }
        for name in names.inAlphabeticalOrder() { callObservers(defaults, name) }
        NotificationCenter.default.post(name: UserDefaults.didChangeNotification, object: defaults)
    }

    #if canImport(Darwin)
    /// Returns an announcer that calls the key-value observers.
    ///
    /// The value has changed already when they are told that it will change. They can't be told under the lock, where
    /// it changes, and `AppStorage` reads the value anew.
    static func system() -> ChangeAnnouncer? {
        ChangeAnnouncer { defaults, key in
            defaults.willChangeValue(forKey: key)
            defaults.didChangeValue(forKey: key)
        }
    }
    #else
    /// Returns nil, because Foundation has no key-value observing here.
    static func system() -> ChangeAnnouncer? { nil }
    #endif
}
