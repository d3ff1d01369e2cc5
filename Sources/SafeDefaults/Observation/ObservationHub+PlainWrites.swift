import Dispatch

// Reads and writes of a plain store, which is a `UserDefaults` whose class isn't this library's. The hub decides on a
// write under its lock, and makes it after it has released the lock; `UnfinishedWrites` explains why. It reads without
// the lock too: on Apple systems, a read that finds another process's write may call the observers of that key.
//
// So the hub reads first and takes the lock afterwards. Its revision shows whether, in between, a write was decided on,
// a change was found, or a notice was given. If so, the result of the read is discarded, and the hub reads again.

extension ObservationHub {
    // MARK: - Reading

    /// Returns the content of a name.
    ///
    /// If there is an unfinished write to it, returns the content after that write.
    func plainContent(of name: String) -> StoredContent {
        guard let plain else { return .nothing }
        guard let value = underLock({ unfinished.value(of: name) }) else { return plain.content(of: name) }
        return plain.content(of: name, after: value)
    }

    /// The contents that were read from the plain store, and the hub's revision before the read.
    private struct Reading {
        /// The number of names that were requested.
        ///
        /// They come first in the contents.
        var asked = 0

        var contents: [(String, StoredContent)] = []

        /// The contents from which changes are computed, of the names on which a write depends.
        var bases: [String: StoredContent] = [:]

        /// The content of each name after the write that is about to be decided on.
        ///
        /// Only names with an unfinished write are listed.
        var after: [(String, StoredContent)] = []

        var revision = 0
    }

    /// Reads the contents of some names, and of all names that are being written in one batch with any of them.
    ///
    /// - Parameters:
    ///   - changes: The writes to some of these names that are about to be decided on.
    ///   - expected: The names on whose contents the writes depend.
    ///   - names: Returns the names. It runs under the lock.
    private func read(
        before changes: [String: PropertyListValue?] = [:], over expected: [String: StoredContent] = [:],
        _ names: () -> [String]
    ) -> Reading {
        var reading = Reading()
        let known = underLock {
            reading.revision = revision
            let names = names()
            reading.asked = names.count
            return unfinished.completing(names).map { ($0, unfinished.value(of: $0)) }
        }
        guard let plain else { return reading }
        for (name, value) in known {
            let content = value.map { plain.content(of: name, after: $0) } ?? plain.content(of: name)
            reading.contents.append((name, content))
            if expected[name] != nil {
                reading.bases[name] =
                    value.map { plain.baseContent(of: name, after: $0) } ?? plain.baseContent(of: name, found: content)
            }
            guard value != nil, let change = changes[name] else { continue }
            reading.after.append((name, plain.content(of: name, after: change)))
        }
        return reading
    }

    /// Implements ``underLock(knowing:_:)`` for a plain store.
    @_semantics("optimize.sil.specialize.generic.never")
    func underLockOfPlain<Result>(
        knowing names: () -> [String], _ body: ([(String, StoredContent)]) -> Result
    ) -> Result {
        let result = reading(names) { reading in
            // Names that were written in one batch change together.
            noteChanges(in: reading.contents)
            return body(Array(reading.contents.prefix(reading.asked)))
        }
        return result ?? holdingBackOtherWriters { underLockOfPlain(knowing: names, body) }
    }

    /// Reads, and then runs a closure under the lock if nothing has made the read out of date.
    ///
    /// Otherwise tries again.
    ///
    /// - Parameters:
    ///   - names: Returns the names to read. It runs under the lock.
    ///   - body: The closure that runs under the lock.
    /// - Returns: The closure's result, or nil if other writers came in between each time.
    @_semantics("optimize.sil.specialize.generic.never")
    private func reading<Result>(_ names: () -> [String], then body: (Reading) -> Result) -> Result? {
        for _ in 0..<Self.attempts {
            let reading = read(names)
            lock.lock()
            defer { leave() }
            if reading.revision == revision { return body(reading) }
        }
        return nil
    }

    // MARK: - Foreign writes

    /// Notes that the system has given notice of a write to a name.
    ///
    /// The thread that gives the notice doesn't have to wait, and no other code runs on it.
    ///
    /// - Returns: Whether the caller has to have the name compared. If not, an unfinished write by this hub does it.
    func noteForeignWrite(to name: String) -> Bool {
        guard lock.tryLock() else { return true }
        defer { lock.unlock() }
        noteNotice(of: name)
        return unfinished.value(of: name) == nil
    }

