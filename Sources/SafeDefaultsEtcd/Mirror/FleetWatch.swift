import Dispatch
import Foundation
import SafeDefaults

/// One watch of a prefix at one endpoint, with its heartbeats.
struct FleetWatch {
    enum End {
        /// The follower was stopped.
        case stopped

        /// The mirror is out of date in a way that the watch can't mend, so the prefix has to be read again.
        case outdated
    }

    /// The number of this watch, by which messages of former ones are known.
    let number: Int
    let endpoint: Int
    let follower: FleetFollower

    private var lines = LineBuffer()
    private var status = 200
    private var isCreated = false
    private var heartbeat = FleetHeartbeat()

    /// When the prefix is read again.
    private let rereading: DispatchTime

    private var mirror: FleetMirror { follower.mirror }

    init(number: Int, endpoint: Int, follower: FleetFollower, rereading: DispatchTime) {
        self.number = number
        self.endpoint = endpoint
        self.follower = follower
        self.rereading = rereading
    }

    /// Watches until the watch ends.
    mutating func run(_ inbox: MessageQueue<FleetFollower.Message>) throws(GatewayFailure) -> End {
        let keys = follower.keys
        let request = WatchRequest(
            createRequest: .init(key: keys.start, rangeEnd: keys.end, startRevision: "\(mirror.revision &+ 1)"))
        let creation = DispatchTime.now() + FleetTimes.answer
        let cancel = try follower.gateway.beginWatch(
            request, at: endpoint, to: WatchReceiver(number, inbox), until: creation)
        defer {
            cancel()
            heartbeat.cancel?()
        }
        while true {
            let now = DispatchTime.now()
            if now >= rereading { return .outdated }
            if !isCreated, now >= creation { throw GatewayFailure(.unavailable, "it didn't begin to watch in time") }
            if heartbeat.isDue(now) { try beat(inbox) }
            let deadline = isCreated ? heartbeat.deadline : min(heartbeat.deadline, creation)
            guard let message = inbox.next(until: deadline) else { continue }
            if let end = try receive(message) { return end }
        }
    }

    /// Deals with a message, and returns why to end, or nil to go on.
    mutating func receive(_ message: FleetFollower.Message) throws(GatewayFailure) -> End? {
        switch message {
        case .stop: return .stopped
        case .outdated: return .outdated
        case .status(number, let status): self.status = status
        case .part(number, let data): return try receive(data)
        case .end(number, _):
            if status != 200 {
                throw follower.gateway.failure(HTTPAnswer(status: status, body: lines.rest), at: endpoint)
            }
            throw GatewayFailure(.unavailable, "its watch has ended")
        case .answer(number, let answer): return try heard(answer)
        default: break
        }
        return nil
    }

    // MARK: - What the watch says

    private mutating func receive(_ data: Data) throws(GatewayFailure) -> End? {
        guard let complete = lines.append(data) else {
            throw GatewayFailure(.unavailable, "a line of its watch is too long", isOfSize: true)
        }
        guard status == 200 else { return nil }
        for line in complete {
            guard let answer = GatewayCoding.message(WatchAnswer.self, from: line) else {
                throw GatewayFailure(.unavailable, "its watch can't be read")
            }
            if let end = try receive(answer) { return end }
        }
        return nil
    }

    private mutating func receive(_ answer: WatchAnswer) throws(GatewayFailure) -> End? {
        guard let result = answer.result else {
            throw GatewayFailure(.unavailable, "its watch said: \((answer.error?.message ?? "nothing").abbreviated)")
        }
        if result.canceled == true {
            // Revisions that the watch has to begin with were compacted.
            if let compacted = result.compactRevision?.value, compacted > 0 { return .outdated }
            // NB: up to etcd 3.5.1 it says that the permission is denied if the token has expired, too.
            throw follower.gateway.refusal(
                "it ended the watch: \((result.cancelReason ?? "no reason").abbreviated)", at: endpoint)
        }
        if let cluster = result.header?.clusterId, cluster != mirror.cluster { return .outdated }
        if result.created == true {
            isCreated = true
            follower.noteSuccess()
        } else if let events = result.events, !events.isEmpty {
            makeChanges(of: events)
        } else if let revision = result.header?.revision?.value {
            // A progress notice, which the node sends from time to time if there are no events.
            mirror.moveOn(to: revision)
        }
        heartbeat.noteChanges(of: mirror)
        return nil
    }

