import Dispatch
import Foundation
import SafeDefaults

// Background work, which no caller waits for: notifications of changes, and compactions.

extension FileEngine {
    /// The interval at which a store with listeners is polled, if writers can't wake this process.
    private static let pollInterval = DispatchTimeInterval.milliseconds(40)

    /// The pause after each poll before this process waits for a wake-up again, so that many writes cause few wake-ups.
    private static let restInterval = DispatchTimeInterval.milliseconds(5)

    /// How long the store must have been idle before the journal is compacted.
    private static let idleInterval = DispatchTimeInterval.seconds(3)

    /// The queue on which stores are polled.
    ///
    /// Compactions have another one, because they wait for the disk.
    static let pollQueue = DispatchQueue(label: "SafeDefaults.file.changes", qos: .utility)

    // MARK: - Listening

    /// Calls a handler with each change that someone else makes: another process, or another listener in this process.
    ///
    /// The handler runs on a queue of this library.
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

    /// Notifies listeners of changes, or sleeps until there are some.
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

    /// Whether a compaction by this thread may take its next step: the system isn't about to suspend the process.
    var mayContinue: Bool { BackgroundActivity.expiration?.isExpired != true }

    /// Notes a write, so that the journal is compacted once the store has been idle for a while.
    func noteWrite() {
        if schedule.noteWrite() { setTimer() }
    }

    private func setTimer() {
        guard !ProcessIdentity.isForkedChild else { return }
        let owner = owner.withLock { $0 }
        Self.queue.asyncAfter(deadline: .now() + Self.idleInterval) {
            guard let engine = owner.object else { return }
            if engine.schedule.timerFired() { return engine.setTimer() }
            if engine.schedule.isDirty.isSet { engine.compactAsActivity() }
        }
    }

    /// Schedules a compaction of the journal.
    ///
    /// Where no queue runs, compacts at once.
    func compactSoon() {
        guard canWorkLater else { return compactInBackground() }
        guard !schedule.isQueued.isSet else { return }
        schedule.isQueued.set(true)
        let owner = owner.withLock { $0 }
        Self.queue.async {
            guard let engine = owner.object else { return }
            engine.schedule.isQueued.set(false)
            engine.compactAsActivity()
        }
    }

    /// Compacts the journal as an activity that ends before the system suspends the process.
    ///
    /// A compaction holds a lock while it waits for the disk. If it may not begin, or has to stop, the journal holds
    /// everything, and the compaction is tried again later.
    private func compactAsActivity() {
        let owner = owner.withLock { $0 }
        activity.run { expiration in
            BackgroundActivity.$expiration.withValue(expiration) { owner.object?.compactInBackground() }
        } orElse: {
            owner.object?.noteWrite()
        }
    }

    /// Compacts the journal, unless another process is compacting it now.
    ///
    /// Reports an error as an issue.
    func compactInBackground() {
        do throws(DefaultsError) {
            guard try !compact(if: .changes, waits: false) else { return schedule.retry(at: 0) }
            // Another process is compacting, or the time was over. Whatever is left is compacted later.
            noteWrite()
        } catch {
            // Nothing is lost, because the journal holds everything. The next attempt waits until the journal has
            // grown, because it would fail at every write now.
            let state = cache.state
            schedule.retry(at: state.position.end + state.compactionLength / 4)
            issues.add(.failedSave(error.reason, at: nil))
            reportLater()
        }
    }
}
