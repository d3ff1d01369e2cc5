import Dispatch
import Foundation

/// The lock of a store among processes, which ends with the process that holds it.
///
/// Taken by one thread of a process at a time, which the engine sees to.
struct FileLock {
    let file: Int32
    let storage: Storage

    /// Takes the lock, or waits for it until a moment; tells whether it has it.
    ///
    /// The system can only wait for ever, and another process may have been stopped while it held the lock. So it is asked
    /// again and again, at first at once, because the lock is held for a few microseconds, then ever more seldom.
    func take(until deadline: DispatchTime) throws(StorageError) -> Bool {
        var pause: UInt32 = 0
        while storage.calls.lock(file, LOCK_EX | LOCK_NB) != 0 {
            let number = errno
            guard number == EWOULDBLOCK || number == EINTR else {
                throw StorageError(action: "lock the store", number: number)
            }
            if pause > 0, DispatchTime.now() >= deadline { return false }
            // A random part, so that processes that wait together don't ask together.
            if pause < 8 { sched_yield() } else { usleep(pause / 2 + UInt32.random(in: 0...pause / 2)) }
            pause = min(pause + pause / 2 + 1, 1_000)
        }
        return true
    }

    func release() { _ = storage.calls.lock(file, LOCK_UN) }
}
