import Foundation

/// All that was measured, and where.
struct Report: Codable, Sendable {
    let date: String
    let command: String
    let machine: Machine
    let isQuick: Bool
    let seconds: Int
    let notes: [String]
    let sections: [Section]

    /// Measures everything.
    ///
    /// - Parameters:
    ///   - isQuick: Whether to only show that everything works.
    ///   - directory: A folder for temporary files.
    init(isQuick: Bool, in directory: URL) throws {
        let start = Date()
        let effort = isQuick ? Effort.quick : .full
        var notes: [String] = []
        // The programs first: compiling them would warm the machine for nothing in between.
        let programs = isQuick ? nil : Section.programs(effort, in: directory)
        var sections = [
            Section.suiteReads(effort), .standardReads(effort), .writes(effort), .structs(effort), .memory(effort),
        ]
        sections.append(try .files(effort, in: directory))
        sections.append(try .threads(effort, in: directory))
        if let programs { sections.append(programs) }
        if isQuick {
            notes.append("A quick run, which shows that everything works: its figures mean nothing.")
        } else if programs == nil {
            notes.append("The start and the size of programs weren't measured: they couldn't be compiled.")
        }
        if Database.version == nil {
            notes.append("SQLite wasn't measured: its headers aren't installed (Debian: libsqlite3-dev).")
        }
        self.sections = sections
        self.notes = notes
        self.isQuick = isQuick
        date = String(ISO8601DateFormatter().string(from: start).prefix(10))
        command = "swift run -c release --package-path Benchmarks" + (isQuick ? " benchmarks --quick" : "")
        machine = Machine(of: directory)
        seconds = Int(Date().timeIntervalSince(start).rounded())
    }

    /// Reads a report that was written with `--json`.
    static func read(from url: URL) throws -> Report {
        try JSONDecoder().decode(Report.self, from: Data(contentsOf: url))
    }

    /// Writes the report as JSON.
    func write(to url: URL) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try (encoder.encode(self) + Data("\n".utf8)).write(to: url)
    }

    /// The table of a name; nil if it wasn't measured.
    subscript(id: String) -> Section? { sections.first { $0.id == id } }
}
