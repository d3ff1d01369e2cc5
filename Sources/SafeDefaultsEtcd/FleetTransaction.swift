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

    private let operations: [TransactionRequest.Operation]
    private let expected: [StoredName]

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
    }

    /// Returns the request, which has the current values if it fails.
    func request(over revisions: [StoredName: Int64], marker: Marker, _ keys: FleetKeys) -> TransactionRequest {
        var request = marker.request(keys)
        request.success += operations
        for name in expected {
            request.compare.append(.init(key: keys.key(name), modRevision: "\(revisions[name] ?? 0)"))
            request.failure.append(.init(requestRange: RangeRequest(key: keys.key(name))))
        }
        return request
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
