import Dispatch
import Foundation

// Work that nobody waits for: notifications of changes, and compactions.

extension FileEngine {
    /// How often a store that somebody listens to is polled, where a writer can't wake this process.
    private static let pollInterval = DispatchTimeInterval.milliseconds(40)

    /// How long after a poll the next wake-up is waited for, so that many writes are few wake-ups.
    private static let restInterval = DispatchTimeInterval.milliseconds(5)

    /// How long nothing must have been written before the journal is compacted.
    private static let idleInterval = DispatchTimeInterval.seconds(3)

    /// The queue of polls; apart from the queue of compactions, which wait for the disk.
    static let pollQueue = DispatchQueue(label: "SafeDefaults.file.changes", qos: .utility)

    // MARK: - Listening

    /// Calls a handler, on a queue of the library's own, with the changes that other processes and others in this one
    /// make.
    func listen(_ handler: @escaping ChangeWatcher.Handler) -> Int {
        let (listener, needsPoll) = watcher.add(handler)
        if needsPoll { schedulePoll(after: .seconds(0)) }
        return listener
    }

    func stopListening(_ listener: Int) { watcher.remove(listener) }

    /// Polls at once instead of waiting to be woken.
    func pollSoon() {
        if watcher.wake() { schedulePoll(after: .seconds(0)) }
    }

    private func schedulePoll(after interval: DispatchTimeInterval) {
        let owner = owner.withLock { $0 }
        Self.pollQueue.asyncAfter(deadline: .now() + interval) { owner.object?.poll() }
    }

    /// Notifies listeners of what has changed, or sleeps until something does.
    private func poll() {
        let owner = owner.withLock { $0 }
        let files = cache.state.files
        guard watcher.beginPoll(files, onWakeUp: { owner.object?.pollSoon() }) else { return }
        if watcher.sleep(files, while: { cache.isCurrent && !watcher.hasPendingChanges }) { return }
        var interval = watcher.canBeWoken ? Self.restInterval : Self.pollInterval
        do throws(DefaultsError) {
            try cache.refresh()
        } catch {
            issues.add(.unreadableFile(error))
            interval = Self.pollInterval
        }
        let pending = watcher.takePendingChanges()
        schedulePoll(after: interval)
        report()
        for (handler, changes) in pending { handler(changes) }
    }

    // MARK: - Compacting

    /// Notes a write, so that it is compacted once nothing has been written for a while.
    func noteWrite() {
        if schedule.noteWrite() { setTimer() }
    }

    private func setTimer() {
        guard !ProcessIdentity.isForkedChild else { return }
        let owner = owner.withLock { $0 }
        Self.queue.asyncAfter(deadline: .now() + Self.idleInterval) {
            guard let engine = owner.object else { return }
            switch engine.schedule.timerFired() {
            case .setTimer: engine.setTimer()
            case .compact: engine.compactInBackground()
            case .nothing: break
            }
        }
    }

    /// Compacts the journal as soon as there is time; at once where no queue runs.
    func compactSoon() {
        guard canWorkLater else { return compactInBackground() }
        guard schedule.enqueue() else { return }
        let owner = owner.withLock { $0 }
        Self.queue.async {
            guard let engine = owner.object else { return }
            engine.schedule.dequeue()
            engine.compactInBackground()
        }
    }

    /// Compacts the journal unless another process does just now, and reports what prevents it.
    func compactInBackground() {
        do throws(DefaultsError) {
            guard try !compact(force: false, waits: false) else { return schedule.retry(at: 0) }
            // Another process compacts. What it leaves is looked at again later.
            noteWrite()
        } catch {
            // The journal holds everything; a compaction isn't worth a try at each write.
            let state = cache.state
            schedule.retry(at: state.position.end + Self.compactionLength(state) / 4)
            issues.add(.saveFailed(error.reason, at: nil))
            reportLater()
        }
    }
}
