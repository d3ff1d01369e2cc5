// The other processes of the tests of etcd stores, and trials by hand:
//
//     fleet PREFIX ENDPOINT… count SECONDS [TIMEOUT]
//     fleet PREFIX ENDPOINT… pair SECONDS [TIMEOUT]
//     fleet PREFIX ENDPOINT… each MACHINES [COUNT]
//     fleet PREFIX ENDPOINT… watch
//     fleet PREFIX ENDPOINT… idle SECONDS
//     fleet PREFIX ENDPOINT… machines COUNT CHANGES [PROCESS-OF-A-SERVER…]
//     fleet PREFIX ENDPOINT… reads SECONDS
//     fleet PREFIX ENDPOINT… stores COUNT TIMES
//     fleet PREFIX ENDPOINT… blocked CHANGES

import Foundation
import SafeDefaults
import SafeDefaultsEtcd

/// What went wrong, and how often.
final class Failures: Sendable {
    private let lock = NSLock()
    // Touched under the lock.
    private nonisolated(unsafe) var counts: [String: Int] = [:]
    private nonisolated(unsafe) var last: DefaultsError.Kind?

    func note(_ issue: DefaultsIssue) {
        lock.withLock {
            counts[issue.error.kind.description, default: 0] += 1
            last = issue.error.kind
        }
    }

    /// The kind of the failure since the last call; nil if there was none.
    func take() -> DefaultsError.Kind? {
        lock.withLock {
            defer { last = nil }
            return last
        }
    }

    var summary: String {
        lock.withLock { counts.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ") }
    }
}

/// Counts for some seconds, and prints how many increments were made, how many nobody knows of, and how long one took.
///
/// With a pair, another value counts the same, in the same change.
func count(_ fleet: FleetDefaults, for seconds: Double, isPair: Bool) {
    let failures = Failures()
    var (made, unknown, longest) = (0, 0, 0.0)
    let end = Date() + seconds
    while Date() < end {
        let start = Date()
        DefaultsIssue.withHandler({ failures.note($0) }) {
            guard isPair else { return fleet.update(\.attempts) { $0 += 1 } }
            fleet.edit { draft in
                draft.attempts += 1
                draft.limit += 1
            }
        }
        switch failures.take() {
        case nil: made += 1
        case .unknownOutcome?: unknown += 1
        default: break
        }
        longest = max(longest, Date().timeIntervalSince(start))
    }
    print(made, unknown, String(format: "%.2f", longest), failures.summary)
}

/// Counts on several threads that begin at the same moment, until one of them has counted to a number.
///
/// Prints how many calls returned, the failures, how long all took, and the counts of the slowest and the fastest.
func count(on fleets: [FleetDefaults], upTo enough: Int) {
    let (failures, running, lock) = (Failures(), DispatchGroup(), NSLock())
    nonisolated(unsafe) var counts = Array(repeating: 0, count: fleets.count)  // Touched under the lock.
    let start = Date()
    for (thread, fleet) in fleets.enumerated() {
        running.enter()
        Thread.detachNewThread {
            DefaultsIssue.withHandler({ failures.note($0) }) {
                var isOver = false
                while !isOver {
                    fleet.update(\.attempts) { $0 += 1 }
                    lock.withLock {
                        counts[thread] += 1
                        isOver = counts.contains { $0 >= enough }
                    }
                }
            }
            running.leave()
        }
    }
    running.wait()
    print(
        counts.reduce(0, +), failures.summary.isEmpty ? "none" : failures.summary, Date().timeIntervalSince(start),
        counts.min() ?? 0, counts.max() ?? 0)
}

/// Prints each value that an observer hears, with the time, until a value below 0.
///
/// Prints `torn` if the two values of a pair are read that weren't stored at once, and, whenever they change, `state`,
/// how old values are, and the endpoint in use.
func watch(_ fleet: FleetDefaults) async {
    Thread.detachNewThread {
        var last = ""
        while true {
            let state =
                "\(fleet.store.availability == .available ? "available" : "stale") "
                + (fleet.store.etcdStatistics?.endpoint.absoluteString ?? "")
            if state != last { print("state", state, Date().timeIntervalSince1970) }
            fflush(nil)
            last = state
            usleep(10_000)
        }
    }
    for await value in fleet.values(of: \.attempts).buffering(.unbounded) {
        print(value, Date().timeIntervalSince1970)
        fflush(nil)
        if value < 0 { return }
        let (first, other, last) = (fleet.attempts, fleet.limit, fleet.attempts)
        if first <= last, other != 0, !(first...last).contains(other) { print("torn", first, other, last) }
    }
}

/// Does nothing for some seconds, and prints how often a thread of this process waited for something meanwhile.
///
/// It is some dozens of times if only heartbeats are sent, and many thousands if something is asked again and again.
func idle(for seconds: Double) {
    // The start isn't counted.
    Thread.sleep(forTimeInterval: 1)
    let before = ProcessUse.waits
    Thread.sleep(forTimeInterval: seconds)
    print(ProcessUse.waits - before)
}

let words = CommandLine.arguments.dropFirst()
let endpoints = words.dropFirst().prefix { $0.contains("://") }.compactMap { URL(string: $0) }
let command = Array(words.dropFirst(1 + endpoints.count))
do {
    let store = try await DefaultsStore.etcd(
        endpoints: endpoints, prefix: words.first ?? "",
        timeout: command.first == "each"
            ? 15 : ["count", "pair"].contains(command.first) && command.count > 2 ? Double(command[2]) ?? 5 : 5)
    let fleet = FleetDefaults(store: store)
    switch command.first {
    case "count", "pair":
        count(fleet, for: command.count > 1 ? Double(command[1]) ?? 1 : 1, isPair: command.first == "pair")
    case "each":
        let others = try (1..<(command.count > 1 ? Int(command[1]) ?? 1 : 1)).map { _ in
            try DefaultsStore.etcd(connectingTo: endpoints, prefix: words.first ?? "", timeout: 15)
        }
        while !others.allSatisfy({ $0.availability == .available }) { usleep(10_000) }
        // As if each were on a machine of its own.
        count(
            on: ([store] + others).map { FleetDefaults(store: $0) },
            upTo: command.count > 2 ? Int(command[2]) ?? 1 : 1)
    case "watch": await watch(fleet)
    case "idle": idle(for: command.count > 1 ? Double(command[1]) ?? 1 : 1)
    case "reads": Reads.compare(fleet, for: command.count > 1 ? Int(command[1]) ?? 1 : 1)
    case "stores" where command.count > 2:
        try Resources(endpoints: endpoints, prefix: words.first ?? "").open(
            Int(command[1]) ?? 1, times: Int(command[2]) ?? 1)
    case "blocked" where command.count > 1:
        try Resources(endpoints: endpoints, prefix: words.first ?? "").block(
            beside: Int(command[1]) ?? 1, of: fleet)
    case "machines":
        let numbers = command.dropFirst().prefix(2).compactMap { Int($0) }
        guard numbers.count == 2, numbers.allSatisfy({ $0 > 0 }) else { exit(64) }
        try Machines(
            endpoints: endpoints, prefix: words.first ?? "", count: numbers[0], changes: numbers[1],
            servers: Array(command.dropFirst(3))
        ).run(writingTo: fleet)
    default: exit(64)
    }
} catch {
    print("failed: \(error)")
    exit(1)
}
