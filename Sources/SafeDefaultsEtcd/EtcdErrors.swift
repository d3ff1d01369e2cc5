import Foundation
public import SafeDefaults

extension DefaultsError.Kind {
    /// The cluster hasn't made the change, and won't: it couldn't be reached in time, or it refused.
    ///
    /// The error's ``DefaultsError/reason`` says which.
    public static let refusedByCluster = DefaultsError.Kind(description: "refusedByCluster")

    /// No answer of the cluster came in time, so the change may have been made, or may be within some seconds.
    ///
    /// The value in memory is the one before. If the change is made, observers are notified as of any other.
    public static let unknownOutcome = unsettled
}

extension DefaultsIssue.Kind {
    /// An etcd cluster can't be reached or read.
    ///
    /// Reads go on from memory. Reported once for each outage that isn't over at once.
    ///
    /// The end of an outage is no issue. To log both, ask for the availability now and then:
    ///
    /// ```swift
    /// func logAvailability(of store: DefaultsStore) async throws {
    ///     var isAvailable = true
    ///     while true {
    ///         if (store.availability == .available) != isAvailable {
    ///             isAvailable.toggle()
    ///             print("the cluster is there:", isAvailable)
    ///         }
    ///         try await Task.sleep(nanoseconds: 1_000_000_000)
    ///     }
    /// }
    /// ```
    public static let unreachableCluster = DefaultsIssue.Kind(description: "unreachableCluster")

    /// The file with the last known values of a cluster can't be read or written.
    public static let lostLastKnownValues = DefaultsIssue.Kind(description: "lostLastKnownValues")
}

extension DefaultsError {
    /// The error for values that were never read.
    static func unreachableCluster(_ reason: String?) -> DefaultsError {
        DefaultsError(
            .notYetReadable,
            reason: "the cluster's values haven't been read yet (\(reason ?? "no endpoint has answered yet"))")
    }
}

extension FleetFailure {
    /// Returns the error of a write to a name, or to several.
    func defaultsError(_ name: String?) -> DefaultsError {
        let what = name.map { "\"\($0.abbreviated)\"" } ?? "a change of several settings"
        switch kind {
        case .tooLarge: return DefaultsError(.tooLarge, storedName: name, reason: reason)
        case .refused:
            return DefaultsError(
                .refusedByCluster, storedName: name, reason: "the cluster didn't store \(what): \(reason)")
        case .unknown:
            return DefaultsError(
                .unknownOutcome, storedName: name,
                reason: "it isn't known whether the cluster has stored \(what), or will: \(reason)")
        }
    }
}

extension DefaultsIssue {
    /// Returns the issue for a cluster that can't be read.
    static func unreachableCluster(_ reason: String, since date: Date?) -> DefaultsIssue {
        DefaultsIssue(
            kind: .unreachableCluster,
            error: DefaultsError(
                .notYetReadable, reason: "no endpoint of the cluster can be used; the last one: \(reason)"),
            location: nil,
            advice: date == nil
                ? "Reads give defaults until it can be read, which is tried again and again."
                : "Reads give the last known values until it can be read again, which isn't reported; availability "
                    + "says how old they are.")
    }

    static func lostLastKnownValues(_ reason: String) -> DefaultsIssue {
        DefaultsIssue(
            kind: .lostLastKnownValues, error: DefaultsError(.fileFailure, reason: reason), location: nil,
            advice: "A start without the cluster will find older values, or none; the cluster itself has them all.")
    }
}
