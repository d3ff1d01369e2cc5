#if canImport(Darwin)
package import Dispatch
import Foundation

extension PlainLock {
    /// Takes the lock, and waits for it until a deadline if necessary.
    ///
    /// Returns whether this thread has it now.
    ///
    /// The system has no call for that. So this tries to take the lock again and again, with growing pauses.
    package func lock(until end: DispatchTime) -> Bool {
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
