import Foundation

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
        lockForWriting()
        if unfinished.isEmpty && watched[name] == nil {
            defer { leave() }
            return decide(CollectionOfOne((name, value)))
        }
        // Otherwise, the thread that is making a write to the name might never finish.
        let hasToPause = unfinished.changes(of: name) >= 1_000
        leave()
        if hasToPause { usleep(10_000) }
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
        let last = Set(lastNames)
        let order = changes.keys.filter { !last.contains($0) } + lastNames.filter(changes.keys.contains)
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
                decide(order.map { ($0, changes[$0] ?? nil) })
                if !reading.after.isEmpty { noteChanges(in: reading.after) }
                return true
            }
            leave()
        }
        return holdingBackOtherWriters { write(changes, over: expected, lastly: lastNames) }
    }

    /// Decides on writes of this thread, as one batch.
    private func decide(_ writes: some Sequence<(String, PropertyListValue?)>) {
        revision &+= 1
        for (name, value) in writes { unfinished.decide(value, for: name, in: revision) }
        hasUnfinishedWrites.set(true)
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
            // An observer that is being added may have seen these values in place of another program's, which came
            // later: it reads again.
            revision &+= 1
            hasUnfinishedWrites.set(!unfinished.isEmpty)
            if !found.isEmpty { noteChanges(in: found) }
        }
    }
}

// Reads the values of a plain store that launch arguments, managed or registered values may hide.
// `ObservationHub+PlainWrites` explains why the lock isn't held meanwhile.

extension ObservationHub {
    /// Returns the names under which a plain store holds something, perhaps among others.
    ///
    /// Names with an unfinished write are among them.
    func storedNamesOfPlain() -> [String] {
        // Read before the store, so that a write that ends in between isn't missed: it is in both lists.
        let decided = underLock { unfinished.names }
        return Array(Set(decided).union(plain?.storedNames() ?? []))
    }

    /// Returns the contents of some names of a plain store at one moment, with all or none of the changes of a batch.
    ///
    /// - Parameters:
    ///   - names: The names.
    ///   - isOwn: Whether to return what the store itself holds, rather than the contents from which changes of the
    ///     names are computed.
    func contentsOfPlain(named names: [String], isOwn: Bool) -> [String: StoredContent] {
        guard let plain else { return [:] }
        for _ in 0..<Self.attempts {
            let (before, decided) = underLock { (revision, names.map { unfinished.value(of: $0) }) }
            var contents =
                isOwn
                ? plain.storedContents(of: names)
                : Dictionary(
                    keepingLast: names.map { ($0, plain.baseContent(of: $0, found: plain.content(of: $0))) })
            for (name, value) in zip(names, decided) {
                guard let value else { continue }
                // If nothing is left in the store itself, its base may still be a value of another domain.
                let isRemoved = isOwn && value == nil
                contents[name] = isRemoved ? .nothing : plain.baseContent(of: name, after: value)
            }
            if underLock({ revision == before }) { return contents }
        }
        return holdingBackOtherWriters { contentsOfPlain(named: names, isOwn: isOwn) }
    }
}

/// The values of a plain store, which is a `UserDefaults` whose class isn't this library's.
///
/// Each of these calls may run observers of other code, so the hub makes it while its lock is released.
protocol PlainValues: AnyObject, Sendable {
    /// Returns the content of a name.
    func content(of name: String) -> StoredContent

    /// Returns what the store itself holds under some names, without launch arguments, managed and registered values
    /// and other domains, where that is known.
    func storedContents(of names: [String]) -> [String: StoredContent]

    /// Returns the names under which the store itself holds something, perhaps among others.
    func storedNames() -> [String]

    /// Returns the content from which a change of a name is computed.
    ///
    /// It is what a read would find without a launch argument and without a managed value, where that is known.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - found: What a read has found.
    func baseContent(of name: String, found: StoredContent) -> StoredContent

    /// Returns what ``baseContent(of:found:)`` will be after a value has been stored, or after the stored one has been
    /// removed if the value is nil.
    func baseContent(of name: String, after value: PropertyListValue?) -> StoredContent

    /// Returns what a read of a name will find after a value has been stored, or after the stored one has been removed
    /// if the value is nil.
    func content(of name: String, after value: PropertyListValue?) -> StoredContent

    /// Stores a value, or removes the stored one if the new value is nil.
    func put(_ value: PropertyListValue?, named name: String)
}