    /// Makes the changes of some events, those of each revision as one.
    private func makeChanges(of events: [WatchAnswer.Event]) {
        var changes = FleetMirror.Changes(revision: 0, contents: [:])
        var strangers: [Data: Bool] = [:]
        func make() {
            // Skips events from before the mirror's revision: the watch began too early.
            if changes.revision > mirror.revision { follower.make(changes, strangers: strangers, isWatched: true) }
            (changes.contents, strangers) = ([:], [:])
        }
        for event in events {
            guard let kv = event.kv else { continue }
            if kv.revision != changes.revision {
                make()
                changes.revision = kv.revision
            }
            let isThere = event.type != "DELETE"
            if let name = follower.keys.name(kv.bytes) {
                changes.contents[name] = isThere ? FleetForm.content(kv.value ?? Data()) : .nothing
            } else {
                strangers[kv.bytes] = isThere
            }
        }
        make()
    }

    // MARK: - Heartbeats

    private mutating func beat(_ inbox: MessageQueue<FleetFollower.Message>) throws(GatewayFailure) {
        if heartbeat.isWaiting { throw GatewayFailure(.unavailable, "it didn't answer in time") }
        try ask(heartbeat.begin(follower.keys, for: mirror), inbox)
    }

    private mutating func ask(_ request: RangeRequest, _ inbox: MessageQueue<FleetFollower.Message>)
        throws(GatewayFailure)
    {
        let number = number
        heartbeat.cancel = try follower.gateway.begin("kv/range", request, at: endpoint, until: heartbeat.deadline) {
            inbox.post(.answer(number, $0))
        }
        heartbeat.inbox = inbox
    }

    private mutating func heard(_ answer: Result<RangeAnswer, GatewayFailure>) throws(GatewayFailure) -> End? {
        switch heartbeat.outcome(of: try answer.get(), for: mirror) {
        case .unchanged: follower.noteSuccess()
        case .ask(let revision):
            guard let inbox = heartbeat.inbox else { return nil }
            try ask(heartbeat.newest(since: revision, follower.keys), inbox)
        case .outdated: return .outdated
        }
        return nil
    }
}

/// Passes the parts of a watch on to the follower's thread.
private final class WatchReceiver: HTTPReceiver {
    private let number: Int
    private let inbox: MessageQueue<FleetFollower.Message>

    init(_ number: Int, _ inbox: MessageQueue<FleetFollower.Message>) {
        self.number = number
        self.inbox = inbox
    }

    func receive(status: Int) { inbox.post(.status(number, status)) }

    func receive(_ data: Data, mayWait: Bool) -> Bool {
        let part = FleetFollower.Message.part(number, data)
        if mayWait { inbox.postWhenThereIsRoom(part) } else { inbox.post(part) }
        return true
    }

    func end(_ failure: HTTPFailure?) { inbox.post(.end(number, failure)) }
}

/// Splits a stream into lines.
struct LineBuffer {
    /// The beginning of a line whose end hasn't arrived yet.
    private(set) var rest = Data()

    /// Returns the lines that are complete now; nil if one is too long.
    mutating func append(_ data: Data) -> [Data]? {
        var lines: [Data] = []
        var parts = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let last = parts.popLast()
        for part in parts {
            rest.append(part)
            if !rest.isEmpty { lines.append(rest) }
            rest = Data()
        }
        if let last { rest.append(last) }
        return rest.count > FleetLimits.answer ? nil : lines
    }
}
