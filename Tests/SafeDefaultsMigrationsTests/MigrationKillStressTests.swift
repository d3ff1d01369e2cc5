#if os(Linux)
import ChildProcesses
import Foundation
import Testing

@testable import SafeDefaults
@testable import SafeDefaultsFiles
@testable import TestSupport

/// Processes that migrate and are killed at every step; a rerun leaves what one run would have.
@Suite(.row(90), .rowsB(13)) struct MigrationKillStressTests {
    /// A directory with stores that are to be migrated.
    private struct Place {
        let kind: String
        let directory = TemporaryDirectory(isInMemory: true)
        var path: String { directory.file("store.plist").path }

        init(_ kind: String) throws {
            self.kind = kind
            #expect(try program().run(path, "migrate-seed", kind).output == "true")
        }

        func program(_ wrapper: [String] = []) -> Program {
            var program = Program("filer", preferences: directory)
            program.wrapper = wrapper
            return program
        }

        /// Migrates to the end, and checks that everything was done once.
        ///
        /// - Parameters:
        ///   - name: What to say of a failure.
        ///   - mayRestore: Whether a kill may have left a file that Foundation was overwriting. That is reported when
        ///     the file is restored from its copy.
        func finish(_ name: String, mayRestore: Bool = false) throws {
            let outcome = try program().run(path, "migrate", kind)
            let others = outcome.errors.split(separator: "\n").filter { !(mayRestore && $0.hasPrefix("damagedFile:")) }
            #expect(outcome.output == "done 6" && others.isEmpty, "\(name): \(outcome)")
            try check(name)
        }

        /// Checks that everything was done once.
        func check(_ name: String) throws {
            let dump = try program().run(path, "migrate-dump", kind).output
            let expected = """
                new=value
                size=31 pt
                count=6
                token=secret token
                first=Ada
                last=Lovelace
                moved=secret other
                a=right
                b=left
                migrations/filer=6
                """
            #expect(dump == expected, "\(name)")
        }
    }

    private static func wrapper(_ kind: String, _ action: String, _ step: Int) throws -> [String] {
        ["plain", "daemon"].contains(kind) ? ["env", "STOP=\(step)"] : try Shim.wrapper("\(action) \(step)")
    }

    /// `plain` and `daemon` end at each call of a `UserDefaults`, `file` and `suite` at each call to the system that
    /// counts.
    @Test(.noHang, arguments: [("file", "stop"), ("file", "after"), ("plain", ""), ("daemon", ""), ("suite", "stop")])
    func aKillAtEachStepIsMadeUpForByTheNextRun(kind: String, action: String) throws {
        let every = Stress.isFull ? 1 : Stress.isAsked ? 3 : 7
        var step = 0
        var isAtEnd = false
        while !isAtEnd {
            step += every
            let place = try Place(kind)
            let killed = try place.program(Self.wrapper(kind, action, step)).run(place.path, "migrate", kind)
            isAtEnd = killed.output == "done 6"
            // Killed once more, elsewhere.
            if step % 2 == 0 {
                let again = 1 + step * 7 % 40
                _ = try place.program(Self.wrapper(kind, action, again)).run(place.path, "migrate", kind)
            }
            try place.finish("\(kind), \(action) \(step)")
        }
        #expect(step > (kind == "suite" ? 0 : 20), "\(step)")
    }

    /// One of the calls on the folder of the preferences fails, is cut short, or is the last, Foundation's, too.
    @Test(.noHang) func aFaultOfACallIsMadeUpForByTheNextRun() throws {
        let calls = try Self.calls()
        let errors = [EMFILE, EIO, ENOMEM, EINTR, ENOSPC, EACCES]
        let faults = { (call: Int) in errors.map { "fault \(call) \($0)" } + ["part \(call)", "end \(call)"] }
        print("calls of a migration from suite to suite:", calls)
        for (number, fault) in (1...calls + 3).flatMap(faults).enumerated()
        where Stress.isFull || number % (Stress.isAsked ? 149 : 300) == 0 {
            let place = try Place("suite")
            let outcome = try place.program(Self.wrapper(fault, in: place)).run(place.path, "migrate", "suite")
            // A run that says it's done is.
            if outcome.output == "done 6" { try place.check("\(fault): \(outcome)") }
            try place.finish("\(fault): \(outcome)", mayRestore: true)
        }
    }

    /// One of the calls with which a file store writes and locks fails, from the first to the last.
    @Test(.noHang) func aFaultOfACallOfAFileStoreIsMadeUpForByTheNextRun() throws {
        let errors = [EMFILE, EIO, ENOMEM, EINTR, ENOSPC, EACCES]
        let faults = (1...60).flatMap { call in errors.map { "fail \(call) \($0)" } }
        for (number, fault) in faults.enumerated() where Stress.isFull || number % (Stress.isAsked ? 23 : 36) == 0 {
            let place = try Place("file")
            let outcome = try place.program(Shim.wrapper(fault)).run(place.path, "migrate", "file")
            if outcome.output == "done 6" { try place.check("\(fault): \(outcome)") }
            try place.finish("\(fault): \(outcome)")
        }
    }

    /// A program without the library reads a file at one call of the run, and writes that into it at a later one.
    @Test(.noHang, arguments: ["filer-migrations", "filer-source"])
    func whatIsTakenBackMeanwhileIsMadeAgain(suite: String) throws {
        let calls = try Self.calls()
        let pairs = (1...calls).flatMap { call in [1, 4, 15, 60, 200, 500].map { (call, call + $0) } }
        for (number, pair) in pairs.enumerated()
        where Stress.isFull || number % (Stress.isAsked ? 149 : 300) == 0 {
            let place = try Place("suite")
            let file = place.directory.file("\(suite).plist").path
            let wrapper = try Self.wrapper("back \(pair.0) \(pair.1)", in: place) + ["SHIM_BACK=\(file)"]
            let outcome = try place.program(wrapper).run(place.path, "migrate", "suite")
            #expect(outcome.output == "done 6", "\(pair)")
            try place.finish("\(pair): \(outcome)", mayRestore: true)
        }
    }

    /// How many calls on the folder of the preferences a migration makes.
    private static func calls() throws -> Int {
        let place = try Place("suite")
        let outcome = try place.program(wrapper("count 0", in: place)).run(place.path, "migrate", "suite")
        let words = outcome.errors.split(separator: " ")
        return try #require(words.count == 4 ? Int(words[1]) : nil, "\(outcome)")
    }

    private static func wrapper(_ action: String, in place: Place) throws -> [String] {
        try Shim.wrapper(action) + ["SHIM_FOLDER=\(place.directory.path)"]
    }

    /// Two processes at once, of which the first is killed; the second goes on.
    @Test(.noHang, arguments: ["file", "plain", "suite"])
    func aKillBesideAnotherProcessIsMadeUpFor(kind: String) throws {
        for round in 0..<Stress.count(6, usual: 10, full: 400) {
            let place = try Place(kind)
            let step = 1 + (round * 13 + 5) % 90
            let killed = try place.program(Self.wrapper(kind, "stop", step)).start([place.path, "migrate", kind])
            let other = try place.program(round % 3 == 0 ? Self.wrapper(kind, "stop", 90 - step) : []).start([
                place.path, "migrate", kind,
            ])
            let said = [killed.end(), other.end()]
            for (output, errors) in said {
                #expect(output.isEmpty || output == "done 6", "\(round): \(output) \(errors)")
            }
            try place.finish("\(kind), round \(round)")
        }
    }
}
#endif
