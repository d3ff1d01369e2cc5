public import Foundation

/// A `UserDefaults` over a file of your choice that keeps what it is given, for tools and servers on Linux.
///
/// It is a real `UserDefaults`, so code that takes one takes it; and where `UserDefaults` on Linux writes nothing until
/// it is told to, this one has written a value when `set` returns. The file is a property list that other tools can read.
///
/// ```swift
/// let url = FileManager.default.temporaryDirectory.appendingPathComponent("tour/defaults.plist")
/// let defaults = try FileDefaults(url: url)
/// defaults.set(Date(), forKey: "loginDate")  // written, whatever happens to the process now
/// ```
///
/// - *Kept:* once `set` returns, the value survives the end of the process, by `kill -9` too. Once `synchronize()` returns
///   true, it survives a loss of power.
/// - *Shared:* any number of processes, and of objects in one process, may use one file. Each sees at once what the others
///   write, and no update is lost.
/// - *Refused or failed:* a write that can't be made stores nothing, now or later, and is an issue of the kind
///   ``DefaultsIssue/Kind/failedWrite``.
/// - *Damage:* of a damaged file what is readable is kept, and the file itself is set aside by the first write after.
///
/// Values come back as they were set: dates with their fraction, URLs whole. It may be used from several threads; wrap it
/// in a ``DefaultsStore`` to hand it over. `UserDefaults.didChangeNotification` is posted if you say so:
/// ``postsDidChangeNotification``. See <doc:HowFileDefaultsWorks> for how far each promise goes, <doc:FileFormat> for what
/// is on the disk, and <doc:FileDefaultsAndFoundation> for where it answers otherwise than Foundation's own class.
public final class FileDefaults: UserDefaults {
    let hub: ObservationHub

    /// What the registry of stores finds it by.
    let owner = Locked(WeakReference<FileDefaults>(nil))

    /// Whether changes that are made through this object are posted as `UserDefaults.didChangeNotification`; false at first.
    ///
    /// Set it where code listens for the notification, such as a library that was written for Apple systems. A notification
    /// takes longer than a write, and Foundation doesn't tell whether anybody listens, so it is posted only if you say so.
    /// To hear of one setting, or of what other processes write, observe it instead: <doc:ObservingSettings>.
    ///
    /// ```swift
    /// let url = FileManager.default.temporaryDirectory.appendingPathComponent("tour/defaults.plist")
    /// let defaults = try FileDefaults(url: url)
    /// defaults.postsDidChangeNotification = true
    /// let token = NotificationCenter.default.addObserver(
    ///     forName: UserDefaults.didChangeNotification, object: defaults, queue: nil
    /// ) { _ in print("changed") }
    /// defaults.set(1, forKey: "attempts")  // prints "changed"
    /// NotificationCenter.default.removeObserver(token)
    /// ```
    ///
    /// - *What:* once for each call that writes, removes, registers, or changes what is searched, whether the value is
    ///   another than before or not; once for ``SafeDefaults/edit(fileID:line:_:)`` and
    ///   ``SafeDefaults/removeAll()``. Nothing for a write that fails.
    /// - *When:* before the call returns, on the thread that made it, after the value is stored and with no lock held. A
    ///   listener may read and write.
    /// - *With what:* this object, and no `userInfo`.
    /// - *Not:* for what other processes write, and other objects over the same file, of which each posts its own. Of the
    ///   domain of another name Foundation itself posts, always.
    ///
    /// It may be set from any thread.
    public var postsDidChangeNotification: Bool {
        get { isPosting.isSet }
        set { isPosting.set(newValue) }
    }

    private let isPosting = SharedWord()

    let domains: FileDomains
    let source: FileChangeSource

    /// What keeps the hub; the source refers to it weakly.
    private let hubOwner: Owner<ObservationHub>

    /// Opens a file, or begins one; directories that are missing are made, for their owner alone.
    ///
    /// - Parameters:
    ///   - url: The property list's URL.
    ///   - other: A `UserDefaults` whose own values a *new* file begins with, such as `.standard`; what it has registered,
    ///     and launch arguments, are left out. A file that holds something, or held something before, isn't touched.
    /// - Throws: A ``DefaultsError`` whose sentence says why there can be no store: a directory or a link in the file's
    ///   place, another user's file, a network file system, what a newer version of the library wrote.
    public convenience init(url: URL, importing other: UserDefaults? = nil) throws(DefaultsError) {
        self.init(try FileConnection(opening: url))
        if let other { try adopt(other) }
    }

