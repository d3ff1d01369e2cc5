import Dispatch
import Foundation

/// When values were those of the cluster: a date for people, and a time that nobody sets.
struct FleetMoment: Sendable {
    let date: Date

    /// The moment on the clock of this run of the machine; nil if it was in an earlier run, or in another process.
    let time: DispatchTime?

    /// The moment of the call.
    init() { (date, time) = (Date(), .now()) }

    /// A moment before this process.
    init(before date: Date) { (self.date, time) = (min(date, Date()), nil) }

    /// Whether values of this moment pass for those of the cluster.
    ///
    /// A clock that is set back makes no values new. The date counts as well, because the time may stand still while
    /// the machine sleeps.
    var isCurrent: Bool {
        guard let time else { return false }
        return DispatchTime.now() <= time + FleetTimes.currency && date.timeIntervalSinceNow >= -FleetTimes.currency
    }

    func isLater(than other: FleetMoment) -> Bool {
        guard let time else { return other.time == nil && date > other.date }
        return other.time.map { time > $0 } ?? true
    }
}
