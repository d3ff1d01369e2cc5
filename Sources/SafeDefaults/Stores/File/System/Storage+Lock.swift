import Dispatch
import Foundation

// The lock of a store among processes, which ends with the process that holds it. Taken by one thread of a process at a
// time, which the engine sees to.

extension Storage {
    /// Takes the lock, or waits for it; tells whether it has it.
    ///
    /// The system can only wait for ever, and another process may have been stopped while it held the lock. So it is
    /// asked again and again, at first at once, because the lock is held for a few microseconds, then ever more seldom.
    ///
    /// - Parameters:
    ///   - file: The lock file.
    ///   - deadline: Until when to wait; only asked for if there is something to wait for.
    func lock(_ file: Int32, until deadline: () -> DispatchTime) throws(StorageError) -> Bool {
        if try tryLock(file) { return true }
        let deadline = deadline()
        var pause: UInt32 = 0
        repeat {
            // A part by chance, so that processes that wait together don't ask together.
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
