import Dispatch

// How changes are found: the stored values are compared with those of the last comparison.

extension ObservationHub {
    // MARK: - Foreign writes

    /// Compares the content of a name, after notice of a foreign write to it.
    package func noticeForeignChange(of name: String) {
        if plain != nil { return noticePlainChange(of: name) }
        notice { hub in hub.compare(CollectionOfOne(name)) }
    }

    /// Compares the contents of all watched names, after notice of a foreign write to any of them.
    package func noticeForeignChanges() {
        if plain != nil { return noticePlainChange(of: nil) }
        notice { hub in hub.compare(hub.watched.keys) }
    }

    /// Compares the contents of all watched names.
    ///
    /// When it returns, the changes have been delivered, unless another thread is delivering.
    package func refresh() {
        underLock(knowing: { Array(watched.keys) }) { contents in noteChanges(in: contents) }
    }

    /// Runs a comparison, at once if the lock is free.
    ///
    /// If this thread has the lock, the notice is of its own write. The comparison then waits until the write is
    /// complete, so that no receiver sees half of a batch. If another thread has the lock, the comparison runs soon on
    /// a queue, because this thread may hold something for which the other one is waiting.
    private func notice(_ compare: @escaping @Sendable (ObservationHub) -> Void) {
        guard lock.tryLock() else {
            // A global queue is used, because a closure that blocks a private queue would delay the notices of other
            // stores.
            return DispatchQueue.global().async { self.underLock { compare(self) } }
        }
        if lock.depth == 1 { compare(self) } else { deferredComparisons.append(compare) }
        leave()
    }

    // MARK: - Comparing

    /// Compares the contents of some names in a store of this library's own.
    ///
    /// Call it under the lock.
    func compare(_ names: some Collection<String>) {
        guard !watched.isEmpty else { return }
        let names = names.filter { watched[$0] != nil }
        if !names.isEmpty { noteChanges(in: currentContents(of: names)) }
    }

    /// Compares contents that have just been read with the known ones, and passes each difference to the receivers.
    func noteChanges(in contents: [(String, StoredContent)]) {
        var changes: [String: StoredContent] = [:]
        var receivers: [WatchedName.Receiver] = []
        for (name, now) in contents {
            guard let entry = watched[name], now != entry.content else { continue }
            entry.content = now
            changes[name] = now
            if entry.isTracked { actions.trackedNames.append(name) }
            receivers += entry.receivers
        }
        guard !changes.isEmpty else { return }
        revision &+= 1
        if changes.count > 1 { receivers = WatchedName.distinct(receivers) }
        for entry in receivers { entry.receiver.receive(changes, &actions) }
    }

    /// Reads the contents of names in a store of this library's own.
    ///
    /// Call it under the lock.
    private func currentContents(of names: [String]) -> [(String, StoredContent)] {
        guard let own else { return [] }
        // At one moment, because others may write meanwhile.
        let together = names.count > 1 ? own.contents(named: names, in: .all, through: self) : [:]
        return names.map { ($0, together[$0] ?? own.content(named: $0, in: .all, through: self)) }
    }

    /// Runs a closure under the lock with the contents of some names at that moment, and then delivers the changes.
    ///
    /// - Parameters:
    ///   - names: Returns the names. It runs under the lock, perhaps more than once.
    ///   - body: The closure, to which the rules of ``underLock(_:)`` apply.
    func underLock<Result>(
        knowing names: () -> [String], _ body: ([(String, StoredContent)]) -> Result
    ) -> Result {
        if plain != nil { return underLockOfPlain(knowing: names, body) }
        return underLock { body(currentContents(of: names())) }
    }
}
