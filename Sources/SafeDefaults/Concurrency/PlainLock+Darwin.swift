#if canImport(Darwin)
import Dispatch
import Foundation

extension PlainLock {
    /// Waits for the lock until a deadline, and tells whether this thread has it.
    ///
    /// The system has no call for that, so the lock is tried again and again, after pauses that grow.
    func lock(until end: DispatchTime) -> Bool {
        var pause: UInt32 = 1
        while !tryLock() {
            if DispatchTime.now() >= end { return false }
            usleep(pause)
            pause = min(2 * pause, 1_000)
        }
        return true
    }
}
#endif
