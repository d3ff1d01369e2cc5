import Dispatch
import Foundation
import SafeDefaults

/// Makes changes in the cluster, each exactly once or not at all.
///
/// A change is a transaction, which is made if the values that it depends on still have their revisions. In the same
/// transaction the number of the operation is put under a key of this process, the marker, if that has the revision of
/// the operation before. So of two tries of an operation one at most is made, and so is none of a former operation that
/// was given up. A try without an answer is settled by the next one: either that is made, or it finds the marker.
///
/// One operation of a process is made at a time, in the order in which they came.
final class FleetWriter: Sendable {
    private let gateway: EtcdGateway
    private let mirror: FleetMirror
    private let follower: FleetFollower
    private let keys: FleetKeys

    /// The others that change the same values.
    let crowd = Crowd()

    /// The turn to write.
    private let turn = DispatchSemaphore(value: 1)

    /// Only the thread whose turn it is uses this.
    private let state = Locked(State())

    /// What ``EtcdStatistics`` tells.
    private let counted = Locked((retries: 0, writes: EtcdStatistics.Writes()))

    var counts: (retries: Int, writes: EtcdStatistics.Writes) { counted.withLock { $0 } }

    private struct State {
        /// The index of the endpoint that answered last.
        var endpoint = 0

        /// The revision of the marker, or 0.
        var marker: Int64 = 0

        /// The lease that makes the cluster remove the marker some time after the process has ended.
        var lease: (identifier: String?, renewal: DispatchTime)?
    }

    init(_ follower: FleetFollower) {
        self.follower = follower
        (gateway, mirror, keys) = (follower.gateway, follower.mirror, follower.keys)
    }

    /// Makes some changes, if the values that they depend on are still stored.
    ///
    /// - Parameters:
    ///   - changes: The new contents by name.
    ///   - expected: The contents that they depend on.
    ///   - deadline: When to give up.
    ///   - publish: Makes the changes in the mirror once they are made in the cluster, at their revision. Then it calls
    ///     the closure that it is given, which ends the write. Observers are notified after that, and may write, too.
    /// - Returns: Whether they were made. If they weren't, the mirror has the values that the cluster has now.
    func commit(
        _ changes: [StoredName: StoredContent], over expected: [StoredName: StoredContent],
        until deadline: DispatchTime,
        publish: (_ made: FleetMirror.Changes, _ end: () -> Void) -> Void
    ) throws(FleetFailure) -> Bool {
        do throws(FleetFailure) {
            let isMade = try attempt(changes, over: expected, until: deadline, publish: publish)
            if !isMade { noteOvertaken() }
            return isMade
        } catch {
            counted.withLock { counted in
                if error.kind == .unknown { counted.writes.unknown += 1 } else { counted.writes.refused += 1 }
            }
            throw error
        }
    }

    /// Counts an attempt that wasn't made because others were first.
    func noteOvertaken() { counted.withLock { $0.writes.overtaken += 1 } }

    private func attempt(
        _ changes: [StoredName: StoredContent], over expected: [StoredName: StoredContent],
        until deadline: DispatchTime,
        publish: (_ made: FleetMirror.Changes, _ end: () -> Void) -> Void
    ) throws(FleetFailure) -> Bool {
        let transaction = try FleetTransaction(changes, over: expected, keys: keys)
        guard let revisions = try takeTurn(over: expected, until: deadline) else { return false }
        mirror.beginWrite(to: changes.keys)
        func end() {
            mirror.endWrite(to: changes.keys)
            turn.signal()
        }
        let outcome: Outcome
        do throws(FleetFailure) {
            outcome = try make(transaction, over: revisions, until: deadline)
        } catch {
            end()
            throw error
        }
        switch outcome {
        case .made(let revision):
            counted.withLock { $0.writes.made += 1 }
            // The turn is kept until this write is published, so that observers are notified of writes in their order.
            publish(FleetMirror.Changes(revision: revision, contents: changes), end)
            return true
        case .contended(let answer):
            end()
            if let answer { learn(from: answer, to: transaction, over: revisions, until: deadline) }
            return false
        }
    }

