import Dispatch
import Foundation
import SafeDefaults

/// Keeps a mirror up to date, on a thread of its own: reads the prefix, and watches it from that revision on.
///
/// A watch whose node is cut off is silent and stays open. So the node is asked every two seconds how many keys there
/// are and which was changed last; with the majority's consent, which a node that is cut off can't give. Without an
/// answer, the next endpoint is used. A watch goes on at the next revision, so nothing is missed. If that was
/// compacted, the prefix is read again.
final class FleetFollower: Sendable {
    let gateway: EtcdGateway
    let mirror: FleetMirror
    let keys: FleetKeys

    /// Whether an issue is reported if the prefix can't be read the first time.
    private let reportsStart: Bool

    /// Makes a change of the mirror, and notifies observers of the names.
    ///
    /// Returns once the change is made.
    private let publish: @Sendable (_ names: [StoredName], _ change: @escaping @Sendable () -> Void) -> Void

    private let inbox = MessageQueue<Message>()
    private let state = Locked(State())

    private struct State {
        var isStopped = false

        /// How many endpoints in a row have failed, and how many of these refused for good, as for a wrong password.
        var failures = 0
        var refusals = 0
        var lastFailure: GatewayFailure?
        var isReported = false

        /// How often it went on after failures, but for the start.
        var reconnections = 0
        var hasSucceeded = false

        /// Whether a token was refused since the last success.
        var hasNewToken = false
    }

    enum Message: Sendable {
        /// A part of a watch, and the end of one, with the number of the watch.
        case part(Int, Data)
        case status(Int, Int)
        case end(Int, HTTPFailure?)

        /// The answer to a heartbeat.
        case answer(Int, Result<RangeAnswer, GatewayFailure>)

        /// The prefix has to be read again.
        case outdated
        case stop
    }

    init(
        _ gateway: EtcdGateway, mirror: FleetMirror, keys: FleetKeys, reportsStart: Bool = true,
        publish: @escaping @Sendable ([StoredName], @escaping @Sendable () -> Void) -> Void
    ) {
        self.gateway = gateway
        self.mirror = mirror
        self.keys = keys
        self.reportsStart = reportsStart
        self.publish = publish
    }

    func start() {
        let thread = Thread { [self] in run() }
        thread.name = "SafeDefaultsEtcd"
        thread.stackSize = 4 << 20
        thread.start()
    }

    /// Ends the thread soon.
    func stop() {
        state.withLock { $0.isStopped = true }
        inbox.post(.stop)
    }

    private var isStopped: Bool { state.withLock { $0.isStopped } }

    /// Reads the prefix again soon.
    func readAgain() { inbox.post(.outdated) }

    /// The failure because of which no endpoint will let the prefix be read; nil if there is none.
    var hopelessFailure: GatewayFailure? {
        state.withLock { $0.refusals >= gateway.endpoints.count ? $0.lastFailure : nil }
    }

    /// The last failure, if the last try failed.
    var lastFailure: GatewayFailure? { state.withLock { $0.failures > 0 ? $0.lastFailure : nil } }

    // MARK: - The thread

    private func run() {
        defer { inbox.close() }
        var watch = 0
        var needsReading = true
        var (reading, rereading) = (DispatchTime.now(), DispatchTime.now())
        var keysOfPage = FleetLimits.keysOfPage
        while !isStopped {
            let endpoint = gateway.current
            do throws(GatewayFailure) {
                try gateway.prepare(endpoint, until: .now() + FleetTimes.answer)
                if !needsReading { needsReading = try !holdsWhatIsStored(endpoint, keysOfPage: &keysOfPage) }
                if needsReading {
                    reading = .now()
                    try read(endpoint, keysOfPage: &keysOfPage)
                    // Machines that have read at once don't do so again.
                    rereading = .now() + Double.random(in: 0.75...1.25) * FleetTimes.rereading
                }
                (needsReading, keysOfPage) = (false, FleetLimits.keysOfPage)
                watch += 1
                var watching = FleetWatch(number: watch, endpoint: endpoint, follower: self, rereading: rereading)
                switch try watching.run(inbox) {
                case .stopped: return
                case .outdated:
                    needsReading = true
                    // The prefix is read at most once a second, even if it is outdated again at once, as with two
                    // clusters behind one endpoint.
                    if DispatchTime.now() < reading + 1 { wait(until: reading + 1) }
                }
            } catch {
                let error = gateway.named(error, at: endpoint)
                // What has changed at once is more than a watch tells, so it is read in parts.
                if error.isOfSize { needsReading = true }
                // Tokens expire. With another one the same endpoint is as good as before.
                if error.isOfToken, renewsToken() { continue }
                gateway.moveOn(from: endpoint)
                pause(after: note(error))
            }
        }
    }

