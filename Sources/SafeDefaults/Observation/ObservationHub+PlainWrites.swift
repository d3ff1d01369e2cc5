import Dispatch
import Foundation

// Writes to a `UserDefaults` that isn't ours: decided on under the lock, made without it; see `UnfinishedWrites`.

extension ObservationHub {
    /// Stores a value in the plain store, or removes what is there for nil.
    func write(_ value: PropertyListValue?, to name: String) {
        if hasUnfinishedWrites { letOthersCatchUp(with: name) }
        excludingOtherWriters {
            decide(on: CollectionOfOne(name)) { batch in unfinished.decide(value, for: name, in: batch) }
        }
    }

    /// Makes writes to the plain store that are told as one change.
    func write(_ changes: [String: PropertyListValue?]) {
        excludingOtherWriters {
            decide(on: changes.keys) { batch in
                for (name, value) in changes { unfinished.decide(value, for: name, in: batch) }
            }
        }
    }

    private func decide(on names: some Collection<String>, _ note: (UnfinishedWrites.Batch) -> Void) {
        // What a foreign write has left here is a change of its own, and comes first; and so is what another thread is
        // writing, since its value is about to be replaced.
        if !watched.isEmpty && names.contains(where: { watched[$0] != nil }) { compare(names) }
        let isMet = !unfinished.isEmpty && names.contains { unfinished.value(of: $0) != nil }
        note(unfinished.begin())
        unfinishedCount.set(UInt(unfinished.count))
        if isMet { compare(names) }
    }

    /// Makes this thread's writes, and finds what they changed.
    ///
    /// To be called with the lock taken once; it is free while a write is made.
    func finishWrites() {
        // What the closure that holds writes back has written is made when it has ended.
        guard excluder != SystemCalls.thisThread, let plain else { return }
        while let batch = unfinished.claim() {
            while let write = unfinished.takeDue(in: batch) {
                lock.unlock()
                plain.put(write.value, named: write.name)
                lock.lock()
            }
            let names = watched.isEmpty ? [] : unfinished.names(of: batch, in: watched)
            unfinished.finish(batch)
            unfinishedCount.set(UInt(unfinished.count))
            if !names.isEmpty { compare(names) }
        }
    }

    // MARK: - Waiting

    /// Pauses a hundredth of a second at most where a thousand writes to a name have come while one was being made: the
    /// thread that makes it would otherwise go on for as long as they come.
    private func letOthersCatchUp(with name: String) {
        for _ in 0..<100 where underLock({ unfinished.changes(of: name) }) >= 1_000 { usleep(100) }
    }

    /// Waits until the writes that other threads have decided on are made, a second at most, and tells whether they are.
    ///
    /// They may not be: an observer whom Foundation calls in a write may be waiting for this thread.
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