    /// Opens a file, later if it can't be done now.
    ///
    /// - Parameters:
    ///   - url: The property list's URL.
    ///   - other: A `UserDefaults` whose own values a new file begins with.
    ///   - report: Is told why it can't.
    convenience init(retrying url: URL, importing other: UserDefaults?, orReport report: (DefaultsError) -> Void) {
        let connection: FileConnection
        do throws(DefaultsError) {
            connection = try FileConnection(opening: url)
        } catch {
            report(error)
            connection = FileConnection(retrying: url)
        }
        self.init(connection)
        guard let other, connection.engine != nil else { return }
        reporting { () throws(DefaultsError) in try adopt(other) }
    }

    private init(_ connection: FileConnection) {
        let domains = FileDomains(connection)
        self.domains = domains
        hub = ObservationHub(
            { name in StoredContent(domains.value(name)) }, together: { names in domains.contents(of: names) })
        hubOwner = Owner(hub)
        source = FileChangeSource(connection, hub: hubOwner)
        // NB: a suite's name that nobody writes, because with none the values of `.standard` would show through. On Linux
        // Foundation hands the launch arguments to `setVolatileDomain` before it returns.
        // A suite by that name can't be refused, and an initialiser that can fail has no other way to say so.
        // swift-format-ignore: NeverForceUnwrap
        super.init(suiteName: OtherDomains.suite)!
        domains.adoptArguments(OtherDomains.shared)
        hub.setSource(source)
    }

    // MARK: - Reading

    /// What a name stands for, as the Swift type of its kind; `nil` for nothing.
    public override func object(forKey defaultName: String) -> Any? {
        domains.value(defaultName)?.swiftObject
    }

    /// The text under a name; a number's text too, with `1` and `0` for truth values; `nil` for all else.
    public override func string(forKey defaultName: String) -> String? {
        domains.value(defaultName)?.plainString
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
        domains.value(defaultName)?.plainInteger ?? 0
    }

    /// The number under a name, or that a text begins with; 0 for all else.
    public override func float(forKey defaultName: String) -> Float {
        Float(double(forKey: defaultName))
    }

    /// The number under a name, or that a text begins with; 0 for all else.
    public override func double(forKey defaultName: String) -> Double {
        domains.value(defaultName)?.plainDouble ?? 0
    }

    /// Whether the number under a name isn't 0, or a text says yes; false for all else.
    public override func bool(forKey defaultName: String) -> Bool {
        domains.value(defaultName)?.plainBool ?? false
    }

    /// The URL under a name: text that begins with `/` or `~` is a file's path, other text a URL.
    public override func url(forKey defaultName: String) -> URL? {
        domains.value(defaultName).flatMap { try? URL._decode($0) }
    }

    /// Everything that can be read: arguments, what is in the file, added suites, and what was registered.
    public override func dictionaryRepresentation() -> [String: Any] { domains.all() }

    // MARK: - Writing

    /// Stores a property-list object, or removes what is stored for `nil`; refuses all else and reports it.
    public override func set(_ value: Any?, forKey defaultName: String) {
        reporting { () throws(DefaultsError) in
            try write(
                try value.map { object throws(DefaultsError) in
                    try PropertyListValue.storable(object, name: defaultName)
                }, defaultName)
        }
    }

    /// Stores an integer.
    public override func set(_ value: Int, forKey defaultName: String) {
        reporting { () throws(DefaultsError) in try write(.integer(Int64(value)), defaultName) }
    }

    /// Stores a number.
    public override func set(_ value: Float, forKey defaultName: String) {
        reporting { () throws(DefaultsError) in try write(.real(Double(value)), defaultName) }
    }

    /// Stores a number.
    public override func set(_ value: Double, forKey defaultName: String) {
        reporting { () throws(DefaultsError) in try write(.real(value), defaultName) }
    }

    /// Stores a truth value.
    public override func set(_ value: Bool, forKey defaultName: String) {
        reporting { () throws(DefaultsError) in try write(.boolean(value), defaultName) }
    }

    /// Stores a URL, or removes what is stored for `nil`.
    public override func set(_ url: URL?, forKey defaultName: String) {
        set(url as Any?, forKey: defaultName)
    }

    /// Removes what was set under a name; an argument and a registered value stay.
    public override func removeObject(forKey defaultName: String) {
        reporting { () throws(DefaultsError) in try write(nil, defaultName) }
    }

    private func write(_ value: PropertyListValue?, _ name: String) throws(DefaultsError) {
        try beginExclusion()
        try hub.writing(to: name) { () throws(DefaultsError) in
            defer { endExclusion() }
            try setPropertyListValue(value, forKey: name)
        }
    }

    /// Has a change that was made posted, if that is wanted, when no lock is held any more.
    func announce() {
        guard postsDidChangeNotification else { return }
        hub.announceOnceFree { NotificationCenter.default.post(name: UserDefaults.didChangeNotification, object: self) }
    }

    private func reporting(_ write: () throws(DefaultsError) -> Void) {
        do throws(DefaultsError) { try write() } catch { DefaultsIssue.report(.failedWrite(error, at: nil)) }
    }

