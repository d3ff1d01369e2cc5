#if os(Linux)
import Foundation
import Testing

@testable import SafeDefaults
@testable import SafeDefaultsFiles
@testable import TestSupport

/// Simulated processes that open, change, flush, compact and close one store, in orders of their system calls that are
/// tried one by one, and at random.
///
/// Each count has been flushed when its process goes on, so none may be missing in the end. Nobody else writes, so no
/// call may fail, and nothing may be reported.
@Suite struct FileInterleavingStressTests {
    // MARK: - All orders

    @Test(.noHang) func oneSwitchOfThreeProcesses() throws {
        let processes = [2, 1, 1].map(Activity.churning)
        let calls = try Trial(processes).check()
        for call in 0..<calls {
            for choice in 0..<2 { try Trial(processes).check([.init(call: call, choice: choice)]) }
        }
    }

    /// With two switches, one process compacts a journal that was replaced while it waited, beside one that compacts
    /// the next journal.
    @Test(.noHang) func twoSwitchesOfTwoProcesses() throws {
        try twoSwitches(
            [.churning(2), .churning(1)], each: Stress.isFull ? 1 : Stress.isAsked ? 53 : Stress.hasAllCases ? 97 : 197)
    }

    @Test(.noHang) func twoSwitchesBesideALastingProcess() throws {
        try twoSwitches(
            [.lasting(2), .churning(2)], each: Stress.isFull ? 1 : Stress.isAsked ? 59 : Stress.hasAllCases ? 101 : 199)
    }

    /// - Parameters:
    ///   - processes: What the processes do.
    ///   - step: Each so-and-so-many-th place is tried for the second switch; for the next first switch, other ones.
    private func twoSwitches(_ processes: [Activity], each step: Int) throws {
        let calls = try Trial(processes).check()
        for first in 0..<calls {
            for second in stride(from: first + 1 + first % step, to: calls, by: step) {
                try Trial(processes).check([.init(call: first, choice: 0), .init(call: second, choice: 0)])
            }
        }
    }

    // MARK: - At random

    @Test(.noHang) func manySwitches() throws {
        for seed in 0..<UInt64(Stress.count(60, cases: 150, usual: 300, full: 60_000)) {
            var random = RandomSource(state: seed)
            let processes = random.some(2...4) { random in
                let turns = Int.random(in: 1...3, using: &random)
                return random.pick([Activity.churning(turns), .churning(turns), .lasting(turns), .flushing(turns)])
            }
            try Trial(processes).check(seed: seed)
        }
    }

    // MARK: - Kills

    @Test(.noHang) func killsAtEachCall() throws {
        let processes = [2, 1].map(Activity.churning)
        let calls = try Trial(processes).check()
        let step = Stress.isFull ? 1 : Stress.isAsked ? 89 : Stress.hasAllCases ? 151 : 307
        for call in 0..<calls {
            for kill in stride(from: call % step, to: calls, by: step) {
                try Trial(processes).check([.init(call: call, choice: 0)], kills: [(0, kill)])
            }
        }
    }
}

/// What a simulated process does.
private enum Activity: Sendable {
    /// Opens the store, counts up, flushes, and closes it, which compacts, so many times.
    case churning(Int)

    /// Opens the store, counts up, flushes and compacts so many times, and closes it.
    case lasting(Int)

    /// Opens the store, counts up and flushes so many times, and closes it.
    case flushing(Int)
}

/// One run of several processes over a new store.
private struct Trial {
    private let processes: [Activity]
    private let fixture = FileFixture(isInMemory: true)
    private let counts = Shared(0)

    init(_ processes: [Activity]) { self.processes = processes }

    /// Runs the processes, and checks that nothing is lost, fails or is reported.
    ///
    /// Returns the number of system calls.
    @discardableResult
    func check(
        _ switches: [Interleaving.Switch] = [], kills: [(process: Int, call: Int)] = [], seed: UInt64? = nil
    ) throws -> Int {
        let schedule = Interleaving(switches, kills: kills, seed: seed)
        let outcome = schedule.run(processes.map { activity in { calls in try run(activity, calls) } })
        let problems = try problems(outcome)
        #expect(
            problems.isEmpty,
            """
            \(processes), switches \(switches), kills \(kills), seed \(seed.map(String.init) ?? "none")
            \(outcome.trace.joined(separator: "\n"))
            """)
        return outcome.calls
    }

    // MARK: - Processes

    private func run(_ activity: Activity, _ calls: ProcessCalls) throws {
        switch activity {
        case .churning(let turns):
            for _ in 0..<turns { try count(try fixture.engine(stepping: calls), calls) }
        case .lasting(let turns):
            let engine = try fixture.engine(stepping: calls)
            for _ in 0..<turns {
                try count(engine, calls)
                try engine.compactNow()
            }
        case .flushing(let turns):
            let engine = try fixture.engine(stepping: calls)
            for _ in 0..<turns { try count(engine, calls) }
        }
    }

    private func count(_ engine: FileEngine, _ calls: ProcessCalls) throws {
        try engine.exclusively { _ throws(DefaultsError) in
            try engine.write(.set(StoredName("n"), .integer(number(in: engine) + 1)))
        }
        try engine.flush()
        if !calls.isKilled { counts.change { $0 += 1 } }
    }

    private func number(in engine: FileEngine) -> Int64 {
        if case .integer(let number) = engine.value("n") ?? 0 { number } else { -1 }
    }

    // MARK: - What is left

    private func problems(_ outcome: Interleaving.Outcome) throws -> [String] {
        var problems = outcome.errors.map { "\($0)" } + outcome.issues.map { "\($0)" }
        let issues = try IssueRecorder.issues { problems += try problemsOfNextProcess(outcome) }
        return problems + issues.map { "\($0)" }
    }

    private func problemsOfNextProcess(_ outcome: Interleaving.Outcome) throws -> [String] {
        var problems: [String] = []
        let engine = try fixture.engine()
        // A killed process may have counted before it could say so.
        let allowed = Int64(counts.value)...Int64(counts.value + outcome.kills)
        let number = number(in: engine)
        if !allowed.contains(number) { problems.append("\(number) is stored after \(counts.value) counts") }
        try engine.set("last", 1)
        try engine.compactNow()
        let expected = [".store.plist.journal", ".store.plist.lock", "store.plist"]
        if fixture.directory.names != expected { problems.append("there is \(fixture.directory.names)") }
        return problems
    }
}

extension FileFixture {
    /// An engine that writes the shared header by system calls, so that it can be interrupted there, too.
    fileprivate func engine(stepping calls: ProcessCalls) throws -> FileEngine {
        let (place, storage) = (try place(), Storage(calls))
        let files = try StoreFiles(place, storage: storage) { _ in nil }
        return try FileEngine(place, files: files, storage: storage, boot: 1)
    }
}
#endif
