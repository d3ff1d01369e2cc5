import Foundation

/// A table of the report.
struct Section: Codable, Sendable {
    /// How a table shows its figures.
    enum Style: String, Codable, Sendable {
        /// The raw call's time, and the ratios of the others to it.
        case ratios

        /// The times of all, and the ratios.
        case times

        /// How many times the calls of the first contestant the others make in the same time.
        case throughput
    }

    /// The size of a program.
    struct Size: Codable, Sendable {
        let name: String
        let bytes: Int
    }

    let id: String
    let title: String

    /// What the raw contestant is called.
    let baseline: String

    let columns: [String]
    let style: Style
    let rows: [Row]
    var sizes: [Size]?

    /// Measures a table.
    ///
    /// - Parameters:
    ///   - id: The name by which the program finds the table again.
    ///   - title: What the table says.
    ///   - baseline: What the raw contestant is called.
    ///   - columns: The contestants, in the order of the columns.
    ///   - style: How the table shows its figures.
    ///   - races: The rows.
    ///   - effort: How much time to take.
    init(
        _ id: String, _ title: String, baseline: String = "raw", columns: [String], style: Style, races: [Race],
        effort: Effort
    ) {
        self.id = id
        self.title = title
        self.baseline = baseline
        self.columns = columns
        self.style = style
        rows = races.map { race in
            FileHandle.standardError.write(Data("measuring: \(title), \(race.name)\n".utf8))
            return race.run(effort)
        }
    }
}
