// The hub's lock, and writes under it.

extension ObservationHub {
    /// Runs a body under the lock, and then delivers the changes that it found.
    ///
    /// - Parameter body: Takes a few moments, and calls neither other code nor a plain store, which may call observers.
    func underLock<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        lock.lock()
        defer { leave() }
        return try body()
    }

    /// Runs a body while no other thread can write, and then delivers the changes that it made.
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

    /// Runs other code while other threads' writes are held back, and then makes and delivers what it wrote.
    ///
    /// The lock is free meanwhile, so other threads read, observe and finish what they have begun.
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

    /// Releases the lock; the outermost call completes what was done under it and delivers the changes.
    func leave() {
        if lock.depth == 1 {
            compareDeferred()
            if !unfinished.isEmpty { finishWrites() }
        }
        // Changes that are made while writes are held back are delivered when that ends.
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
            // A foreign write that nobody has compared yet is a change of its own, and comes first.
            compare(names)
            defer { compare(names) }
            try write()
        }
    }
}
