import Dispatch
package import Foundation

// Takes the hub's lock, makes writes while it is held, and waits for unfinished writes. The thread that leaves the lock
// delivers the changes, after it has released it.

extension ObservationHub {
    /// Runs a closure under the lock, and then delivers the changes that were found.
    ///
    /// - Parameter body: The closure. It must be quick, and must not call other code. Nor may it call a plain store,
    ///   because that may call observers.
    package func underLock<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        lock.lock()
        defer { leave() }
        return try body()
    }

    /// Runs a closure while no other thread can write, and then delivers the changes that it made.
    ///
    /// - Parameter body: The closure, to which the rules of ``underLock(_:)`` apply.
    func excludingOtherWriters<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        lockForWriting()
        defer { leave() }
        return try body()
    }

    /// Takes the lock, and waits first if another thread is holding back writes.
    func lockForWriting() {
        lock.lock()
        while excluder != 0 && excluder != ThreadIdentity.current {
            lock.unlock()
            exclusion.lock()
            exclusion.unlock()
            lock.lock()
        }
    }

    /// Runs other code while writes by other threads are held back.
    ///
    /// Its own writes are made and delivered after it has ended.
    ///
    /// The lock is free meanwhile, so other threads can read, observe and finish the writes that they have started.
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

    /// Releases the lock.
    ///
    /// The outermost call first completes what was done under the lock, and then delivers the changes.
    func leave() {
        if lock.depth == 1 {
            // The comparisons that waited until this thread's write was complete.
            while !deferredComparisons.isEmpty { deferredComparisons.removeFirst()(self) }
            if !unfinished.isEmpty { finishWrites() }
        }
        // While writes are held back, changes aren't delivered. They are delivered afterwards.
        guard lock.depth == 1, !actions.isEmpty, excluder == 0 else { return lock.unlock() }
        let immediate = actions.takeImmediate()
        let delivers = !actions.isReading && !actions.calls.isEmpty && actions.claimDelivery()
        lock.unlock()
        for wake in immediate.wakes { wake() }
        for name in immediate.trackedNames { tracker.notify(name) }
        immediate.announcement?()
        if delivers { deliver() }
    }

    // MARK: - Writing

    /// Makes writes to some names, and delivers their changes as one.
    package func writing<Failure: Error>(
        to names: some Collection<String>, _ write: () throws(Failure) -> Void
    ) throws(Failure) {
        try excludingOtherWriters { () throws(Failure) in try comparing(names, write) }
    }

    /// Makes writes to some names, and finds their changes.
    ///
    /// Call it while no other thread can write.
    func comparing<Failure: Error>(
        _ names: some Collection<String>, _ write: () throws(Failure) -> Void
    ) throws(Failure) {
        // If a foreign write hasn't been compared yet, it is a separate change and comes first.
        compare(names)
        defer { compare(names) }
        try write()
    }

    // MARK: - Waiting

    /// Waits up to a second until the writes that other threads have decided on are made.
    ///
    /// Returns whether they are.
    ///
    /// The wait may fail, because an observer that the system calls during such a write may be waiting for this thread.
    func waitForUnfinishedWrites() -> Bool {
        guard hasUnfinishedWrites.isSet else { return true }
        let (others, isOwnDue) = underLock { (unfinished.batchesOfOthers, unfinished.hasDueOfThisThread) }
        if isOwnDue { return false }
        let end = DispatchTime.now() + 1
        while underLock({ others.contains(where: unfinished.batchesOfOthers.contains) }) {
            if DispatchTime.now() >= end { return false }
            usleep(100)
        }
        return true
    }

    // MARK: - Delivering

    /// Calls closures until no calls are waiting.
    ///
    /// If a closure causes further calls by writing, they are queued and made by this same loop.
    private func deliver() {
        while true {
            lock.lock()
            let calls = actions.calls
            actions.calls = []
            if calls.isEmpty { actions.isDelivering = false }
            lock.unlock()
            if calls.isEmpty { return }
            for call in calls { call() }
        }
    }

    /// Calls a closure, and delivers the changes that it makes after it has returned.
    ///
    /// - Parameter call: The closure. This function must not be called under the lock.
    func delivering(_ call: () -> Void) {
        lock.lock()
        let delivers = actions.claimDelivery()
        lock.unlock()
        call()
        if delivers { deliver() }
    }

    /// Calls a closure, and delivers the changes that are found meanwhile on another thread.
    ///
    /// If there are none, what this thread writes next is delivered before its setter returns, as usual.
    ///
    /// - Parameter call: The closure. This function must not be called under the lock.
    /// - Returns: What the closure returns.
    package func deliveringElsewhere<Result>(_ call: () -> Result) -> Result {
        lock.lock()
        let delivers = actions.claimDelivery()
        actions.readers.append(ThreadIdentity.current)
        lock.unlock()
        let result = call()
        lock.lock()
        if let index = actions.readers.lastIndex(of: ThreadIdentity.current) { actions.readers.remove(at: index) }
        if delivers { actions.isDelivering = false }
        // While writes are held back, changes aren't delivered: see `leave()`.
        if excluder != 0 {
            lock.unlock()
            return result
        }
        let isLater = !actions.calls.isEmpty && actions.claimDelivery()
        let (wakes, names) = (actions.wakes, actions.trackedNames)
        (actions.wakes, actions.trackedNames) = ([], [])
        lock.unlock()
        if !isLater, wakes.isEmpty, names.isEmpty { return result }
        DispatchQueue.global().async {
            for wake in wakes { wake() }
            for name in names { self.tracker.notify(name) }
            if isLater { self.deliver() }
        }
        return result
    }

    /// Calls a closure with the hub's object on this thread, once this thread doesn't have the lock.
    ///
    /// During a batch of writes, only the last closure is called, after the batch.
    package func announceOnceFree(_ announcement: @escaping (UserDefaults) -> Void) {
        guard let object else { return }
        underLock { actions.announcement = { announcement(object) } }
    }
}

