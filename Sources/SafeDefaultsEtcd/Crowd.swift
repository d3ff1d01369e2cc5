import Dispatch
import Foundation
import SafeDefaults

/// The processes that change the same values at once, as the cluster has told.
///
/// A process whose change was overtaken leaves a key in the cluster, so that each answer tells how many wait. Before
/// its next change of the value, each process pauses for a random time, which is longer the more wait. So does the one
/// that has just been first: else it would be first again and again, because it has the newest value before the others.
final class Crowd: Sendable {
    private struct State {
        /// When this process may change some values again, by name.
        var pauses: [StoredName: DispatchTime] = [:]

        /// Two revisions of some seconds ago.
        ///
        /// A key from before the older one was left by a process that doesn't wait any more, or was killed.
        var older: Int64 = 0
        var newer: (revision: Int64, time: DispatchTime) = (0, .now())
    }

    private let state = Locked(State())

    /// Notes what an attempt to change some values has told.
    ///
    /// - Parameters:
    ///   - waiting: The processes that wait to change them.
    ///   - revision: The revision of the cluster.
    ///   - seconds: How long the attempt took. It is long while the cluster or this computer is busy.
    ///   - names: The names of the values.
    func note(_ waiting: FleetTransaction.Waiting?, at revision: Int64, in seconds: Double, for names: [StoredName]) {
        state.withLock { state in
            let now = DispatchTime.now()
            if state.newer.time + FleetTimes.currency < now {
                state.older = state.newer.revision
                state.newer = (revision, now)
            }
            var pause: DispatchTime?
            if let waiting, waiting.revision > state.older {
                // Then some half of all attempts are overtaken.
                let longest = 2 * seconds * Double(max(waiting.count, 1))
                pause = now + .random(in: 0...min(longest, FleetTimes.pause))
            }
            for name in names { state.pauses[name] = pause }
        }
    }

    /// Pauses before an attempt to change some values.
    func pause(for names: [StoredName]) {
        let end = state.withLock { state in names.compactMap { state.pauses[$0] }.max() }
        if let end { _ = DispatchSemaphore(value: 0).wait(timeout: end) }
    }
}

extension EtcdStore: CrowdedStore {
    func settling<Result, Failure: Error>(
        _ attempt: (Attempt) throws(Failure) -> Result?
    ) throws(Failure) -> Result {
        let end = DispatchTime.now() + FleetTimes.settling
        while true {
            updates.enter(until: min(end, .now() + timeout))
            defer { updates.leave() }
            if let result = try attempt(DispatchTime.now() < end ? .amongOthers : .last) { return result }
        }
    }
}
