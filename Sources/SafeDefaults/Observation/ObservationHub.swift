import Foundation

/// The one place of a `UserDefaults` object where writes are ordered, and where changes are found and delivered.
///
/// A write takes the hub's lock, and what is stored is compared before and after it. A notice of a foreign write
/// compares too, without a write. So an equal value is never a change, and a change that is noticed twice is delivered
/// once.
///
/// Receivers take note of a change under the lock, so all of them see changes in one order. Code of others runs once
/// the lock is free (``DeferredActions``): the thread that wrote wakes tasks and notifies the Observation framework;
/// one thread at a time calls closures, in order. A write to a plain store, a `UserDefaults` whose class isn't this
/// library's, may run other code too, so it is decided on under the lock and made without it: see ``UnfinishedWrites``,
/// which also says why no two threads wait for each other.
///
/// The parts: this file holds the state and the receivers, `+Locking` the lock and writes, `+Comparing` how a change is
/// found, `+Delivering` how it is delivered, `+PlainWrites` plain stores; `ReadTracking` adds tracked reads.
///
/// Unchecked: every stored property that changes is guarded by `lock`.
final class ObservationHub: @unchecked Sendable {
    /// Recursive, because a source may give notice of a write while the write is being made.
    let lock = RecursiveLock()

    /// Held by the thread that holds back the other threads' writes, and by any other for a moment at most.
    let exclusion = RecursiveLock()

    // Exclusivity is unchecked, here and below: the lock ensures it already, and the check takes longer than the lock.

    /// The thread that holds back the other threads' writes, or 0.
    @exclusivity(unchecked) var excluder: UInt = 0

    @exclusivity(unchecked) var watched: [String: WatchedName] = [:]
    @exclusivity(unchecked) var actions = DeferredActions()
    private var lastIdentifier = 0

    /// Comparisons that wait until this thread's write, or batch of writes, is complete.
    @exclusivity(unchecked) var deferredComparisons: [(ObservationHub) -> Void] = []

    /// The `StoreBox` of a plain store, from its first tracked read on.
    ///
    /// It keeps the store alive, because a store that is made anew for each read must find this hub again, and nothing
    /// says when the last reader that was tracked has gone.
    var holder: AnyObject?

    /// Reads what is stored under a name.
    let content: @Sendable (String) -> StoredContent

    /// Reads what is stored under several names at one moment; gives nil where only the hub's own writers write.
    let contents: (@Sendable ([String]) -> [String: StoredContent]?)?

    /// The plain store, to which writes are made without the lock; nil for a store of this library's own.
    let plain: (any PlainValues)?

    /// Counts what makes earlier reads of a plain store out of date: each write that was decided on, each change that
    /// was found, each notice of a foreign write.
    @exclusivity(unchecked) var revision = 0

    /// The writes to the plain store that are decided on and not made yet.
    @exclusivity(unchecked) var unfinished = UnfinishedWrites()

    /// The number of unfinished writes, for readers without the lock.
    let unfinishedCount = SharedWord()

    /// Whether a read has to ask the hub, because some write is decided on and not made.
    var hasUnfinishedWrites: Bool { unfinishedCount.isSet }

    let tracker = ReadTracking.makeTracker()

    /// The names whose changes the Observation framework is notified of; none is ever taken out.
    let trackedNames = Locked<Set<String>>([])

    /// Gives notice of foreign writes, if anything does.
    let source = Locked<(any ForeignChangeSource)?>(nil)

    /// Creates the hub of a store of this library's own.
    ///
    /// - Parameters:
    ///   - content: Reads what is stored under a name.
    ///   - contents: Reads what is stored under several names at one moment; needed where foreign writes are possible.
    init(
        _ content: @escaping @Sendable (String) -> StoredContent,
        together contents: (@Sendable ([String]) -> [String: StoredContent]?)? = nil
    ) {
        self.content = content
        self.contents = contents
        plain = nil
    }

    /// Creates the hub of a plain store.
    init(over plain: any PlainValues) {
        content = { name in plain.content(of: name) }
        contents = nil
        self.plain = plain
    }

    /// Sets the source of notices; names that are watched already are registered with it, once for each receiver.
    ///
    /// Call it before others use the hub: a receiver that is added meanwhile may be registered twice.
    func setSource(_ source: any ForeignChangeSource) {
        self.source.withLock { $0 = source }
        let listeners = underLock { watched.mapValues(\.listenerCount) }
        for (name, count) in listeners {
            for _ in 0..<count { source.register(name) }
        }
    }

    // MARK: - Receivers

    /// Adds a receiver of the changes of some names.
    ///
    /// - Parameters:
    ///   - names: The names; none of them twice.
    ///   - make: Makes the receiver from what is stored under the names now, in their order; every later change reaches
    ///     it.
    /// - Returns: The receiver, and the registration that removes it.
    func add<Receiver: ChangeReceiver>(
        for names: [String], _ make: ([StoredContent]) -> Receiver
    ) -> (receiver: Receiver, registration: Registration) {
        // Before anything is read: a foreign write after the read must be noticed.
        if let source = source.withLock({ $0 }) { names.forEach(source.register) }
        return underLock(knowing: { names }) { contents in
            noteChanges(in: contents)
            let receiver = make(contents.map { watch($0.0, content: $0.1).content })
            lastIdentifier += 1
            for name in names { watched[name]?.receivers.append((lastIdentifier, receiver)) }
            return (receiver, Registration(identifier: lastIdentifier, names: names))
        }
    }

    /// A receiver's place in the hub.
    struct Registration: Sendable {
        let identifier: Int
        let names: [String]
    }

    /// Removes a receiver; call it once.
    func remove(_ registration: Registration) {
        let removed = underLock {
            registration.names.compactMap { name in
                guard let entry = watched[name] else { return nil as (any ChangeReceiver)? }
                defer { if entry.isIdle { watched[name] = nil } }
                return entry.removeReceiver(registration.identifier)
            }
        }
        // Released here and not under the lock, because it may hold objects of other code.
        withExtendedLifetime(removed) {}
        if let source = source.withLock({ $0 }) { registration.names.forEach(source.unregister) }
    }

    /// The number of receivers of a name.
    func receiverCount(of name: String) -> Int {
        underLock { watched[name]?.receivers.count ?? 0 }
    }

    /// Begins to watch a name with known content; call it under the lock.
    func watch(_ name: String, content: StoredContent) -> WatchedName {
        if let entry = watched[name] { return entry }
        let entry = WatchedName(content)
        watched[name] = entry
        // A thread that is about to write the name must compare it from now on.
        revision &+= 1
        return entry
    }
}
