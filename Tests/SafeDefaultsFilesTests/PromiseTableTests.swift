#if os(Linux)
import ChildProcesses
import Foundation
import Testing

@testable import SafeDefaults
@testable import SafeDefaultsFiles
@testable import TestSupport

/// The guide's table of what a plain `UserDefaults` and a file store promise on Linux: each cell of the two is shown.
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
        for column in ["plain", "file"] {
            let named = tests.matches(
                of: try Regex("\\.promise\\(\(column): \"([^\"]+)\"\\)", as: (Substring, Substring).self)
            )
            .map { String($0.1) }
            #expect(rows.filter { !named.contains($0) } == [], "no test shows this of \(column)")
            #expect(named.filter { !rows.contains($0) } == [], "a test shows what the table doesn't have")
        }
    }

    // MARK: - A plain one

    private func plain(_ words: String...) throws -> Program.Outcome { try program.run(["-", "plain"] + words) }

    private var propertyList: URL { fixture.directory.file("plain.plist") }

    @Test(.promise(plain: "`kill -9` after `set`")) func aPlainStoreLosesItsWritesToAKill() throws {
        let outcome = try plain("set", "a", "kept")
        #expect(outcome.output == "set" && outcome.status == SIGKILL)
        #expect(try plain("get", "a").output == "nil")
    }

    @Test(.promise(plain: "the program's end after `set`")) func aPlainStoreLosesItsWritesToANormalEnd() throws {
        let outcome = try plain("end", "a", "kept")
        #expect(outcome.output == "set" && outcome.status == 0)
        #expect(try plain("get", "a").output == "nil")
    }

    @Test(.promise(plain: "a loss of power after `synchronize()`"))
    func aPlainStoreSyncsItsFileButNotTheNameOfANewOne() throws {
        // The shim ends whoever has something synced.
        var program = program
        program.wrapper = try Shim.wrapper("name 0")
        #expect(try program.run("-", "plain", "save", "a", "kept").output == "true")
        #expect(try program.run(fixture.url.path, "flush", "text").status == SIGKILL)
        program.wrapper = try Shim.wrapper("sync 0")
        #expect(try program.run("-", "plain", "save", "b", "kept").status == SIGKILL)
    }

    @Test(.promise(plain: "`kill -9` while it saves")) func aPlainStoreLosesTheWholeFileToAKillDuringASave() throws {
        #expect(try plain("save", "a", "kept").output == "true")
        var program = program
        program.wrapper = try Shim.wrapper("cut 0")
        #expect(try program.run("-", "plain", "save", "b", "new").status == SIGKILL)
        #expect(try plain("get", "a").output == "nil")
        // Seen again, it is gone for good with the next save.
        #expect(try plain("save", "c", "other").output == "true")
        #expect(try plain("get", "a").output == "nil")
    }

    @Test(.noHang, .promise(plain: "another process's write"))
    func aPlainOneSeesAnotherProcessesWriteOnlyOnceItHasSynchronized() throws {
        #expect(try plain("save", "a", "old").output == "true")
        let signal = fixture.directory.file("go")
        let running = try program.start(["-", "plain", "behind", signal.path])
        var lines = LineReader(running.output.fileHandleForReading)
        #expect(lines.next() == "old")
        #expect(try plain("save", "a", "new").output == "true")
        try Data().write(to: signal)
        #expect(lines.next() == "old")
        #expect(lines.next() == "new")
        running.process.waitUntilExit()
    }

    @Test(.noHang, .promise(plain: "two processes that count up one number"))
    func aPlainOneLosesACountOfTwoProcesses() throws {
        let signal = fixture.directory.file("go")
        let running = try program.start(["-", "plain", "count", signal.path])
        var lines = LineReader(running.output.fileHandleForReading)
        #expect(lines.next() == "0")
        let now = fixture.directory.file("now")
        try Data().write(to: now)
        #expect(try plain("count", now.path).output == "0\n1")
        try Data().write(to: signal)
        #expect(lines.next() == "1")
        running.process.waitUntilExit()
    }

    @Test(.promise(plain: "who is notified of a change")) func aPlainStoreNotifiesNoOtherProcess() throws {
        #expect(try plain("notices").output == "0")
    }

    @Test(.promise(plain: "a damaged file")) func aPlainOneReadsADamagedFileAsEmptyAndWritesOverIt() throws {
        #expect(try plain("save", "a", "kept").output == "true")
        let bytes = try Data(contentsOf: propertyList)
        try bytes.dropLast(20).write(to: propertyList)
        #expect(try plain("get", "a").output == "nil")
        #expect(try plain("save", "b", "new").output == "true")
        let text = String(decoding: try Data(contentsOf: propertyList), as: UTF8.self)
        #expect(text.contains("new") && !text.contains("kept"))
        #expect(fixture.directory.names == ["plain.plist"])
    }

    @Test(.promise(plain: "an object that is no property list")) func aPlainOneEndsTheProcess() throws {
        let outcome = try plain("wrong")
        #expect(outcome.status != 0 && outcome.output == "")
    }

    @Test(
        .promise(plain: "`Int.max`"), .promise(plain: "the URL `https://example.com/a`"),
        .promise(plain: "a date's fraction of a second, and `-0.0`"))
    func aPlainOneGivesOtherValuesThanWereSet() throws {
        let now = try plain("values").output.components(separatedBy: "\n")
        let later = try plain("read-values").output.components(separatedBy: "\n")
        for values in [now, later] {
            #expect(values[0] == "0")
            #expect(values[1] == "/a")
        }
        #expect(later.dropFirst(2) == ["0.0", "plus"] || later.dropFirst(2) == ["1.0", "plus"])
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
