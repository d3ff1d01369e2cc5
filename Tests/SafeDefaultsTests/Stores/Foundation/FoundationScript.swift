#if os(Linux)
import Foundation
import SafeDefaults
import SafeDefaultsFiles
import Testing

@testable import TestSupport

/// A script of calls by a seed, run on Foundation's own `UserDefaults` and on a `FileDefaults`, with all that can be
/// asked asked after each call.
struct FoundationScript {
    private let seed: UInt64
    private let names: [String]
    private let (real, file): (ScriptSide, ScriptSide)
    private let directory = TemporaryDirectory(isInMemory: true)
    private var (documented, linux) = (DocumentedDefaults(isLinux: false), DocumentedDefaults(isLinux: true))

    /// The differences that occurred.
    private(set) var met: Set<KnownDifference> = []

    /// The calls so far.
    private var calls: [String] = []

    /// The problems, in a sentence each; a script ends with the first.
    private(set) var problems: [String] = []

    init(seed: UInt64) throws {
        self.seed = seed
        // New for each script, because others would find its registered values.
        names = ["a", "b.c", "d e", "é"].map { "script\(seed).\($0)" }
        let url = directory.file("store.plist")
        let suites = (0..<5).map { _ in "SafeDefaultsTests-\(UUID().uuidString)" }
        // swift-format-ignore: NeverForceUnwrap
        real = ScriptSide(own: suites[0], others: [suites[1], suites[2]]) { UserDefaults(suiteName: suites[0])! }
        _ = try FileDefaults(url: url)
        file = ScriptSide(own: url.path, others: [suites[3], suites[4]]) {
            (try? FileDefaults(url: url)) ?? UserDefaults.standard
        }
    }

    /// Runs the script to its end, or to the first problem.
    mutating func run(steps: Int) {
        // Values that a suite's file can't hold are left out.
        var random = RandomSource(state: seed, isLossless: false)
        for _ in 0..<steps where problems.isEmpty {
            let call = ScriptCall.random(&random, names: names)
            calls.append(call.description)
            let (expected, answer) = (real.make(call), file.make(call))
            if expected != answer { report("answers \(text(answer)), not \(text(expected))") }
            call.mean(&documented)
            call.mean(&linux)
            for question in ScriptQuestion.all(names) { ask(question) }
        }
        for side in [real, file] {
            for domain in side.others + [side.own] { side.defaults.removePersistentDomain(forName: domain) }
            for suite in side.others { side.defaults.removeSuite(named: suite) }
        }
    }

    private mutating func ask(_ question: ScriptQuestion) {
        do {
            let theirs = try question.answer(of: real, names: names)
            let ours = try question.answer(of: file, names: names)
            if let expected = question.expected(by: documented), expected != ours {
                report("\(question): FileDefaults says \(text(ours)), documented is \(text(expected))")
            }
            if let expected = question.expected(by: linux), !isAsExpected(theirs, expected) {
                report("\(question): Foundation says \(text(theirs)), known is \(text(expected))")
            }
            guard ours != theirs else { return }
            let found = KnownDifference.Case(
                question: question, ours: ours, theirs: theirs, documented: documented, linux: linux)
            if let difference = KnownDifference.explaining(found) {
                met.insert(difference)
            } else {
                report(
                    "\(question): FileDefaults says \(text(ours)), Foundation \(text(theirs)): not a known difference")
            }
        } catch {
            report("\(question): \(error)")
        }
    }

    private func isAsExpected(_ answer: PropertyListValue?, _ expected: PropertyListValue?) -> Bool {
        guard let answer, let expected else { return answer == expected }
        return answer.mayBe(expected)
    }

    private mutating func report(_ problem: String) {
        problems.append("seed \(seed), step \(calls.count): \(problem); after \(calls.suffix(6))")
    }

    private func text(_ value: PropertyListValue?) -> String { value.map { "\($0.kind) \($0)" } ?? "nil" }
}

@Suite struct FileAgainstFoundationStressTests {
    @Test func theArticleListsEachKnownDifferenceAndNoOther() throws {
        let lines = try Repository.text("Documentation.docc/HowFileDefaultsWorks.md").components(separatedBy: "\n")
        let head = try #require(lines.firstIndex { $0.hasPrefix("| call | ") })
        let rows = lines[(head + 2)...].prefix { $0.hasPrefix("|") }
            .map { $0.split(separator: "|")[0].trimmingCharacters(in: .whitespaces) }
        #expect(Set(rows) == Set(KnownDifference.allCases.map(\.row)))
        #expect(rows.count == KnownDifference.allCases.count)
    }

    // In processes of their own, because Foundation registers for all suites, and not safely while others read; in
    // several, because registered values stay.
    @Test(
        .enabled(if: Stress.isAsked, "it shows what Foundation does; left to .ci/stress"),
        arguments: (0..<Stress.count(25, full: 1_000) / 25).map { UInt64($0 * 25) })
    func randomScriptsGiveFoundationsAnswersExceptForKnownDifferences(first: UInt64) async {
        await #expect(processExitsWith: .success) { [first] in
            var met: Set<KnownDifference> = []
            for seed in first..<first + 25 {
                var script = try FoundationScript(seed: seed)
                script.run(steps: 40)
                met.formUnion(script.met)
                for problem in script.problems.prefix(3) { Issue.record("\(problem)") }
            }
            let unmet = Set(KnownDifference.allCases).subtracting(met)
            #expect(first > 0 || unmet.isEmpty, "what was not met is no difference: \(unmet)")
        }
    }
}
#endif
