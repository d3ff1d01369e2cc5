#if os(Linux)
import Foundation
import Testing

@testable import TestSupport

/// Every system call of a save that concerns the folder of the preferences fails, is cut short, or is the last.
@Suite struct PlainFaultStressTests {
    /// `.ci/run` tries each call, and `swift test` one of six: what a fault loses, it loses at several of them.
    private static func isTried(_ call: Int) -> Bool { Stress.hasAllCases || call % 6 == 0 }

    private static let faults =
        [EMFILE, EIO, ENOMEM, EINTR, ENOSPC, EACCES].map { "fault \($0)" } + ["part 0", "end 0"]

    /// One call fails: nothing that was there is lost, and nothing that was said to be saved.
    @Test(.noHang, arguments: ["acme", "-"], [PropertyListSerialization.PropertyListFormat.xml, .binary])
    func noFaultOfOneCallLosesAValue(suite: String, form: PropertyListSerialization.PropertyListFormat) throws {
        let calls = try Self.count(suite, form)
        print("calls of a save of \(suite) over \(form):", calls)
        for call in 1...calls + 3 where Self.isTried(call) {
            for (index, fault) in Self.faults.enumerated()
            where Stress.isFull || (3 * call / (Stress.hasAllCases ? 1 : 6) + index) % Self.faults.count == 0 {
                try check(suite, form, call: call, fault)
            }
        }
    }

    /// What other code has set over a write stays, whatever fails while that is saved.
    @Test(.noHang, arguments: ["acme", "-"]) func noFaultBringsBackWhatOtherCodeHasOverwritten(suite: String) throws {
        for call in 1...(try Self.count(suite, .binary, "overwrite-directly-and-report"))
        where Self.isTried(call) {
            var program = try Self.program(suite, .binary)
            program.wrapper =
                try Shim.wrapper("fault \(call) \(EIO)") + ["SHIM_FOLDER=\(program.preferences.path)"]
            let outcome = try program.run(suite, "overwrite-directly-and-report", "new")
            #expect(outcome.output == "new", "call \(call): \(outcome)")
        }
    }

    /// Two or three calls of two saves fail: Foundation's reading of the file, and then what the library does with it.
    ///
    /// What memory or the file lacks then was removed by nobody.
    @Test(.noHang, arguments: ["acme", "-"]) func noFaultsTogetherLoseAValue(suite: String) throws {
        // How many calls after the first one the others fail. After a call with which Foundation reads the file in a
        // save, the library reads it with the 16th, replaces it with the 22nd, and Foundation reads it in the next save
        // with the 52nd. A reading is three calls, so it is enough to begin with every third.
        let distances =
            Stress.isFull
            ? (1...60).map { [$0] } + (16...28).flatMap { first in (48...56).map { [first, $0] } }
            : [[16], [22, 52]]
        for call in 1...(try Self.count(suite, .xml, "write-twice-and-report"))
        where call.isMultiple(of: 3) && Self.isTried(call / 3) {
            for others in distances {
                let calls = ([0] + others).map { "\(call + $0)" }.joined(separator: " ")
                var program = try Self.program(suite, .xml)
                program.wrapper = try Shim.wrapper("each \(calls)") + ["SHIM_FOLDER=\(program.preferences.path)"]
                let outcome = try program.run(suite, "write-twice-and-report", "new")
                program.wrapper = []
                let (kept, text, _) = try Self.values(program, suite)
                let isSaved = text == "new" || !outcome.output.hasPrefix("true")
                #expect(kept == 20 && isSaved, "calls \(calls): \(outcome) -> \(kept) \(text)")
            }
        }
    }

    /// When another file has been saved, Foundation reads this one again with the first write to it.
    ///
    /// If it finds no file then, reads find what is in the file nevertheless.
    @Test(arguments: ["acme", "-"], ["write", "write-directly", "read"])
    func readsFindWhatFoundationCouldNotReadAgain(suite: String, step: String) throws {
        let program = try Self.program(suite, .binary)
        let path = program.preferences.file(Self.file(suite)).path
        let outcome = try program.run(suite, "read-without-the-file", step, path)
        #expect(outcome.output == "old\nold 20\ntrue", "\(outcome)")
        #expect(try Self.values(program, suite) == (20, "old", 5.25))
    }

    /// The handler of a signal ends the program at one of the calls: nothing that was there is lost.
    @Test(.noHang, arguments: ["acme", "-"]) func anExitInTheMiddleOfASaveLosesNoOldValue(suite: String) throws {
        for call in 1...(try Self.count(suite, .xml)) where Stress.isFull || call % 6 == 0 {
            var program = try Self.program(suite, .xml)
            program.wrapper =
                try Shim.wrapper("raise \(call) \(SIGUSR1)") + ["SHIM_FOLDER=\(program.preferences.path)"]
            let outcome = try program.run(suite, "exit-at-a-signal", "new")
            program.wrapper = []
            let (kept, text, _) = try Self.values(program, suite)
            #expect(kept == 20 && ["old", "new"].contains(text), "call \(call): \(outcome) -> \(kept) \(text)")
        }
    }

