#if os(Linux)
import ChildProcesses
import Foundation
import Testing

@testable import TestSupport

/// Processes that are killed while they remove a scope.
@Suite(.rowsC(7)) struct ScopeKillStressTests {
    private struct Place {
        let kind: String
        let directory = TemporaryDirectory(isInMemory: true)

        init(_ kind: String) throws {
            self.kind = kind
            #expect(try run("scope-seed") == "true")
        }

        @discardableResult
        func run(_ command: String, wrapper: [String] = []) throws -> String {
            var program = Program("filer", preferences: directory)
            program.wrapper = wrapper
            return try program.run([directory.file("store.plist").path, command, kind]).output
        }

        /// How many values the scope, the scope in it, and everything else have.
        func held() throws -> (scope: [Int?], rest: [Int?]) {
            let counts = try run("scope-dump").split(separator: " ").map { Int($0) }
            return (Array(counts.prefix(2)), Array(counts.dropFirst(2)))
        }
    }

    private static let (whole, gone, rest) = ([6, 6], [0, 0], [6, 6, 6, 6])

    private static func wrapper(_ action: String, _ step: Int) throws -> [String] {
        action == "STOP" ? ["env", "STOP=\(step)"] : try Shim.wrapper("\(action) \(step)")
    }

    /// `plain` and `daemon` end at each call of a `UserDefaults`, the others at each call to the system that counts.
    @Test(
        .noHang,
        arguments: [("file", "stop"), ("file", "after"), ("suite", "stop"), ("plain", "STOP"), ("daemon", "STOP")])
    func aKillAtEachStepLeavesTheScopeOrNothingOfIt(how: (kind: String, action: String)) throws {
        let every = Stress.isFull ? 1 : how.kind == "file" ? 2 : 4
        var (step, isAtEnd, left) = (1 - every, false, Set<[Int?]>())
        while !isAtEnd {
            step += every
            let place = try Place(how.kind)
            isAtEnd = try place.run("scope-remove", wrapper: Self.wrapper(how.action, step)) == "done"
            let held = try place.held()
            left.insert(held.scope)
            #expect(held.rest == Self.rest, "\(how), \(step): \(held)")
            if isAtEnd {
                #expect(held.scope == Self.gone, "\(how), \(step): \(held)")
            } else if how.kind == "file" {
                // A suite may hold parts of the scope.
                #expect(held.scope == Self.whole || held.scope == Self.gone, "\(how), \(step): \(held)")
            }
            #expect(!held.scope.contains(nil), "\(how), \(step): \(held)")
            #expect(try place.run("scope-remove") == "done")
            let last = try place.held()
            #expect(last.scope == Self.gone && last.rest == Self.rest, "\(how), \(step): \(last)")
        }
        #expect(step > 3 && left.contains(Self.whole) && left.contains(Self.gone), "\(how): \(step), \(left)")
    }
}
#endif
