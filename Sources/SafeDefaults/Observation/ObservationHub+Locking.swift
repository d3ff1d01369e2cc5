// Takes the hub's lock, and makes writes while it is held.

extension ObservationHub {
    /// Runs a closure under the lock, and then delivers the changes that were found.
    ///
    /// - Parameter body: The closure. It must be quick, and must not call other code. Nor may it call a plain store,
    ///   because that may call observers.
    func underLock<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
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
            compareDeferred()
            if !unfinished.isEmpty { finishWrites() }
        }
        // While writes are held back, changes aren't delivered. They are delivered afterwards.
        guard lock.depth == 1, !actions.isEmpty, excluder == 0 else { return lock.unlock() }
        unlockAndDeliver()
    }

    // MARK: - Writing

    /// Makes a write to a name, and delivers its change.
    func writing<Failure: Error>(to name: String, _ write: () throws(Failure) -> Void) throws(Failure) {
        try excludingOtherWriters { () throws(Failure) in
            guard !watched.isEmpty, watched[name] != nil else { return try write() }
            try writing(to: CollectionOfOne(name), write)
        }
    }

    /// Makes writes to several names, and delivers their changes as one.
    func writing<Failure: Error>(
        to names: some Collection<String>, _ write: () throws(Failure) -> Void
    ) throws(Failure) {
        try excludingOtherWriters { () throws(Failure) in
            // If a foreign write hasn't been compared yet, it is a separate change and comes first.
            compare(names)
            defer { compare(names) }
            try write()
        }
    }
}