    /// Takes the turn to write, and returns the revisions of the values that a change depends on.
    ///
    /// Returns nil, without the turn, if one of them is another value.
    private func takeTurn(
        over expected: [StoredName: StoredContent], until deadline: DispatchTime
    ) throws(FleetFailure) -> [StoredName: Int64]? {
        guard turn.wait(timeout: deadline) == .success else {
            throw FleetFailure(.refused, "earlier writes of this process took all of the time")
        }
        guard mirror.wait(until: deadline, for: { mirror.isRead || follower.hopelessFailure != nil }), mirror.isRead
        else {
            turn.signal()
            throw FleetFailure(.refused, follower.lastFailure?.reason ?? "no endpoint has answered yet")
        }
        let revisions = mirror.revisions(of: expected)
        if revisions == nil { turn.signal() }
        return revisions
    }

    // MARK: - One operation

    private enum Outcome {
        /// The change was made, at this revision.
        case made(Int64)

        /// The change wasn't made, because a value has another revision, which the answer holds if there is one.
        case contended(TransactionAnswer?)
    }

    private func make(
        _ transaction: FleetTransaction, over revisions: [StoredName: Int64], until deadline: DispatchTime
    ) throws(FleetFailure) -> Outcome {
        let operation = Data(UUID().uuidString.utf8)
        var isOpen = false  // Whether a try may be made later.
        var isFenced = false  // Whether it only remains to make sure that none is.
        var lastReason = "no endpoint has answered"
        while DispatchTime.now() < deadline {
            let tried = state.withLock { $0 }
            let answer: TransactionAnswer
            let start: DispatchTime
            do throws(GatewayFailure) {
                try gateway.check(
                    tried.endpoint, isOf: mirror.cluster, by: keys.count,
                    until: min(deadline, .now() + FleetTimes.write))
                let lease = try lease(at: tried.endpoint, until: deadline)
                let marker = FleetTransaction.Marker(
                    revision: tried.marker, value: isFenced ? operation + [0x2F] : operation, lease: lease)
                start = .now()
                answer = try gateway.call(
                    "kv/txn",
                    isFenced ? marker.request(keys) : transaction.request(over: revisions, marker: marker, keys),
                    at: tried.endpoint, until: min(deadline, .now() + FleetTimes.write))
                if answer.header?.revision == nil { throw GatewayFailure(.uncertain, "its answer has no revision") }
            } catch {
                let error = gateway.named(error, at: tried.endpoint)
                lastReason = error.reason
                if try !goOn(after: error, at: tried.endpoint, isOpen: isOpen) { isOpen = true }
                counted.withLock { $0.retries += 1 }
                pause(until: deadline)
                continue
            }
            let found = answer.responses?.first?.responseRange?.kvs?.first
            let marker = answer.succeeded == true ? answer.header?.revision?.value ?? 0 : found?.revision ?? 0
            state.withLock { $0.marker = marker }
            if !isFenced {
                let seconds = Double(DispatchTime.now().uptimeNanoseconds - start.uptimeNanoseconds) / 1e9
                crowd.note(
                    transaction.waiting(in: answer), at: answer.header?.revision?.value ?? 0, in: seconds,
                    for: transaction.expected)
            }
            if answer.succeeded == true { return isFenced ? .contended(nil) : .made(marker) }
            // The cluster has made an earlier try, whose answer was lost.
            if let found, found.value == operation { return .made(marker) }
            if marker != tried.marker {
                // The lease has ended, or an operation that was given up was made. No try of this one can be made any
                // more.
                if isFenced { return .contended(nil) }
                isOpen = false
            } else if isOpen {
                // A value has changed. That may be undone, so a try without an answer has to be ruled out.
                isFenced = true
            } else {
                return .contended(answer)
            }
        }
        throw FleetFailure(isOpen ? .unknown : .refused, lastReason)
    }

