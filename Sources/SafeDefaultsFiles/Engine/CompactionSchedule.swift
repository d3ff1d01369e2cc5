import SafeDefaults

/// Decides when a journal is compacted automatically: when it is long, or when the store has been idle for a while.
final class CompactionSchedule: Sendable {
    /// Whether there are writes that haven't been compacted yet.
    let isDirty = SharedWord()

    /// Whether something was written since the timer was last set.
    private let isFresh = SharedWord()
    private let isTimerSet = SharedWord()
    private let isQueued = SharedWord()
    private let retry = SharedWord()

    /// The journal's length at which a failed compaction is tried again; 0 if the last one succeeded.
    var retryLength: Int { Int(clamping: retry.value) }

    func retry(at length: Int) { retry.set(UInt(clamping: length)) }

    /// Notes a write.
    ///
    /// Returns whether the caller has to set the timer.
    func noteWrite() -> Bool {
        isDirty.set(true)
        isFresh.set(true)
        guard !isTimerSet.isSet else { return false }
        isTimerSet.set(true)
        return true
    }

    /// The action to take when the timer fires.
    enum Action { case compact, setTimer, nothing }

    func timerFired() -> Action {
        let isFresh = isFresh.isSet
        self.isFresh.set(false)
        if isFresh { return .setTimer }
        isTimerSet.set(false)
        return isDirty.isSet ? .compact : .nothing
    }

    /// Notes that a compaction is about to be queued.
    ///
    /// Returns false if one is queued already.
    func enqueue() -> Bool {
        guard !isQueued.isSet else { return false }
        isQueued.set(true)
        return true
    }

    func dequeue() { isQueued.set(false) }
}
