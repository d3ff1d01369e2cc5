/// The writes to a plain store that are decided on, and not made yet.
///
/// On Apple systems `set` and `removeObject` call observers before they return, on the thread that writes, and an
/// observer may wait for the main thread. So the library holds no lock while it calls them. A write is *decided on*
/// under the hub's lock, which puts it in here; from then on it counts, for every read, comparison and update through
/// the library. Then the thread releases the lock, *makes* the write, takes the lock again, and takes the write out.
///
/// A thread that finds another thread's unfinished write to the same name only changes the value in here, and goes on.
/// When `set` has returned, the thread that is making the write finds the newer value and writes that too. So the
/// values of one name reach the `UserDefaults` in the order in which they were decided on; values in between may be
/// left out.
///
/// Why no two threads wait for each other over such a store:
///
/// - The hub's lock is held for a few moments at a time. The thread that holds it compares and takes notes; it calls no
///   closure and nothing of the `UserDefaults`, and waits for no other thread. So a thread that waits for the lock gets
///   it.
/// - A write waits for that lock, and in two cases for something else that another thread does. First, for an update or
///   an edit that was overtaken 32 times, and runs its closure while other threads' writes are held back. The writes of
///   that closure are made after it has ended and other writes are let in again, so only the closure itself is waited
///   for, and a documented rule forbids it to wait for a thread that writes. Second, for a pause of a hundredth of a
///   second at most, if a thousand writes to a name have come while one was being made.
/// - A read waits for that lock at most; while no write is unfinished, it waits for nothing.
/// - A comparison, and the start of an observation, read first and take the lock then; if others have written
///   meanwhile, they read again. Overtaken 32 times, they hold other writes back while they read.
/// - Observers are called, and `set` is, by threads that hold no lock of this library. They may wait for any thread.
/// - `flush` waits for other threads' writes to be made, and gives up after a second.
///
/// One case is left in which two threads wait for each other. A thread was overtaken 32 times, so it holds the other
/// threads' writes back; it then reads a value that another process has just written; `UserDefaults` calls an observer
/// of that key within this read; and the observer waits for a thread that writes. Without holding writes back that
/// couldn't happen, but the thread might be overtaken for ever.
///
/// Guarded by the hub's lock.
struct UnfinishedWrites {
    /// A value to be stored, or removed for nil.
    private struct Write {
        let name: String

        /// The newest value that was decided on.
        var value: PropertyListValue?

        /// Whether that value hasn't been handed to `set` yet.
        var isDue = true

        /// Whether a function further up this thread's stack is making the batch.
        var isClaimed = false

        /// Whether a source has given notice of a foreign write to the name.
        var isNoticed = false

        /// The number of times that another write has changed the value.
        var changes = 0

        let batch: Batch

        /// The thread that decided on the batch, and makes it.
        let thread: UInt
    }

    /// The number of a batch: of writes that were decided on together.
    typealias Batch = Int

    /// In the order in which they were decided on; so few that a linear search is the fastest.
    private var writes: [Write] = []
    private var lastBatch: Batch = 0

    var isEmpty: Bool { writes.isEmpty }

    var count: Int { writes.count }

    private func index(of name: String) -> Int? {
        for index in writes.indices where writes[index].name == name { return index }
        return nil
    }

    // MARK: - Values

    /// The newest value that was decided on for a name; nil if no write to it is unfinished.
    func value(of name: String) -> PropertyListValue?? {
        index(of: name).map { writes[$0].value }
    }

    /// The number of times that the unfinished write to a name has been changed by another one; 0 if there is none.
    func changes(of name: String) -> Int { index(of: name).map { writes[$0].changes } ?? 0 }

    /// The names, and those that are being written together with any of them and have to be compared with them.
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

    /// Returns a batch of this thread that no function of its stack makes yet, for the caller to make.
    mutating func claim() -> Batch? {
        let thread = ThreadIdentity.current
        var claimed: Batch?
        for index in writes.indices where !writes[index].isClaimed && writes[index].thread == thread {
            if claimed == nil { claimed = writes[index].batch }
            if writes[index].batch == claimed { writes[index].isClaimed = true }
        }
        return claimed
    }

    /// Returns a write of a batch that is to be made now, or nil if all are made.
    mutating func takeDue(in batch: Batch) -> (name: String, value: PropertyListValue?)? {
        for index in writes.indices where writes[index].isDue && writes[index].batch == batch {
            writes[index].isDue = false
            return (writes[index].name, writes[index].value)
        }
        return nil
    }

    /// The watched names of a batch.
    func names(of batch: Batch, in watched: [String: WatchedName]) -> [String] {
        var names: [String] = []
        for index in writes.indices where writes[index].batch == batch && watched[writes[index].name] != nil {
            names.append(writes[index].name)
        }
        return names
    }

    /// Whether all writes of a batch are made, and what was read of it since the last call of ``forgetNotices(in:)`` is
    /// up to date.
    func isSettled(_ batch: Batch) -> Bool {
        writes.allSatisfy { $0.batch != batch || (!$0.isDue && !$0.isNoticed) }
    }

    /// Notes that a source has given notice of a name, or of all names for nil; another process may have written.
    mutating func noteNotice(of name: String?) {
        for index in writes.indices where name == nil || writes[index].name == name { writes[index].isNoticed = true }
    }

    /// Forgets the notices of a batch's names; call it before they are read.
    mutating func forgetNotices(in batch: Batch) {
        for index in writes.indices where writes[index].batch == batch { writes[index].isNoticed = false }
    }

    /// Removes a batch that is made.
    mutating func finish(_ batch: Batch) {
        if writes.count == 1 { writes.removeLast() } else { writes.removeAll { $0.batch == batch } }
    }

    // MARK: - Waiting

    /// The batches of other threads.
    var batchesOfOthers: [Batch] {
        let thread = ThreadIdentity.current
        return writes.filter { $0.thread != thread }.map(\.batch)
    }

    /// Whether this thread has decided on a write that it hasn't made; that can be seen by an observer within another
    /// write.
    var hasDueOfThisThread: Bool {
        let thread = ThreadIdentity.current
        return writes.contains { $0.thread == thread && $0.isDue }
    }
}
