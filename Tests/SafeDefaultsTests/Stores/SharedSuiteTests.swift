#if os(Linux)
import ChildProcesses
import Foundation
import Testing

@testable import TestSupport

/// Several processes with one suite, each of which writes other names of it than the others do.
private struct Place {
    let directory = TemporaryDirectory(isInMemory: true)

    func program() -> Program {
        var program = Program("filer", preferences: directory)
        program.limit = 600
        return program
    }

    @discardableResult
    func run(_ words: String...) throws -> Program.Outcome { try program().run([directory.path] + words) }

    /// Starts a program, and returns once it has said a line.
    func start(_ words: String...) throws -> Program.Running {
        let running = try program().start([directory.path] + words)
        _ = running.output.fileHandleForReading.availableData
        return running
    }

    /// Lets the programs end that go on until there is a file `stop`.
    func stop() throws { try Data().write(to: directory.file("stop")) }

    /// The stored values, but for those that are stored beside them, of which there is a count.
    func values() throws -> [String: String] {
        let lines = try run("share-dump").output.split(separator: "\n")
        return Dictionary(
            lines.map { line in
                let parts = line.split(separator: "=", maxSplits: 1).map(String.init)
                return parts.count == 2 ? (parts[0], parts[1]) : ("others", parts[0])
            }, uniquingKeysWith: { $1 })
    }

    /// What is stored once everything of a kind has been migrated.
    static func migrated(_ kind: String) -> [String: String] {
        let prefix = kind == "move-out" ? "file:" : ""
        var values = ["others": "1500 others", "\(prefix)migrations/shared": "1"]
        for number in 0..<(kind == "rename" ? 20 : 5) { values["\(prefix)new-\(number)"] = "old value \(number)" }
        return values
    }
}

/// Two programs that use the library lose none of each other's other names in a suite.
@Suite(.rowsB(13)) struct SharedSuiteStressTests {
    /// `swift test` moves and renames once each; the other ways are those of `.ci/run`.
    @Test(.noHang, arguments: Stress.cases(each: 3, of: ["move", "move-suite", "move-out", "rename"]))
    func aMigrationAndAnotherProgramsSavesKeepEachOthersValues(kind: String) throws {
        for round in 0..<Stress.count(1, cases: 2, usual: 4, full: 500) {
            let place = Place()
            #expect(try place.run("share-seed", kind).output == "true")
            let saver = try place.start("share-save")
            #expect(try place.run("share-migrate", kind).output == "done")
            try place.stop()
            let said = saver.end()
            var expected = Place.migrated(kind)
            expected["saved"] = said.output
            #expect(try place.values() == expected, "round \(round): \(said)")
            #expect(said.errors.isEmpty)
        }
    }

    @Test(.noHang) func programsThatCountDifferentNamesLoseNone() throws {
        let place = Place()
        let turns = Stress.count(20, cases: 60, usual: 120, full: 2_000)
        #expect(try place.run("share-seed", "").output == "true")
        let programs = try (0..<2).map { number in
            try place.program().start([place.directory.path, "share-count", "count-\(number)", "\(turns)"])
        }
        for program in programs {
            let said = program.end()
            #expect(said.output == "\(turns)" && said.errors.isEmpty)
        }
        let values = try place.values()
        #expect((0..<2).map { values["count-\($0)"] } == ["\(turns)", "\(turns)"])
        #expect(values["others"] == "1500 others")
    }
}

/// What a save does that finds another process saving or migrating.
@Suite struct SharedSuiteTests {
    @Test(.noHang) func aSaveWaitsForAMigrationAndSaysSoIfItWaitsInVain() throws {
        let place = Place()
        let holder = try place.start("share-hold")
        let flushing = try place.program().start([place.directory.path, "share-flush", "flushed"])
        // At the end of a program, everything is saved after some seconds, whether or not the other one is done.
        #expect(try place.run("share-write", "kept").errors.isEmpty)
        #expect(try place.values()["written"] == "kept")
        let flushed = flushing.end()
        #expect(flushed.output == "false")
        #expect(flushed.errors.contains("nother save or migration hasn't ended for ten seconds"), "\(flushed.errors)")
        try place.stop()
        #expect(holder.end().errors.isEmpty)
        #expect(try place.run("share-flush", "later").output == "true")
        #expect(try place.values()["written"] == "later")
    }

    @Test(.noHang) func aKilledProcessHoldsNobodyUp() throws {
        let place = Place()
        try place.start("share-hold").kill()
        let outcome = try place.run("share-flush", "kept")
        #expect(outcome.output == "true" && outcome.errors.isEmpty)
        #expect(try place.values()["written"] == "kept")
    }

    /// What a killed process was saving when it was killed: half a file, and the copy that it made before.
    @Test(arguments: ["move-suite", "move-out"]) func aRunRestoresASourceBeforeItReadsIt(kind: String) throws {
        let place = Place()
        #expect(try place.run("share-seed", kind).output == "true")
        let name = kind == "move-suite" ? "filer-shared-source.plist" : "filer-shared.plist"
        let file = place.directory.file(name)
        let bytes = try Data(contentsOf: file)
        try bytes.write(to: place.directory.file(".\(name).saving-4194305"))
        try bytes.prefix(bytes.count / 2).write(to: file)
        let outcome = try place.run("share-migrate", kind)
        #expect(outcome.output == "done" && outcome.errors.contains("damagedFile"), "\(outcome)")
        #expect(try place.values() == Place.migrated(kind))
    }
}
#endif
