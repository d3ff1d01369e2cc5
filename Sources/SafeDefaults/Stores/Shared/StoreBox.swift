import Foundation

/// Reads and writes a `UserDefaults` object by stored name.
///
/// Domains use a box for every kind of store.
///
/// All boxes around one object share its hub, whose lock makes ``SafeDefaults/update(_:fileID:line:_:)`` atomic. If the
/// object's class is this library's own, the box uses its ``PropertyListStore`` directly, without Foundation's types.
/// Any other object is a plain store.
///
/// A box with a ``scope`` is for a part of the names of another box, to which it passes each call with the full names.
@usableFromInline
package final class StoreBox: Sendable {
    private let defaults: SharedDefaults<UserDefaults>

    /// The hub that orders writes and delivers changes.
    let hub: ObservationHub

    /// The plain store if the object's class isn't this library's own; nil in a box with a scope.
    ///
    /// The hub makes its writes with the lock released.
    let plain: PlainStore?

    /// The same as ``plain``, for reads.
    ///
    /// NB: a read that had to unwrap ``plain`` would retain it.
    private let unretainedPlain: Unmanaged<PlainStore>?

    /// The object if its class is this library's own; nil in a box with a scope.
    ///
    /// NB: so boxes without a scope needn't look for one where they have found their object.
    let own: SharedDefaults<PropertyListDefaults>?

    /// The values of ``plain``, ``own`` or ``scope``.
    ///
    /// NB: a read that had to unwrap one of those would retain it, and reads on several processors would wait for each
    /// other to do so.
    private let values: any ReadableValues

    /// The owner through which the registry finds a file's object.
    ///
    /// It is retained here, so that the object is found for as long as a box exists.
    private let owner: Owner<SharedDefaults<PropertyListDefaults>>?

    /// The part of the store's names that this box is for; nil if it is for all of them.
    package let scope: StoreScope?

    var userDefaults: UserDefaults { defaults.object }

    /// Creates a box around an object.
    ///
    /// - Parameters:
    ///   - userDefaults: The object.
    ///   - file: The preferences file behind the object; nil if it is unknown.
    ///   - domain: The name of the object's persistent domain; nil if it is unknown.
    ///   - rules: What the system does with the values in addition to keeping them.
    init(
        _ userDefaults: UserDefaults, file: PreferencesFile? = nil, domain: String? = nil,
        rules: PlatformRules = .system
    ) {
        defaults = SharedDefaults(userDefaults)
        scope = nil
        if let own = userDefaults as? PropertyListDefaults {
            self.own = SharedDefaults(own)
            (hub, plain, unretainedPlain, values) = (own.hub, nil, nil, own.store)
            owner = own.owner.withLock(\.shared)
        } else {
            let saving = StoreSaving(userDefaults, file: file)
            let plain = PlainStore(userDefaults, saving: saving, domain: domain, rules: rules)
            (own, owner) = (nil, nil)
            self.plain = plain
            unretainedPlain = .passUnretained(plain)
            values = plain
            hub = ObservationHub(over: plain)
            if let source = ForeignWrites.source(of: userDefaults, for: hub) { hub.setSource(source) }
        }
    }

    /// Creates a box for a part of a store's names.
    init(scope: StoreScope) {
        (defaults, hub, values) = (scope.base.defaults, scope.base.hub, scope)
        // The scope retains the whole store's box, which retains the owner.
        (own, plain, unretainedPlain, owner) = (nil, nil, nil, nil)
        self.scope = scope
    }

    // MARK: - Reading

    /// The plain store, if all writes that have been decided on are made; nil in a box of any other kind.
    ///
    /// Ask for it after ``noteRead(of:)``, which takes the value of an unfinished write for known. If a read asked
    /// before, and found the older value, nothing would tell the reader of the write.
    var readablePlain: Unmanaged<PlainStore>? {
        unretainedPlain == nil || hub.hasUnfinishedWrites ? nil : unretainedPlain
    }

    /// Returns whether there is a value under a name, even if it can't be read.
    ///
    /// The Observation framework tracks the read.
    func contains(_ name: String) -> Bool {
        noteRead(of: name)
        if let plain, !hub.hasUnfinishedWrites { return plain.contains(name) }
        return content(named: name) != .nothing
    }

    /// Returns the content of a name, in a form that can be compared later.
    func content(named name: String) -> StoredContent {
        StoredContent { () throws(NonPropertyListObject) in try currentValue(named: name) }
    }

    /// Returns the readable values under some names, with all or none of the changes of a batch.
    ///
    /// The Observation framework tracks the reads.
    func values(named names: [String]) -> [String: PropertyListValue] {
        names.forEach(noteRead)
        return contents(named: names).compactMapValues { content in
            if case .value(let value) = content { value } else { nil }
        }
    }

    /// Returns the contents of some names, with all or none of the changes of a batch.
    package func contents(named names: [String]) -> [String: StoredContent] {
        if let contents = own?.object.store.contents(named: names) { return contents }
        if let scope { return scope.ownNames(scope.base.contents(named: names.map(scope.fullName))) }
        return hub.underLock(knowing: { names }) { Dictionary(keepingLast: $0) }
    }

    /// Returns whether the store itself holds exactly a given value already, so that writing it would change nothing.
    ///
    /// A launch argument, a registered value or another domain's value doesn't count as stored, because it may be
    /// different in the next run. If it can't be told from a stored value, the result is false, because an unnecessary
    /// write does no harm.
    func holds(_ value: PropertyListValue?, named name: String) -> Bool {
        let written = StoredContent(value)
        if let own { return own.object.store.storedContent(named: name) == written }
        if let scope { return scope.base.holds(value, named: scope.fullName(name)) }
        guard content(named: name) == written else { return false }
        // If a read finds nothing, then nothing is stored.
        guard let value else { return true }
        guard let plain, !plain.isHidden(name) else { return false }
        return !plain.fallbacks(for: name).contains(.value(value))
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
        let box = scope?.base ?? self
        hub.noteTrackedRead(of: fullName(name), holder: box.own == nil ? box : nil)
    }

    /// Returns the value under a name, or nil if there is none.
    ///
    /// The read isn't tracked by the Observation framework.
    func currentValue(named name: String) throws(NonPropertyListObject) -> PropertyListValue? {
        if hub.hasUnfinishedWrites { return try hub.plainContent(of: fullName(name)).value() }
        return try values.value(named: name)
    }
}

extension StoreBox: Equatable {
    /// Returns whether both boxes are for the same names of the same object.
    @usableFromInline package static func == (left: StoreBox, right: StoreBox) -> Bool {
        left === right || left.userDefaults === right.userDefaults && left.scope?.prefix == right.scope?.prefix
    }
}
