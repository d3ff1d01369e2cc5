// How changes are delivered: by the thread that leaves the lock, once it is free.

extension ObservationHub {
    /// Releases the lock, and performs the deferred actions.
    func unlockAndDeliver() {
        let immediate = actions.takeImmediate()
        let delivers = actions.beginDelivery()
        lock.unlock()
        for wake in immediate.wakes { wake() }
        for name in immediate.trackedNames { tracker?.notify(name) }
        immediate.announcement?()
        if delivers { deliver() }
    }

    /// Calls closures until none waits; calls that these closures cause by writing are queued, and made by this same
    /// loop.
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

    /// Makes a call as part of the delivery: changes that it makes are delivered after it.
    ///
    /// - Parameter call: The call; this function must not run under the lock.
    func delivering(_ call: () -> Void) {
        lock.lock()
        let delivers = actions.claimDelivery()
        lock.unlock()
        call()
        if delivers { deliver() }
    }

    /// Queues calls of closures behind those that wait.
    ///
    /// - Parameter calls: Returns the calls; runs under the lock.
    func enqueue(_ calls: () -> [DeferredActions.Call]) {
        underLock { actions.calls += calls() }
    }

    /// Makes an announcement on this thread once the lock is free: at once, or after the write or the batch of writes
    /// that is under way; once, however often it is asked for.
    func announceOnceFree(_ announcement: @escaping () -> Void) {
        underLock { actions.announcement = announcement }
    }
}