    /// Marks what has been read of a name, or of all names, as possibly out of date.
    ///
    /// Call it under the lock.
    private func noteNotice(of name: String?) {
        revision &+= 1
        unfinished.noteNotice(of: name)
    }

    /// Compares the content of a watched name, or of all watched names if the name is nil.
    ///
    /// A name with an unfinished write is skipped. It is compared after that write has been made, so that no receiver
    /// sees half of a batch.
    func noticePlainChange(of name: String?) {
        // The thread that gives the notice must not have to wait.
        guard lock.tryLock() else {
            return DispatchQueue.global().async {
                self.underLock {}
                self.noticePlainChange(of: name)
            }
        }
        noteNotice(of: name)
        leave()
        let isDone: Void? = reading {
            let names = name.map { watched[$0] == nil ? [] : [$0] } ?? Array(watched.keys)
            return names.filter { unfinished.value(of: $0) == nil }
        } then: { reading in
            noteChanges(in: reading.contents.filter { unfinished.value(of: $0.0) == nil })
        }
        if isDone == nil { DispatchQueue.global().async { self.noticePlainChange(of: name) } }
    }

    // MARK: - Deciding

    /// Stores a value in the plain store, or removes the stored one if the new value is nil.
    func write(_ value: PropertyListValue?, to name: String) {
        if hasUnfinishedWrites { letOthersCatchUp(with: name) }
        lockForWriting()
        if unfinished.isEmpty && watched[name] == nil {
            defer { leave() }
            return decide { batch in unfinished.decide(value, for: name, in: batch) }
        }
        leave()
        _ = write([name: value], over: [:])
    }

    /// Makes several writes to the plain store as one change, if the store still holds the values that they depend on.
    ///
    /// - Parameters:
    ///   - changes: The writes.
    ///   - expected: The values that they depend on.
    ///   - lastNames: The names whose changes are made after the others, in this order.
    /// - Returns: Whether the writes were made.
    func write(
        _ changes: [String: PropertyListValue?], over expected: [String: StoredContent],
        lastly lastNames: [String] = []
    ) -> Bool {
        let last = lastNames.filter(changes.keys.contains)
        let order = changes.keys.filter { !last.contains($0) } + last
        for _ in 0..<Self.attempts {
            let reading = read(before: changes, over: expected) {
                Array(expected.keys) + changes.keys.filter { watched[$0] != nil && expected[$0] == nil }
            }
            guard reading.bases == expected else { return false }
            lockForWriting()
            if reading.revision == revision {
                defer { leave() }
                // If a foreign write hasn't been compared yet, it is a separate change and comes first. The same is
                // true of another thread's unfinished write, whose value is about to be replaced.
                noteChanges(in: reading.contents)
                decide { batch in
                    for name in order { unfinished.decide(changes[name] ?? nil, for: name, in: batch) }
                }
                if !reading.after.isEmpty { noteChanges(in: reading.after) }
                return true
            }
            leave()
        }
        return holdingBackOtherWriters { write(changes, over: expected, lastly: lastNames) }
    }

    private func decide(_ note: (UnfinishedWrites.Batch) -> Void) {
        note(unfinished.begin())
        revision &+= 1
        unfinishedCount.set(UInt(unfinished.count))
    }

    // MARK: - Making

    /// Makes the writes that this thread has decided on, and finds the changes that they caused.
    ///
    /// Call it when this thread has taken the lock exactly once. The lock is released while a write is made.
    func finishWrites() {
        // If this thread is holding back other writes, its writes are made after that has ended.
        guard excluder != ThreadIdentity.current, let plain else { return }
        while let batch = unfinished.claim() {
            var found: [(String, StoredContent)] = []
            repeat {
                while let write = unfinished.takeDue(in: batch) {
                    lock.unlock()
                    plain.put(write.value, named: write.name)
                    lock.lock()
                }
                let names = watched.isEmpty ? [] : unfinished.names(in: batch, watched: watched)
                if names.isEmpty { break }
                unfinished.forgetNotices(in: batch)
                lock.unlock()
                found = names.map { ($0, plain.content(of: $0)) }
                lock.lock()
            } while !unfinished.isSettled(batch)
            unfinished.finish(batch)
            unfinishedCount.set(UInt(unfinished.count))
            if !found.isEmpty { noteChanges(in: found) }
        }
    }
}
