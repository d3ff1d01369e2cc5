import Foundation

/// The figures in the documentation, which all come from `Benchmarks/report.json`.
///
/// A page marks where they belong by two comments, `<!-- benchmarks: reads -->` and `<!-- end of reads -->`.
struct Publication {
    /// A page or a chart that isn't what the report gives.
    struct Difference: Error, CustomStringConvertible {
        let files: [String]
        var description: String {
            "not what Benchmarks/report.json gives: \(files.joined(separator: ", ")); write Benchmarks/publish --again"
        }
    }

    private static let pages = ["README.md", "Documentation.docc/Performance.md"]

    let report: Report

    /// Reads the report that is published.
    init() throws {
        report = try Report.read(from: Package.root.appendingPathComponent("Benchmarks/report.json"))
        if report.isQuick { fail("Benchmarks/report.json is of a quick run, whose figures mean nothing") }
    }

    /// Writes charts and pages.
    func write() throws {
        for (path, text) in try files() {
            let url = Package.root.appendingPathComponent(path)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: url)
        }
    }

    /// Throws if a chart or a page is another than ``write()`` would write.
    func check() throws {
        let different = try files().filter { path, text in
            (try? String(contentsOf: Package.root.appendingPathComponent(path), encoding: .utf8)) != text
        }
        guard different.isEmpty else { throw Difference(files: different.map(\.path)) }
    }

    private func files() throws -> [(path: String, text: String)] {
        let charts = report.charts.map { (path: "Documentation.docc/\($0.name)", text: $0.svg) }
        return try charts + Self.pages.map { (path: $0, text: try page($0)) }
    }

    /// A page with the report's figures between its marks.
    private func page(_ path: String) throws -> String {
        var text = try String(contentsOf: Package.root.appendingPathComponent(path), encoding: .utf8)
        for (name, block) in blocks {
            let (begin, end) = ("<!-- benchmarks: \(name) -->", "<!-- end of \(name) -->")
            guard let first = text.range(of: begin) else { continue }
            guard let last = text.range(of: end, range: first.upperBound..<text.endIndex) else {
                fail("\(path) has no \(end)")
            }
            text.replaceSubrange(first.upperBound..<last.lowerBound, with: "\n\n\(block)\n\n")
        }
        return text
    }

    private var blocks: [(String, String)] {
        let machine = ([report.machineInWords] + report.remarks).joined(separator: "\n\n")
        return [("machine", machine), ("summary", report.summary), ("short", report.shortSummary)]
            + report.sections.map { ($0.id, $0.markdown) }
    }
}
