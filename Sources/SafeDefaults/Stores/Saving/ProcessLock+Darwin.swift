#if canImport(Darwin)
import Dispatch

/// No lock: on Apple systems, preferences belong to a daemon, and there is no file that all their users could lock.
final class ProcessLock {
    func lock(until end: DispatchTime) -> Bool { true }
}
#endif
