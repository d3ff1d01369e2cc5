#if os(Linux)
import Foundation
import SafeDefaults
import SafeDefaultsEtcd
import Testing

/// A domain of each test.
struct FleetDefaults: SafeDefaults {
    enum Keys: String, DefaultsKey {
        case attempts, limit, name, day, bytes, names
        static let namespace = "fleet"
    }

    struct Settings {
        let attempts = Setting(.attempts, default: 0)
        let limit = Setting(.limit, default: 0)
        let name = Setting<String?>(.name)
        let day = Setting<Date?>(.day)
        let bytes = Setting<Data?>(.bytes)
        let names = Setting(.names, default: [] as [String])
    }

    static let settings = Settings()
    var store: DefaultsStore = .standard
}

extension FleetDefaults {
    /// Returns the domain over a cluster, once it has read the prefix.
    static func connected(
        to endpoints: [URL], prefix: String = "acme/", user: String? = nil, password: String? = nil,
        timeout: Double = 10, lastKnown: URL? = nil
    ) async throws -> FleetDefaults {
        FleetDefaults(
            store: try await DefaultsStore.etcd(
                endpoints: endpoints, prefix: prefix, user: user, password: password, timeout: timeout,
                lastKnown: lastKnown))
    }

    static func connected(to cluster: TestCluster) async throws -> FleetDefaults {
        try await connected(to: cluster.endpoints)
    }

    /// The values of `attempts` that observers hear.
    func heard() -> (log: TestLog<Int>, token: DefaultsObservation) {
        let log = TestLog<Int>()
        return (log, observe(\.attempts) { log.add($0.newValue) })
    }
}

/// What was noted, in order.
final class TestLog<Element: Sendable>: Sendable {
    private let lock = NSLock()
    // Touched under the lock.
    private nonisolated(unsafe) var elements: [Element] = []

    func add(_ element: Element) { lock.withLock { elements.append(element) } }

    var all: [Element] { lock.withLock { elements } }
}

/// Waits until something holds; what never holds is ended by the test's time limit.
func eventually(
    within seconds: Double = 600, _ comment: String = "", at location: SourceLocation = #_sourceLocation,
    _ condition: () throws -> Bool
) async throws {
    let end = Date() + seconds
    while try !condition() {
        if Date() > end {
            Issue.record("it never held \(comment)", sourceLocation: location)
            return
        }
        try await Task.sleep(nanoseconds: 5_000_000)
    }
}

/// How much a test does: few, or with `.ci/stress full` all.
enum EtcdStress {
    static let setting = ProcessInfo.processInfo.environment["STRESS"]

    static func count(_ few: Int, usual: Int, full: Int) -> Int {
        setting == nil || setting == "cases" ? few : setting == "full" ? full : usual
    }
}

extension Trait where Self == TimeLimitTrait {
    /// As in the other tests, see `HangLimit+Linux.swift`.
    static var noHang: Self {
        .timeLimit(.minutes(EtcdStress.setting == "full" ? 600 : EtcdStress.setting != nil ? 30 : 10))
    }
}
#endif
