import Dispatch

// How a change is found: what is stored is compared with what was stored when it was compared last.

extension ObservationHub {
    // MARK: - Foreign writes

    /// Compares what is stored under a name, after notice of a foreign write to it.
    func noticeForeignChange(of name: String) {
        if plain != nil { return noticePlainChange(of: name) }
        notice { hub in hub.compare(CollectionOfOne(name)) }
    }

    /// Compares what is stored under every watched name, after notice of a foreign write to any.
    func noticeForeignChanges() {
        if plain != nil { return noticePlainChange(of: nil) }
        notice { hub in hub.compare(hub.watched.keys) }
    }

    /// Compares every watched name; when it returns, the changes are delivered, unless another thread is delivering.
    func refresh() {
        underLock(knowing: { Array(watched.keys) }) { contents in noteChanges(in: contents) }
    }

    /// Compares now if the lock is free.
    ///
    /// If this thread has the lock, it is its own write that is noticed, and the comparison waits for the end of the
    /// write, so that no receiver sees half of a batch. If another thread has it, the comparison is made soon, on a
    /// queue: the thread that gives notice may hold what the other one waits for.
    private func notice(_ compare: @escaping @Sendable (ObservationHub) -> Void) {
        guard lock.tryLock() else {
            // A global queue, because a closure that blocks on a private one would delay other stores' notices.
            return DispatchQueue.global().async { self.underLock { compare(self) } }
        }
        if lock.depth == 1 { compare(self) } else { deferredComparisons.append(compare) }
        leave()
    }

    /// Makes the comparisons that have waited for the end of this thread's write.
    func compareDeferred() {
        while !deferredComparisons.isEmpty {
            let comparisons = deferredComparisons
            deferredComparisons = []
            for compare in comparisons { compare(self) }
        }
    }

    // MARK: - Comparing

    /// Compares what is stored under some names of a store of this library's own; call it under the lock.
    func compare(_ names: some Collection<String>) {
        guard !watched.isEmpty else { return }
        let names = names.filter { watched[$0] != nil }
        if !names.isEmpty { noteChanges(in: currentContents(of: names)) }
    }

    /// Compares what was read just now with what is known, and hands each difference to the receivers.
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
        for entry in receivers { actions.add(entry.receiver.receive(changes)) }
    }

    /// Reads names of a store of this library's own; call it under the lock.
    private func currentContents(of names: [String]) -> [(String, StoredContent)] {
        let together = names.count > 1 ? contents?(names) : nil
        return names.map { ($0, together?[$0] ?? content($0)) }
    }

    /// Runs a body under the lock with what is stored under some names at that moment, and then delivers the changes.
    ///
    /// - Parameters:
    ///   - names: Returns the names; runs under the lock, perhaps more than once.
    ///   - body: As for ``underLock(_:)``.
    func underLock<Result>(
        knowing names: () -> [String], _ body: ([(String, StoredContent)]) -> Result
    ) -> Result {
        if plain != nil { return underLockOfPlain(knowing: names, body) }
        return underLock { body(currentContents(of: names())) }
    }
}
