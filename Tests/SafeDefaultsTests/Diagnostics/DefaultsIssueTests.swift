import Foundation
import SafeDefaults
import Testing

@testable import TestSupport

@Suite(.row(86)) struct DefaultsIssueTests {
    struct Sample: SafeDefaults {
        enum Keys: String, DefaultsKey {
            case attempts, when, failing
            static let namespace = "login"
        }

        struct Settings {
            let attempts = Setting(.attempts, default: 0)
            let when = Setting<Date?>(.when)
        }
        static let settings = Settings()
        static let attemptsLine: UInt = #line - 4
        static let whenLine: UInt = #line - 4
        var store: DefaultsStore
    }

    private let test = TestStore(.inMemory)
    private var sample: Sample { Sample(store: test.store) }
    private static let never = Date(timeIntervalSinceReferenceDate: .nan)
    private let file = "SafeDefaultsTests/DefaultsIssueTests.swift"

    // MARK: - What it tells

    @Test func anIssueHasKindStoredNameTypesAndAdvice() throws {
        sample.set("three", forKey: .attempts)
        let issue = try #require(IssueRecorder.issues { _ = sample.attempts }.first)
        #expect(issue.kind == .unreadableValue)
        #expect(issue.storedName == "login/attempts")
        #expect(issue.error.expected == "Int")
        #expect(issue.error.found == "string")
        #expect(issue.description.contains("The read gave the default."))
        #expect(issue.description.contains(issue.error.description))
        #expect(issue.description.hasPrefix("\(file):\(Sample.attemptsLine): "))
    }

    // MARK: - Where

    @Test func methodsGiveTheLineOfTheCall() {
        let calls: [(UInt, (Sample) -> Void)] = [
            (#line, { _ = $0.integer(forKey: .attempts) }),
            (#line, { _ = $0.date(forKey: .attempts) }),
            (#line, { _ = $0.array(forKey: .attempts) }),
            (#line, { _ = $0.value(Int.self, forKey: .attempts) }),
            (#line, { _ = Sample.attempts.get(from: $0.store) }),
            (#line, { $0.update(\.attempts) { _ in } }),
            (#line, { $0.set(Self.never, forKey: .when) }),
            (#line, { $0.set([Self.never] as [any DefaultsValue], forKey: .when) }),
            (#line, { $0.setObject(NSObject(), forKey: .when) }),
            (#line, { Sample.when.set(Self.never, in: $0.store) }),
            (#line, { $0.update(\.when) { $0 = Self.never } }),
        ]
        for (line, call) in calls {
            sample.set("x", forKey: .attempts)
            let issues = IssueRecorder.issues { call(sample) }
            #expect(issues.map(\.location?.line) == [line])
            #expect(issues.map(\.location?.fileID) == [file])
        }
    }

    @Test func propertiesGiveTheLineOfTheDeclaration() {
        let calls: [(UInt, (Sample) -> Void)] = [
            (Sample.attemptsLine, { _ = $0.attempts }),
            (Sample.attemptsLine, { _ = $0[\.attempts] }),
            (Sample.attemptsLine, { _ = $0[Sample.attempts] }),
            (Sample.attemptsLine, { $0.attempts += 1 }),
            (Sample.whenLine, { $0.when = Self.never }),
            (Sample.whenLine, { $0[\.when] = Self.never }),
        ]
        for (line, call) in calls {
            sample.set("x", forKey: .attempts)
            let issues = IssueRecorder.issues { call(sample) }
            #expect(issues.map(\.location?.line) == [line])
            #expect(issues.map(\.location?.description) == ["\(file):\(line)"])
        }
    }

    @Test func aCallersOwnLocationIsPassedOn() {
        sample.set("x", forKey: .attempts)
        let issues = IssueRecorder.issues {
            _ = sample.integer(forKey: .attempts, fileID: "Shop/Cart.swift", line: 7)
        }
        #expect(issues.map { "\($0.location.map { "\($0)" } ?? "")" } == ["Shop/Cart.swift:7"])
    }

    // MARK: - Handlers

    @Test func theInnermostHandlerOfTheTaskGetsTheIssue() async {
        sample.set("x", forKey: .attempts)
        let (outer, inner) = (IssueRecorder(), IssueRecorder())
        await DefaultsIssue.withHandler({ outer.record($0) }) {
            _ = sample.attempts
            await DefaultsIssue.withHandler({ inner.record($0) }) {
                await Task.yield()
                _ = sample.attempts
                async let child = sample.attempts
                _ = await child
            }
            _ = sample.attempts
        }
        #expect(outer.issues.count == 2)
        #expect(inner.issues.count == 2)
    }

    @Test(.noHang) func aHandlerMayUseTheLibraryItself() {
        let other = DefaultsIssueTests.Sample(store: test.store)
        other.set("x", forKey: .attempts)
        let seen = Shared(0)
        DefaultsIssue.withHandler({ _ in
            seen.change { $0 += 1 }
            other.attempts = 5
            other.update(\.attempts) { $0 += 1 }
        }) {
            other.update(\.attempts) { $0 += 1 }
            other.update(\.when) { $0 = Self.never }
        }
        #expect(seen.value >= 2)
        #expect(other.attempts == 6)
    }

    // Each in a process of its own, because all tests share the handler of the process.

    @Test func theProcesssHandlerGetsEveryIssueThatNoTaskHandles() async {
        await #expect(processExitsWith: .success) {
            let recorder = IssueRecorder()
            let sample = Sample(store: .inMemory())
            #expect(DefaultsIssue.handler == nil)
            sample.set("x", forKey: .attempts)
            DefaultsIssue.handler = { recorder.record($0) }
            for _ in 1...3 { _ = sample.attempts }
            onThreads(1) { _ in _ = sample.attempts }
            #expect(recorder.issues.count == 4)
            let own = IssueRecorder.issues { _ = sample.attempts }
            #expect(own.count == 1 && recorder.issues.count == 4)
            DefaultsIssue.handler = nil
            #expect(DefaultsIssue.handler == nil)
        }
    }

    @Test func theDefaultHandlerPrintsEachDistinctIssueOnce() async throws {
        let result = await #expect(processExitsWith: .exitCode(7), observing: [\.standardErrorContent]) {
            let sample = Sample(store: .inMemory())
            sample.set("hunter2", forKey: .attempts)
            for _ in 1...5 { _ = sample.attempts }
            for _ in 1...5 { _ = sample.bool(forKey: .attempts) }
            for _ in 1...5 { _ = DefaultsStore.suite("a/b") }
            exit(7)
        }
        let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #if !canImport(Darwin)
        let lines = text.split(separator: "\n").filter { $0.hasPrefix("SafeDefaults: ") }
        #expect(lines.count == 3)
        #expect(lines.filter { $0.contains("as Int") && $0.contains("The read gave the default") }.count == 1)
        #expect(lines.filter { $0.contains("as Bool") }.count == 1)
        #expect(lines.filter { $0.contains("\"a/b\"") }.count == 1)
        #endif
        #expect(!text.contains("hunter2"))
    }
}
