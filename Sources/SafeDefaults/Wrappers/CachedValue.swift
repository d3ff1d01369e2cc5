/// A setting's cached value, for the store that was read last.
///
/// It is valid until that store's hub delivers a change. Outside of tests, `.standard` usually resolves to a single
/// store.
///
/// The value is read from the content that the hub has delivered, not from the store. So the hub and the cache always
/// agree: neither knows a foreign write before the hub notices it.
@usableFromInline
final class CachedValue<Value> {
    private let definition: SettingDefinition<Value>
    private let location: CodeLocation
    private let lock = CacheReceiver.sharedLock

    /// What is cached; nil before the first read.
    ///
    /// It is guarded by the receivers' lock.
    @exclusivity(unchecked) private var held: Held?

    /// The same object as `held`, without reference counting, which would slow down readers on other processors.
    @exclusivity(unchecked) @usableFromInline var uncountedHeld: Unmanaged<Held>?

    /// The cached value in an object, so that only one pointer changes while all readers wait.
    @usableFromInline
    final class Held {
        let source: Source

        /// The receiver's generation of the content that the value was read from.
        let generation: Int

        /// The value; nil if reads return the default.
        @usableFromInline let value: Value?

        init(_ source: Source, _ generation: Int, _ value: Value?) {
            (self.source, self.generation, self.value) = (source, generation, value)
        }
    }

    /// A store, and what its hub delivers.
    struct Source {
        let box: StoreBox
        let receiver: CacheReceiver
        let observation: DefaultsObservation
    }

    init(_ definition: SettingDefinition<Value>, at location: CodeLocation) {
        self.definition = definition
        self.location = location
    }

    /// Returns the cached value, or the default if nothing is stored.
    @inlinable
    func value(in store: DefaultsStore) -> Value {
        guard let part = beginReading(in: store) else { return refilled(in: store) }
        let value = uncountedHeld?._withUnsafeGuaranteedRef { $0.value }
        part.unlock()
        return (value ?? nil) ?? fallback()
    }

    /// Takes the lock for reading if the value is that of the store, and current.
    ///
    /// - Returns: The part of the lock that the caller has to release; nil if there is no such value.
    @usableFromInline
    func beginReading(in store: DefaultsStore) -> PlainLock? {
        // NB: a closure around the rest isn't inlined, and takes a fifth of a read's time.
        let box = store.withBox { ObjectIdentifier($0) }
        let part = lock.lockForReading()
        let isCurrent = uncountedHeld?._withUnsafeGuaranteedRef {
            ObjectIdentifier($0.source.box) == box && $0.source.receiver.generation == $0.generation
        }
        if isCurrent == true { return part }
        part.unlock()
        return nil
    }

    @usableFromInline
    func fallback() -> Value { definition.fallback() }

    /// Decodes the newest content, and keeps the value unless another change has arrived meanwhile.
    @usableFromInline
    func refilled(in store: DefaultsStore) -> Value {
        let source = source(in: store.box)
        let receiver = source.receiver
        let (contents, generation) = lock.whileReading { (receiver.contents, receiver.generation) }
        let content = definition.content(contents.current)
        // No lock is held here, because the client's code may decode the value.
        var issue: DefaultsIssue?
        let value = definition.value(of: content, in: source.box, at: location) { issue = source.box.naming($0) }
        keep(Held(source, generation, issue == nil && !content.isNothing ? value : nil))
        if let issue, lock.withLock({ receiver.claimReport(of: generation) }) { DefaultsIssue.report(issue) }
        return value
    }

    private func keep(_ new: Held) {
        let old = lock.withLock {
            guard new.source.receiver.generation == new.generation else { return nil as Held? }
            return replace(new)
        }
        // The old value is released here, outside the lock, because it may be an object with a `deinit`.
        withExtendedLifetime(old) {}
    }

    private func replace(_ new: Held) -> Held? {
        defer { (held, uncountedHeld) = (new, .passUnretained(new)) }
        return held
    }

    /// Starts receiving the changes of a store, if that hasn't happened yet.
    private func source(in box: StoreBox) -> Source {
        if let held = lock.whileReading({ held }), held.source.box == box { return held.source }
        // No lock is held here, because this takes the hub's lock, whose owner may be reading this value.
        let names = ObservedNames([definition.storedNames], in: box)
        let (receiver, observation) = box.observe(names.all) { contents in
            CacheReceiver(ObservedContents(names, contents))
        }
        let new = Source(box: box, receiver: receiver, observation: observation)
        let (old, source) = lock.withLock {
            // Another thread may have been first.
            if let held, held.source.box == box { return (nil as Held?, held.source) }
            return (replace(Held(new, -1, nil)), new)
        }
        withExtendedLifetime((old, new)) {}
        return source
    }
}

// Unchecked: `held` and `uncountedHeld` are guarded by the receivers' lock, and everything else is immutable.
extension CachedValue: @unchecked Sendable where Value: Sendable {}

// MARK: - The receiver

/// The receiver of the changes of a cached value.
///
/// It keeps the newest content and counts the changes. If the count differs from that of the cached value, the cached
/// value is out of date.
///
/// It is separate from the cached value, so that the hub holds none of the client's objects, and releases none under
/// its lock.
///
/// Unchecked: everything is guarded by ``sharedLock``.
final class CacheReceiver: ChangeReceiver, @unchecked Sendable {
    /// Guards all receivers, and the cached values that belong to them.
    ///
    /// There is one for the process, because its parts take some kilobytes. It is held for a few lines that access
    /// memory.
    static let sharedLock = ReadWriteLock()

    /// The contents of the names that the hub has delivered last.
    private(set) var contents: ObservedContents

    /// The number of changes.
    private(set) var generation = 0

    /// The ``generation`` of the content that was last reported as unreadable, or -1 if none was.
    private var reportedGeneration = -1

    init(_ contents: ObservedContents) { self.contents = contents }

    func receive(_ changes: [String: StoredContent]) -> DeferredAction {
        // Calls come in the order of the changes, because the hub's lock is held.
        var contents = Self.sharedLock.whileReading { self.contents }
        contents.take(changes)
        Self.sharedLock.withLock {
            self.contents = contents
            generation += 1
        }
        return .nothing
    }

    /// Returns whether the caller is the first to report the unreadable content of a generation.
    ///
    /// Call this under the lock.
    func claimReport(of generation: Int) -> Bool {
        guard generation > reportedGeneration else { return false }
        reportedGeneration = generation
        return true
    }
}
