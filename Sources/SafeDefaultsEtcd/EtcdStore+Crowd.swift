import Dispatch
import Foundation
import SafeDefaults

/// How many machines and threads seem to write at once, as far as this process has noticed.
///
/// Before each attempt there is a random pause, which is longer the more attempts were overtaken. If all tried again at
/// once, they would overtake each other again. The length is kept from one change to the next: else a process that has
/// just been first would be so again, because it alone wouldn't pause.
final class Crowd: Sendable {
    /// The pause doubles with each step: from up to four milliseconds to up to four seconds.
    private static let steps = 0...11

    private let step = Locked(0)

    /// Pauses before an attempt, until a deadline at most.
    func pause(until end: DispatchTime) {
        let step = step.withLock { $0 }
        guard step > 0 else { return }
        let pause = DispatchTime.now() + Double.random(in: 0...0.002 * Double(1 << step))
        _ = DispatchSemaphore(value: 0).wait(timeout: min(pause, end))
    }

    /// Notes whether an attempt was overtaken.
    func note(isOvertaken: Bool) {
        step.withLock { step in
            step = min(max(step + (isOvertaken ? 1 : -1), Self.steps.lowerBound), Self.steps.upperBound)
        }
    }
}

extension EtcdStore: CrowdedStore {
    func settling<Result, Failure: Error>(
        _ attempt: (Attempt) throws(Failure) -> Result?
    ) throws(Failure) -> Result {
        let end = DispatchTime.now() + FleetTimes.settling
        while true {
            crowd.pause(until: end)
            let result = try attempt(DispatchTime.now() < end ? .amongOthers : .last)
            crowd.note(isOvertaken: result == nil)
            if let result { return result }
        }
    }
}
