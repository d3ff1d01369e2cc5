import Foundation

/// Keeps file stores whole where a process forks and its child goes on without `exec`.
///
/// No other thread is in the middle of a write or a read then, because the fork waits for their locks: in the child there
/// are no other threads that could release them. And a lock of the system belongs to the open file, which a child shares
/// with its parent, so that each would have it when the other has: a child goes on with a lock file of its own.
enum Forks {
    private static let held = Locked<Held?>(nil)

    /// Keeps two threads from forking at once, each of which would wait for the other.
    private static let forking = RecursiveLock()

    /// What was locked for a fork that is under way.
    private struct Held {
        let engines: [FileEngine]
    }

    /// Registers what is done when the process forks; to be called once.
    static func arrange() {
        useTypes()
        pthread_atfork({ Forks.begin() }, { Forks.end(isChild: false) }, { Forks.end(isChild: true) })
    }

    /// Writes and reads in memory what a child may have to.
    ///
    /// The runtime makes a type when it is first used, under a lock of its own; what another thread makes at the moment of a
    /// fork, the child would wait for for ever.
    private static func useTypes() {
        let value: PropertyListValue = [
            "list": [true, 1, .unsignedInteger(.max), 0.5, "text", .data(Data([0])), .date(Date())]
        ]
        let header = JournalHeader(generation: 1, salt: 1, snapshot: .none)
        var buffer = RecordBuffer()
        JournalRecord.changes([.removeAll, .remove(StoredName("b")), .set(StoredName("a"), value)])
            .encode(into: &buffer, salt: header.salt, offset: JournalHeader.size)
        var values: [StoredName: PropertyListValue] = [:]
        if case .header(let header) = JournalHeader.read(header.bytes) {
            let scan = JournalScan(header.bytes + Array(buffer.bytes), salt: header.salt, knownEnd: nil)
            for change in scan.changes { change.apply(to: &values) }
        }
        let reading = SnapshotReader.read(SnapshotWriter.bytes(of: values))
        assert(reading.values == [StoredName("a"): value] && !reading.isDamaged)
    }

    /// Takes the locks, in the order in which writers and readers do.
    private static func begin() {
        forking.lock()
        var engines: [FileEngine] = []
        // While a writer is waited for, others may be opened.
        while case let more = EngineRegistry.shared.all.filter({ engine in !engines.contains { $0 === engine } }),
            !more.isEmpty
        {
            more.forEach { $0.beginFork() }
            engines += more
        }
        let held = Held(engines: engines)
        held.engines.forEach { $0.reading.lock() }
        Self.held.withLock { $0 = held }
    }

    private static func end(isChild: Bool) {
        let held = held.withLock { held in
            defer { held = nil }
            return held
        }
        held?.engines.forEach { $0.endFork(isChild: isChild) }
        forking.keepAfterFork()
        forking.unlock()
    }
}
