#if os(Linux)
import Foundation
import Testing

@Suite struct ForkedSavingStressTests {
    /// The children have inherited a value that waits to be saved, of which their parent has saved a newer one since.
    @Test(.noHang, arguments: ["exit", "_exit", "exec"])
    func noChildsEndUndoesWhatTheParentHasFlushed(ending: String) throws {
        var program = Program("saver")
        let children = Stress.count(8, full: 200)
        program.limit = 60 + 25 * children
        let outcome = try program.run("acme", "fork-many", ending, "\(children)")
        #expect(outcome.output == "\(children) ended well, \(children) kept", "\(outcome.errors)")
    }
}

/// What is saved, and what not, where a process forks and its child goes on without `exec`.
@Suite struct ForkedSavingTests {
    @Test(arguments: ["exit", "_exit", "exec", "flush"])
    func aChildThatWritesNothingSavesNothing(ending: String) throws {
        let program = Program("saver")
        let outcome = try program.run("acme", "fork-before-flush", ending)
        #expect(outcome.output == "true\nchild ended with 0", "\(outcome.errors)")
        #expect(try program.run("acme", "read").output == "new nil 1")
        #expect(program.preferences.names == ["acme.plist"])
    }

    @Test(arguments: ["acme", "-"], ["exit", "flush"])
    func aChildSavesWhatItWroteItselfAndNothingElse(suite: String, ending: String) throws {
        let program = Program("saver")
        let outcome = try program.run(suite, "fork-and-write", ending)
        #expect(outcome.output == "true\nchild ended with 0", "\(outcome.errors)")
        #expect(outcome.errors.isEmpty)
        #expect(try program.run(suite, "read").output == "new child 0")
        #expect(program.preferences.names.count == 1)
    }

    @Test func aChildThatGoesOnSavesSoonWithoutBeingAsked() throws {
        let program = Program("saver")
        let outcome = try program.run("acme", "fork-and-go-on", "_exit")
        #expect(outcome.output == "true\ntrue\nchild ended with 0", "\(outcome.errors)")
        #expect(try program.run("acme", "read").output == "new child 1")
    }

    @Test func aChildOfAChildSavesItsOwnToo() throws {
        let program = Program("saver")
        let outcome = try program.run("acme", "fork-twice", "exit")
        #expect(outcome.output == "true\nchild ended with 0", "\(outcome.errors)")
        #expect(try program.run("acme", "read").output == "new child 2")
    }

    @Test func aChildSaysThatItCantSaveAFileThatTheLibraryDoesntKnow() throws {
        let program = Program("saver")
        let outcome = try program.run("acme", "fork-and-save-another", "exit")
        #expect(outcome.output == "true\nlost false\ntrue\nchild ended with 0")
        #expect(outcome.errors.contains("saveFailed") && outcome.errors.contains("forked"))
        #expect(try program.run("acme", "read").output == "new child 1")
        #expect(try program.run("other", "read").output == "nil nil 0")
    }

    @Test func aDamagedFileIsMovedAsideByAChildToo() throws {
        let program = Program("saver")
        try Data("damaged".utf8).write(to: program.preferences.file("acme.plist"))
        let outcome = try program.run("acme", "fork-and-write-first", "exit")
        #expect(outcome.output == "child ended with 0", "\(outcome.errors)")
        #expect(outcome.errors.contains("damagedFile"))
        #expect(try program.run("acme", "read").output == "nil child 0")
        #expect(program.preferences.names.count == 2)
    }

    @Test func aChildThatCantSaveReportsItAndLeavesTheFileAsItIs() throws {
        let program = Program("saver")
        try FileManager.default.createDirectory(
            at: program.preferences.file("acme.plist"), withIntermediateDirectories: false)
        let outcome = try program.run("acme", "fork-and-write-first", "flush")
        #expect(outcome.output == "child ended with 256")
        #expect(outcome.errors.contains("saveFailed"))
        #expect(program.preferences.names == ["acme.plist"])
    }
}
#endif
