import Foundation

/// The time of one call, measured alone.
struct Figure {
    let name: String
    let calls: Int
    let body: (Int) -> Void

    /// Describes a figure.
    ///
    /// - Parameters:
    ///   - name: What the table says.
    ///   - calls: How often one run makes the call: so few that the system rarely interrupts a run, on a busy machine
    ///     too.
    ///   - body: The call, given its number.
    init(_ name: String, calls: Int, body: @escaping (Int) -> Void) {
        self.name = name
        self.calls = calls
        self.body = body
    }

    /// Measures each figure in turns and prints a table of nanoseconds: the median of the runs, and the fastest.
    ///
    /// - Parameter figures: The rows of the table.
    static func run(_ figures: [Figure]) {
        let times = (0..<201).map { _ in figures.map { nanoseconds($0.calls, $0.body) } }
        for (row, figure) in figures.enumerated() {
            let column = times.map { $0[row] }.sorted()
            print(
                String(
                    format: "%@ %10.1f %10.1f", figure.name.padding(toLength: 44, withPad: " ", startingAt: 0),
                    column[column.count / 2], column[0]))
        }
    }
}

/// Nanoseconds a call.
///
/// - Parameters:
///   - calls: How often to call.
///   - body: The call, given its number.
/// - Returns: The mean over the calls.
func nanoseconds(_ calls: Int, _ body: (Int) -> Void) -> Double {
    let start = DispatchTime.now().uptimeNanoseconds
    for index in 0..<calls { body(index) }
    return Double(DispatchTime.now().uptimeNanoseconds - start) / Double(calls)
}
