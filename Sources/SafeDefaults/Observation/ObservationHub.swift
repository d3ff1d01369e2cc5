import Foundation

/// The one place of a `UserDefaults` object where writes are decided on and changes are found.
///
/// A write takes the hub's lock, and what is stored is compared before and after; a notice of a foreign write is the same
/// without the write. So an equal value is never a change, and what is noticed twice is told once.
///
/// Under the lock receivers take note, in one order for all. What runs somebody's code waits until the lock is free: tasks
/// are woken and Observation is told by the thread that wrote, closures are called by one thread for all, in order. A write
/// to a `UserDefaults` that isn't ours runs somebody's code too, so it is decided on under the lock and made without it:
/// see ``UnfinishedWrites``, which also says why nobody waits for a thread that waits for him.
///
/// Unchecked: all that changes is guarded by `lock`.
final class ObservationHub: @unchecked Sendable {
    /// Recursive, because a foreign source may give notice of a write while it is being made.
    let lock = RecursiveLock()

    /// Held by the thread that holds back the other threads' writes, and by nobody else for longer than a moment.
    let exclusion = RecursiveLock()

    /// The thread that holds back the other threads' writes, or 0.
    @exclusivity(unchecked) var excluder: UInt = 0

    // Unchecked, here and below: the lock sees to it already, and the check takes longer than the lock.

    @exclusivity(unchecked) var watched: [String: WatchedName] = [:]
    @exclusivity(unchecked) private var pending = PendingConsequences()
    private var lastIdentifier = 0

    /// Comparisons that wait until this thread's write, or batch of writes, is whole.
    @exclusivity(unchecked) private var deferred: [(ObservationHub) -> Void] = []

    /// The box of a `UserDefaults` that isn't ours, from the first tracked read on: a store that is made anew for each read
    /// has to be the same one then, and nobody says when the last who tracked a read has gone.
    var holder: AnyObject?

    /// Reads what is stored under a name.
    private let content: @Sendable (String) -> StoredContent

    /// Reads what is stored under several names at one moment; nil where only the hub's own writers write.
    private let contents: (@Sendable ([String]) -> [String: StoredContent])?

    /// The `UserDefaults` that isn't ours, to which writes are made without the lock; nil for one of ours.
    let plain: PlainStore?

    /// Counts what makes older readings of a plain store useless: each write that was decided on, each change that was found,
    /// each notice of a foreign one.
    @exclusivity(unchecked) var revision = 0

    /// The writes to it that are decided on and not made yet.
    @exclusivity(unchecked) var unfinished = UnfinishedWrites()

    /// How many those are, for those who haven't the lock.
    let unfinishedCount = SharedWord()

