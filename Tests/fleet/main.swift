// The other processes of the tests of etcd stores: `fleet PREFIX ENDPOINT… COMMAND [ARGUMENT…]`.

import Foundation
import SafeDefaults
import SafeDefaultsEtcd

struct FleetDefaults: SafeDefaults {
    enum Keys: String, DefaultsKey {
        case attempts
        static let namespace = "fleet"
    }

    struct Settings { let attempts = Setting(.attempts, default: 0) }

    static let settings = Settings()
    var store: DefaultsStore = .standard
}

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
func count(_ fleet: FleetDefaults, for seconds: Double) {
    let failures = Failures()
    var (made, unknown, longest) = (0, 0, 0.0)
    let end = Date() + seconds
    while Date() < end {
        let start = Date()
        DefaultsIssue.withHandler({ failures.note($0) }) { fleet.update(\.attempts) { $0 += 1 } }
        switch failures.take() {
        case nil: made += 1
        case .unknownOutcome?: unknown += 1
        default: break
        }
        longest = max(longest, Date().timeIntervalSince(start))
    }
    print(made, unknown, String(format: "%.2f", longest), failures.summary)
}

/// Prints each value that an observer hears, with the time, until a value below 0.
func watch(_ fleet: FleetDefaults) async {
    for await value in fleet.values(of: \.attempts).buffering(.unbounded) {
        print(value, Date().timeIntervalSince1970)
        fflush(nil)
        if value < 0 { return }
    }
}

let words = CommandLine.arguments.dropFirst()
let endpoints = words.dropFirst().prefix { $0.contains("://") }.compactMap { URL(string: $0) }
let command = Array(words.dropFirst(1 + endpoints.count))
do {
    let store = try await DefaultsStore.etcd(
        endpoints: endpoints, prefix: words.first ?? "", timeout: command.count > 2 ? Double(command[2]) ?? 5 : 5)
    let fleet = FleetDefaults(store: store)
    switch command.first {
    case "count": count(fleet, for: command.count > 1 ? Double(command[1]) ?? 1 : 1)
    case "watch": await watch(fleet)
    default: exit(64)
    }
} catch {
    print("failed: \(error)")
    exit(1)
}
