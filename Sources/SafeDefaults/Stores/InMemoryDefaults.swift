public import Foundation

/// A `UserDefaults` that keeps everything in memory, for tests and previews.
///
/// It touches no disk and shares nothing: not with `.standard`, not with another instance, and what is registered with
/// one stays in it. It is a real `UserDefaults`, so code that takes one takes it, and it answers as one does: launch
/// arguments first, then what was set, then what was registered.
///
/// ```swift
/// let defaults = InMemoryDefaults(arguments: ["-attempts", "7"])
/// defaults.integer(forKey: "attempts")  //=> 7
/// defaults.set(Date.distantFuture, forKey: "loginDate")
/// ```
///
/// A value that is no property list is refused: what was stored stays, and the refusal is an issue of the kind
/// ``DefaultsIssue/Kind/failedWrite``, where the real `UserDefaults` would crash. Dates keep their fraction and -0.0 its
/// sign. Nothing is posted to `UserDefaults.didChangeNotification`.
///
/// It may be used from several threads; wrap it in a ``DefaultsStore`` to hand it over, since Foundation says of every
/// `UserDefaults` that it isn't `Sendable`.
public final class InMemoryDefaults: UserDefaults {
    let hub: ObservationHub

    /// The name of a suite to which nobody writes.
    static let suite = "SafeDefaults.InMemoryDefaults"

    private let state: Locked<State>

    /// Why there is no other store, where this one stands in for another, as a sentence.
    private let refusal: String?

    private struct State {
        var stored: [String: PropertyListValue] = [:]
        var registered: [String: PropertyListValue] = [:]
        var volatile: [String: [String: PropertyListValue]] = [:]
        var persistent: [String: [String: PropertyListValue]] = [:]

        /// The added suites, the last one first.
        var suites: [String] = []

        /// What a name stands for: the argument domain, what was set, added suites, what was registered.
        func value(_ name: String) -> PropertyListValue? {
            if let value = volatile[UserDefaults.argumentDomain]?[name] { return value }
            if let value = stored[name] { return value }
            for suite in suites {
                if let value = persistent[suite]?[name] { return value }
            }
            return registered[name]
        }
    }

    /// Creates an empty store.
    ///
    /// - Parameter arguments: Launch arguments that it shall see, such as `["-login/attempts", "7"]`, read as
    ///   `UserDefaults` reads those of a process. The process's own are not seen.
    public convenience init(arguments: [String] = []) {
        self.init(arguments: arguments, refusal: nil)
    }

    /// Creates an empty store that stands in for one that was refused, and says so when it is flushed.
    convenience init(inPlaceOf refusal: DefaultsError) {
        self.init(arguments: [], refusal: refusal.reason)
    }

    private init(arguments: [String], refusal: String?) {
        self.refusal = refusal
        let state = Locked(State())
        self.state = state
        hub = ObservationHub { name in StoredContent(state.withLock { $0.value(name) }) }
        // NB: a suite's name that nobody writes, because with none the values of `.standard` would show through.
        // A suite by that name can't be refused, and an initialiser that can fail has no other way to say so.
        // swift-format-ignore: NeverForceUnwrap
        super.init(suiteName: Self.suite)!
        state.withLock { $0.volatile = [UserDefaults.argumentDomain: LaunchArguments.parse(arguments)] }
    }

    // MARK: - Reading

    /// What a name stands for, as the Swift type of its kind; `nil` for nothing.
    public override func object(forKey defaultName: String) -> Any? {
        propertyListValue(forKey: defaultName)?.swiftObject
    }

    /// The text under a name; a number's text too, with `1` and `0` for truth values; `nil` for all else.
    public override func string(forKey defaultName: String) -> String? {
        propertyListValue(forKey: defaultName)?.plainString
    }

    /// The array under a name; `nil` for all else.
    public override func array(forKey defaultName: String) -> [Any]? {
        object(forKey: defaultName) as? [Any]
    }

    /// The dictionary under a name; `nil` for all else.
    public override func dictionary(forKey defaultName: String) -> [String: Any]? {
        object(forKey: defaultName) as? [String: Any]
    }

    /// The data under a name; `nil` for all else.
    public override func data(forKey defaultName: String) -> Data? {
        object(forKey: defaultName) as? Data
    }

    /// The array under a name if all of its elements are text; `nil` for all else.
    public override func stringArray(forKey defaultName: String) -> [String]? {
        object(forKey: defaultName) as? [String]
    }

    /// The number under a name, or that a text begins with; 0 for all else.
    public override func integer(forKey defaultName: String) -> Int {
        propertyListValue(forKey: defaultName)?.plainInteger ?? 0
    }

    /// The number under a name, or that a text begins with; 0 for all else.
    public override func float(forKey defaultName: String) -> Float {
        Float(double(forKey: defaultName))
    }

    /// The number under a name, or that a text begins with; 0 for all else.
    public override func double(forKey defaultName: String) -> Double {
        propertyListValue(forKey: defaultName)?.plainDouble ?? 0
    }

    /// Whether the number under a name isn't 0, or a text says yes; false for all else.
    public override func bool(forKey defaultName: String) -> Bool {
        propertyListValue(forKey: defaultName)?.plainBool ?? false
    }

    /// The URL under a name: text that begins with `/` or `~` is a file's path, other text a URL.
    public override func url(forKey defaultName: String) -> URL? {
        propertyListValue(forKey: defaultName).flatMap { try? URL._decode($0) }
    }

