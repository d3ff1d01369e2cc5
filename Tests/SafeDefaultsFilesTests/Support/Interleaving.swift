#if os(Linux)
import Foundation
import Testing

@testable import SafeDefaults
@testable import SafeDefaultsFiles
@testable import TestSupport

/// Runs the code of several simulated processes, one system call at a time, in an order that a test chooses.
///
/// Each process is a thread with an engine of its own over real files. Before each system call it may be interrupted,
/// and another process continues. So an order of calls that a busy machine meets once in a million times is met
/// whenever it is asked for.
final class Interleaving: @unchecked Sendable {
    /// The place at which a process is interrupted.
    struct Switch: Hashable {
        /// The number of system calls of all processes before it.
        let call: Int

        /// Which one of the other processes continues.
        let choice: Int
    }

    /// What a run did.
    struct Outcome {
        /// The number of system calls of all processes.
        var calls = 0

        /// The errors that processes threw, and the issues that they reported, but for killed ones.
        var errors: [any Error] = []
        var issues: [DefaultsIssue] = []

        /// How many processes were killed.
        var kills = 0

        /// The calls, each with the number of its process, for a failure's message.
        var trace: [String] = []
    }

    private enum Condition {
        case ready

        /// Waits until another process releases a lock.
        case waiting
        case ended
    }

    // Unchecked: everything is accessed under the lock of `turn`, and but for the conditions only by the thread whose
    // turn it is.
    private let turn = NSCondition()
    private var current = 0
    private var conditions: [Condition] = []
    private var outcome = Outcome()
    private let switches: [Int: Int]
    private let kills: [Int: Int]
    private let chance: Shared<RandomSource>?

    /// - Parameters:
    ///   - switches: Where processes are interrupted. A process that waits for a lock is always interrupted.
    ///   - kills: The process that is killed before a call, by the number of its own calls before that.
    ///   - seed: Interrupts at random places as well.
    init(_ switches: [Switch] = [], kills: [(process: Int, call: Int)] = [], seed: UInt64? = nil) {
        self.switches = Dictionary(switches.map { ($0.call, $0.choice) }, uniquingKeysWith: { first, _ in first })
        self.kills = Dictionary(kills.map { ($0.process, $0.call) }, uniquingKeysWith: min)
        chance = seed.map { Shared(RandomSource(state: $0)) }
    }

    /// Runs the processes until all have ended.
    func run(_ processes: [@Sendable (ProcessCalls) throws -> Void]) -> Outcome {
        conditions = processes.map { _ in .ready }
        onThreads(processes.count) { [self] number in
            let calls = ProcessCalls(number, self)
            turn.withLock { wait(for: number) }
            let recorder = IssueRecorder()
            do {
                try DefaultsIssue.withHandler({ recorder.record($0) }, operation: { try processes[number](calls) })
            } catch {
                if !calls.isKilled { turn.withLock { outcome.errors.append(error) } }
            }
            if !calls.isKilled { turn.withLock { outcome.issues += recorder.issues } }
            turn.withLock {
                wait(for: number)
                conditions[number] = .ended
                pass(from: number, choice: 0)
            }
        }
        return outcome
    }

    // MARK: - For processes

    /// Waits until a process may make its next call.
    ///
    /// - Parameters:
    ///   - number: The process.
    ///   - own: The number of its own calls before.
    ///   - isWaiting: Whether it can't go on before another process has released a lock.
    /// - Returns: Whether it is killed instead.
    fileprivate func next(_ number: Int, own: Int, isWaiting: Bool, _ text: @autoclosure () -> String) -> Bool {
        turn.withLock {
            let call = outcome.calls
            outcome.calls += 1
            if isWaiting {
                conditions[number] = .waiting
                pass(from: number, choice: 0)
            } else if let choice = switches[call] ?? randomChoice() {
                pass(from: number, choice: choice)
            }
            wait(for: number)
            if kills[number] == own {
                outcome.kills += 1
                return true
            }
            outcome.trace.append("\(number) \(text())")
            return false
        }
    }

    /// Notes that a lock may be free now.
    fileprivate func noteRelease() {
        turn.withLock {
            for number in conditions.indices where conditions[number] == .waiting { conditions[number] = .ready }
        }
    }

    // MARK: - The order

    private func randomChoice() -> Int? {
        chance?.change { random in
            Int.random(in: 0..<4, using: &random) == 0 ? Int.random(in: 0..<8, using: &random) : nil
        }
    }

    /// Lets another process continue, if one can.
    private func pass(from number: Int, choice: Int) {
        let others = (1..<max(2, conditions.count)).map { (number + $0) % conditions.count }
        let ready = others.filter { conditions[$0] == .ready }
        if !ready.isEmpty {
            current = ready[choice % ready.count]
        } else if conditions[number] != .ready, let other = others.first(where: { conditions[$0] == .waiting }) {
            // Everybody waits. The one that tries again meets its timeout at last.
            current = other
        }
        turn.broadcast()
    }

    private func wait(for number: Int) {
        while current != number { turn.wait() }
        conditions[number] = .ready
    }
}

/// The system calls of a process of an ``Interleaving``.
final class ProcessCalls: InterposedCalls, @unchecked Sendable {
    // Unchecked: only the thread of the process uses it.
    private let number: Int
    private let schedule: Interleaving
    private var own = 0
    private var refusals = 0
    private var files: Set<Int32> = []
    private(set) var isKilled = false

    init(_ number: Int, _ schedule: Interleaving) {
        self.number = number
        self.schedule = schedule
    }

    func failure(of call: StorageCall, _ name: String) -> Int32? {
        guard !isKilled else { return EIO }
        if call != .lock { refusals = 0 }
        // Who doesn't want to wait for a lock makes two attempts.
        let isWaiting = refusals >= 2
        if schedule.next(number, own: own, isWaiting: isWaiting, "\(call) \(name)") {
            die()
            return EIO
        }
        own += 1
        return nil
    }

    /// Ends as a killed process does: its files are closed, and nothing that it does later has an effect.
    private func die() {
        isKilled = true
        for file in files { SystemCalls().close(file) }
        files = []
        schedule.noteRelease()
    }

    func open(_ name: String, in directory: Int32, flags: Int32, mode: mode_t) -> Int32 {
        if let number = failure(of: .open, name) {
            errno = number
            return -1
        }
        let file = SystemCalls().open(name, in: directory, flags: flags, mode: mode)
        if file >= 0 { files.insert(file) }
        return file
    }

    func close(_ file: Int32) {
        guard files.remove(file) != nil else { return }
        SystemCalls().close(file)
        schedule.noteRelease()
    }

    func lock(_ file: Int32, _ operation: Int32) -> Int32 {
        if operation == LOCK_UN { refusals = 0 }
        if let number = failure(of: .lock, operation == LOCK_UN ? "release" : "take") {
            errno = number
            return -1
        }
        let result = SystemCalls().lock(file, operation)
        refusals = result < 0 ? refusals + 1 : 0
        if operation == LOCK_UN { schedule.noteRelease() }
        if result < 0 { errno = EWOULDBLOCK }
        return result
    }
}
#endif
