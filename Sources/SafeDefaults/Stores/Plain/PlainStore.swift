import Foundation

/// A `UserDefaults` whose class isn't this library's, together with the object that saves its writes.
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
            DefaultsIssue.report(on: .global()) { lacksGroup(domain) ? [.unavailableGroup(domain)] : [] }
        }
    }

    /// The URL of the object's file; nil if it is unknown.
    var fileURL: URL? { saving?.fileURL }

    // MARK: - Reading

    /// Returns the value under a name, or nil if there is none.
    func value(named name: String) throws(NonPropertyListObject) -> PropertyListValue? {
        guard let object = object(named: name) else { return nil }
        return try PropertyListValue(foundationObject: object)
    }

    /// Returns the object under a name, as the `UserDefaults` returns it.
    func object(named name: String) -> Any? {
        guard let saving else { return defaults.object.object(forKey: name) }
        return saving.object(named: name)
    }

    func contains(_ name: String) -> Bool { object(named: name) != nil }

    func content(of name: String) -> StoredContent {
        StoredContent { () throws(NonPropertyListObject) in try value(named: name) }
    }

    func content(of name: String, after value: PropertyListValue?) -> StoredContent {
        isHidden(name) ? content(of: name) : baseContent(of: name, after: value)
    }

    /// Whether reads of a name find the value of a launch argument or of a device's manager instead of the stored one.
    func isHidden(_ name: String) -> Bool { isHidden(name, by: arguments) }

    /// Implements ``isHidden(_:)`` for several names.
    private func isHidden(_ name: String, by arguments: [String: Any]) -> Bool {
        arguments[name] != nil || defaults.object.objectIsForced(forKey: name)
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
    func fallbacks(for name: String) -> [StoredContent] { fallbacks(for: name, registered) }

    /// Implements ``fallbacks(for:)`` for several names.
    private func fallbacks(for name: String, _ registered: [String: Any]) -> [StoredContent] {
        [SystemSearchList.shared.object(name), registered[name]].compactMap { object in
            object.map(StoredContent.init(foundationObject:))
        }
    }

    func baseContent(of name: String, found: StoredContent) -> StoredContent {
        // If a read finds nothing, then nothing hides a value.
        guard found != .nothing, let domain, isHidden(name) else { return found }
        let value = defaults.object.persistentDomain(forName: domain)?[name]
        return value.map(StoredContent.init(foundationObject:)) ?? fallbacks(for: name).first ?? .nothing
    }

    func baseContent(of name: String, after value: PropertyListValue?) -> StoredContent {
        guard let value else { return fallbacks(for: name).first ?? .nothing }
        // Converted to Foundation's object and back, because a read doesn't always find exactly the value that was
        // written.
        return StoredContent(foundationObject: value.foundationObject)
    }

    /// Returns the origin of the content of a name.
    ///
    /// If the domain is unknown, a value that equals a registered one is taken for that.
    func origin(of name: String, content: StoredContent, stored: StoredContent) -> ValueOrigin {
        if defaults.object.objectIsForced(forKey: name) { return .managed }
        if arguments[name] != nil { return .argument }
        if content == .nothing { return .default }
        if stored != .nothing, domain != nil || !fallbacks(for: name).contains(content) { return .stored }
        if registered[name].map(StoredContent.init(foundationObject:)) == content { return .registered }
        return SystemSearchList.shared.origin(name) == .registered ? .registered : .otherDomain
    }

    /// Returns what the object itself holds under some names.
    ///
    /// If a launch argument, a managed value or an equal registered value hides that, it is read from the persistent
    /// domain. If the domain's name is unknown, the content is what a read finds.
    func storedContents(of names: [String]) -> [String: StoredContent] {
        lazy var values = domain.flatMap { defaults.object.persistentDomain(forName: $0) }
        lazy var arguments = self.arguments
        lazy var registered = self.registered
        let contents = names.map { name in
            let content = content(of: name)
            // If a read finds nothing, then nothing is stored. A value is stored if nothing else can have it.
            if content == .nothing { return (name, content) }
            let isElsewhere = isHidden(name, by: arguments) || fallbacks(for: name, registered).contains(content)
            if !isElsewhere || domain == nil { return (name, content) }
            return (name, values?[name].map(StoredContent.init(foundationObject:)) ?? .nothing)
        }
        return Dictionary(keepingLast: contents)
    }

    func storedNames() -> [String] {
        saving?.lookAgain()
        let values = domain.flatMap { defaults.object.persistentDomain(forName: $0) }
        return Array((values ?? defaults.object.dictionaryRepresentation()).keys)
    }

    // MARK: - Writing

    func put(_ value: PropertyListValue?, named name: String) {
        if let saving {
            saving.save(value, named: name) { store(value, named: name) }
        } else {
            store(value, named: name)
        }
        firstUnlock?.noteWrite()
    }

    private func store(_ value: PropertyListValue?, named name: String) {
        if let value {
            defaults.object.set(isFoundations ? value.storedObject : value.foundationObject, forKey: name)
        } else {
            defaults.object.removeObject(forKey: name)
        }
    }

    /// Checks that the system keeps the domain with some writes.
    ///
    /// If the system would only stop keeping it, an issue is reported. The domain is measured only for a large write,
    /// because that takes time.
    ///
    /// - Parameter changes: The values to store, by name. A nil value removes the stored one.
    /// - Throws: The error of a domain for which the system would end the process.
    func checkSize(of changes: @autoclosure () -> [String: PropertyListValue?]) throws(DefaultsError) {
        guard let limit = rules.largestDomain else { return }
        let changes = changes()
        let sizes = changes.map { ($0.key, $0.value?.approximateByteCount(under: $0.key) ?? 0) }
        let added = sizes.reduce(0) { $0 + $1.1 }
        guard added >= limit.byteCount / 16, let (name, _) = sizes.max(by: { $0.1 < $1.1 }) else { return }
        let total = added + byteCount(without: changes)
        guard total >= limit.byteCount else { return }
        let error = DefaultsError(
            .tooLarge, storedName: name,
            reason: "with \"\(name.abbreviated)\", the domain takes about \(total) bytes, and the system "
                + "keeps less than \(limit.byteCount)")
        if limit.endsProcess { throw error }
        DefaultsIssue.report(.oversizedDomain(error))
    }

    /// About how many bytes the domain takes, without some names; 0 if the domain is unknown.
    private func byteCount(without changes: [String: PropertyListValue?]) -> Int {
        let values = domain.flatMap { defaults.object.persistentDomain(forName: $0) } ?? [:]
        return values.reduce(0) { sum, entry in
            if changes.keys.contains(entry.key) { return sum }
            return sum + StoredContent(foundationObject: entry.value).approximateByteCount(under: entry.key)
        }
    }

    // MARK: - Availability

    /// Whether the values can be read.
    var availability: StoreAvailability {
        if let firstUnlock { return firstUnlock.availability }
        if domain == nil { return .unknown }
        return (try? checkReadable()) == nil ? .notYetReadable : rules.availability
    }

    /// Compares what Foundation has read with the file, before anything else is read.
    func open() { saving?.open() }

    /// Why the values can't be read, as far as that is known without a look at the file; nil if they can.
    var knownProblem: DefaultsError? {
        if firstUnlock?.availability == .notYetReadable { return .notYetUnlocked }
        return (saving?.currentProblem).map { DefaultsError(.notYetReadable, reason: $0.reason) }
    }

    /// Throws an error if the values can't be read, because the system keeps them closed, or because the file behind
    /// the object is damaged.
    func checkReadable() throws(DefaultsError) {
        if let knownProblem { throw knownProblem }
        do throws(SavingProblem) {
            try saving?.checkReadable()
        } catch {
            throw DefaultsError(.fileFailure, reason: error.reason)
        }
    }

    /// Saves what was written, and returns whether it is saved now.
    func flush(at location: CodeLocation?) -> Bool {
        saving?.flush { DefaultsIssue.report(.saving($0, at: location)) } ?? defaults.object.synchronize()
    }
}

// MARK: - What saving reports

/// A failure of a save, which the library reports as an issue of its own kind.
enum SavingIssue: Sendable {
    /// A file couldn't be read, for a reason, and the library has done something about it, which the advice says.
    case damagedFile(String, advice: String)

    /// Writes weren't saved, for a reason.
    case failedSave(String)

    /// Writes of a forked child aren't saved.
    case lostInFork
}

/// A closure that receives the issues of a save.
typealias SavingReport = @Sendable (SavingIssue) -> Void

/// The reason why a store wasn't saved, or can't be read.
struct SavingProblem: Error {
    /// The reason, as a clause.
    let reason: String
}