    /// Everything that can be read: arguments, what was set, and what was registered.
    public override func dictionaryRepresentation() -> [String: Any] {
        state.withLock { state in
            var all = state.registered
            for suite in state.suites.reversed() {
                all.merge(state.persistent[suite] ?? [:], uniquingKeysWith: { $1 })
            }
            all.merge(state.stored, uniquingKeysWith: { $1 })
            return all.merging(state.volatile[UserDefaults.argumentDomain] ?? [:], uniquingKeysWith: { $1 })
        }.mapValues(\.swiftObject)
    }

    // MARK: - Writing

    /// Stores a property-list object, or removes what is stored for `nil`; refuses all else and reports it.
    public override func set(_ value: Any?, forKey defaultName: String) {
        do throws(DefaultsError) {
            guard let value else { return removeObject(forKey: defaultName) }
            write(try PropertyListValue.storable(value, name: defaultName), forKey: defaultName)
        } catch {
            DefaultsIssue.report(.failedWrite(error, at: nil))
        }
    }

    /// Stores an integer.
    public override func set(_ value: Int, forKey defaultName: String) {
        write(.integer(Int64(value)), forKey: defaultName)
    }

    /// Stores a number.
    public override func set(_ value: Float, forKey defaultName: String) {
        write(.real(Double(value)), forKey: defaultName)
    }

    /// Stores a number.
    public override func set(_ value: Double, forKey defaultName: String) {
        write(.real(value), forKey: defaultName)
    }

    /// Stores a truth value.
    public override func set(_ value: Bool, forKey defaultName: String) {
        write(.boolean(value), forKey: defaultName)
    }

    /// Stores a URL, or removes what is stored for `nil`.
    public override func set(_ url: URL?, forKey defaultName: String) {
        set(url as Any?, forKey: defaultName)
    }

    /// Removes what was set under a name; an argument and a registered value stay.
    public override func removeObject(forKey defaultName: String) {
        write(nil, forKey: defaultName)
    }

    private func write(_ value: PropertyListValue?, forKey name: String) {
        hub.writing(to: name) { setPropertyListValue(value, forKey: name) }
    }

    /// Does nothing, since there is no file.
    ///
    /// - Returns: True; false, with an issue, for a store that stands in for a suite or a file that was refused.
    @discardableResult
    public override func synchronize() -> Bool { flush(at: nil) }

    func flush(at location: CodeLocation?) -> Bool {
        guard let refusal else { return true }
        DefaultsIssue.report(.saveFailed(refusal, .isInMemory, at: location))
        return false
    }

    // MARK: - Domains

    /// Adds fallback values, of this instance only; those that are no property list are refused and reported.
    public override func register(defaults registrationDictionary: [String: Any]) {
        let values = PropertyListValue.storable(registrationDictionary)
        state.withLock { $0.registered.merge(values, uniquingKeysWith: { $1 }) }
        hub.refresh()
    }

    /// Adds a persistent domain of this instance to what is searched, after what was set and before those added earlier.
    public override func addSuite(named suiteName: String) {
        state.withLock { $0.suites = [suiteName] + $0.suites.filter { $0 != suiteName } }
        hub.refresh()
    }

    /// Takes a persistent domain out of what is searched.
    public override func removeSuite(named suiteName: String) {
        state.withLock { $0.suites.removeAll { $0 == suiteName } }
        hub.refresh()
    }

    /// The names of the volatile domains: arguments, registered values, and those that were set.
    public override var volatileDomainNames: [String] {
        state.withLock { Array(Set($0.volatile.keys).union([UserDefaults.registrationDomain])) }
    }

    /// The values of a volatile domain.
    public override func volatileDomain(forName domainName: String) -> [String: Any] {
        state.withLock { state in
            domainName == UserDefaults.registrationDomain ? state.registered : state.volatile[domainName] ?? [:]
        }.mapValues(\.swiftObject)
    }

    /// Sets a volatile domain; values that are no property list are refused and reported.
    public override func setVolatileDomain(_ domain: [String: Any], forName domainName: String) {
        let values = PropertyListValue.storable(domain)
        state.withLock { state in
            if domainName == UserDefaults.registrationDomain {
                state.registered = values
            } else {
                state.volatile[domainName] = values
            }
        }
        hub.refresh()
    }

    /// Removes a volatile domain.
    public override func removeVolatileDomain(forName domainName: String) {
        state.withLock { state in
            if domainName == UserDefaults.registrationDomain {
                state.registered = [:]
            } else {
                state.volatile[domainName] = nil
            }
        }
        hub.refresh()
    }

    /// A persistent domain of this instance; `nil` where none was set.
    public override func persistentDomain(forName domainName: String) -> [String: Any]? {
        state.withLock { $0.persistent[domainName] }?.mapValues(\.swiftObject)
    }

    /// Sets a persistent domain of this instance; values that are no property list are refused and reported.
    public override func setPersistentDomain(_ domain: [String: Any], forName domainName: String) {
        let values = PropertyListValue.storable(domain)
        state.withLock { $0.persistent[domainName] = values }
        hub.refresh()
    }

    /// Removes a persistent domain of this instance.
    public override func removePersistentDomain(forName domainName: String) {
        state.withLock { $0.persistent[domainName] = nil }
        hub.refresh()
    }
}

// MARK: - Direct access

extension InMemoryDefaults: PropertyListStore {
    func propertyListValue(forKey name: String) -> PropertyListValue? {
        state.withLock { $0.value(name) }
    }

    func storedContent(forKey name: String) -> StoredContent? {
        StoredContent(state.withLock { $0.stored[name] })
    }

    func setPropertyListValue(_ value: PropertyListValue?, forKey name: String) {
        state.withLock { $0.stored[name] = value }
    }

    func apply(_ changes: [String: PropertyListValue?]) {
        state.withLock { state in
            for (name, value) in changes { state.stored[name] = value }
        }
    }
}
