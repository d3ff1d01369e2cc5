#if canImport(Darwin)
import Dispatch
import Foundation

extension PlainLock {
    /// Waits for it until a moment at most, and tells whether it has it.
    ///
    /// The system has no call for that: it is asked again and again, ever more seldom.
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
