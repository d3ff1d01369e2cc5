/// A setting's cached value, for the store that was read last.
///
/// It is valid until that store's hub delivers a change. Outside of tests, `.standard` usually resolves to a single
/// store.
///
/// The value is read from the content that the hub has delivered, not from the store. So the hub and the cache always
/// agree: neither knows a foreign write before the hub notices it.
///
/// Unchecked: `held` is guarded by the lock, and everything else is immutable.
@usableFromInline
final class CachedValue<Value>: @unchecked Sendable {
    private let definition: SettingDefinition<Value>
    private let location: CodeLocation
    private let lock = PlainLock()
    @exclusivity(unchecked) private var held: Held?

    /// The store that is read, and what receives its changes.
    fileprivate typealias Source = (box: StoreBox, receiver: CacheReceiver, observation: DefaultsObservation)

    /// A value and where it comes from, in an object, so that readers copy the value outside the lock.
    @usableFromInline
    final class Held {
        fileprivate let source: Source

        /// The number of changes that the receiver had when the value was read; nil if none was read yet.
        let changes: UInt?

        /// The value; nil if reads return the default.
        @usableFromInline let value: Value?

        fileprivate init(_ source: Source, _ value: Value? = nil, after changes: UInt? = nil) {
            (self.source, self.value, self.changes) = (source, value, changes)
        }
    }

    init(_ definition: SettingDefinition<Value>, at location: CodeLocation) {
        self.definition = definition
        self.location = location
    }

    deinit { lock.free() }

    /// Returns the cached value, or the default if nothing is stored.
    @inlinable
    func value(in store: DefaultsStore) -> Value {
        guard let held = current(in: store) else { return newValue(in: store.box) }
        return held.value ?? fallback()
    }

    /// Returns what is cached, if it is for the store, and no change has come since.
    @usableFromInline
    func current(in store: DefaultsStore) -> Held? {
        let box = store.withBox { ObjectIdentifier($0) }
        lock.lock()
        defer { lock.unlock() }
        guard let held, ObjectIdentifier(held.source.box) == box,
            held.changes == held.source.receiver.changes.value
        else { return nil }
        return held
    }

    @usableFromInline
    func fallback() -> Value { definition.fallback() }

    /// Decodes the newest content, and keeps the value.
    @usableFromInline
    func newValue(in box: StoreBox) -> Value {
        let source = source(in: box)
        // First the number: if another change arrives meanwhile, the next read decodes again.
        let changes = source.receiver.changes.value
        let content = definition.content(source.receiver.contents.withLock { $0.current })
        // No lock is held here, because the client's code may decode the value.
        var issue: DefaultsIssue?
        let value = definition.value(of: content, in: box, at: location) { issue = $0 }
        let new = Held(source, issue == nil && !content.isNothing ? value : nil, after: changes)
        let old = lock.withLock {
            guard let old = held, old.source.receiver === source.receiver else { return nil as Held? }
            held = new
            return old
        }
        if let issue, old?.changes != changes { DefaultsIssue.report(issue) }
        // The old value is released here, outside the lock, because it may be an object with a `deinit`.
        withExtendedLifetime(old) {}
        return value
    }

    /// Returns what receives the changes of a store, from now on if nothing does.
    private func source(in box: StoreBox) -> Source {
        if let held = lock.withLock({ held }), held.source.box == box { return held.source }
        // No lock is held here, because this takes the hub's lock, whose owner may be reading this value.
        let names = ObservedNames([definition.storedNames], in: box)
        // A view may be reading while it is drawn; see `noteTrackedRead`.
        let (receiver, observation) = box.hub.deliveringElsewhere { box.observe(names, CacheReceiver.init) }
        let new = Held((box, receiver, observation))
        let (old, source) = lock.withLock {
            // Another thread may have been first.
            if let held, held.source.box == box { return (nil as Held?, held.source) }
            defer { held = new }
            return (held, new.source)
        }
        withExtendedLifetime((old, new)) {}
        return source
    }
}

/// The receiver of the changes of a cached value, which keeps the newest content and counts the changes.
///
/// It is separate from the cached value, so that the hub holds none of the client's objects, and releases none under
/// its lock.
final class CacheReceiver: ChangeReceiver {
    /// The contents of the names that the hub has delivered last.
    let contents: Locked<ObservedContents>

    /// The number of changes, which is increased after the contents have changed.
    let changes = SharedWord()

    init(_ contents: ObservedContents) { self.contents = Locked(contents) }

    func receive(_ changes: [String: StoredContent], _ actions: inout DeferredActions) {
        // Calls come one after the other, in the order of the changes, because the hub's lock is held.
        contents.withLock { $0.take(changes) }
        self.changes.set(self.changes.value &+ 1)
    }
}
