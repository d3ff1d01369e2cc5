import Foundation

/// Reads and writes a store by stored name.
///
/// Domains use a box for every kind of store. All boxes of one store share its hub, whose lock makes
/// ``SafeDefaults/update(_:fileID:line:_:)`` atomic.
///
/// A box with a ``prefix`` is for a part of the store's names, a scope. It has the store and the hub of the whole
/// store, so that both are one store for writers and observers. They know only full names: what is passed to them and
/// comes from them is translated here.
@usableFromInline
package final class StoreBox: Sendable {
    private let defaults: SharedDefaults<UserDefaults>

    /// The hub that orders writes and delivers changes.
    package let hub: ObservationHub

    /// The store.
    ///
    /// NB: it isn't optional, because a read that had to unwrap it would retain it, and reads on several processors
    /// would wait for each other to do so.
    package let store: any Store

    /// The owner through which the registry finds a file's object.
    ///
    /// It is retained here, so that the object is found for as long as a box exists.
    private let owner: Owner<SharedDefaults<PropertyListDefaults>>?

    /// The box of the whole store; nil if this is it.
    ///
    /// It is retained, so that the registry finds the same box of the whole store while a scope is used.
    let whole: StoreBox?

    /// The beginning of the full names of the scope, such as `scope:user-7/`; empty in the box of the whole store.
    let prefix: String

    var userDefaults: UserDefaults { defaults.object }

    /// Creates a box around an object.
    ///
    /// - Parameters:
    ///   - userDefaults: The object.
    ///   - domain: The name of the object's persistent domain; nil if it is unknown.
    ///   - rules: What the system does with the values in addition to keeping them.
    init(_ userDefaults: UserDefaults, domain: String? = nil, rules: PlatformRules = .system) {
        defaults = SharedDefaults(userDefaults)
        (whole, prefix) = (nil, "")
        if let own = userDefaults as? PropertyListDefaults {
            (hub, store) = (own.hub, own.store)
            owner = own.owner.withLock(\.shared)
        } else {
            let saving = StoreSaving(userDefaults, domain: domain)
            let plain = PlainStore(userDefaults, saving: saving, domain: domain, rules: rules)
            (store, owner) = (plain, nil)
            let hub = ObservationHub(over: plain)
            self.hub = hub
            saving?.changesByOthers.withLock { $0 = { [weak hub] in hub?.noticePlainChange(of: nil) } }
            hub.source = ForeignWrites.source(of: userDefaults, for: hub)
        }
    }

    /// The box of the program's own defaults.
    static let standard = {
        let box = StoreBox(.standard, domain: PreferencesFile.programDomain)
        box.prepare()
        return box
    }()

    static let unretainedStandard = Unmanaged.passUnretained(standard)

    /// Makes Foundation read what is stored, before the box is used.
    func prepare() {
        FirstUse.prepare(userDefaults)
        (store as? PlainStore)?.open()
    }

    /// Creates a box for a part of a store's names.
    init(of whole: StoreBox, prefix: String) {
        (defaults, hub, store) = (whole.defaults, whole.hub, whole.store)
        // The whole store's box retains the owner.
        owner = nil
        (self.whole, self.prefix) = (whole, prefix)
    }

    /// Returns the name under which the store has a name of this box.
    package func fullName(_ name: String) -> String { whole == nil ? name : prefix + name }

    // MARK: - Reading

    /// Returns the value under a name, or nil if there is none.
    ///
    /// The read isn't tracked by the Observation framework. If it has to be, call ``noteRead(of:)`` before: that takes
    /// the value of an unfinished write for known. If this read came first, and found the older value, nothing would
    /// tell the reader of the write.
    func currentValue(named name: String) throws(NonPropertyListObject) -> PropertyListValue? {
        if whole != nil || hub.hasUnfinishedWrites.isSet { return try content(named: name).value() }
        return try store.value(named: name)
    }

    /// Returns the content of a name, in a form that can be compared later.
    package func content(named name: String, in layer: Layer = .all) -> StoredContent {
        store.content(named: fullName(name), in: layer, through: hub)
    }

    /// Returns the contents of some names, with all or none of the changes of a batch.
    ///
    /// The reads aren't tracked by the Observation framework.
    package func contents(named names: [String], in layer: Layer = .all) -> [String: StoredContent] {
        if whole == nil { return store.contents(named: names, in: layer, through: hub) }
        return ownNames(store.contents(named: names.map(fullName), in: layer, through: hub))
    }

    /// Returns whether there is a value under a name, even if it can't be read.
    ///
    /// The Observation framework tracks the read.
    func contains(_ name: String) -> Bool {
        noteRead(of: name)
        return content(named: name) != .nothing
    }

    /// Returns whether the store itself holds something under a name, even a value that can't be read.
    ///
    /// The Observation framework tracks the read.
    func isStored(_ name: String) -> Bool {
        noteRead(of: name)
        return content(named: name, in: .own) != .nothing
    }

    /// Returns whether the store itself holds exactly a given value already, so that writing it would change nothing.
    ///
    /// A launch argument, a registered value or another domain's value doesn't count as stored, because it may be
    /// different in the next run. If it can't be told from a stored value, the result is false, because an unnecessary
    /// write does no harm.
    func holds(_ value: PropertyListValue?, named name: String) -> Bool {
        store.holds(value, named: fullName(name), through: hub)
    }

    /// Returns where the value that a read of a name finds comes from.
    ///
    /// The Observation framework tracks the read.
    func origin(named name: String) -> ValueOrigin {
        noteRead(of: name)
        return store.origin(named: fullName(name), through: hub)
    }

    /// Returns what overrides the stored value that an error names; nil if nothing does.
    func override(of error: DefaultsError) -> ValueOrigin? {
        let origin = error.storedName.map { store.origin(named: $0, through: hub) }
        return origin?.isOverride == true ? origin : nil
    }

    /// Returns the origin of the value beneath launch arguments and other overrides.
    ///
    /// Beneath an override, every value that the store itself doesn't hold counts as registered.
    func baseOrigin(named name: String) -> ValueOrigin {
        let origin = origin(named: name)
        if !origin.isOverride { return origin }
        return content(named: name, in: .own) == .nothing ? .registered : .stored
    }

    /// Returns nil for a value that a read hasn't found, or throws an error if it may be stored all the same.
    func missingValue<Value>(named name: String) throws(DefaultsError) -> Value? {
        if let error = store.missingValue(named: fullName(name)) { throw error }
        return nil
    }

    /// Registers a read with the Observation framework if that tracks reads on this thread now.
    ///
    /// Call it before the read.
    package func noteRead(of name: String) {
        if hub.isTrackingReads { noteTrackedRead(of: name) }
    }

    private func noteTrackedRead(of name: String) {
        // An object of this library's own retains its hub. For any other object, the hub would be released with the
        // box of the whole store.
        let box = whole ?? self
        hub.noteTrackedRead(of: fullName(name), holder: box.store is PlainStore ? box : nil)
    }

    // MARK: - Writing

    /// Throws an error if a value can't be stored under a name.
    ///
    /// Used for writes that are made later, together with others.
    package func check(_ value: PropertyListValue?, named name: String) throws(DefaultsError) {
        try StorableCheck.check(value, name: fullName(name))
        if value != nil { try store.check(fullName(name)) }
    }

    /// Stores a value, or removes the stored one if the new value is nil.
    func set(_ value: PropertyListValue?, named name: String) throws(DefaultsError) {
        _ = try set(value, named: name, over: nil)
    }

    /// Removes the value stored under a name.
    ///
    /// A failure is reported as an issue.
    func remove(_ name: String) {
        DefaultsIssue.reportingFailedWrite(at: nil) { () throws(DefaultsError) in try set(nil, named: name) }
    }

    /// Stores a value, or removes the stored one if the new value is nil.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - name: The stored name.
    ///   - seen: The content that the caller has seen beneath overrides, which the store must still hold; nil if it may
    ///     hold anything.
    /// - Returns: Whether the value was stored or removed.
    func set(
        _ value: PropertyListValue?, named name: String, over seen: StoredContent?
    ) throws(DefaultsError) -> Bool {
        let name = fullName(name)
        try StorableCheck.check(value, name: name)
        return try store.set(value, named: name, over: seen, through: hub)
    }

    /// Makes a transaction's writes as one change, if the store still holds the values that they depend on.
    ///
    /// - Parameters:
    ///   - transaction: The transaction.
    ///   - isCurrent: Returns whether everything else is unchanged that the writes depend on.
    /// - Returns: Whether the writes were made.
    package func commit(
        _ transaction: StoreTransaction, if isCurrent: () -> Bool = { true }
    ) throws(DefaultsError) -> Bool {
        let transaction = StoreTransaction(
            expected: fullNames(transaction.expected), in: transaction.layer, changes: fullNames(transaction.changes),
            lastNames: transaction.lastNames.map(fullName))
        return try store.commit(transaction, if: isCurrent, through: hub)
    }

    // MARK: - Writes that depend on what is stored

    /// Makes attempts until no other writer comes in between.
    ///
    /// After ``ObservationHub/attempts``, the other writers are held back. A ``CrowdedStore`` settles it by itself.
    ///
    /// - Parameters:
    ///   - isAlone: Whether other writers are held back from the first attempt on, if they can be.
    ///   - attempt: Makes one attempt. Returns nil if another writer came in between, which can't happen while the
    ///     others are held back.
    package func settling<Result, Failure: Error>(
        alone isAlone: Bool = false, _ attempt: (Attempt) throws(Failure) -> Result?
    ) throws(Failure) -> Result {
        if let crowded = store as? any CrowdedStore { return try crowded.settling(attempt) }
        if !isAlone {
            for _ in 1...ObservationHub.attempts {
                if let result = try attempt(.amongOthers) { return result }
            }
        }
        return try holdingBackOtherWriters { () throws(Failure) in
            while true {
                if let result = try attempt(.alone) { return result }
            }
        }
    }

    /// Runs a closure while all other writers are held back, including those in other processes, if the store can do
    /// that.
    ///
    /// A ``CrowdedStore`` can't. If the store is plain, processes that don't use the library can write all the same.
    package func holdingBackOtherWriters<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        if store is any CrowdedStore { return try body() }
        let exclusive = store as? any ExclusiveStore
        // If other processes can't be excluded, the write in the body fails too, and reports the reason.
        let isExcluding = (try? exclusive?.beginExclusion()) != nil
        return try hub.holdingBackOtherWriters { () throws(Failure) in
            defer { if isExcluding { exclusive?.endExclusion() } }
            return try body()
        }
    }

    /// Throws an error if a change can't be computed from what was seen under a name, because the stored value can't be
    /// read yet.
    func checkChangeable(_ name: String, from seen: StoredContent) throws(DefaultsError) {
        try store.checkChangeable(fullName(name), from: seen)
    }

    // MARK: - State

    /// Saves what was written, and returns whether it is saved now.
    package func flush(at location: CodeLocation) -> Bool {
        guard hub.waitForUnfinishedWrites() else {
            DefaultsIssue.report(
                .failedSave("another thread is still writing, and may be waiting for this one", at: location))
            return false
        }
        return store.flush(at: location)
    }

    /// Throws an error if the store can't be read at the moment, or if a part of what was stored is lost.
    package func checkReadable() throws(DefaultsError) { try store.checkReadable() }

    /// Whether a transaction is stored as one record, so that the end of the process can't leave a part of it.
    package var keepsBatchesWhole: Bool { store.keepsBatchesWhole }

    /// A name for this part of a plain store, whose file programs without the library may save, too.
    ///
    /// Nil for any other store, and if the file is unknown, as it is on Apple systems.
    package var sharedName: String? {
        if keepsBatchesWhole { return nil }
        return store.fileURL.map { file in "\(file.lastPathComponent)/\(prefix)" }
    }
}

extension StoreBox: Equatable {
    /// Returns whether both boxes are for the same names of the same object.
    @usableFromInline package static func == (left: StoreBox, right: StoreBox) -> Bool {
        left === right || left.userDefaults === right.userDefaults && left.prefix == right.prefix
    }
}
