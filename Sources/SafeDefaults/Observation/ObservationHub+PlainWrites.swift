import Dispatch
import Foundation

// Reads and writes of a plain store: a `UserDefaults` of a class that isn't this library's. A write is decided on while
// the hub's lock is held, and made after the lock has been released; `UnfinishedWrites` says why. Reads are made
// without the lock too, because on Apple systems a read that finds another process's write may call the observers of
// that key.
//
// So the hub reads first, and takes the lock then. Its revision tells whether a write was decided on, a change found,
// or a notice given in between; if so, what was read is thrown away, and read again.

/// The values of a plain store: of a `UserDefaults` whose class isn't this library's.
///
/// Each of these calls may run observers of other code, so the hub makes it with its lock released.
protocol PlainValues: AnyObject, Sendable {
    /// What is stored under a name.
    func content(of name: String) -> StoredContent

    /// What a read of a name will find once a value has been written to it, or removed for nil.
    func content(of name: String, after value: PropertyListValue?) -> StoredContent

    /// Stores a value, or removes what is stored for nil.
    func put(_ value: PropertyListValue?, named name: String)
}

extension ObservationHub {
    // MARK: - Reading

    /// What is stored under a name, or will be when the unfinished write to it is made.
    func plainContent(of name: String) -> StoredContent {
        guard let plain else { return .nothing }
        guard let value = underLock({ unfinished.value(of: name) }) else { return plain.content(of: name) }
        return plain.content(of: name, after: value)
    }

    /// What was read under some names of the plain store, and the hub's revision at that time.
    private struct Reading {
        /// The number of names that were asked for; they come first.
        var asked = 0

        var contents: [(String, StoredContent)] = []

        /// For names that some thread is just writing: what a read will find after the write that is about to be
        /// decided on.
        var after: [(String, StoredContent)] = []

        var revision = 0
    }

    /// Reads names, and those that were written together with one of them.
    ///
    /// - Parameters:
    ///   - changes: The writes that are about to be decided on, to some of the names.
    ///   - names: Returns the names; runs under the lock.
    private func read(before changes: [String: PropertyListValue?] = [:], _ names: () -> [String]) -> Reading {
        guard let plain else { return Reading() }
        var reading = Reading()
        let known = underLock {
            reading.revision = revision
            let names = names()
            reading.asked = names.count
            return unfinished.completing(names).map { ($0, unfinished.value(of: $0)) }
        }
        for (name, value) in known {
            reading.contents.append((name, value.map { plain.content(of: name, after: $0) } ?? plain.content(of: name)))
            guard value != nil, let change = changes[name] else { continue }
            reading.after.append((name, plain.content(of: name, after: change)))
        }
        return reading
    }

    /// ``underLock(knowing:_:)`` of a plain store.
    func underLockOfPlain<Result>(
        knowing names: () -> [String], _ body: ([(String, StoredContent)]) -> Result
    ) -> Result {
        let result = settling { reading in
            // Names that were written together change together.
            noteChanges(in: reading.contents)
            return body(Array(reading.contents.prefix(reading.asked)))
        } reading: {
            read(names)
        }
        return result ?? holdingBackOtherWriters { underLockOfPlain(knowing: names, body) }
    }

    /// Reads, and runs a body under the lock if what was read is up to date then; otherwise tries again.
    ///
    /// - Parameters:
    ///   - body: Runs under the lock.
    ///   - read: Reads, without the lock.
    /// - Returns: What the body returns; nil if others have written 32 times before it could run.
    private func settling<Result>(_ body: (Reading) -> Result, reading read: () -> Reading) -> Result? {
        for _ in 0..<32 {
            let reading = read()
            lock.lock()
            defer { leave() }
            if reading.revision == revision { return body(reading) }
        }
        return nil
    }

    // MARK: - Foreign writes

    /// Compares what is stored under a watched name, or under all of them for nil.
    ///
    /// A name that some thread is just writing is skipped. It is compared when that write has been made, so that no
    /// receiver sees half of a batch.
    func noticePlainChange(of name: String?) {
        // The thread that gives notice isn't kept waiting.
        guard lock.tryLock() else {
            return DispatchQueue.global().async {
                self.underLock {}
                self.noticePlainChange(of: name)
            }
        }
        // A read that is under way may be older than the write that is noticed.
        revision &+= 1
        unfinished.noteNotice(of: name)
        leave()
        let isDone: Void? = settling { reading in
            noteChanges(in: reading.contents.filter { unfinished.value(of: $0.0) == nil })
        } reading: {
            read {
                let names = name.map { watched[$0] == nil ? [] : [$0] } ?? Array(watched.keys)
                return names.filter { unfinished.value(of: $0) == nil }
            }
        }
        if isDone == nil { DispatchQueue.global().async { self.noticePlainChange(of: name) } }
    }

