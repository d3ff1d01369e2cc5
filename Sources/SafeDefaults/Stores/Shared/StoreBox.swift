import Foundation

/// The box around a `UserDefaults` object: every store over that object has one, and all of them share the hub, whose lock
/// makes ``SafeDefaults/update(_:fileID:line:_:)`` atomic.
///
/// Unchecked: `UserDefaults` is documented to be safe from several threads, and all else is immutable.
@usableFromInline
final class StoreBox: @unchecked Sendable {
    let userDefaults: UserDefaults

    /// What guards writes, so that a comparison and the write that depends on it are one step, and tells of changes.
    let hub: ObservationHub

    /// The same object, where it isn't ours: writes to it go through the hub, which makes them when its lock is free.
    private let plain: PlainStore?

    /// What lets a fork find the hub of such an object.
    private let hubOwner: Owner<ObservationHub>?

    /// The same object, where it is a store of ours that hands out values without boxing them.
    private let direct: (any PropertyListStore)?

    /// The same object, where it is one whose values several devices share.
    private let cloud: CloudDefaults?

    /// What lets others find the same object by its path for as long as there is a box.
    private let owner: Owner<FileDefaults>?

    /// Boxes an object.
    ///
    /// - Parameters:
    ///   - userDefaults: The object.
    ///   - file: The file behind the object, where it is known.
    init(_ userDefaults: UserDefaults, file: PreferencesFile? = nil) {
        self.userDefaults = userDefaults
        direct = userDefaults as? any PropertyListStore
        cloud = userDefaults as? CloudDefaults
        owner = (userDefaults as? FileDefaults)?.owner.withLock(\.shared)
        if let hub = direct?.hub ?? cloud?.hub {
            (self.hub, plain, hubOwner) = (hub, nil, nil)
        } else {
            let saving = StoreSaving(userDefaults, file: file)
            let plain = PlainStore(userDefaults, saving: saving)
            hub = ObservationHub(over: plain)
            let owner = Owner(hub)
            (self.plain, hubOwner) = (plain, owner)
            PlainForks.add(owner)
            if let source = ForeignWrites.source(of: userDefaults, for: hub) { hub.setSource(source) }
        }
    }

    // MARK: - Reading

    /// What is stored under a name, or nil for nothing; counted for Observation.
    func value(named name: String) throws(NonPropertyListObject) -> PropertyListValue? {
        noteRead(of: name)
        return try currentValue(named: name)
    }

    /// Tells whether anything is stored under a name, readable or not; counted for Observation.
    func contains(_ name: String) -> Bool {
        noteRead(of: name)
        if let direct { return direct.propertyListValue(forKey: name) != nil }
        if hub.hasUnfinishedWrites { return hub.plainContent(of: name) != .nothing }
        return userDefaults.object(forKey: name) != nil
    }

    /// What is stored under a name, unreadable objects included, in a form that can be compared later.
    func content(named name: String) -> StoredContent {
        StoredContent { () throws(NonPropertyListObject) in try currentValue(named: name) }
    }

    /// What is stored under some names, what can't be read left out, and never half of a batch; counted for Observation.
    func values(named names: [String]) -> [String: PropertyListValue] {
        names.forEach(noteRead)
        return contents(named: names).compactMapValues { content in
            if case .value(let value) = content { value } else { nil }
        }
    }

    /// What is stored under some names, never half of a batch.
    func contents(named names: [String]) -> [String: StoredContent] {
        if let contents = direct?.contents(named: names) { return contents }
        return hub.underLock(knowing: { names }) { Dictionary($0, uniquingKeysWith: { $1 }) }
    }

