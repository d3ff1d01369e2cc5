import Dispatch
import Foundation
import SafeDefaults

/// Compares reads of a property over a cluster with reads of one in memory.
///
/// Short slices of both take turns, so that what else the machine does slows both down. What happens to the cluster
/// meanwhile is the business of whoever starts the program.
enum Reads {
    /// Prints for each second what a read takes over both stores, and at the end the ratio of all and the worst one.
    static func compare(_ fleet: FleetDefaults, for seconds: Int) {
        let memory = FleetDefaults(store: .inMemory())
        memory.attempts = 1
        var (worst, all) = (0.0, (fleet: 0.0, memory: 0.0))
        for second in 1...max(seconds, 1) {
            let end = Date() + 1
            var sums = (fleet: 0.0, memory: 0.0, slices: 0.0)
            while Date() < end {
                sums.fleet += slice(of: fleet)
                sums.memory += slice(of: memory)
                sums.slices += 1
            }
            let ratio = sums.fleet / sums.memory
            worst = max(worst, ratio)
            all = (all.fleet + sums.fleet, all.memory + sums.memory)
            print(
                "second \(second):", String(format: "%.1f ns over the cluster,", sums.fleet / sums.slices),
                String(format: "%.1f in memory, %.2f ×, ", sums.memory / sums.slices, ratio), fleet.store.availability,
                "value \(fleet.attempts)")
            fflush(nil)
        }
        print(String(format: "all: %.2f ×; the worst second: %.2f ×", all.fleet / all.memory, worst))
    }

    /// Returns the nanoseconds of a read, out of some thousand.
    private static func slice(of domain: FleetDefaults) -> Double {
        let count = 5_000
        var sum = 0
        let start = DispatchTime.now().uptimeNanoseconds
        for _ in 0..<count { sum &+= domain.attempts }
        let end = DispatchTime.now().uptimeNanoseconds
        if sum < 0 { print("a value that nobody stored") }
        return Double(end - start) / Double(count)
    }
}