    /// Reads the whole prefix into the mirror.
    private func read(_ endpoint: Int, keysOfPage: inout Int) throws(GatewayFailure) {
        let (moment, known) = (FleetMoment(), mirror.newest)
        let read = try contents(endpoint, keysOfPage: &keysOfPage)
        publish(mirror.names(changedBy: read, since: known)) { [mirror] in
            mirror.replace(by: read, since: known, asOf: moment)
        }
        noteSuccess()
    }

    /// Returns whether the cluster has stored what the mirror holds, so that a new watch can go on where another one
    /// has ended.
    ///
    /// Values are compared, because a cluster that was restored gives out the same revisions again.
    private func holdsWhatIsStored(_ endpoint: Int, keysOfPage: inout Int) throws(GatewayFailure) -> Bool {
        do throws(GatewayFailure) {
            return mirror.agrees(with: try contents(endpoint, at: mirror.newest, keysOfPage: &keysOfPage))
        } catch {
            // The revision was compacted, or is one that the cluster hasn't reached any more.
            if error.kind == .refused, error.reason.contains("required revision") { return false }
            throw error
        }
    }

    /// Returns what is stored under the prefix, as of one revision.
    ///
    /// - Parameters:
    ///   - endpoint: The index of the endpoint.
    ///   - revision: The revision; 0 for the newest one.
    ///   - keysOfPage: How many keys are read at a time, which is less after a page of large values has failed.
    private func contents(
        _ endpoint: Int, at revision: Int64 = 0, keysOfPage: inout Int
    ) throws(GatewayFailure) -> FleetMirror.Contents {
        var contents = FleetMirror.Contents()
        contents.revision = revision
        var start = keys.start
        var size = 0
        while true {
            let page: RangeAnswer
            do throws(GatewayFailure) {
                page = try gateway.call(
                    "kv/range",
                    RangeRequest(
                        key: start, rangeEnd: keys.end, limit: "\(keysOfPage)",
                        revision: contents.revision == 0 ? nil : "\(contents.revision)"),
                    at: endpoint, until: .now() + FleetTimes.page)
            } catch {
                guard keysOfPage > 1, error.isOfSize || error.kind == .uncertain else { throw error }
                keysOfPage /= 2
                // After any other failure the next endpoint is tried, because this one may be gone.
                if error.isOfSize { continue }
                throw error
            }
            guard let header = page.header, let now = header.revision?.value, now > 0 else {
                throw GatewayFailure(.unavailable, "its answer has no revision")
            }
            if contents.cluster.isEmpty { contents.cluster = header.clusterId ?? "" }
            if contents.revision == 0 { contents.revision = now }
            let kvs = page.kvs ?? []
            for kv in kvs {
                size += kv.bytes.count + (kv.value?.count ?? 0)
                if let name = keys.name(kv.bytes) {
                    contents.entries[name] = FleetMirror.Entry(
                        content: FleetForm.content(kv.value ?? Data()), revision: kv.revision)
                } else {
                    contents.strangers.insert(kv.bytes)
                }
            }
            guard page.more == true, let last = kvs.last?.bytes, !last.lexicographicallyPrecedes(start) else { break }
            start = last + [0]
            guard contents.entries.count + contents.strangers.count <= FleetLimits.keys else {
                throw GatewayFailure(.refused, "the prefix has more than \(FleetLimits.keys) keys")
            }
            guard size <= FleetLimits.prefix else {
                throw GatewayFailure(.refused, "the prefix has more than \(FleetLimits.prefix >> 20) megabytes")
            }
        }
        return contents
    }

