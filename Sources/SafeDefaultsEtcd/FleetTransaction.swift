import Foundation
import SafeDefaults

/// A change of several values, in the form that etcd takes.
struct FleetTransaction {
    /// The key under which a write leaves its number, so that a second try of it finds out whether the first was made.
    struct Marker {
        let revision: Int64
        let value: Data
        let lease: String?

        /// Returns a transaction that puts the number, and changes nothing else.
        func request(_ keys: FleetKeys) -> TransactionRequest {
            TransactionRequest(
                compare: [.init(key: keys.marker, modRevision: "\(revision)")],
                success: [.init(requestPut: .init(key: keys.marker, value: value, lease: lease))],
                failure: [.init(requestRange: RangeRequest(key: keys.marker))])
        }
    }

    /// The processes that wait to change the same value.
    struct Waiting {
        let count: Int64

        /// The revision since which the last of them waits.
        let revision: Int64
    }

    private let operations: [TransactionRequest.Operation]

    /// The names of the values that the change depends on.
    let expected: [StoredName]

    /// The keys of the processes that wait to change the same value; nil if the change depends on none, or is so large
    /// that the cluster takes no further operations.
    private let waiting: FleetKeys.Waiting?

    init(
        _ changes: [StoredName: StoredContent], over expected: [StoredName: StoredContent], keys: FleetKeys
    ) throws(FleetFailure) {
        self.expected = Array(expected.keys)
        // The marker takes one comparison and one operation.
        let count = max(changes.count, expected.count)
        guard count < FleetLimits.operations else {
            throw FleetFailure(
                .tooLarge,
                "a change in etcd may have \(FleetLimits.operations - 1) names at most, and this one has \(count)")
        }
        var size = 0
        var operations: [TransactionRequest.Operation] = []
        for (name, content) in changes {
            let key = keys.key(name)
            size += key.count
            if let value = content.propertyListValue {
                let data = FleetForm.data(value)
                size += data.count
                operations.append(.init(requestPut: .init(key: key, value: data)))
            } else {
                operations.append(.init(requestDeleteRange: .init(key: key)))
            }
        }
        guard size <= FleetLimits.transaction else {
            throw FleetFailure(
                .tooLarge, "a change in etcd may have \(FleetLimits.transaction >> 20) megabyte at most")
        }
        self.operations = operations
        // The marker, the process's own key, and the question who waits.
        waiting = count + 3 <= FleetLimits.operations ? expected.keys.min { $0.text < $1.text }.map(keys.waiting) : nil
    }

    /// Returns the request, which has the current values if it fails.
    ///
    /// If it fails, the process is among those that wait, and if it is made, the process isn't any more.
    func request(over revisions: [StoredName: Int64], marker: Marker, _ keys: FleetKeys) -> TransactionRequest {
        var request = marker.request(keys)
        request.success += operations
        for name in expected {
            request.compare.append(.init(key: keys.key(name), modRevision: "\(revisions[name] ?? 0)"))
            request.failure.append(.init(requestRange: RangeRequest(key: keys.key(name))))
        }
        if let waiting {
            request.success += [.init(requestDeleteRange: .init(key: waiting.own)), .init(requestRange: waiting.all)]
            request.failure += [
                .init(requestPut: .init(key: waiting.own, value: Data(), lease: marker.lease)),
                .init(requestRange: waiting.all),
            ]
        }
        return request
    }

    /// Returns who waits to change the same value, from the answer to a request; nil if nobody does.
    func waiting(in answer: TransactionAnswer) -> Waiting? {
        guard waiting != nil, let line = answer.responses?.last?.responseRange, let newest = line.kvs?.first else {
            return nil
        }
        return line.count.map { Waiting(count: $0.value, revision: newest.revision) }
    }

    /// Returns the current values of the names on which the change depends, from the answer to a failed request.
    func found(in answer: TransactionAnswer, _ keys: FleetKeys) -> [StoredName: FleetMirror.Entry] {
        var found: [StoredName: FleetMirror.Entry] = [:]
        for (name, response) in zip(expected, (answer.responses ?? []).dropFirst()) {
            let kv = response.responseRange?.kvs?.first
            found[name] = FleetMirror.Entry(
                content: kv.map { FleetForm.content($0.value ?? Data()) } ?? .nothing, revision: kv?.revision ?? 0)
        }
        return found
    }
}