    // MARK: - Deciding

    /// Stores a value in the plain store, or removes what is stored for nil.
    func write(_ value: PropertyListValue?, to name: String) {
        if hasUnfinishedWrites { letOthersCatchUp(with: name) }
        lockForWriting()
        if unfinished.isEmpty && (watched.isEmpty || watched[name] == nil) {
            defer { leave() }
            return decide { batch in unfinished.decide(value, for: name, in: batch) }
        }
        leave()
        _ = write([name: value], over: [:])
    }

    /// Stores a value in the plain store, or removes what is stored for nil, if the store still holds what was seen.
    ///
    /// - Returns: Whether it did.
    func exchange(_ seen: StoredContent, for value: PropertyListValue?, named name: String) -> Bool {
        guard let plain else { return false }
        // Nearly always the name is not watched, and no other thread writes.
        let (isAlone, before) = underLock { (unfinished.isEmpty && watched[name] == nil, revision) }
        guard isAlone else { return write([name: value], over: [name: seen]) }
        guard plain.content(of: name) == seen else { return false }
        lockForWriting()
        guard revision == before else {
            leave()
            return write([name: value], over: [name: seen])
        }
        defer { leave() }
        decide { batch in unfinished.decide(value, for: name, in: batch) }
        return true
    }

    /// Makes several writes to the plain store as one change, if the store still holds the values that they depend on.
    ///
    /// - Parameters:
    ///   - changes: The writes.
    ///   - expected: The values that they depend on.
    /// - Returns: Whether they are made.
    func write(_ changes: [String: PropertyListValue?], over expected: [String: StoredContent]) -> Bool {
        for _ in 0..<32 {
            let reading = read(before: changes) {
                Array(expected.keys) + changes.keys.filter { watched[$0] != nil && expected[$0] == nil }
            }
            let found = reading.contents.filter { expected[$0.0] != nil }
            guard found.allSatisfy({ expected[$0.0] == $0.1 }) else { return false }
            lockForWriting()
            if reading.revision == revision {
                defer { leave() }
                // A foreign write that nobody has compared yet is a change of its own, and comes first; so is another
                // thread's unfinished write, whose value is about to be replaced.
                noteChanges(in: reading.contents)
                decide { batch in
                    for (name, value) in changes { unfinished.decide(value, for: name, in: batch) }
                }
                if !reading.after.isEmpty { noteChanges(in: reading.after) }
                return true
            }
            leave()
        }
        return holdingBackOtherWriters { write(changes, over: expected) }
    }

    private func decide(_ note: (UnfinishedWrites.Batch) -> Void) {
        note(unfinished.begin())
        revision &+= 1
        unfinishedCount.set(UInt(unfinished.count))
    }

    // MARK: - Making

    /// Makes the writes that this thread has decided on, and finds what they changed.
    ///
    /// Call it with the lock taken once; the lock is free while a write is made.
    func finishWrites() {
        // Writes of the closure that holds other writes back are made when it has ended.
        guard excluder != ThreadIdentity.current, let plain else { return }
        while let batch = unfinished.claim() {
            var contents: [(String, StoredContent)] = []
            repeat {
                while let write = unfinished.takeDue(in: batch) {
                    lock.unlock()
                    plain.put(write.value, named: write.name)
                    lock.lock()
                }
                let names = watched.isEmpty ? [] : unfinished.names(of: batch, in: watched)
                if names.isEmpty { break }
                unfinished.forgetNotices(in: batch)
                lock.unlock()
                contents = names.map { ($0, plain.content(of: $0)) }
                lock.lock()
            } while !unfinished.isSettled(batch)
            unfinished.finish(batch)
            unfinishedCount.set(UInt(unfinished.count))
            noteChanges(in: contents)
        }
    }

    // MARK: - Waiting

    /// Pauses for a hundredth of a second at most if a thousand writes to a name have come while one was being made:
    /// the thread that makes it would otherwise go on for as long as they come.
    private func letOthersCatchUp(with name: String) {
        for _ in 0..<100 where underLock({ unfinished.changes(of: name) }) >= 1_000 { usleep(100) }
    }

    /// Waits, for a second at most, until the writes that other threads have decided on are made; returns whether they
    /// are.
    ///
    /// They may not be: an observer that the system calls during a write may be waiting for this thread.
    func waitForUnfinishedWrites() -> Bool {
        guard hasUnfinishedWrites else { return true }
        let (others, isOwnDue) = underLock { (unfinished.batchesOfOthers, unfinished.hasDueOfThisThread) }
        if isOwnDue { return false }
        let end = DispatchTime.now() + 1
        while underLock({ others.contains(where: unfinished.batchesOfOthers.contains) }) {
            if DispatchTime.now() >= end { return false }
            usleep(100)
        }
        return true
    }
}