/// The actions that a hub performs once its lock has been released.
///
/// Guarded by the hub's lock.
package struct DeferredActions {
    package typealias Call = @Sendable () -> Void

    /// The tracked names that have changed.
    ///
    /// The thread that made the changes notifies the Observation framework of them.
    var trackedNames: [String] = []

    /// Calls of closures of other code, in the order of the changes.
    package var calls: [Call] = []

    /// Announces the writes of the thread that leaves the lock, once for everything that it wrote under the lock.
    var announcement: (() -> Void)?

    /// Wakes tasks that wait for a value, and redraws views.
    ///
    /// The thread that made the changes runs these itself, before any observer's closure.
    package var wakes: [Call] = []

    /// Whether a thread is calling closures, and will also make the calls that are added meanwhile.
    fileprivate var isDelivering = false

    /// The threads on which a view may be reading now, so that another thread makes the calls.
    fileprivate var readers: [UInt] = []

    /// Whether a view may be reading on this thread.
    fileprivate var isReading: Bool { !readers.isEmpty && readers.contains(ThreadIdentity.current) }

    var isEmpty: Bool { trackedNames.isEmpty && calls.isEmpty && wakes.isEmpty && announcement == nil }

    /// Removes and returns the actions that the thread performs as soon as it has released the lock.
    ///
    /// On a thread on which a view may be reading, what views are told by is left for another thread.
    mutating func takeImmediate() -> (wakes: [Call], trackedNames: [String], announcement: (() -> Void)?) {
        defer { announcement = nil }
        if isReading { return ([], [], announcement) }
        defer { (wakes, trackedNames) = ([], []) }
        return (wakes, trackedNames, announcement)
    }

    /// Lets the current thread make calls, if no other thread is making calls.
    ///
    /// Returns whether it has to make those that come meanwhile, until there are none.
    mutating func claimDelivery() -> Bool {
        defer { isDelivering = true }
        return !isDelivering
    }
}
