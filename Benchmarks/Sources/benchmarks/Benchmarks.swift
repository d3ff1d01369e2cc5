import Foundation

/// Measures the library beside plain `UserDefaults` and SQLite; see ``help``.
@main
enum Benchmarks {
    private static let help = """
        swift run -c release --package-path Benchmarks [benchmarks <words>]

        Without words it measures everything, in less than five minutes, and prints a report in Markdown.

        --quick              only shows that everything works, in some seconds
        --json FILE          also writes the report as JSON
        --charts FOLDER      also draws charts
        values               stored forms of a structure
        hub                  observing
        heard [<writes>]     how soon another process's write is noticed; a minute
        count                lists the calls that `.ci/instructions` counts
        count <call> <times> makes one of them so many times and prints its allocations
        publish [--check]    writes Benchmarks/report.json into the documentation, or compares them

        """

    static func main() async throws {
        let words = Array(CommandLine.arguments.dropFirst())
        if words.first == "publish" { return try publish(words.dropFirst().first) }
        if words == ["count"] { return print(HotPath.allCases.map(\.rawValue).joined(separator: "\n")) }
        guard let directory = Sandbox.directory else { exit(try Sandbox.run()) }

        switch words.first {
        case nil, "--quick", "--json", "--charts": try report(words, in: directory)
        case "values": Values.run()
        case "hub": await Hub.run()
        case "heard": try Heard.run(Array(words.dropFirst()), in: directory)
        case "partner" where words.count == 2: try TwoProcesses.answer(in: URL(fileURLWithPath: words[1]))
        case "count" where words.count == 3:
            guard let call = HotPath(rawValue: words[1]), let times = Int(words[2]) else { fail("no such call") }
            try call.run(times, in: directory)
        default:
            print(help)
            exit(words.first == "--help" ? 0 : 64)
        }
    }

    private static func report(_ words: [String], in directory: URL) throws {
        var (isQuick, json, charts) = (false, URL?.none, URL?.none)
        var rest = words[...]
        while let word = rest.popFirst() {
            switch word {
            case "--quick": isQuick = true
            case "--json": json = rest.popFirst().map { URL(fileURLWithPath: $0) }
            case "--charts": charts = rest.popFirst().map { URL(fileURLWithPath: $0) }
            default: fail("what is \(word)? --help says what there is")
            }
        }
        let report = try Report(isQuick: isQuick, in: directory)
        print(report.markdown, terminator: "")
        if let json { try report.write(to: json) }
        if let charts { try report.writeCharts(to: charts) }
    }

    private static func publish(_ option: String?) throws {
        do {
            let publication = try Publication()
            if option == "--check" { try publication.check() } else { try publication.write() }
        } catch {
            fail("\(error)")
        }
    }
}