    /// Makes changes by others.
    ///
    /// - Parameters:
    ///   - changes: The changes.
    ///   - strangers: Keys that are no stored names: true if the key exists now, false if it was removed.
    ///   - isWatched: Whether the watch has delivered them.
    func make(_ changes: FleetMirror.Changes, strangers: [Data: Bool] = [:], isWatched: Bool) {
        if isWatched { mirror.waitForOwnWrite(of: changes) }
        publish(mirror.names(changedBy: changes, isWatched: isWatched)) { [mirror] in
            mirror.make(changes, strangers: strangers, isWatched: isWatched)
        }
    }

    // MARK: - Failures

    func noteSuccess() {
        state.withLock { state in
            if state.hasSucceeded, state.failures > 0 { state.reconnections += 1 }
            state.hasSucceeded = true
            (state.failures, state.refusals, state.isReported, state.hasNewToken) = (0, 0, false, false)
        }
    }

    var reconnections: Int { state.withLock { $0.reconnections } }

    /// Whether to go on with another token, which is once until the next success.
    private func renewsToken() -> Bool {
        state.withLock { state in
            defer { state.hasNewToken = true }
            return !state.hasNewToken
        }
    }

    /// Notes a failure, and returns how many came in a row.
    private func note(_ failure: GatewayFailure) -> Int {
        let (failures, reports) = state.withLock { state in
            state.failures += 1
            state.refusals = failure.kind == .refused ? state.refusals + 1 : 0
            state.lastFailure = failure
            // Some seconds pass while a leader is elected.
            let reports = !state.isReported && (state.refusals == gateway.endpoints.count || state.failures > 5)
            if reports { state.isReported = true }
            return (state.failures, reports)
        }
        if reports, reportsStart || mirror.isRead {
            DefaultsIssue.report(.unreachableCluster(failure.reason, since: mirror.confirmed))
        }
        mirror.wake()
        return failures
    }

    /// Waits between two tries: from 50 milliseconds to 5 seconds, less up to a half, so that machines don't come at
    /// once.
    private func pause(after failures: Int) {
        // While there are endpoints that haven't been tried, there is no pause.
        if failures < gateway.endpoints.count { return }
        let longest = min(5, 0.05 * Double(1 << min(failures, 10)))
        let end = DispatchTime.now() + Double.random(in: (longest / 2)...longest)
        wait(until: end)
    }

    private func wait(until end: DispatchTime) {
        while !isStopped, inbox.next(until: end) != nil {}
    }
}

/// Time limits and intervals, in seconds.
enum FleetTimes {
    /// The time limit for an answer of one node, after which the next one is asked.
    static let answer = 2.0

    /// The time limit for an answer with many values.
    static let page = 5.0

    /// The time from one heartbeat to the next.
    static let heartbeat = 2.0

    /// The time limit for one node's answer to a write.
    ///
    /// A node keeps silent while a leader is elected, and another may know the new one earlier.
    static let write = 1.0

    /// The time that the end of a store takes at most, while the cluster doesn't answer.
    static let end = 0.5

    /// The time for which a change is computed anew while others overtake it.
    static let settling = 60.0

    /// The longest pause of a process before it changes a value again that others wait to change.
    static let pause = 4.0

    /// The age up to which values in memory count as those of the cluster.
    static let currency = 5.0

    /// The time that a marker outlives its process, at most.
    static let lease = 3_600

    /// The time after which the prefix is read again, in case a change was missed in a way that nobody thought of.
    static let rereading = 600.0
}

enum FleetLimits {
    /// How many keys are read at a time: etcd looks at all keys of a range for each page.
    static let keysOfPage = 4_000

    /// The highest number of keys under a prefix that is read.
    static let keys = 1_000_000

    /// The greatest size in bytes of all keys and values under a prefix that is read.
    static let prefix = 256 << 20

    /// The greatest size in bytes of one answer, and of one line of a watch's answer.
    ///
    /// Reading JSON takes up to thirty times as much memory for a moment.
    static let answer = 8 << 20

    /// The number of operations in one transaction that a cluster accepts by default.
    static let operations = 128
    static let transaction = 1 << 20
}
