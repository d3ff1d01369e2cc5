import Foundation

/// The time of one call, measured alone.
public struct Figure {
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
    public init(_ name: String, calls: Int, body: @escaping (Int) -> Void) {
        self.name = name
        self.calls = calls
        self.body = body
    }
}

extension Figure {
    /// Measures each figure in turns and prints a table of nanoseconds: the median of the runs, and the fastest.
    ///
    /// With `only <name> <times>` as the program's arguments it just repeats that one call, for a profiler.
    ///
    /// - Parameter figures: The rows of the table.
    public static func run(_ figures: [Figure]) {
        let arguments = CommandLine.arguments
        if arguments.count == 4, arguments[1] == "only", let times = Int(arguments[3]) {
            for figure in figures where figure.name == arguments[2] { _ = nanoseconds(times, figure.body) }
            return
        }
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
