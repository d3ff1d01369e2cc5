import Dispatch
import Foundation
import SafeDefaults
import SafeDefaultsEtcd

/// Many machines in one program, each with a store of its own: what they cost, and when they hear of a change.
///
/// They start at the same moment, as after a loss of power, and watch one prefix of 1,000 keys.
struct Machines {
    /// Notes when each machine hears of the value that is waited for.
    private final class Arrivals: Sendable {
        private let condition = NSCondition()
        // Both are touched under the condition's lock.
        private nonisolated(unsafe) var awaited = 0
        private nonisolated(unsafe) var times: [Int: UInt64] = [:]

        func begin(_ value: Int) {
            condition.withLock { (awaited, times) = (value, [:]) }
        }

        func note(_ value: Int, by machine: Int) {
            let now = DispatchTime.now().uptimeNanoseconds
            condition.withLock {
                guard value == awaited else { return }
                times[machine] = now
                condition.signal()
            }
        }

        /// Returns the times in their order once there are so many; nil if that takes longer than a minute.
        func wait(for count: Int) -> [UInt64]? {
            let end = Date() + 60
            return condition.withLock {
                while times.count < count { guard condition.wait(until: end) else { return nil } }
                return times.values.sorted()
            }
        }
    }

    /// Why the trial ended without figures.
    struct Failure: Error, CustomStringConvertible { let description: String }

    let endpoints: [URL]
    let prefix: String
    let count: Int
    let changes: Int

    /// The numbers of the servers' processes.
    let servers: [String]

    /// Runs the trial, and prints the figures.
    func run(writingTo writer: FleetDefaults) throws {
        fill(writer.store.userDefaults)
        let before = use()
        let start = Date()
        let machines = try (0..<count).map { _ in
            FleetDefaults(store: try .etcd(connectingTo: endpoints, prefix: prefix))
        }
        while !machines.allSatisfy({ $0.store.availability == .available }) {
            guard Date() < start + 300 else {
                let missing = machines.filter { $0.store.availability != .available }.count
                throw Failure(description: "\(missing) of \(count) machines haven't read the prefix after 300 s")
            }
            usleep(20_000)
        }
        let started = Date().timeIntervalSince(start)
        let ready = use()
        Thread.sleep(forTimeInterval: 10)
        let idle = use()
        report("machines", [("count", Double(count)), ("all started after s", started)])
        report(
            "memory in MB",
            [
                ("program", idle.own.memory), ("a machine", (idle.own.memory - before.own.memory) / Double(count)),
                ("servers before", before.servers.memory), ("servers now", idle.servers.memory),
            ])
        report("program", [("threads", Double(idle.own.threads)), ("open files", Double(ProcessUse.openFiles))])
        report(
            "processor s to start",
            [
                ("program", ready.own.seconds - before.own.seconds),
                ("servers", ready.servers.seconds - before.servers.seconds),
            ])
        let rates = (
            own: (idle.own.seconds - ready.own.seconds) / 10,
            servers: (idle.servers.seconds - ready.servers.seconds) / 10
        )
        report("processors while nothing changes", [("program", rates.own), ("servers", rates.servers)])
        try change(machines, through: writer, idle: rates)
    }

    private func fill(_ defaults: UserDefaults) {
        for number in 1...999 where defaults.object(forKey: "key/\(number)") == nil {
            defaults.set("the value of key \(number)", forKey: "key/\(number)")
        }
    }

    private func use() -> (own: ProcessUse, servers: ProcessUse) {
        (ProcessUse(of: ["self"]), ProcessUse(of: servers))
    }

    /// Changes a value, waits until all machines have heard of it, and again.
    private func change(
        _ machines: [FleetDefaults], through writer: FleetDefaults, idle: (own: Double, servers: Double)
    ) throws {
        let arrivals = Arrivals()
        let tokens = machines.enumerated().map { number, machine in
            machine.observe(\.attempts) { arrivals.note($0.newValue, by: number) }
        }
        let (before, start) = (use(), Date())
        var rows: [[Double]] = []
        for _ in 0..<changes {
            let value = writer.attempts + 1
            arrivals.begin(value)
            let begin = DispatchTime.now().uptimeNanoseconds
            try writer.write(value, to: \.attempts)
            let returned = DispatchTime.now().uptimeNanoseconds
            guard let times = arrivals.wait(for: count) else {
                throw Failure(description: "not all of \(count) machines have heard of a change after a minute")
            }
            rows.append([returned, times[0], times[count / 2], times[count - 1]].map { Double($0 - begin) / 1e6 })
            Thread.sleep(forTimeInterval: 0.3)
        }
        let (after, seconds) = (use(), Date().timeIntervalSince(start))
        let median = { (column: Int) in rows.map { $0[column] }.sorted()[rows.count / 2] }
        report(
            "ms after a set began, medians of \(changes) changes",
            [
                ("returned", median(0)), ("heard first", median(1)), ("by half", median(2)), ("by all", median(3)),
                ("by all at worst", rows.map { $0[3] }.max() ?? 0),
            ])
        report(
            "processor ms a change",
            [
                (
                    "program",
                    (after.own.seconds - before.own.seconds - idle.own * seconds) / Double(changes) * 1_000
                ),
                (
                    "servers",
                    (after.servers.seconds - before.servers.seconds - idle.servers * seconds) / Double(changes) * 1_000
                ),
            ])
        withExtendedLifetime(tokens) {}
    }

    private func report(_ what: String, _ figures: [(String, Double)]) {
        print(what + ":", figures.map { "\($0) \(String(format: "%.2f", $1))" }.joined(separator: ", "))
        fflush(nil)
    }
}