    /// Tells whether a write of a value would change nothing, because the store itself holds exactly that already.
    ///
    /// What a launch argument, a registered default or another domain says is no stored value: it may be another one in the
    /// next run. Where the two can't be told apart, the answer is no: a write too many loses nothing.
    func isStored(_ value: PropertyListValue?, named name: String) -> Bool {
        let written = StoredContent(value)
        if let direct { return direct.storedContent(forKey: name) == written }
        if let cloud { return cloud.storedContent(named: name) == written }
        guard content(named: name) == written else { return false }
        // Where a read finds nothing, nothing is stored.
        guard let value else { return true }
        guard let plain, !plain.isHidden(name) else { return false }
        return !plain.fallbacks(for: name).contains(.value(value))
    }

    /// Counts a read for Observation, if it happens where reads are tracked; to be called before the read.
    func noteRead(of name: String) {
        // A store of ours has its hub itself; any other's would go with this box.
        hub.noteRead(of: name, holder: direct == nil ? self : nil)
    }

    private func currentValue(named name: String) throws(NonPropertyListObject) -> PropertyListValue? {
        if let direct { return direct.propertyListValue(forKey: name) }
        if hub.hasUnfinishedWrites { return try hub.plainContent(of: name).value() }
        guard let object = userDefaults.object(forKey: name) else { return nil }
        return try PropertyListValue(foundationObject: object)
    }

    // MARK: - Writing

    /// Throws for a value that must not reach the store under a name.
    func check(_ value: PropertyListValue?, named name: String) throws(DefaultsError) {
        try StorableCheck.check(value, name: name)
        if value != nil, cloud != nil { try CloudDefaults.check(name) }
    }

    /// Stores a value, or removes what is stored for nil.
    func set(_ value: PropertyListValue?, named name: String) throws(DefaultsError) {
        try check(value, named: name)
        try write(value, named: name)
    }

    /// Removes what is stored; a failure is reported.
    func remove(_ name: String) {
        do throws(DefaultsError) {
            try write(nil, named: name)
        } catch {
            DefaultsIssue.report(.failedWrite(error, at: nil))
        }
    }

    private func write(_ value: PropertyListValue?, named name: String) throws(DefaultsError) {
        if plain != nil { return hub.write(value, to: name) }
        try direct?.beginExclusion()
        try hub.writing(to: name) { () throws(DefaultsError) in
            defer { direct?.endExclusion() }
            try put(value, named: name)
        }
    }

    /// Stores a value if what is stored is still what the caller has seen, and tells whether it did.
    func exchange(
        _ seen: StoredContent, for value: PropertyListValue?, named name: String
    ) throws(DefaultsError) -> Bool {
        try check(value, named: name)
        if plain != nil { return hub.exchange(seen, for: value, named: name) }
        return try excludingOtherWriters { () throws(DefaultsError) in
            guard content(named: name) == seen else { return false }
            try write(value, named: name)
            return true
        }
    }

    /// Makes writes as one change, if what they depend on is still stored, and tells whether it made them.
    func commit(_ transaction: StoreTransaction) throws(DefaultsError) -> Bool {
        if plain != nil { return hub.write(transaction.changes, over: transaction.expected) }
        return try excludingOtherWriters { () throws(DefaultsError) in
            guard transaction.isUpToDate(content(named:)) else { return false }
            try hub.writing(to: transaction.changes.keys) { () throws(DefaultsError) in
                if let direct { return try direct.apply(transaction.changes) }
                for (name, value) in transaction.changes { try put(value, named: name) }
            }
            return true
        }
    }

    /// Makes attempts until one isn't overtaken by another writer; the last one has no other beside it.
    ///
    /// - Parameter attempt: Makes one; gives nil if it was overtaken, which the last one can't be.
    func settling<Result, Failure: Error>(
        _ attempt: (_ isLast: Bool) throws(Failure) -> Result?
    ) throws(Failure) -> Result {
        for _ in 0..<attemptsBesideOthers {
            if let result = try attempt(false) { return result }
        }
        // Where the lock can't be had, the write of the attempt fails, and says so.
        let isAlone = direct.map { (try? $0.beginExclusion()) != nil } ?? false
        return try hub.holdingBackOtherWriters { () throws(Failure) in
            defer { if isAlone { direct?.endExclusion() } }
            while true {
                if let result = try attempt(true) { return result }
            }
        }
    }

