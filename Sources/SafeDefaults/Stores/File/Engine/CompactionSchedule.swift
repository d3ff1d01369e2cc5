/// When a journal is compacted without being asked to: once nothing has been written for a while, or once it is long.
final class CompactionSchedule: Sendable {
    /// Whether something was written that isn't compacted yet.
    let isDirty = SharedWord()

    /// Whether something was written since the timer was last set.
    private let isFresh = SharedWord()
    private let isTimerSet = SharedWord()
    private let isQueued = SharedWord()
    private let retry = SharedWord()

    /// The length of the journal at which a compaction is tried again after one that failed; 0 after one that didn't.
    var retryLength: Int { Int(clamping: retry.value) }

    func retry(at length: Int) { retry.set(UInt(clamping: length)) }

    /// Notes a write, and tells whether the timer has to be set.
    func noteWrite() -> Bool {
        isDirty.set(true)
        isFresh.set(true)
        guard !isTimerSet.isSet else { return false }
        isTimerSet.set(true)
        return true
    }

    /// What is to be done when the timer fires.
    enum Action { case compact, setTimer, nothing }

    func timerFired() -> Action {
        let isFresh = isFresh.isSet
        self.isFresh.set(false)
        if isFresh { return .setTimer }
        isTimerSet.set(false)
        return isDirty.isSet ? .compact : .nothing
    }

    /// Notes that a compaction waits on the queue; false if one does already.
    func enqueue() -> Bool {
        guard !isQueued.isSet else { return false }
        isQueued.set(true)
        return true
    }

    func dequeue() { isQueued.set(false) }
}
