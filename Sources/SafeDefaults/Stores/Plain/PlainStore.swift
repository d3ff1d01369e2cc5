import Foundation

/// A `UserDefaults` whose class isn't this library's, together with the object that saves its writes.
///
/// Reads that have to know of unfinished writes, and all writes, go through the hub.
final class PlainStore: PlainValues {
    private let defaults: SharedDefaults<UserDefaults>

    /// Saves the writes; nil on systems where a daemon does that.
    private let saving: StoreSaving?

    /// Whether the object's class is Foundation's own, whose `set` is known.
    ///
    /// A subclass may look at the values that it is given.
    private let isFoundations: Bool

    /// The name of the persistent domain that the object writes to; nil if it is unknown, as for an object that other
    /// code has created.
    private let domain: String?

    /// Tells whether the values can be read; nil if the system doesn't keep them closed, or if the domain is unknown.
    private let firstUnlock: FirstUnlock?

    private let rules: PlatformRules

    init(_ userDefaults: UserDefaults, saving: StoreSaving?, domain: String?, rules: PlatformRules) {
        defaults = SharedDefaults(userDefaults)
        self.saving = saving
        self.domain = domain
        self.rules = rules
        isFoundations = type(of: userDefaults) == UserDefaults.self
        firstUnlock = domain.flatMap { rules.markFile?($0) }.map { FirstUnlock(userDefaults, file: $0) }
        if let domain, domain.utf8.starts(with: "group.".utf8), let lacksGroup = rules.lacksGroup {
            // Not on this thread, because the answer is another process's.
            DefaultsIssue.report(lacksGroup(domain) ? [.unavailableGroup(domain)] : [], on: .global())
        }
    }

    // MARK: - Reading

    /// Returns the object under a name, as the `UserDefaults` returns it.
    func object(named name: String) -> Any? {
        guard let saving else { return defaults.object.object(forKey: name) }
        return saving.object(named: name)
    }

    func content(of name: String) -> StoredContent {
        StoredContent { () throws(NonPropertyListObject) in try value(named: name) }
    }

    func content(of name: String, after value: PropertyListValue?) -> StoredContent {
        isHidden(name) ? content(of: name) : baseContent(of: name, after: value)
    }

    /// The values in the persistent domain, by name; nil if its name is unknown.
    private var domainValues: [String: Any]? {
        domain.map { domain in
            let read = { [defaults] in defaults.object.persistentDomain(forName: domain) ?? [:] }
            return saving?.reading(read) ?? read()
        }
    }

    /// Whether reads of a name find the value of a launch argument or of a device's manager instead of the stored one.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - arguments: The launch arguments, if they are known.
    private func isHidden(_ name: String, by arguments: [String: Any]? = nil) -> Bool {
        defaults.object.objectIsForced(forKey: name) || (arguments ?? self.arguments)[name] != nil
    }

    /// The launch arguments.
    ///
    /// Foundation copies them each time. They aren't kept, because other code may replace them at any time, and nothing
    /// tells of it.
    private var arguments: [String: Any] { defaults.object.volatileDomain(forName: UserDefaults.argumentDomain) }

    /// The registered values that only this object may have.
    ///
    /// Foundation copies all registered values each time, in an app hundreds. Those that all objects of the process
    /// share are found in the system's search list, and an object of Foundation's own class has no others.
    private var registered: [String: Any] {
        isFoundations ? [:] : defaults.object.volatileDomain(forName: UserDefaults.registrationDomain)
    }

    /// What a read may find if nothing is stored, the likeliest first: values of the domain that all programs share,
    /// and registered values.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - registered: The registered values that only this object may have, if they are known.
    private func fallbacks(for name: String, _ registered: [String: Any]? = nil) -> [StoredContent] {
        [SystemSearchList.shared.object(name), (registered ?? self.registered)[name]].compactMap { object in
            object.map(StoredContent.init(foundationObject:))
        }
    }

    func baseContent(of name: String, found: StoredContent) -> StoredContent {
        // If a read finds nothing, then nothing hides a value.
        guard found != .nothing, isHidden(name), let values = domainValues else { return found }
        return values[name].map(StoredContent.init(foundationObject:)) ?? fallbacks(for: name).first ?? .nothing
    }