    /// Waits until everything that was written is on the disk, and tells whether it is; if not, that is an issue too.
    @discardableResult
    public override func synchronize() -> Bool { flush(at: nil) }

    func flush(at location: CodeLocation?) -> Bool {
        var advice = DefaultsIssue.SaveAdvice.nothingIsWritten
        do throws(DefaultsError) {
            let engine = try domains.connection.engineForWriting()
            advice = .isUncertain
            try engine.flush()
            return true
        } catch {
            DefaultsIssue.report(.saveFailed(error.reason, advice, at: location))
            return false
        }
    }

    // MARK: - Domains

    /// Tells of a change to what reads find.
    private func noteChange() {
        hub.refresh()
        announce()
    }

    /// Adds fallback values, for the whole process; those that are no property list are refused and reported.
    public override func register(defaults registrationDictionary: [String: Any]) {
        OtherDomains.shared.register(PropertyListValue.storable(registrationDictionary).mapValues(\.foundationObject))
        noteChange()
    }

    /// Adds a suite to what is searched, after the file and before the suites that were added earlier.
    public override func addSuite(named suiteName: String) {
        domains.addSuite(suiteName)
        noteChange()
    }

    /// Takes a suite out of what is searched.
    public override func removeSuite(named suiteName: String) {
        domains.removeSuite(suiteName)
        noteChange()
    }

    /// The names of the volatile domains: arguments, registered values, and those that were set.
    public override var volatileDomainNames: [String] {
        Array(Set(domains.volatileNames).union([UserDefaults.registrationDomain]))
    }

    /// The values of a volatile domain.
    public override func volatileDomain(forName domainName: String) -> [String: Any] {
        if domainName == UserDefaults.registrationDomain { return OtherDomains.shared.all() }
        return domains.volatile(domainName)?.mapValues(\.swiftObject) ?? [:]
    }

    /// Sets a volatile domain; values that are no property list are refused and reported.
    ///
    /// The registration domain is the process's, and values can only be added to it.
    public override func setVolatileDomain(_ domain: [String: Any], forName domainName: String) {
        if domainName == UserDefaults.registrationDomain { return register(defaults: domain) }
        domains.setVolatile(PropertyListValue.storable(domain), domainName)
        noteChange()
    }

    /// Removes a volatile domain; not that of registered values, which is the process's.
    public override func removeVolatileDomain(forName domainName: String) {
        domains.setVolatile(nil, domainName)
        noteChange()
    }

    /// The file's own values for its path as the name; for another name the values of a suite; `nil` where nothing is.
    public override func persistentDomain(forName domainName: String) -> [String: Any]? {
        let values = domainName == domains.connection.path ? ownValues : super.persistentDomain(forName: domainName)
        // NB: on Linux Foundation gives an empty dictionary for a domain that isn't there.
        return values.flatMap { $0.isEmpty ? nil : $0 }
    }

    private var ownValues: [String: Any] {
        Dictionary(
            (domains.connection.engine?.values() ?? [:]).map { ($0.text, $1.swiftObject) }, uniquingKeysWith: { $1 })
    }

    /// Replaces the file's own values, as one change, for its path as the name; for another name those of a suite.
    ///
    /// Values that are no property list are refused and reported, and so is a name that no suite can have.
    public override func setPersistentDomain(_ domain: [String: Any], forName domainName: String) {
        let values = PropertyListValue.storable(domain)
        if domainName == domains.connection.path { return replaceAll(by: values) }
        changeSuite(domainName) {
            super.setPersistentDomain(values.mapValues(\.foundationObject), forName: domainName)
        }
    }

    /// Removes the file's own values, as one change, for its path as the name; for another name those of a suite.
    ///
    /// A name that no suite can have is refused and reported.
    public override func removePersistentDomain(forName domainName: String) {
        if domainName == domains.connection.path { return replaceAll(by: [:]) }
        changeSuite(domainName) { super.removePersistentDomain(forName: domainName) }
    }

    private func replaceAll(by values: [String: PropertyListValue]) {
        reporting { () throws(DefaultsError) in
            let sets = values.map { StoreChange.set(StoredName($0), $1) }
            try domains.connection.engineForWriting().write([.removeAll] + sets)
            announce()
        }
        hub.refresh()
    }

    /// Changes the domain of another name, which Foundation keeps, and which may be one that is searched; it is Foundation
    /// who posts a notification of that.
    private func changeSuite(_ name: String, _ change: () -> Void) {
        reporting { () throws(DefaultsError) in
            if let reason = SuiteName.reasonToRefuseDomain(name) {
                throw DefaultsError(.unstorable, reason: "the name can't be a domain's, because \(reason)")
            }
            change()
        }
        hub.refresh()
    }
}
