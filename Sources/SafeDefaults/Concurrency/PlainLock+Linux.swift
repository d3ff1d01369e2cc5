#if !canImport(Darwin)
package import Dispatch
import Foundation

extension PlainLock {
    /// Takes the lock, and waits for it until a deadline if necessary.
    ///
    /// Returns whether this thread has it now.
    package func lock(until end: DispatchTime) -> Bool {
        // The system's call takes a time of day, and the clock may be set forward meanwhile. So the call is repeated
        // until the deadline.
        while !tryLock() {
            let now = DispatchTime.now()
            guard now < end else { return false }
            var limit = timespec()
            clock_gettime(CLOCK_REALTIME, &limit)
            let nanoseconds = UInt64(limit.tv_nsec) + end.uptimeNanoseconds - now.uptimeNanoseconds
            limit.tv_sec += Int(nanoseconds / 1_000_000_000)
            limit.tv_nsec = Int(nanoseconds % 1_000_000_000)
            if pthread_mutex_timedlock(mutex, &limit) == 0 { return true }
        }
        return true
    }
}
#endif
