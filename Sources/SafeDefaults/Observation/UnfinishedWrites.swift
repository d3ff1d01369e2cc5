/// The writes to a `UserDefaults` that isn't ours which are decided on, and which it hasn't made yet.
///
/// On Apple systems `set` and `removeObject` call observers before they return, on the thread that writes, and an observer
/// may wait for the main thread. So they are called with no lock of this library held. A write is *decided on* under the
/// hub's lock, which puts it in here; from then on it counts, for every read, comparison and update through the library.
/// Then the thread lets go of the lock, *makes* the write, takes the lock again and takes the write out.
///
/// A thread that meets another one's unfinished write to the same name only changes the value in here, and goes on: the
/// thread that is making the write sees so when `set` has returned, and makes another one of the newer value. So the values
/// of one name reach the `UserDefaults` in the order in which they were decided on; those in between may be left out.
///
/// Why nobody waits for a thread that waits for him, over such a `UserDefaults`:
///
/// - The hub's lock is held for a few moments at a time. Who has it compares and takes notes; he calls nobody's closure and
///   nothing of the `UserDefaults`, and waits for nobody. So whoever waits for the lock gets it.
/// - A write waits for that lock, and for nothing else that another thread does but two things. One is an update or an edit
///   that was overtaken 32 times, and runs its closure while other threads' writes are held back. What such a closure
///   writes is made after the closure has ended and writes are let in again, so that what waits for it waits for that
///   closure alone, which is documented never to wait for a thread that writes. The other is a pause of a hundredth of a
///   second at most, where a thousand writes to a name have come while one was being made.
/// - A read waits for that lock at most, and for nobody while no write is unfinished.
/// - What compares or begins to observe reads first, and takes the lock then; if others have written meanwhile, it reads
///   again. Overtaken 32 times, it holds writes back while it reads.
/// - Observers are called, and `set` is, by threads that have no lock of this library. They may wait for whom they like.
/// - `flush`, and a fork, wait for the writes of other threads to be made, and give up after a second.
///
/// One case is left in which two threads wait for each other. A thread was overtaken 32 times, so it holds the other threads'
/// writes back; it then reads a value that another process has just written; `UserDefaults` calls an observer of that key
/// within this read; and the observer waits for a thread that writes. Without holding writes back that couldn't happen, but
/// the thread might be overtaken for ever.
///
/// Guarded by the hub's lock.
struct UnfinishedWrites {
    /// A value to be stored, or removed for nil.
    private struct Write {
        let name: String

        /// The newest value that was decided on.
        var value: PropertyListValue?

        /// Whether that hasn't been handed to `set` yet.
        var isDue = true

        /// Whether a function of the thread that decided on it is making it, further up its stack.
        var isClaimed = false

        /// Whether a foreign source has given notice of the name.
        var isNoticed = false

        /// How often another write has changed the value.
        var changes = 0

        let batch: Batch

        /// The thread that decided on the batch, and makes it.
        let thread: UInt
    }

    /// Writes that were decided on together, by their number.
    typealias Batch = Int

    /// In the order in which they were decided on; so few that a search from the begin is the fastest.
    private var writes: [Write] = []
    private var lastBatch: Batch = 0

    var isEmpty: Bool { writes.isEmpty }

    var count: Int { writes.count }

    private func index(of name: String) -> Int? {
        for index in writes.indices where writes[index].name == name { return index }
        return nil
    }

    // MARK: - Values

    /// The newest value of a name; nil if no write to it is unfinished.
    func value(of name: String) -> PropertyListValue?? {
        index(of: name).map { writes[$0].value }
    }

    /// How often the unfinished write to a name has been changed by another one; 0 if there is none.
    func changes(of name: String) -> Int { index(of: name).map { writes[$0].changes } ?? 0 }

    /// The names, and those that were written together with any of them and have to be compared with them.
    func completing(_ names: some Collection<String>) -> [String] {
        var all = Array(names)
        let batches = names.compactMap { index(of: $0).map { writes[$0].batch } }
        for write in writes where batches.contains(write.batch) && !all.contains(write.name) { all.append(write.name) }
        return all
    }

    // MARK: - Deciding

    /// Begins a batch of writes of this thread.
    mutating func begin() -> Batch {
        lastBatch += 1
        return lastBatch
    }

    /// Decides on a value for a name, or on its removal for nil.
    mutating func decide(_ value: PropertyListValue?, for name: String, in batch: Batch) {
        guard let index = index(of: name) else {
            return writes.append(
                Write(name: name, value: value, batch: batch, thread: ThreadIdentity.current))
        }
        writes[index].value = value
        writes[index].isDue = true
        writes[index].changes += 1
    }

    // MARK: - Making

    /// Gives a batch of this thread that none of its functions makes yet, for the caller to make.
    mutating func claim() -> Batch? {
        let thread = ThreadIdentity.current
        var claimed: Batch?
        for index in writes.indices where !writes[index].isClaimed && writes[index].thread == thread {
            if claimed == nil { claimed = writes[index].batch }
            if writes[index].batch == claimed { writes[index].isClaimed = true }
        }
        return claimed
    }

    /// Gives a write of a batch that is to be made now; nil if all are made.
    mutating func takeDue(in batch: Batch) -> (name: String, value: PropertyListValue?)? {
        for index in writes.indices where writes[index].isDue && writes[index].batch == batch {
            writes[index].isDue = false
            return (writes[index].name, writes[index].value)
        }
        return nil
    }

    /// The names of a batch that somebody watches.
    func names(of batch: Batch, in watched: [String: WatchedName]) -> [String] {
        var names: [String] = []
        for index in writes.indices where writes[index].batch == batch && watched[writes[index].name] != nil {
            names.append(writes[index].name)
        }
        return names
    }

    /// Whether nothing in a batch is to be made now, and what was read of it since the last call of
    /// ``forgetNotices(in:)`` is what is stored.
    func isSettled(_ batch: Batch) -> Bool {
        writes.allSatisfy { $0.batch != batch || (!$0.isDue && !$0.isNoticed) }
    }

    /// Notes that a foreign source has given notice of a name, or of all for nil; it may be of another process's write.
    mutating func noteNotice(of name: String?) {
        for index in writes.indices where name == nil || writes[index].name == name { writes[index].isNoticed = true }
    }

    /// Forgets the notices of a batch's names, which are about to be read.
    mutating func forgetNotices(in batch: Batch) {
        for index in writes.indices where writes[index].batch == batch { writes[index].isNoticed = false }
    }

    /// Takes out a batch that is made.
    mutating func finish(_ batch: Batch) {
        if writes.count == 1 { writes.removeLast() } else { writes.removeAll { $0.batch == batch } }
    }

    // MARK: - Waiting

    /// The batches of other threads.
    var batchesOfOthers: [Batch] {
        let thread = ThreadIdentity.current
        return writes.filter { $0.thread != thread }.map(\.batch)
    }

    /// Whether this thread has decided on a write that it hasn't made, which an observer within another one can see.
    var hasDueOfThisThread: Bool {
        let thread = ThreadIdentity.current
        return writes.contains { $0.thread == thread && $0.isDue }
    }

    /// Forgets the writes of other threads, which aren't there in a child that was forked.
    mutating func forgetOtherThreads() {
        let thread = ThreadIdentity.current
        writes.removeAll { $0.thread != thread }
    }
}
