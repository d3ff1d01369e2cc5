import Foundation

/// The one place of a `UserDefaults` object where writes are made and changes are found.
///
/// A write takes the hub's lock, and what is stored is compared before and after; a notice of a foreign write is the same
/// without the write. So an equal value is never a change, and what is noticed twice is told once.
///
/// Under the lock receivers take note, in one order for all. What runs somebody's code waits until the lock is free: tasks
/// are woken and Observation is told by the thread that wrote, closures are called by one thread for all, in order.
///
/// Unchecked: all that changes is guarded by `lock`.
final class ObservationHub: @unchecked Sendable {
    /// Recursive, because the body of an update that was overtaken too often runs under it, and because a foreign source
    /// may give notice of a write while it is being made.
    private let lock = RecursiveLock()

    // Unchecked, here and below: the lock sees to it already, and the check takes longer than the lock.

    @exclusivity(unchecked) private var watched: [String: WatchedName] = [:]
    @exclusivity(unchecked) private var pending = PendingConsequences()
    private var lastIdentifier = 0

    /// Comparisons that wait until this thread's write, or batch of writes, is whole.
    @exclusivity(unchecked) private var deferred: [(ObservationHub) -> Void] = []

    /// The box of a `UserDefaults` that isn't ours, from the first tracked read on: a store that is made anew for each read
    /// has to be the same one then, and nobody says when the last who tracked a read has gone.
    var holder: StoreBox?

    /// Reads what is stored under a name.
    private let content: @Sendable (String) -> StoredContent

    /// Reads what is stored under several names at one moment; nil where only the hub's own writers write.
    private let contents: (@Sendable ([String]) -> [String: StoredContent])?

    let tracker = ReadTracking.makeTracker()

    /// The names of which Observation is told; none is ever taken out.
    let trackedNames = Locked<Set<String>>([])

    /// Where foreign writes are heard of.
    let source = Locked<(any ForeignChangeSource)?>(nil)

    /// The same; only while a fork is under way.
    private var sourceInFork: (any ForeignChangeSource)?

    /// Creates a hub.
    ///
    /// - Parameters:
    ///   - content: Reads what is stored under a name.
    ///   - contents: Reads what is stored under several names, so that no foreign write comes between; needed where there
    ///     are any.
    init(
        _ content: @escaping @Sendable (String) -> StoredContent,
        together contents: (@Sendable ([String]) -> [String: StoredContent])? = nil
    ) {
        self.content = content
        self.contents = contents
    }

    /// Creates the hub of a `UserDefaults` that isn't ours.
    convenience init(over userDefaults: UserDefaults) {
        // Unchecked: `UserDefaults` is documented to be safe from several threads.
        nonisolated(unsafe) let userDefaults = userDefaults
        self.init { name in
            StoredContent { () throws(ForeignObject) in
                try userDefaults.object(forKey: name).map { object throws(ForeignObject) in
                    try PropertyListValue(foundationObject: object)
                }
            }
        }
    }

    /// Says where foreign writes are heard of; names that are watched already are registered there, once for each receiver.
    ///
    /// To be called before others use the hub: a receiver that is added meanwhile may be registered twice.
    func setSource(_ source: any ForeignChangeSource) {
        self.source.withLock { $0 = source }
        let listeners = excludingOtherWriters { watched.mapValues(\.listenerCount) }
        for (name, count) in listeners {
            for _ in 0..<count { source.register(name) }
        }
    }

    // MARK: - The lock

