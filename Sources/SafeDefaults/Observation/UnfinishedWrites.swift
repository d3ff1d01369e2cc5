/// The writes to a plain store that have been decided on and not made yet.
///
/// On Apple systems, `set` and `removeObject` call observers on the thread that writes, before they return. An observer
/// may wait for the main thread. So the library holds no lock while it calls them. A write is *decided on* under the
/// hub's lock, and is added here. From then on, every read, comparison and update through the library sees its value.
/// Then the thread releases the lock, *makes* the write, takes the lock again, and removes the write from here.
///
/// If a thread finds another thread's unfinished write to the same name, it only changes the value here, and goes on.
/// When `set` has returned, the thread that is making the write finds the newer value and writes that too. So the
/// values of one name reach the `UserDefaults` in the order in which they were decided on, though some values in
/// between may be left out.
///
/// The following shows why no two threads wait for each other because of such a store:
///
/// - The hub's lock is held only for a few moments. Meanwhile, its thread compares and takes notes. It calls no closure
///   and no function of the `UserDefaults`, and waits for no other thread. So a thread that waits for the lock gets it.
/// - A write waits for that lock, and in two cases for something else that another thread does. The first is an update
///   or an edit that was overtaken in each of its attempts (``ObservationHub/attempts``), and runs its closure while
///   other threads' writes are held back. The writes of that closure are made after it has ended and other writes are
///   allowed again. So others wait only for the closure itself, which must not wait for a thread that writes; a
///   documented rule forbids that. The second is a pause of a hundredth of a second, if a thousand writes to a name
///   have come while one was being made.
/// - A read waits only for that lock, and for nothing if there are no unfinished writes.
/// - A comparison, and the start of an observation, read first and take the lock afterwards. If others have written
///   meanwhile, they read again. After as many attempts, they hold other writes back while they read.
/// - A thread that calls `set` or an observer holds no lock of this library. The observer may wait for any thread.
/// - `flush` waits until other threads' writes have been made, but no longer than a second.
///
/// One case is left in which two threads wait for each other. A thread was overtaken in all its attempts, so it holds
/// other threads' writes back. It then reads a value that another process has just written. During this read,
/// `UserDefaults` calls an observer of that key, and the observer waits for a thread that writes. This couldn't happen
/// if writes weren't held back, but then the thread might be overtaken for ever.
///
/// Guarded by the hub's lock.
struct UnfinishedWrites {
    /// A value to store, or the removal of the stored one if the value is nil.
    private struct Write {
        let name: String

        /// The newest value that was decided on.
        var value: PropertyListValue?

        /// Whether that value hasn't been passed to `set` yet.
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

    /// The number of a batch: the hub's revision since its writes were decided on.
    ///
    /// A batch consists of writes that were decided on together.
    typealias Batch = Int

    /// The writes in the order in which they were decided on.
    ///
    /// They are so few that a linear search is fastest.
    private var writes: [Write] = []

    var isEmpty: Bool { writes.isEmpty }

    var names: [String] { writes.map(\.name) }

    private func index(of name: String) -> Int? { writes.firstIndex { $0.name == name } }

    // MARK: - Values

    /// Returns the newest value that was decided on for a name; nil if there is no unfinished write to it.
    func value(of name: String) -> PropertyListValue?? {
        index(of: name).map { writes[$0].value }
    }

    /// Returns how many times other writes have changed the value of the unfinished write to a name; 0 if there is
    /// none.
    func changes(of name: String) -> Int { index(of: name).map { writes[$0].changes } ?? 0 }

    /// Returns the names, and all names that are being written in one batch with any of them, because those have to be
    /// compared together.
    func completing(_ names: some Collection<String>) -> [String] {
        var all = Array(names)
        let batches = names.compactMap { index(of: $0).map { writes[$0].batch } }
        for write in writes where batches.contains(write.batch) && !all.contains(write.name) { all.append(write.name) }
        return all
    }

    // MARK: - Deciding

    /// Records that a value will be written under a name, or that the stored one will be removed if the value is nil.
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

    /// Returns a batch of this thread for the caller to make, which no other function on its stack is making; nil if
    /// there is none.
    mutating func claim() -> Batch? {
        let thread = ThreadIdentity.current
        let unclaimed = writes.first { !$0.isClaimed && $0.thread == thread }
        guard let batch = unclaimed?.batch else { return nil }
        for index in writes.indices where writes[index].batch == batch { writes[index].isClaimed = true }
        return batch
    }

    /// Returns a write of a batch that has to be made now; nil if all have been made.
    mutating func takeDue(in batch: Batch) -> (name: String, value: PropertyListValue?)? {
        for index in writes.indices where writes[index].isDue && writes[index].batch == batch {
            writes[index].isDue = false
            return (writes[index].name, writes[index].value)
        }
        return nil
    }

    /// Returns the names of a batch that are watched.
    func names(in batch: Batch, watched: [String: WatchedName]) -> [String] {
        writes.filter { $0.batch == batch && watched[$0.name] != nil }.map(\.name)
    }

    /// Whether all writes of a batch have been made, and its names haven't been noticed since the last call of
    /// ``forgetNotices(in:)``, so that their contents are up to date.
    func isSettled(_ batch: Batch) -> Bool {
        writes.allSatisfy { $0.batch != batch || (!$0.isDue && !$0.isNoticed) }
    }

    /// Notes that a source has given notice of a name, or of all names if the name is nil.
    ///
    /// Another process may have written.
    mutating func noteNotice(of name: String?) {
        for index in writes.indices where name == nil || writes[index].name == name { writes[index].isNoticed = true }
    }

    /// Forgets the notices of a batch's names.
    ///
    /// Call it before the names are read.
    mutating func forgetNotices(in batch: Batch) {
        for index in writes.indices where writes[index].batch == batch { writes[index].isNoticed = false }
    }

    /// Removes a batch that has been made.
    mutating func finish(_ batch: Batch) {
        if writes.count == 1 { writes.removeLast() } else { writes.removeAll { $0.batch == batch } }
    }

    // MARK: - Waiting

    /// The batches of other threads.
    var batchesOfOthers: [Batch] {
        let thread = ThreadIdentity.current
        return writes.filter { $0.thread != thread }.map(\.batch)
    }

    /// Whether this thread has decided on a write that it hasn't made yet.
    ///
    /// That is so in an observer that Foundation calls in the middle of a write.
    var hasDueOfThisThread: Bool {
        let thread = ThreadIdentity.current
        return writes.contains { $0.thread == thread && $0.isDue }
    }
}
