package import Foundation

// How changes are delivered. The thread that leaves the lock does it, after it has released the lock.

extension ObservationHub {
    /// Releases the lock, and performs the deferred actions.
    func unlockAndDeliver() {
        let immediate = actions.takeImmediate()
        let delivers = actions.beginDelivery()
        lock.unlock()
        for wake in immediate.wakes { wake() }
        for name in immediate.trackedNames { tracker.notify(name) }
        immediate.announcement?()
        if delivers { deliver() }
    }

    /// Calls closures until no calls are waiting.
    ///
    /// If a closure causes further calls by writing, they are queued and made by this same loop.
    private func deliver() {
        while let calls = nextCalls() {
            for call in calls { call() }
        }
    }

    private func nextCalls() -> [DeferredActions.Call]? {
        lock.lock()
        defer { lock.unlock() }
        return actions.takeCalls()
    }

    /// Makes a call as part of the delivery.
    ///
    /// Changes that the call makes are delivered after it.
    ///
    /// - Parameter call: The call. This function must not be called under the lock.
    func delivering(_ call: () -> Void) {
        lock.lock()
        let delivers = actions.claimDelivery()
        lock.unlock()
        call()
        if delivers { deliver() }
    }

    /// Queues calls of closures after those that are waiting already.
    ///
    /// - Parameter calls: Returns the calls. It runs under the lock.
    func enqueue(_ calls: () -> [DeferredActions.Call]) {
        underLock { actions.calls += calls() }
    }

    /// Makes an announcement of the hub's object on this thread once the lock is free.
    ///
    /// If a write or a batch of writes is in progress, it is made after that, and only once even if it is requested
    /// several times.
    package func announceOnceFree(_ announcement: @escaping (UserDefaults) -> Void) {
        guard let object else { return }
        underLock { actions.announcement = { announcement(object) } }
    }
}