    func baseContent(of name: String, after value: PropertyListValue?) -> StoredContent {
        guard let value else { return fallbacks(for: name).first ?? .nothing }
        // Converted to Foundation's object and back, because a read doesn't always find exactly the value that was
        // written.
        return StoredContent(foundationObject: value.foundationObject)
    }

    /// Returns what the object itself holds under some names.
    ///
    /// If a launch argument, a managed value or an equal registered value hides that, it is read from the persistent
    /// domain. If the domain's name is unknown, the content is what a read finds.
    func storedContents(of names: [String]) -> [String: StoredContent] {
        lazy var values = domainValues
        lazy var arguments = self.arguments
        lazy var registered = self.registered
        let contents = names.map { name in
            let content = content(of: name)
            // If a read finds nothing, then nothing is stored. A value is stored if nothing else can have it.
            if content == .nothing { return (name, content) }
            let isElsewhere = isHidden(name, by: arguments) || fallbacks(for: name, registered).contains(content)
            guard isElsewhere, let values else { return (name, content) }
            return (name, values[name].map(StoredContent.init(foundationObject:)) ?? .nothing)
        }
        return Dictionary(keepingLast: contents)
    }

    func storedNames() -> [String] {
        saving?.lookAgain()
        return Array((domainValues ?? defaults.object.dictionaryRepresentation()).keys)
    }

    // MARK: - Writing

    func put(_ value: PropertyListValue?, named name: String) {
        func write() {
            guard let value else { return defaults.object.removeObject(forKey: name) }
            defaults.object.set(isFoundations ? value.storedObject : value.foundationObject, forKey: name)
        }
        if let saving { saving.save(value, named: name, write) } else { write() }
        firstUnlock?.noteWrite()
    }

    /// Checks that the system keeps the domain with some writes.
    ///
    /// If the system would only stop keeping it, an issue is reported. The domain is measured only for a large write,
    /// because that takes time.
    ///
    /// - Parameter changes: The values to store, by name. A nil value removes the stored one.
    /// - Throws: The error of a domain for which the system would end the process.
    private func checkSize(of changes: @autoclosure () -> [String: PropertyListValue?]) throws(DefaultsError) {
        guard let limit = rules.largestDomain else { return }
        let changes = changes()
        let sizes = changes.map { ($0.key, $0.value?.approximateByteCount(under: $0.key) ?? 0) }
        let added = sizes.reduce(0) { $0 + $1.1 }
        guard added >= limit.byteCount / 16, let (name, _) = sizes.max(by: { $0.1 < $1.1 }) else { return }
        let others = (domainValues ?? [:]).filter { !changes.keys.contains($0.key) }
        let total = added + others.mapValues(StoredContent.init(foundationObject:)).approximateByteCount
        guard total >= limit.byteCount else { return }
        let error = DefaultsError(
            .tooLarge, storedName: name,
            reason: "with \"\(name.abbreviated)\", the domain takes about \(total) bytes, and the system "
                + "keeps less than \(limit.byteCount)")
        if limit.endsProcess { throw error }
        DefaultsIssue.report(.oversizedDomain(error))
    }
}

extension PlainStore: Store {
    // MARK: - Reading

    func value(named name: String) throws(NonPropertyListObject) -> PropertyListValue? {
        guard let object = object(named: name) else { return nil }
        return try PropertyListValue(foundationObject: object)
    }

    func content(named name: String, in layer: Layer, through hub: ObservationHub) -> StoredContent {
        switch layer {
        case .all:
            hub.hasUnfinishedWrites.isSet ? hub.plainContent(of: name) : content(of: name)
        case .beneathOverrides where !hub.hasUnfinishedWrites.isSet:
            baseContent(of: name, found: content(of: name))
        case .beneathOverrides, .own:
            contents(named: [name], in: layer, through: hub)[name] ?? .nothing
        }
    }

    func contents(
        named names: [String], in layer: Layer, through hub: ObservationHub
    ) -> [String: StoredContent] {
        switch layer {
        case .all: hub.underLock(knowing: { names }) { Dictionary(keepingLast: $0) }
        case .beneathOverrides, .own: hub.contentsOfPlain(named: names, isOwn: layer == .own)
        }
    }

