import Foundation

/// Reads and writes a `UserDefaults` object by stored name; domains reach every store through it.
///
/// All boxes around one object share the hub, whose lock makes ``SafeDefaults/update(_:fileID:line:_:)`` atomic. An
/// object of this library's own is reached through its ``PropertyListStore``, without Foundation's types; any other is
/// a plain store.
@usableFromInline
final class StoreBox: Sendable {
    private let defaults: SharedDefaults<UserDefaults>

    /// The hub that orders writes and delivers changes.
    let hub: ObservationHub

    /// The object, if it isn't this library's own: its writes go through the hub, which makes them with its lock
    /// released.
    let plain: PlainStore?

    /// The object, if it is this library's own.
    let own: SharedDefaults<PropertyListDefaults>?

    /// The values of that object.
    private let store: (any PropertyListStore)?

    /// The owner by which the registry finds a file's object; retained, so that it is found as long as there is a box.
    private let owner: Owner<SharedDefaults<PropertyListDefaults>>?

    var userDefaults: UserDefaults { defaults.object }

    /// Creates a box around an object.
    ///
    /// - Parameters:
    ///   - userDefaults: The object.
    ///   - file: The file behind the object, if it is known.
    init(_ userDefaults: UserDefaults, file: PreferencesFile? = nil) {
        defaults = SharedDefaults(userDefaults)
        if let own = userDefaults as? PropertyListDefaults {
            self.own = SharedDefaults(own)
            (store, hub, plain) = (own.store, own.hub, nil)
            owner = own.owner.withLock(\.shared)
        } else {
            let plain = PlainStore(userDefaults, saving: StoreSaving(userDefaults, file: file))
            (own, store, owner) = (nil, nil, nil)
            self.plain = plain
            hub = ObservationHub(over: plain)
            if let source = ForeignWrites.source(of: userDefaults, for: hub) { hub.setSource(source) }
        }
    }

    // MARK: - Reading

    /// Returns the value under a name, or nil for nothing; tracked by the Observation framework.
    func value(named name: String) throws(NonPropertyListObject) -> PropertyListValue? {
        noteRead(of: name)
        return try currentValue(named: name)
    }

    /// Returns whether anything is stored under a name, readable or not; tracked by the Observation framework.
    func contains(_ name: String) -> Bool {
        noteRead(of: name)
        if let plain, !hub.hasUnfinishedWrites { return plain.contains(name) }
        return content(named: name) != .nothing
    }

    /// Returns what is stored under a name, in a form that can be compared later.
    func content(named name: String) -> StoredContent {
        StoredContent { () throws(NonPropertyListObject) in try currentValue(named: name) }
    }

    /// Returns the readable values under some names, never half of a batch; tracked by the Observation framework.
    func values(named names: [String]) -> [String: PropertyListValue] {
        names.forEach(noteRead)
        return contents(named: names).compactMapValues { content in
            if case .value(let value) = content { value } else { nil }
        }
    }

    /// Returns what is stored under some names, never half of a batch.
    func contents(named names: [String]) -> [String: StoredContent] {
        if let contents = store?.contents(named: names) { return contents }
        return hub.underLock(knowing: { names }) { Dictionary($0, uniquingKeysWith: { $1 }) }
    }

    /// Returns whether a write of a value would change nothing, because the store itself holds exactly that value.
    ///
    /// A launch argument, a registered value or another domain's value isn't stored: it may differ in the next run.
    /// Where such a value and a stored one can't be told apart, the answer is no, because a superfluous write loses
    /// nothing.
    func isStored(_ value: PropertyListValue?, named name: String) -> Bool {
        let written = StoredContent(value)
        if let store { return store.storedContent(named: name) == written }
        guard content(named: name) == written else { return false }
        // Where a read finds nothing, nothing is stored.
        guard let value else { return true }
        guard let plain, !plain.isHidden(name) else { return false }
        return !plain.fallbacks(for: name).contains(.value(value))
    }

    /// Registers a read with the Observation framework, if it tracks reads here; call it before the read.
    func noteRead(of name: String) {
        // An object of this library's own holds its hub; the hub of any other would be released with this box.
        hub.noteRead(of: name, holder: store == nil ? self : nil)
    }

    private func currentValue(named name: String) throws(NonPropertyListObject) -> PropertyListValue? {
        if let store { return try store.value(named: name) }
        if hub.hasUnfinishedWrites { return try hub.plainContent(of: name).value() }
        return try plain?.value(named: name)
    }
}

extension StoreBox: Equatable {
    /// Returns whether both are around one object.
    @usableFromInline static func == (left: StoreBox, right: StoreBox) -> Bool {
        left.userDefaults === right.userDefaults
    }
}
