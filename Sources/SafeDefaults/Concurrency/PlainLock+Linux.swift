#if !canImport(Darwin)
import Dispatch
import Foundation

extension PlainLock {
    /// Waits for it until a moment at most, and tells whether it has it.
    func lock(until end: DispatchTime) -> Bool {
        // The system goes by the time of day, which may be set forward meanwhile: so it is asked until the moment has come.
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
