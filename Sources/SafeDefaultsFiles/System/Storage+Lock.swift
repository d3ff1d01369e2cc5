import Dispatch
import Foundation
import SafeDefaults

// The lock that excludes other processes from a store. It ends when the process that holds it ends. The engine ensures
// that only one thread of a process takes it at a time.

extension Storage {
    /// Takes the lock, and waits for it if necessary.
    ///
    /// Returns whether this process has it now.
    ///
    /// The system's call can only wait without a limit, and another process may have been stopped while it held the
    /// lock. So this tries again and again: at first without pauses, because the lock is usually held for a few
    /// microseconds, then less and less often.
    ///
    /// - Parameters:
    ///   - file: The lock file.
    ///   - deadline: Returns the time at which to stop waiting. It is called only if the lock isn't free.
    func lock(_ file: Int32, until deadline: () -> DispatchTime) throws(StorageError) -> Bool {
        if try tryLock(file) { return true }
        let deadline = deadline()
        var pause: UInt32 = 0
        repeat {
            // Part of the pause is random, so that waiting processes don't try at the same time.
            let chance = UInt32(truncatingIfNeeded: DispatchTime.now().uptimeNanoseconds) % (pause / 2 + 1)
            if pause < 8 { sched_yield() } else { usleep(pause / 2 + chance) }
            pause = min(pause + pause / 2 + 1, 1_000)
            if try tryLock(file) { return true }
        } while DispatchTime.now() < deadline
        return false
    }

    func unlock(_ file: Int32) { _ = calls.lock(file, LOCK_UN) }

    private func tryLock(_ file: Int32) throws(StorageError) -> Bool {
        if calls.lock(file, LOCK_EX | LOCK_NB) == 0 { return true }
        let number = errno
        guard number == EWOULDBLOCK || number == EINTR else {
            throw StorageError(action: "lock the store", number: number)
        }
        return false
    }
}
