import SafeDefaults

/// Decides when a journal is compacted automatically: when it is long, or when the store has been idle for a while.
final class CompactionSchedule: Sendable {
    /// Whether there are writes that haven't been compacted yet.
    let isDirty = SharedWord()

    /// Whether something was written since the timer was last set.
    private let isFresh = SharedWord()
    private let isTimerSet = SharedWord()

    /// Whether a compaction is queued.
    let isQueued = SharedWord()

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

    /// Notes that the timer has fired.
    ///
    /// Returns whether the caller has to set it again, because something was written meanwhile.
    func timerFired() -> Bool {
        let isFresh = isFresh.isSet
        self.isFresh.set(false)
        if !isFresh { isTimerSet.set(false) }
        return isFresh
    }
}