    /// How often a writer that was overtaken tries again before it keeps the others out.
    private var attemptsBesideOthers: Int { 32 }

    /// Runs a body while no other thread can write, and no other process.
    ///
    /// Processes come first, here and wherever both are kept out: waiting for one may take long, and whoever only observes
    /// needs the hub meanwhile. And they are let in again before observers are told.
    private func excludingOtherWriters<Result>(
        _ body: () throws(DefaultsError) -> Result
    ) throws(DefaultsError) -> Result {
        try direct?.beginExclusion()
        return try hub.excludingOtherWriters { () throws(DefaultsError) in
            defer { direct?.endExclusion() }
            return try body()
        }
    }

    private func put(_ value: PropertyListValue?, named name: String) throws(DefaultsError) {
        if let direct { return try direct.setPropertyListValue(value, forKey: name) }
        cloud?.put(value, named: name)
    }

    // MARK: - Saving

    /// Saves what was written, and tells whether it is saved now.
    func flush(at location: CodeLocation) -> Bool {
        if let direct { return direct.flush(at: location) }
        guard let plain else { return userDefaults.synchronize() }
        guard hub.waitForUnfinishedWrites() else {
            DefaultsIssue.report(
                .saveFailed("another thread is still writing, and may be waiting for this one", at: location))
            return false
        }
        return plain.flush(at: location)
    }
}

extension StoreBox: Equatable {
    /// Tells whether both are around one object.
    @usableFromInline static func == (left: StoreBox, right: StoreBox) -> Bool {
        left.userDefaults === right.userDefaults
    }
}

/// What was seen under a name.
enum StoredContent: Equatable, Sendable {
    case nothing
    case value(PropertyListValue)
    case foreign(NonPropertyListObject)

    /// What is seen after a value has been stored, or removed for nil.
    init(_ value: PropertyListValue?) {
        self = value.map(StoredContent.value) ?? .nothing
    }

    /// The value, or nil for nothing.
    func value() throws(NonPropertyListObject) -> PropertyListValue? {
        switch self {
        case .nothing: nil
        case .value(let value): value
        case .foreign(let object): throw object
        }
    }

    /// What a reading gives, or fails on.
    init(_ read: () throws(NonPropertyListObject) -> PropertyListValue?) {
        do throws(NonPropertyListObject) {
            self.init(try read())
        } catch {
            self = .foreign(error)
        }
    }
}

/// A `UserDefaults` of ours, which hands out property-list values as they are.
protocol PropertyListStore: UserDefaults {
    /// What tells of its changes; its plain setters tell it too.
    var hub: ObservationHub { get }

    /// What a name stands for in the whole search list, or nil for nothing.
    func propertyListValue(forKey name: String) -> PropertyListValue?

    /// What several names stand for at one moment; nil for a store that only the hub's own writers write.
    func contents(named names: [String]) -> [String: StoredContent]?

    /// What the store itself holds under a name, arguments, registered values and other domains left out; nil if that can't
    /// be told now.
    func storedContent(forKey name: String) -> StoredContent?

    /// Stores a value that has been checked, or removes what is stored for nil; the caller tells the hub.
    func setPropertyListValue(_ value: PropertyListValue?, forKey name: String) throws(DefaultsError)

    /// Makes writes that have been checked, so that no reader sees half of them; nil removes. The caller tells the hub.
    func apply(_ changes: [String: PropertyListValue?]) throws(DefaultsError)

    /// Keeps other processes from writing, where there may be any; calls may be nested.
    func beginExclusion() throws(DefaultsError)

    /// Ends what a call of ``beginExclusion()`` began.
    func endExclusion()

    /// Saves what was written, and tells whether it is saved; if not, that is an issue.
    func flush(at location: CodeLocation?) -> Bool
}

extension PropertyListStore {
    func contents(named names: [String]) -> [String: StoredContent]? { nil }

    func beginExclusion() {}

    func endExclusion() {}
}
