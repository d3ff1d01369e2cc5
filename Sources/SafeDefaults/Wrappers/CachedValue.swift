/// A setting's cached value, for the store that was read last.
///
/// It is valid until that store's hub delivers a change. Outside of tests, `.standard` usually resolves to a single
/// store.
///
/// The value is read from the content that the hub has delivered, not from the store. So the hub and the cache always
/// agree: neither knows a foreign write before the hub notices it.
final class CachedValue<Value>: Sendable {
    private let definition: SettingDefinition<Value>
    private let location: CodeLocation
    private let cached = Locked<Cached?>(nil)

    private struct Cached {
        let box: StoreBox
        let receiver: CacheReceiver
        let observation: DefaultsObservation

        /// The number of changes that the receiver had when the value was read; nil if it wasn't read yet.
        var changes: UInt?

        /// The value; nil if reads return the default.
        var value: Value?
    }

    init(_ definition: SettingDefinition<Value>, at location: CodeLocation) {
        self.definition = definition
        self.location = location
    }

    /// Returns the cached value, or the default if nothing is stored.
    func value(in store: DefaultsStore) -> Value {
        let box = store.withBox { ObjectIdentifier($0) }
        let found = cached.withLock { cached -> Value?? in
            guard let cached, ObjectIdentifier(cached.box) == box, cached.changes == cached.receiver.changes.value
            else {
                return nil
            }
            return .some(cached.value)
        }
        guard let found else { return newValue(in: store.box) }
        return found ?? definition.fallback()
    }

    /// Decodes the newest content, and keeps the value.
    private func newValue(in box: StoreBox) -> Value {
        let receiver = receiver(in: box)
        // First the number: if another change arrives meanwhile, the next read decodes again.
        let changes = receiver.changes.value
        let content = definition.content(receiver.contents.withLock { $0.current })
        // No lock is held here, because the client's code may decode the value.
        var issue: DefaultsIssue?
        let value = definition.value(of: content, in: box, at: location) { issue = box.naming($0) }
        let (old, isFirst) = cached.withLock { cached -> (Value?, Bool) in
            guard let old = cached, old.receiver === receiver else { return (nil, true) }
            cached?.changes = changes
            cached?.value = issue == nil && !content.isNothing ? value : nil
            return (old.value, old.changes != changes)
        }
        // The old value is released here, outside the lock, because it may be an object with a `deinit`.
        withExtendedLifetime(old) {}
        if let issue, isFirst { DefaultsIssue.report(issue) }
        return value
    }

    /// Returns what receives the changes of a store, from now on if nothing does.
    private func receiver(in box: StoreBox) -> CacheReceiver {
        if let cached = cached.withLock({ $0 }), cached.box == box { return cached.receiver }
        // No lock is held here, because this takes the hub's lock, whose owner may be reading this value.
        let names = ObservedNames([definition.storedNames], in: box)
        let (receiver, observation) = box.observe(names.all) { contents in
            CacheReceiver(ObservedContents(names, contents))
        }
        let new = Cached(box: box, receiver: receiver, observation: observation)
        let (old, used) = cached.withLock { cached in
            // Another thread may have been first.
            if let cached, cached.box == box { return (nil as Cached?, cached.receiver) }
            defer { cached = new }
            return (cached, receiver)
        }
        withExtendedLifetime((old, new)) {}
        return used
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

    func receive(_ changes: [String: StoredContent]) -> DeferredAction {
        // Calls come one after the other, in the order of the changes, because the hub's lock is held.
        contents.withLock { $0.take(changes) }
        self.changes.set(self.changes.value &+ 1)
        return .nothing
    }
}
