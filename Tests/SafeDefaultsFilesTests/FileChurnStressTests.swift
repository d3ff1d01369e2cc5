#if os(Linux)
import ChildProcesses
import Foundation
import Testing

@testable import SafeDefaults
@testable import SafeDefaultsFiles
@testable import TestSupport

/// Many processes that come and go: each opens a store, counts up, flushes and closes it, again and again.
@Suite struct FileChurnStressTests {
    /// How many processes there are, and how often each of them counts.
    static let crowds = [(8, 100), (4, 150), (16, 50)]

    @Test(
        .promise(file: "two processes that count up one number"), .noHang,
        arguments: Stress.cases(each: 3, of: crowds))
    func countsOfProcessesThatComeAndGo(_ processes: Int, _ turns: Int) throws {
        for round in 0..<Stress.count(1, usual: 2, full: 67) {
            let fixture = FileFixture()
            let crowd = try (0..<processes).map { _ in try visit(fixture, turns) }
            let said = crowd.map { $0.end() }
            let counted = Array(repeating: "counted", count: turns).joined(separator: "\n")
            #expect(said.allSatisfy { $0 == (counted, "") }, "round \(round): \(said)")
            #expect(try count(fixture) == processes * turns, "round \(round)")
        }
    }

    @Test(.noHang) func countsOfProcessesThatAreKilled() throws {
        var random = RandomSource(state: 7)
        for round in 0..<Stress.count(1, usual: 3, full: 200) {
            let fixture = FileFixture()
            let (processes, turns) = (8, 100)
            let crowd = try (0..<processes).map { _ in try visit(fixture, turns) }
            // Half of them are killed while they work.
            for process in crowd.prefix(processes / 2) {
                usleep(UInt32.random(in: 1_000...60_000, using: &random))
                process.kill()
            }
            let said = crowd.map { $0.end() }
            let counted = said.map { $0.output.split(separator: "\n").filter { $0 == "counted" }.count }.reduce(0, +)
            #expect(said.allSatisfy { $0.errors.isEmpty && !$0.output.contains("not") }, "round \(round): \(said)")
            let killed = crowd.prefix(processes / 2).filter { $0.process.terminationStatus == SIGKILL }.count
            #expect((counted...counted + killed).contains(try count(fixture)), "round \(round)")
        }
    }

    private func visit(_ fixture: FileFixture, _ turns: Int) throws -> Program.Running {
        var program = Program("filer", preferences: fixture.directory)
        program.limit = 600
        return try program.start([fixture.url.path, "visit", "\(turns)"])
    }

    private func count(_ fixture: FileFixture) throws -> Int {
        let engine = try fixture.engine(boot: SystemCalls.bootIdentifier())
        guard case .integer(let number)? = engine.value("shared") else { return 0 }
        return Int(number)
    }
}
#endif