    /// Decides what a failed try means.
    ///
    /// Returns whether the cluster certainly hasn't made the change.
    private func goOn(after failure: GatewayFailure, at endpoint: Int, isOpen: Bool) throws(FleetFailure) -> Bool {
        // If all endpoints refuse by themselves, waiting helps nothing.
        if failure.kind == .refused, !failure.isOfEndpoint || follower.hopelessFailure != nil {
            guard failure.reason.contains("lease not found") else {
                throw FleetFailure(isOpen ? .unknown : .refused, failure.reason)
            }
            state.withLock { $0.lease = nil }
            return true
        }
        gateway.noteLoss(of: endpoint)
        state.withLock { $0.endpoint = (endpoint + 1) % gateway.endpoints.count }
        return failure.kind != .uncertain
    }

    /// Pauses, so that nodes which are electing a leader aren't asked all the time.
    private func pause(until deadline: DispatchTime) {
        let pause = DispatchTime.now() + Double.random(in: 0.02...0.1)
        _ = DispatchSemaphore(value: 0).wait(timeout: min(pause, deadline))
    }

    /// Returns the lease of the marker, which is renewed by granting another; nil if the cluster grants none.
    private func lease(at endpoint: Int, until deadline: DispatchTime) throws(GatewayFailure) -> String? {
        if let lease = state.withLock({ $0.lease }), DispatchTime.now() < lease.renewal { return lease.identifier }
        var identifier: String?
        do throws(GatewayFailure) {
            let answer: LeaseAnswer = try gateway.call(
                "lease/grant", ["TTL": "\(FleetTimes.lease)"], at: endpoint,
                until: min(deadline, .now() + FleetTimes.write))
            identifier = answer.ID.map { "\($0.value)" }
        } catch {
            // Nothing of the write was sent. Without a lease the marker stays for good, which does no harm.
            guard error.kind == .refused, !error.isOfEndpoint else {
                throw GatewayFailure(.unavailable, error.reason)
            }
        }
        let lease = (identifier: identifier, renewal: DispatchTime.now() + Double(FleetTimes.lease) / 2)
        state.withLock { $0.lease = lease }
        return identifier
    }

    /// Ends the lease, and with it the marker, so that short programs leave nothing behind.
    ///
    /// Waits a moment for the answer, because the process may end next. No write is under way any more.
    func end() {
        let state = state.withLock { $0 }
        guard let lease = state.lease?.identifier else { return }
        do throws(GatewayFailure) {
            let _: LeaseAnswer = try gateway.call(
                "lease/revoke", ["ID": lease], at: state.endpoint, until: .now() + FleetTimes.end)
        } catch {
            // The lease ends by itself within an hour.
        }
    }

    // MARK: - Contention

    /// Waits until the watch has told of the values that the cluster has.
    ///
    /// So transactions of others are seen as one. If the watch doesn't tell of them in time, the values are taken as
    /// they are.
    private func learn(
        from answer: TransactionAnswer, to transaction: FleetTransaction, over revisions: [StoredName: Int64],
        until deadline: DispatchTime
    ) {
        let others = transaction.found(in: answer, keys).filter { $0.value.revision != revisions[$0.key] }
        // A value that was written before the one that is known: the cluster was restored.
        if others.contains(where: { $1.content != .nothing && $1.revision < revisions[$0] ?? 0 }) {
            follower.readAgain()
        }
        let isKnown = mirror.wait(until: min(deadline, .now() + FleetTimes.write)) {
            others.keys.allSatisfy { mirror.revision(of: $0) != revisions[$0] }
        }
        guard !isKnown, answer.header?.clusterId == mirror.cluster else { return }
        for (name, entry) in others {
            let revision = entry.content == .nothing ? answer.header?.revision?.value ?? 0 : entry.revision
            follower.make(FleetMirror.Changes(revision: revision, contents: [name: entry.content]), isWatched: false)
        }
    }
}

/// Why a change wasn't made, or why nobody knows.
struct FleetFailure: Error {
    enum Kind {
        /// The change wasn't made, and won't be.
        case refused

        /// The change is larger than the cluster takes, and wasn't sent.
        case tooLarge

        /// The change was sent, and no answer came. It may have been made, or may still be made within seconds.
        case unknown
    }

    let kind: Kind
    let reason: String

    init(_ kind: Kind, _ reason: String) {
        self.kind = kind
        self.reason = reason
    }
}
