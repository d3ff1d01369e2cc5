#if os(Linux)
import Foundation
import Testing

@testable import TestSupport

@Suite struct ForkedSavingStressTests {
    /// The children inherit a value that waits to be saved, and their parent saves a newer one.
    @Test(.noHang, arguments: ["exit", "_exit", "exec"])
    func noChildsEndUndoesWhatTheParentHasFlushed(ending: String) throws {
        var program = Program("saver")
        let children = Stress.count(8, full: 200)
        program.limit = 60 + 25 * children
        let outcome = try program.run("acme", "fork-many", ending, "\(children)")
        #expect(outcome.output == "\(children) ended well, \(children) kept", "\(outcome.errors)")
    }
}

/// What a child does that was forked from a process with settings, and goes on without `exec`: it saves nothing.
@Suite struct ForkedSavingTests {
    @Test(arguments: ["acme", "-"], ["exit", "_exit"])
    func aChildsWriteIsReadableThereReportedOnceAndNotSaved(suite: String, ending: String) throws {
        let program = Program("saver")
        let outcome = try program.run(suite, "fork-and-write", ending)
        #expect(outcome.output == "true\nchild 0\nchild ended with 0", "\(outcome.errors)")
        #expect(outcome.errors.contains("failedSave") && outcome.errors.contains("forked"))
        #expect(outcome.errors.components(separatedBy: "failedSave").count == 2)
        #expect(try program.run(suite, "read").output == "new nil 1")
        #expect(program.preferences.names.count == 1)
    }

    @Test(arguments: ["fork-before-flush", "fork-and-write"])
    func aChildsFlushIsFalseAndReported(command: String) throws {
        let program = Program("saver")
        let outcome = try program.run("acme", command, "flush")
        #expect(outcome.output.hasSuffix("child ended with 256"), "\(outcome.errors)")
        #expect(outcome.errors.contains("failedSave") && outcome.errors.contains("forked"))
        #expect(try program.run("acme", "read").output == "new nil 1")
    }

    @Test func aChildLeavesADamagedFileAlone() throws {
        let program = Program("saver")
        try Data("damaged".utf8).write(to: program.preferences.file("acme.plist"))
        let outcome = try program.run("acme", "fork-and-write-first", "exit")
        #expect(outcome.output == "child ended with 0", "\(outcome.errors)")
        #expect(try Data(contentsOf: program.preferences.file("acme.plist")) == Data("damaged".utf8))
    }

    @Test(arguments: ["exit", "flush"]) func aChildThatIsTheFirstToWriteSavesAsAnyProcess(ending: String) throws {
        let program = Program("saver")
        let outcome = try program.run("acme", "fork-first", ending)
        #expect(outcome.output == "child ended with 0", "\(outcome.errors)")
        #expect(outcome.errors.isEmpty)
        #expect(try program.run("acme", "read").output == "nil child 0")
    }
}
#endif
