import Foundation

extension Section {
    /// The table in Markdown.
    var markdown: String {
        let header = ["", heading, "\(baseline == "raw" ? "raw" : "the first") again"] + columns
        let lines = [line(header), "|---|" + String(repeating: "--:|", count: header.count - 1)] + rows.map(row)
        return lines.joined(separator: "\n") + sizesInWords
    }

    private var heading: String { style == .throughput ? "\(baseline), a read" : baseline }

    private func line(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |" }

    private func row(_ row: Row) -> String {
        let name = row.isTooNoisy ? "\(row.name) (*too noisy*)" : row.name
        let cells = columns.map { column in row.cells.first { $0.name == column }.map(cell) ?? "–" }
        return line([name, Formatting.time(row.raw.median), Formatting.ratio(row.control)] + cells)
    }

    private func cell(_ cell: Row.Cell) -> String {
        figure(cell) + (cell.isTooNoisy ? " (*too noisy*)" : "")
    }

    private func figure(_ cell: Row.Cell) -> String {
        switch style {
        case .ratios: Formatting.ratio(cell.ratio)
        case .times: "\(Formatting.time(cell.nanoseconds.median)); \(Formatting.ratio(cell.ratio))"
        case .throughput: Formatting.ratio(cell.ratio.inverse)
        }
    }

    private var sizesInWords: String {
        guard let sizes else { return "" }
        let words = sizes.map { "\($0.name) \(Formatting.size($0.bytes))" }
        return "\n\nSizes of the programs, stripped: \(words.joined(separator: ", "))."
    }
}