    /// Against a loss of power: whatever a save renames or removes, the folder is synced after it.
    @Test(arguments: ["acme", "-"], ["write-and-report", "remove-and-report"])
    func whatASaveRenamesOrRemovesIsOnTheDisk(suite: String, command: String) throws {
        var program = Program("saver")
        if command == "remove-and-report" { try program.run(suite, "write", "last") }
        program.wrapper = try Shim.wrapper("count 0") + ["SHIM_FOLDER=\(program.preferences.path)"]
        let outcome = try program.run(suite, command, "new")
        #expect(outcome.output.hasPrefix("true") && outcome.errors.hasSuffix("unsynced 0\n"), "\(outcome)")
        #expect(program.preferences.names == (command == "write-and-report" ? [Self.file(suite)] : []))
    }

    /// Not even after a save for which there was no room.
    @Test(arguments: ["acme", "-"]) func whatOtherCodeRemovesAfterAFailedSaveIsGone(suite: String) throws {
        let program = try Self.program(suite, .binary)
        let outcome = try program.run(suite, "clear-directly-after-a-failure", "last")
        #expect(outcome.output == "false\ntrue" && outcome.errors.contains("File too large"), "\(outcome)")
        #expect(try Self.values(program, suite).kept == 0)
        #expect(try Self.values(program, suite).text == "last")
    }

    /// What other code has removed is no value that Foundation couldn't read.
    @Test(arguments: ["acme", "-"]) func whatOtherCodeRemovesIsGone(suite: String) throws {
        let program = try Self.program(suite, .xml)
        let file = program.preferences.file(Self.file(suite))
        for text in ["kept", "last"] {
            #expect(try program.run(suite, "clear-directly", text).output == "true\ntrue")
            #expect(try Self.values(program, suite) == (0, text, 5))
        }
        #expect(FileManager.default.fileExists(atPath: file.path))
    }

    /// A process at its limit of descriptors, whose connections come and go.
    @Test(.noHang, arguments: ["acme", "-"]) func aProcessAtItsLimitOfDescriptorsLosesNothing(suite: String) throws {
        for round in 0..<Stress.count(3, cases: 5, usual: 10, full: 2_000) {
            let program = try Self.program(suite, round % 2 == 0 ? .xml : .binary)
            let outcome = try program.run(suite, "write-again-and-again-at-a-limit", "\(12 + round % 29)")
            let (kept, text, _) = try Self.values(program, suite)
            let saved = outcome.output == "old" ? -1 : try #require(Int(outcome.output), "\(outcome)")
            #expect(kept == 20 && Int(text) ?? -1 >= saved, "\(outcome) -> \(kept) \(text)")
        }
    }

    private func check(
        _ suite: String, _ form: PropertyListSerialization.PropertyListFormat, call: Int, _ fault: String
    ) throws {
        var program = try Self.program(suite, form)
        let words = fault.split(separator: " ")
        program.wrapper =
            try Shim.wrapper("\(words[0]) \(call) \(words[1])") + ["SHIM_FOLDER=\(program.preferences.path)"]
        let outcome = try program.run(suite, "write-both-ways-and-report", "new")
        program.wrapper = []
        let (kept, text, _) = try Self.values(program, suite)
        let comment: Comment = "\(fault) at call \(call): \(outcome.output), \(outcome.errors) -> \(kept) \(text)"
        #expect(kept == 20, comment)
        #expect(text == "new" || text == "old" && !outcome.output.hasPrefix("true"), comment)
        // A process that ended by itself has saved, or has said that it hasn't.
        #expect(text == "new" || words[0] == "end" || !outcome.errors.isEmpty, comment)
        // What a killed process left goes with the next save.
        try program.run(suite, "count-once")
        #expect(program.preferences.names == [Self.file(suite)], comment)
        // Where the library may create no file, Foundation's stays, which has whole seconds.
        let dates = words == ["fault", "\(EACCES)"] ? [5, 5.25] : [5.25]
        if form == .binary { #expect(dates.contains(try Self.values(program, suite).date), comment) }
    }

    private static func count(
        _ suite: String, _ form: PropertyListSerialization.PropertyListFormat,
        _ command: String = "write-both-ways-and-report"
    ) throws -> Int {
        var program = try program(suite, form)
        program.wrapper = try Shim.wrapper("count 0") + ["SHIM_FOLDER=\(program.preferences.path)"]
        let errors = try program.run(suite, command, "new").errors
        let words = errors.split(separator: " ")
        return try #require(words.count == 4 ? Int(words[1]) : nil, "\(errors)")
    }

    private static func file(_ suite: String) -> String { suite == "-" ? "saver.plist" : "\(suite).plist" }

    /// Returns a program with preferences that hold some values.
    private static func program(
        _ suite: String, _ form: PropertyListSerialization.PropertyListFormat
    ) throws -> Program {
        let program = Program("saver")
        var values: [String: Any] = ["text": "old", "real": 1.25, "date": Date(timeIntervalSinceReferenceDate: 5.25)]
        for number in 0..<20 { values["old\(number)"] = number + 1 }
        let data = try PropertyListSerialization.data(fromPropertyList: values, format: form, options: 0)
        try data.write(to: program.preferences.file(file(suite)))
        return program
    }

    private static func values(
        _ program: Program, _ suite: String
    ) throws -> (kept: Int, text: String, date: Double) {
        let output = try program.run(suite, "old-values").output
        let words = output.split(separator: " ").map(String.init)
        guard words.count == 3, let kept = Int(words[0]), let date = Double(words[2]) else { return (-1, output, 0) }
        return (kept, words[1], date)
    }
}
#endif