    /// Whether a read has to ask the hub, because some write is decided on and not made.
    var hasUnfinishedWrites: Bool { unfinishedCount.isSet }

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
        plain = nil
    }

    /// Creates the hub of a `UserDefaults` that isn't ours.
    init(over plain: PlainStore) {
        content = plain.content
        contents = nil
        self.plain = plain
    }

    /// Says where foreign writes are heard of; names that are watched already are registered there, once for each receiver.
    ///
    /// To be called before others use the hub: a receiver that is added meanwhile may be registered twice.
    func setSource(_ source: any ForeignChangeSource) {
        self.source.withLock { $0 = source }
        let listeners = underLock { watched.mapValues(\.listenerCount) }
        for (name, count) in listeners {
            for _ in 0..<count { source.register(name) }
        }
    }

    // MARK: - The lock

    /// Runs a body under the lock, and then tells what was found.
    ///
    /// - Parameter body: Takes a few moments, and calls nobody's code, nor a plain store, which may call an observer's.
    func underLock<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        lock.lock()
        defer { leave() }
        return try body()
    }

    /// Runs a body while no other thread can write, and then tells what it changed.
    ///
    /// - Parameter body: As for ``underLock(_:)``.
    func excludingOtherWriters<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        lockForWriting()
        defer { leave() }
        return try body()
    }

    /// Takes the lock when no other thread holds writes back.
    func lockForWriting() {
        lock.lock()
        while excluder != 0 && excluder != ThreadIdentity.current {
            lock.unlock()
            exclusion.lock()
            exclusion.unlock()
            lock.lock()
        }
    }

    /// Runs somebody's code while other threads' writes are held back, and then makes and tells what it wrote.
    ///
    /// The lock is free meanwhile, so that others read, observe and finish what they have begun.
    func holdingBackOtherWriters<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        exclusion.lock()
        let isOutermost = underLock {
            defer { excluder = ThreadIdentity.current }
            return excluder == 0
        }
        defer {
            lock.lock()
            if isOutermost { excluder = 0 }
            exclusion.unlock()
            leave()
        }
        return try body()
    }

    func leave() {
        if lock.depth == 1 {
            compareDeferred()
            if !unfinished.isEmpty { finishWrites() }
        }
        // What is written while writes are held back is told at the end of that, by who holds them back.
        guard lock.depth == 1, !pending.isEmpty, excluder == 0 else { return lock.unlock() }
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
        underLock { pending.calls += calls() }
    }

    /// Waits until no other thread is in the middle of anything; for the thread that forks.
    func beginFork() {
        exclusion.lock()
        _ = waitForUnfinishedWrites()
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
        exclusion.keepAfterFork()
        if excluder != 0 { excluder = ThreadIdentity.current }
        // What another thread was about to tell it tells in the parent.
        if isChild {
            if !pending.isDeliveredHere { pending = PendingConsequences() }
            unfinished.forgetOtherThreads()
            unfinishedCount.set(UInt(unfinished.count))
        }
        lock.unlock()
        exclusion.unlock()
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
        underLock { pending.announcement = announcement }
    }

    // MARK: - Foreign writes

    /// Compares what is stored under a name with what is known, and tells what changed.
    func noticeForeignChange(of name: String) {
        if plain != nil { return noticePlainChange(of: name) }
        notice { hub in hub.compare(CollectionOfOne(name)) }
    }

    /// Compares what is stored under every watched name with what is known, and tells what changed.
    func noticeForeignChanges() {
        if plain != nil { return noticePlainChange(of: nil) }
        notice { hub in hub.compare(hub.watched.keys) }
    }

    /// Has everything compared, and everything told before it returns, unless another thread is telling.
    func refresh() {
        underLock(knowing: { Array(watched.keys) }) { contents in look(at: contents) }
    }

    /// Compares now if the lock is free, at the end of the write if it is this thread's own that is noticed, so that nobody
    /// sees half of a batch, and soon if another thread has the lock: whoever gives notice may hold what that one waits for.
    private func notice(_ compare: @escaping @Sendable (ObservationHub) -> Void) {
        guard lock.tryLock() else {
            // No queue of one's own: a closure that blocks there would keep other stores' notices waiting.
            return DispatchQueue.global().async { self.underLock { compare(self) } }
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

    /// Finds what has changed under some names since it was last looked at, and lets the receivers take note.
    private func compare(_ names: some Collection<String>) {
        guard !watched.isEmpty else { return }
        let names = names.filter { watched[$0] != nil }
        if !names.isEmpty { look(at: currentContents(of: names)) }
    }

    /// What is stored under names of a store of ours; to be called under the lock.
    private func currentContents(of names: [String]) -> [(String, StoredContent)] {
        let together = names.count > 1 ? contents?(names) : nil
        return names.map { ($0, together?[$0] ?? content($0)) }
    }

    /// Finds what has changed under those names that are watched, and lets the receivers take note.
    func look(at contents: [(String, StoredContent)]) {
        var changes: [String: StoredContent] = [:]
        var receivers: [WatchedName.Receiver] = []
        for (name, now) in contents {
            guard let entry = watched[name], now != entry.content else { continue }
            entry.content = now
            changes[name] = now
            if entry.isTracked { pending.trackedNames.append(name) }
            receivers += entry.receivers
        }
        guard !changes.isEmpty else { return }
        revision &+= 1
        if changes.count > 1 { receivers = WatchedName.distinct(receivers) }
        for entry in receivers { pending.add(entry.receiver.receive(changes)) }
    }

    /// Runs a body under the lock with what is stored under some names at that moment, and then tells what was found.
    ///
    /// - Parameters:
    ///   - names: Gives the names, under the lock; perhaps more than once.
    ///   - body: As for ``underLock(_:)``.
    func underLock<Result>(
        knowing names: () -> [String], _ body: ([(String, StoredContent)]) -> Result
    ) -> Result {
        if plain != nil { return underLockOfPlain(knowing: names, body) }
        return underLock { body(currentContents(of: names())) }
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
        return underLock(knowing: { names }) { contents in
            look(at: contents)
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

    /// Removes a receiver; to be called once.
    func remove(_ registration: Registration) {
        let removed = underLock {
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
        underLock { watched[name]?.receivers.count ?? 0 }
    }

    /// Has a name watched, which is known to hold something; to be called under the lock.
    func watch(_ name: String, content: StoredContent) -> WatchedName {
        if let entry = watched[name] { return entry }
        let entry = WatchedName(content)
        watched[name] = entry
        // Who is about to write the name has to tell of it.
        revision &+= 1
        return entry
    }
}