    func holds(_ value: PropertyListValue?, named name: String, through hub: ObservationHub) -> Bool {
        guard content(named: name, in: .all, through: hub) == StoredContent(value) else { return false }
        // If a read finds nothing, then nothing is stored.
        guard let value else { return true }
        return !isHidden(name) && !fallbacks(for: name).contains(.value(value))
    }

    /// Returns the origin of the value that a read finds.
    ///
    /// If the domain is unknown, a value that equals a registered one is taken for that.
    func origin(named name: String, through hub: ObservationHub) -> ValueOrigin {
        let content = content(named: name, in: .all, through: hub)
        if defaults.object.objectIsForced(forKey: name) { return .managed }
        if arguments[name] != nil { return .argument }
        if content == .nothing { return .default }
        let isStored = self.content(named: name, in: .own, through: hub) != .nothing
        if isStored, domain != nil || !fallbacks(for: name).contains(content) { return .stored }
        if registered[name].map(StoredContent.init(foundationObject:)) == content { return .registered }
        return SystemSearchList.shared.origin(name) == .registered ? .registered : .otherDomain
    }

    func storedNames(startingWith prefix: String, through hub: ObservationHub) -> [String] {
        let names = hub.storedNamesOfPlain().filter { $0.utf8.starts(with: prefix.utf8) }
        if names.isEmpty { return names }
        let contents = contents(named: names, in: .own, through: hub)
        return names.filter { contents[$0, default: .nothing] != .nothing }
    }

    // MARK: - Writing

    func set(
        _ value: PropertyListValue?, named name: String, over seen: StoredContent?, through hub: ObservationHub
    ) throws(DefaultsError) -> Bool {
        try checkSize(of: [name: value])
        if let seen { return hub.write([name: value], over: [name: seen]) }
        hub.write(value, to: name)
        return true
    }

    func commit(
        _ transaction: StoreTransaction, if isCurrent: () -> Bool, through hub: ObservationHub
    ) throws(DefaultsError) -> Bool {
        var bases = transaction.expected
        if transaction.layer == .own {
            // When the writes are decided on, what a read would find beneath overrides is compared. If a registered
            // value of the same content hides a name, another thread's write to it in between isn't noticed.
            let names = Array(bases.keys)
            bases = contents(named: names, in: .beneathOverrides, through: hub)
            guard contents(named: names, in: .own, through: hub) == transaction.expected else { return false }
        }
        guard isCurrent() else { return false }
        try checkSize(of: transaction.changes)
        return hub.write(transaction.changes, over: bases, lastly: transaction.lastNames)
    }

    // MARK: - State

    /// Whether the values can be read.
    var availability: StoreAvailability {
        if let firstUnlock { return firstUnlock.availability }
        if domain == nil { return .unknown }
        return (try? checkReadable()) == nil ? .notYetReadable : rules.availability
    }

    /// Compares what Foundation has read with the file, before anything else is read.
    func open() { saving?.open() }

    /// Returns why the values can't be read, as far as that is known without a look at the file; nil if they can.
    private func problem(of name: String?) -> DefaultsError? {
        let isLocked = firstUnlock?.availability == .notYetReadable
        let reason =
            isLocked
            ? "what is stored can't be read yet, because the device wasn't unlocked when this process began to use its "
                + "settings" : saving?.currentProblem?.reason
        return reason.map { DefaultsError(.notYetReadable, storedName: name, reason: $0) }
    }

    func missingValue(named name: String) -> DefaultsError? { problem(of: name) }

    func checkChangeable(_ name: String, from seen: StoredContent) throws(DefaultsError) {
        if let problem = problem(of: nil) { throw problem }
    }

    func checkReadable() throws(DefaultsError) {
        if let problem = problem(of: nil) { throw problem }
        try saving?.readFile()
    }

    /// The URL of the object's file; nil if it is unknown.
    var fileURL: URL? { saving?.fileURL }

    /// Saves what was written, and returns whether it is saved now.
    func flush(at location: CodeLocation?) -> Bool {
        saving?.flush(at: location) ?? defaults.object.synchronize()
    }
}
