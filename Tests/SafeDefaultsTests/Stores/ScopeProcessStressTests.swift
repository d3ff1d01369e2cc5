#if os(Linux)
import ChildProcesses
import Foundation
import Testing

@testable import SafeDefaults
@testable import SafeDefaultsFiles
@testable import TestSupport

/// Processes that use scopes of one store at once, and are killed while they remove one.
@Suite(.rowsC(7)) struct ScopeProcessStressTests {
    private struct Place {
        let kind: String
        let directory = TemporaryDirectory(isInMemory: true)

        func program(_ wrapper: [String] = []) -> Program {
            var program = Program("filer", preferences: directory)
            program.wrapper = wrapper
            // Many turns take longer where other tests run.
            program.limit = 600
            return program
        }

        var url: URL { directory.file("store.plist") }

        func start(_ command: String, _ words: String...) throws -> Program.Running {
            try program().start([url.path, command, kind] + words)
        }

        @discardableResult
        func run(_ command: String, wrapper: [String] = []) throws -> String {
            try program(wrapper).run([url.path, command, kind]).output
        }
    }

    // MARK: - Several processes

    /// Over a suite, the processes take turns: of two that save at the same moment, one can lose its changes, with
    /// scopes as without them.
    @Test(.noHang, arguments: ["file", "suite"])
    func processesThatCountInScopesLoseNothingAndSeeNoOtherScope(kind: String) throws {
        let place = Place(kind: kind)
        let turns = kind == "file" ? Stress.count(50, usual: 500, full: 5_000) : Stress.count(5, usual: 30, full: 300)
        let counters = try ["x", "y"].map { try place.start("scope-count", "\(turns)", $0) }
        for counter in counters {
            let end = counter.end()
            #expect(end.output == "counted", "\(end.output.prefix(1_000))")
            #expect(end.errors.isEmpty, "\(end.errors.prefix(1_000))")
        }
        #expect(try place.run("scope-totals") == "\(2 * turns) \(4 * turns) \(6 * turns)")
    }

    @Test(.noHang) func anObserverHearsAnotherProcessInItsScopeOnly() throws {
        let place = Place(kind: "file")
        let store = DefaultsStore.file(place.url)
        let places = [store, store.scoped("b"), store.scoped("a").scoped("a")]
        let (observer, mine) = (try place.start("scope-observe", "a"), Counted(store: store.scoped("a")))
        var lines = LineReader(observer.output.fileHandleForReading)
        #expect(lines.next() == "0")
        for round in 1...Stress.count(5, usual: 50, full: 1_000) {
            // None of these is heard; each would be another count.
            for (index, other) in places.enumerated() { Counted(store: other).count = -10 * round - index - 2 }
            mine.count = round
            #expect(lines.next() == "\(round)")
            #expect(lines.next() == "changed [\"count\"]")
        }
        mine.count = -1
        let end = observer.end()
        #expect(end.output == "-1\nchanged [\"count\"]" && end.errors.isEmpty, "\(end)")
    }

    private struct Counted: SafeDefaults {
        enum Keys: String, DefaultsKey { case count }
        struct Settings { let count = Setting(.count, default: 0) }
        static let settings = Settings()
        var store: DefaultsStore
    }
}
#endif
