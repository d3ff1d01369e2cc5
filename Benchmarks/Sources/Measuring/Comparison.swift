import Allocations
import Foundation

/// One call through the library beside the bare call that does the same, on the same data.
public struct Comparison {
    let name: String
    let calls: Int
    let bare: (Int) -> Void
    let library: (Int) -> Void

    /// Describes a comparison.
    ///
    /// - Parameters:
    ///   - name: What the table says.
    ///   - calls: How often one run calls each.
    ///   - bare: The bare call.
    ///   - library: The call through the library.
    public init(_ name: String, calls: Int, bare: @escaping (Int) -> Void, library: @escaping (Int) -> Void) {
        self.name = name
        self.calls = calls
        self.bare = bare
        self.library = library
    }
}

extension Comparison {
    /// Measures each comparison in turns, so that what the machine does besides weighs on both, and prints a table.
    ///
    /// With `only <name> <bare|library>` as the program's arguments it just repeats that one call, for a profiler.
    ///
    /// - Parameter comparisons: The rows of the table.
    public static func run(_ comparisons: [Comparison]) {
        let arguments = CommandLine.arguments
        if arguments.count == 4, let row = comparisons.first(where: { $0.name == arguments[2] }) {
            _ = nanoseconds(10_000, arguments[3] == "bare" ? row.bare : row.library)
            exit(0)
        }
        print("call                              bare ns library ns  ratio  of the fastest  allocations")
        comparisons.forEach { $0.measure() }
    }

    private func measure() {
        var (bareTimes, libraryTimes, ratios): ([Double], [Double], [Double]) = ([], [], [])
        for round in 0..<51 {
            let first = round % 2 == 0
            let one = nanoseconds(calls, first ? bare : library)
            let two = nanoseconds(calls, first ? library : bare)
            let (bareTime, libraryTime) = first ? (one, two) : (two, one)
            bareTimes.append(bareTime)
            libraryTimes.append(libraryTime)
            ratios.append(libraryTime / bareTime)
        }
        // Whatever else the machine does only adds, so the fastest runs say most about the calls themselves.
        let fastest = (libraryTimes.min() ?? 0) / (bareTimes.min() ?? 1)
        print(
            String(
                format: "%@ %9.0f %10.0f %6.2f %6.2f %12d to %d",
                name.padding(toLength: 31, withPad: " ", startingAt: 0), median(bareTimes), median(libraryTimes),
                median(ratios), fastest, allocations(bare), allocations(library)))
    }
}

/// How often one call allocates memory.
///
/// - Parameter body: The call, given its number.
/// - Returns: The mean over a hundred calls.
public func allocations(_ body: (Int) -> Void) -> Int {
    let start = allocationCount()
    for index in 0..<100 { body(index) }
    return Int(allocationCount() - start) / 100
}

/// Nanoseconds a call.
///
/// - Parameters:
///   - calls: How often to call.
///   - body: The call, given its number.
/// - Returns: The mean over the calls.
public func nanoseconds(_ calls: Int, _ body: (Int) -> Void) -> Double {
    let start = DispatchTime.now().uptimeNanoseconds
    for index in 0..<calls { body(index) }
    return Double(DispatchTime.now().uptimeNanoseconds - start) / Double(calls)
}

/// Keeps the optimiser from dropping a call.
///
/// - Parameter value: What the call gave.
@inline(never) public func use<Value>(_ value: Value) {}

private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