    /// Runs a body while no other thread can write, and then tells what it changed.
    func excludingOtherWriters<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        lock.lock()
        defer { leave() }
        return try body()
    }

    private func leave() {
        if lock.depth == 1 { compareDeferred() }
        guard lock.depth == 1, !pending.isEmpty else { return lock.unlock() }
        let immediate = pending.takeImmediate()
        let delivers = pending.beginDelivery()
        lock.unlock()
        for wake in immediate.wakes { wake() }
        for name in immediate.trackedNames { tracker?.tell(name) }
        immediate.announcement?()
        if delivers { deliver() }
    }

    /// Calls closures until none waits; what they write is queued, and called by this same loop.
    private func deliver() {
        while let calls = nextCalls() {
            for call in calls { call() }
        }
    }

    private func nextCalls() -> [PendingConsequences.Call]? {
        lock.lock()
        defer { lock.unlock() }
        return pending.takeCalls()
    }

    /// Makes a call as one that is delivered: what is written in it is told after it.
    ///
    /// - Parameter call: The call; never under the lock.
    func delivering(_ call: () -> Void) {
        lock.lock()
        let delivers = pending.claimDelivery()
        lock.unlock()
        call()
        if delivers { deliver() }
    }

    /// Has calls made in their turn.
    ///
    /// - Parameter calls: Gives them, under the lock.
    func enqueue(_ calls: () -> [PendingConsequences.Call]) {
        excludingOtherWriters { pending.calls += calls() }
    }

    /// Waits until no other thread is in the middle of anything; for the thread that forks.
    func beginFork() {
        lock.lock()
        sourceInFork = source.withLock { $0 }
        sourceInFork?.beginFork()
        source.beginFork()
    }

    /// Goes on after a fork, in both processes.
    func endFork(isChild: Bool) {
        source.endFork()
        sourceInFork?.endFork()
        sourceInFork = nil
        lock.keepAfterFork()
        // What another thread was about to tell it tells in the parent.
        if isChild, !pending.isDeliveredHere { pending = PendingConsequences() }
        lock.unlock()
    }

    // MARK: - Writing

    /// Makes a write to a name, and tells what it changed.
    func writing<Failure: Error>(to name: String, _ write: () throws(Failure) -> Void) throws(Failure) {
        try excludingOtherWriters { () throws(Failure) in
            guard !watched.isEmpty, watched[name] != nil else { return try write() }
            try writing(to: CollectionOfOne(name), write)
        }
    }

    /// Makes writes to several names, and tells what they changed as one change.
    func writing<Failure: Error>(
        to names: some Collection<String>, _ write: () throws(Failure) -> Void
    ) throws(Failure) {
        try excludingOtherWriters { () throws(Failure) in
            // What a foreign write has left here is a change of its own, and comes first.
            compare(names)
            defer { compare(names) }
            try write()
        }
    }

    /// Has something said by this thread when the lock is free: at once, or after the write, or the batch of writes, that
    /// it is making; once however often it is asked for.
    func announceOnceFree(_ announcement: @escaping () -> Void) {
        excludingOtherWriters { pending.announcement = announcement }
    }

    // MARK: - Foreign writes

    /// Compares what is stored under a name with what is known, and tells what changed.
    func noticeForeignChange(of name: String) {
        notice { hub in hub.compare(CollectionOfOne(name)) }
    }

    /// Compares what is stored under every watched name with what is known, and tells what changed.
    func noticeForeignChanges() {
        notice { hub in hub.compareAll() }
    }

    /// Has everything compared, and everything told before it returns, unless another thread is telling.
    func refresh() {
        excludingOtherWriters { compareAll() }
    }

    /// Compares now if the lock is free, at the end of the write if it is this thread's own that is noticed, so that nobody
    /// sees half of a batch, and soon if another thread has the lock: whoever gives notice may hold what that one waits for.
    private func notice(_ compare: @escaping @Sendable (ObservationHub) -> Void) {
        guard lock.tryLock() else {
            // No queue of one's own: a closure that blocks there would keep other stores' notices waiting.
            return DispatchQueue.global().async { self.excludingOtherWriters { compare(self) } }
        }
        if lock.depth == 1 { compare(self) } else { deferred.append(compare) }
        leave()
    }

    private func compareDeferred() {
        while !deferred.isEmpty {
            let comparisons = deferred
            deferred = []
            for compare in comparisons { compare(self) }
        }
    }

    // MARK: - Comparing

    private func compareAll() {
        if !watched.isEmpty { compare(Array(watched.keys)) }
    }

    /// Finds what has changed under some names since it was last looked at, and lets the receivers take note.
    private func compare(_ names: some Collection<String>) {
        guard !watched.isEmpty else { return }
        var changes: [String: StoredContent] = [:]
        var receivers: [WatchedName.Receiver] = []
        let together = names.count > 1 ? contents?(names.filter { watched[$0] != nil }) : nil
        for name in names {
            guard let entry = watched[name] else { continue }
            let now = together?[name] ?? content(name)
            guard now != entry.content else { continue }
            entry.content = now
            changes[name] = now
            if entry.isTracked { pending.trackedNames.append(name) }
            receivers += entry.receivers
        }
        if changes.count > 1 { receivers = WatchedName.distinct(receivers) }
        for entry in receivers { pending.add(entry.receiver.receive(changes)) }
    }

    // MARK: - Receivers

    /// Adds a receiver of the changes of some names.
    ///
    /// - Parameters:
    ///   - names: The names; none of them twice.
    ///   - make: Makes the receiver from what is stored under the names now, in their order; every later change reaches it.
    /// - Returns: The receiver, and what removes it.
    func add<Receiver: ChangeReceiver>(
        for names: [String], _ make: ([StoredContent]) -> Receiver
    ) -> (receiver: Receiver, registration: Registration) {
        // Before anything is read: a foreign write after the reading must be heard of.
        if let source = source.withLock({ $0 }) { names.forEach(source.register) }
        return excludingOtherWriters {
            compare(names)
            let together = names.count > 1 ? contents?(names.filter { watched[$0] == nil }) : nil
            let receiver = make(names.map { watch($0, content: together?[$0]).content })
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

    /// Removes a receiver; to be called once.
    func remove(_ registration: Registration) {
        let removed = excludingOtherWriters {
            registration.names.compactMap { name in
                guard let entry = watched[name] else { return nil as (any ChangeReceiver)? }
                defer { if entry.isIdle { watched[name] = nil } }
                return entry.removeReceiver(registration.identifier)
            }
        }
        // Let go of here, not under the lock: it may hold somebody's objects.
        withExtendedLifetime(removed) {}
        if let source = source.withLock({ $0 }) { registration.names.forEach(source.unregister) }
    }

    /// How many receivers there are for a name.
    func receiverCount(of name: String) -> Int {
        excludingOtherWriters { watched[name]?.receivers.count ?? 0 }
    }

    func watch(_ name: String, content known: StoredContent? = nil) -> WatchedName {
        if let entry = watched[name] { return entry }
        let entry = WatchedName(known ?? content(name))
        watched[name] = entry
        return entry
    }
}
