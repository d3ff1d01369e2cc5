import Foundation

extension Report {
    /// A chart and the name of its file.
    struct Chart {
        let name: String
        let svg: String
    }

    /// The charts of what was measured.
    var charts: [Chart] {
        [
            Chart(name: "performance-files.svg", svg: files.svg),
            Chart(name: "performance.svg", svg: short.svg),
        ]
    }

    /// Writes the charts to a folder, which is made if it is missing.
    func writeCharts(to folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for chart in charts { try Data(chart.svg.utf8).write(to: folder.appendingPathComponent(chart.name)) }
    }

    private var subtitle: String {
        "\(Formatting.day(date)), \(machine.processor), \(machine.cores) cores, \(machine.system)"
    }

    /// Five calls, for those who look at nothing else.
    private var short: BarChart {
        func bar(_ name: String, _ id: String, _ column: String) -> BarChart.Bar? {
            let row = sections.lazy.flatMap(\.rows).first { $0.id == id && !$0.isTooNoisy }
            return row?[column].map { BarChart.Bar(name: name, figure: $0.ratio.median) }
        }
        return BarChart(
            title: "Time of a call: UserDefaults by hand is 1",
            bars: [
                bar("read a setting", "reads.int", "property"), bar("the same, .cached", "reads.int", ".cached"),
                bar("write a setting", "writes.int", "property"),
                bar("read a structure, stored as .json", "structs.get", ".json"),
                bar("write, so that kill -9 loses nothing", "files.set", "FileDefaults"),
            ].compactMap { $0 })
    }

    private var files: DotPlot {
        let columns = ["FileDefaults", "SQLite", "a setting over it"]
        let lines = (self["files"]?.rows ?? []).map { row in
            let dots = columns.enumerated().compactMap { series, column in
                row[column].map { (series, $0.nanoseconds) }
            }
            return DotPlot.Line(
                name: row.name,
                dots: ([(3, row.raw)] + dots).map { series, time in
                    DotPlot.Dot(series: series, median: time.median, low: time.low, high: time.high)
                })
        }
        return DotPlot(
            title: "Stores on a disk: the time of one call", subtitle: subtitle,
            series: [
                "FileDefaults", "SQLite", "a setting over FileDefaults", "UserDefaults, synchronize() after writes",
            ],
            lines: lines
        ) { figure in
            Formatting.time(figure).replacingOccurrences(of: ".00", with: "").replacingOccurrences(of: ".0", with: "")
        }
    }
}
