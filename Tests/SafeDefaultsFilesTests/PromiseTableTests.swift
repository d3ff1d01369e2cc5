#if os(Linux)
import ChildProcesses
import Foundation
import Testing

@testable import SafeDefaults
@testable import SafeDefaultsFiles
@testable import TestSupport

/// The guide's table of what a plain `UserDefaults` and a file store promise on Linux.
///
/// Each cell of the second is shown. The first column is Foundation's own behaviour.
@Suite struct PromiseTableTests {
    let fixture = FileFixture()

    private var program: Program { Program("filer", preferences: fixture.directory) }

    /// The first cells of the table's rows.
    private static func rows() throws -> [String] {
        let lines = try Repository.text("Documentation.docc/LinuxAndServers.md").components(separatedBy: "\n")
        let head = try #require(lines.firstIndex { $0.hasPrefix("| on Linux | `UserDefaults` | ") })
        return lines[(head + 2)...].prefix { $0.hasPrefix("|") }
            .map { $0.components(separatedBy: "|")[1].trimmingCharacters(in: .whitespaces) }
    }

    @Test func everyCellOfTheTableIsShown() throws {
        let tests = try Repository.files(below: "Tests", extension: "swift").map(Repository.text)
            .joined()
        let rows = try Self.rows()
        #expect(rows.count > 10)
        let named = tests.matches(
            of: try Regex("\\.promise\\(file: \"([^\"]+)\"\\)", as: (Substring, Substring).self)
        )
        .map { String($0.1) }
        #expect(rows.filter { !named.contains($0) } == [], "no test shows this")
        #expect(named.filter { !rows.contains($0) } == [], "a test shows what the table doesn't have")
    }

    // MARK: - A file's

    @Test(.promise(file: "a damaged file")) func aFileStoreKeepsReadableValuesOfADamagedFileAndSetsItAside() throws {
        #expect(try program.run(fixture.url.path, "compact", "a").status == 0)
        let damaged = try Data(contentsOf: fixture.url).dropLast(20)
        try damaged.write(to: fixture.url)
        #expect(try program.run(fixture.url.path, "get", "a").output == "compacted")
        #expect(try program.run(fixture.url.path, "set", "b", "new").output == "ok")
        #expect(try program.run(fixture.url.path, "get", "a", "b").output == "compacted new")
        #expect(try Data(contentsOf: fixture.directory.file(try #require(fixture.aside.first))) == damaged)
    }

    @Test(.promise(file: "an object that is no property list"))
    func aFileStoreRefusesAnObjectThatIsNoPropertyList() throws {
        let outcome = try program.run(fixture.url.path, "wrong")
        #expect(outcome.output == "nil" && outcome.status == 0)
        #expect(outcome.errors.contains("failedWrite"))
    }
}
#endif
