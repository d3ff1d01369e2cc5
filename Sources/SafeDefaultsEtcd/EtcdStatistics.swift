public import Foundation
public import SafeDefaults

/// What an etcd store knows and has done since it was made, for monitoring; see
/// ``SafeDefaults/DefaultsStore/etcdStatistics``.
///
/// In the text form that Prometheus reads:
///
/// ```swift
/// func metrics(of store: DefaultsStore) -> String {
///     guard let statistics = store.etcdStatistics else { return "" }
///     var lines = [
///         "settings_revision \(statistics.revision)",
///         "settings_reconnections_total \(statistics.reconnections)",
///         "settings_retries_total \(statistics.retries)",
///         "settings_writes_total{outcome=\"made\"} \(statistics.writes.made)",
///         "settings_writes_total{outcome=\"overtaken\"} \(statistics.writes.overtaken)",
///         "settings_writes_total{outcome=\"refused\"} \(statistics.writes.refused)",
///         "settings_writes_total{outcome=\"unknown\"} \(statistics.writes.unknown)",
///         "settings_endpoint{url=\"\(statistics.endpoint)\"} 1",
///     ]
///     if let age = statistics.age { lines.append("settings_age_seconds \(age)") }
///     return lines.joined(separator: "\n") + "\n"
/// }
/// ```
///
/// Alert if there is no age, or one of more than five seconds: others' changes don't arrive. The other numbers may
/// stand still while the cluster is away. Each number is right by itself; two of them may be of different moments.
public struct EtcdStatistics: Sendable {
    /// Writes by their outcome.
    public struct Writes: Sendable {
        /// How many were made.
        public internal(set) var made = 0

        /// How many attempts weren't made because others had changed a value first; most were computed and tried again.
        public internal(set) var overtaken = 0

        /// How many failed with `refusedByCluster` or `tooLarge`.
        public internal(set) var refused = 0

        /// How many failed with `unknownOutcome`.
        public internal(set) var unknown = 0
    }

    /// The cluster's revision up to which the values in memory are complete; 0 if none were read.
    ///
    /// It goes back if the cluster was restored from a copy. Writes elsewhere move it on only every ten minutes.
    public let revision: Int64

    /// For how many seconds the values haven't been confirmed to be the cluster's; nil if they never were.
    ///
    /// It is less than five while ``SafeDefaults/DefaultsStore/availability`` is `.available`.
    public let age: Double?

    /// The client URL of the node that is watched; while there is none, of the one that is tried.
    ///
    /// Writes may go to another one.
    public let endpoint: URL

    /// How often a watch was lost, and another one begun after failures.
    public let reconnections: Int

    /// How often a write had to be tried at a node again, because the one before didn't answer it.
    public let retries: Int

    /// The writes by their outcome.
    public let writes: Writes
}

extension DefaultsStore {
    /// The counters of an etcd store; nil for every other store, such as a file over an etcd store.
    ///
    /// They come from memory, on any thread, and wait for nothing.
    ///
    /// ```swift
    /// if let age = login.store.etcdStatistics?.age, age > 5 { print("no changes for", age) }
    /// ```
    public var etcdStatistics: EtcdStatistics? { (userDefaults as? EtcdDefaults)?.cluster.statistics }
}

extension EtcdStore {
    fileprivate var statistics: EtcdStatistics {
        let gateway = follower.gateway
        let (retries, writes) = writer.counts
        return EtcdStatistics(
            revision: mirror.revision, age: mirror.confirmed.map { max(0, -$0.timeIntervalSinceNow) },
            endpoint: gateway.endpoints[gateway.current], reconnections: follower.reconnections, retries: retries,
            writes: writes)
    }
}
