#if os(Linux)
import ChildProcesses
import Foundation
import Testing

@testable import TestSupport

/// Processes that move a setting's value from its former names, and are killed at every step.
@Suite(.row(90), .rowsB(13)) struct FormerNameKillStressTests {
    private struct Place {
        let kind: String
        let directory = TemporaryDirectory(isInMemory: true)

        init(_ kind: String) throws {
            self.kind = kind
            #expect(try run("rename-seed") == "true")
        }

        func program(_ wrapper: [String] = []) -> Program {
            var program = Program("filer", preferences: directory)
            program.wrapper = wrapper
            return program
        }

        func arguments(_ command: String, _ what: String? = nil) -> [String] {
            [directory.file("store.plist").path, command, kind] + [what].compactMap(\.self)
        }

        @discardableResult
        func run(_ command: String, _ what: String? = nil, wrapper: [String] = []) throws -> String {
            try program(wrapper).run(arguments(command, what)).output
        }

        /// What a read finds, and the names that are stored.
        func found() throws -> (value: String, names: [String]) {
            let words = try run("rename-dump").split(separator: " ").map(String.init)
            return (words.first ?? "", Array(words.dropFirst()))
        }
    }

    /// What a read finds after each of the changes.
    private static let results = ["write": "written", "update": "updated", "reset": "default"]

    private static func wrapper(_ kind: String, _ action: String, _ step: Int) throws -> [String] {
        action == "STOP" ? ["env", "STOP=\(step)"] : try Shim.wrapper("\(action) \(step)")
    }

    /// `plain` and `daemon` end at each call of a `UserDefaults`, the others at each call to the system that counts.
    @Test(
        .noHang,
        arguments: [("file", "stop"), ("file", "after"), ("plain", "STOP"), ("daemon", "STOP"), ("suite", "stop")],
        ["write", "update", "reset"])
    func aKillAtEachStepLeavesTheOldValueOrTheNewOne(how: (kind: String, action: String), what: String) throws {
        let result = Self.results[what] ?? ""
        let every = Stress.isFull || how.action == "STOP" ? 1 : Stress.isAsked ? 2 : 6
        var step = 0
        var isAtEnd = false
        while !isAtEnd {
            step += every
            let place = try Place(how.kind)
            let said = try place.run("rename", what, wrapper: Self.wrapper(how.kind, how.action, step))
            isAtEnd = said == "done"
            let (value, names) = try place.found()
            #expect(value == result || !isAtEnd && value == "newer", "\(how), \(what), \(step): \(value) \(names)")
            // A rerun leaves what one run would have. An update whose change is stored already is a second one; where
            // the process died behind the call that stored it, the change counts from the next write on.
            #expect(try place.run("rename", what) == "done")
            let (last, stored) = try place.found()
            let isStored = value == result || how.action == "after"
            #expect(last == result || what == "update" && isStored && last == "twice", "\(how), \(step): \(last)")
            #expect(stored == (what == "reset" ? [] : ["title"]), "\(how), \(what), \(step): \(stored)")
        }
        #expect(step > (how.kind == "daemon" ? 3 : 0), "\(step)")
    }
}
#endif
