/// A setting's cached value for one store.
///
/// It is valid until the store's hub delivers a change.
///
/// The value is read from the content that the hub has delivered, not from the store. So the hub and the cache always
/// agree: neither knows a foreign write before the hub notices it.
@usableFromInline
final class CachedValue<Value> {
    let box: StoreBox

    private let definition: SettingDefinition<Value>
    private let location: CodeLocation
    private let subscription = Locked<HubSubscription?>(nil)
    @usableFromInline let receiver: CacheReceiver

    /// The value of the receiver's `heldGeneration`, or nil if reads return the default.
    ///
    /// It is guarded by the receivers' lock.
    @exclusivity(unchecked) private var held: Held?

    /// The same object as `held`, without reference counting, which would slow down readers on other processors.
    @exclusivity(unchecked) @usableFromInline var uncountedHeld: Unmanaged<Held>?

    /// The cached value in an object, so that only one pointer changes while all readers wait.
    @usableFromInline
    final class Held {
        @usableFromInline let value: Value

        init(_ value: Value) { self.value = value }
    }

    init(_ definition: SettingDefinition<Value>, in box: StoreBox, at location: CodeLocation) {
        self.definition = definition
        self.box = box
        self.location = location
        receiver = CacheReceiver(ObservedNames([definition.storedNames], in: box))
    }

    /// The cached value, or the default if nothing is stored.
    @inlinable var value: Value {
        guard let part = receiver.beginReading() else { return refilled() }
        let value = uncountedHeld?._withUnsafeGuaranteedRef { $0.value }
        part.unlock()
        return value ?? fallback()
    }

    @usableFromInline
    func fallback() -> Value { definition.fallback() }

    /// Decodes the newest content, and keeps the value unless another change has arrived meanwhile.
    @usableFromInline
    func refilled() -> Value {
        listen()
        let (contents, generation) = receiver.lock.whileReading { (receiver.contents, receiver.generation) }
        let content = definition.content(contents?.current ?? [])
        // No lock is held here, because the client's code may decode the value.
        var issue: DefaultsIssue?
        let value = definition.value(of: content, at: location) { issue = box.naming($0) }
        keep(issue == nil && !content.isNothing ? Held(value) : nil, of: generation)
        if let issue, receiver.lock.withLock({ receiver.claimReport(of: generation) }) {
            DefaultsIssue.report(issue)
        }
        return value
    }

    private func keep(_ new: Held?, of generation: Int) {
        let old = receiver.lock.withLock {
            guard receiver.generation == generation else { return nil as Held? }
            defer {
                held = new
                uncountedHeld = new.map(Unmanaged.passUnretained)
                receiver.heldGeneration = generation
            }
            return held
        }
        // The old value is released here, outside the lock, because it may be an object with a `deinit`.
        withExtendedLifetime(old) {}
    }

    /// Starts receiving changes, if that hasn't happened yet.
    private func listen() {
        guard subscription.withLock({ $0 == nil }) else { return }
        // No lock is held here, because this call takes the hub's lock, and the thread that has it may be reading this
        // value.
        let (_, new) = HubSubscription.begin(receiver.names.all, in: box) { [receiver] contents in
            receiver.note(ObservedContents(receiver.names, contents))
            return receiver
        }
        // Another thread may have subscribed first. One subscription is enough, because both have the same receiver.
        let unneeded: HubSubscription? = subscription.withLock { current in
            if current != nil { return new }
            current = new
            return nil
        }
        unneeded?.end()
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
/// Unchecked: everything is guarded by ``lock``.
@usableFromInline
final class CacheReceiver: ChangeReceiver, @unchecked Sendable {
    /// The stored names, the setting's own first.
    let names: ObservedNames

    /// Guards all receivers, and the cached values that belong to them.
    ///
    /// There is one for the process, because its parts take some kilobytes, and so that a read of a
    /// ``CachedStandardValue`` takes only one lock. It is held for a few lines that access memory.
    static let sharedLock = ReadWriteLock()

    /// A copy of ``sharedLock``, because access to a global variable goes through `swift_once`.
    let lock = CacheReceiver.sharedLock

    /// The contents of the names that the hub has delivered last; nil before the first call of `note`.
    private(set) var contents: ObservedContents?

    /// The number of calls of `note`.
    private(set) var generation = 0

    /// The generation of the content that the cached value was read from, or -1 if no value is cached.
    var heldGeneration = -1

    /// The ``generation`` of the content that was last reported as unreadable, or -1 if none was.
    private var reportedGeneration = -1

    init(_ names: ObservedNames) { self.names = names }

    /// Whether the cached value is current.
    ///
    /// Ask under the lock.
    var isCurrent: Bool { heldGeneration == generation }

    /// Takes the lock for reading if the cached value is current.
    ///
    /// - Returns: The part of the lock that the caller has to release; nil if the cached value is out of date.
    @usableFromInline
    func beginReading() -> PlainLock? {
        let part = lock.lockForReading()
        if isCurrent { return part }
        part.unlock()
        return nil
    }

    func receive(_ changes: [String: StoredContent]) -> DeferredAction {
        guard var contents = lock.whileReading({ contents }) else { return .nothing }
        contents.take(changes)
        note(contents)
        return .nothing
    }

    /// Keeps the current contents of the names.
    ///
    /// Calls come in the order of the changes, because the hub's lock is held.
    func note(_ contents: ObservedContents) {
        lock.withLock {
            self.contents = contents
            generation += 1
        }
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
