import Dispatch
import Foundation

/// Asks a node whether the watch has told of everything.
///
/// Most of the time one question is enough: the cluster's revision, with the number of keys. Where it has moved,
/// perhaps by writes elsewhere, a second one asks for the key of the prefix that was changed last, which costs the node
/// a look at all of them. No answer moves the revision of the mirror, because a change may be on its way.
struct FleetHeartbeat {
    enum Outcome {
        /// The question is answered.
        case unchanged

        /// The next question: what has changed since a revision.
        case ask(Int64)

        /// The watch has missed a change, or the cluster is another one.
        case outdated
    }

    var cancel: (@Sendable () -> Void)?
    var inbox: MessageQueue<FleetFollower.Message>?

    /// Whether a question has been sent and not answered.
    private(set) var isWaiting = false

    /// The time at which the next heartbeat begins, or by which the answer to this one has to come.
    ///
    /// The first one begins at once, so that values are confirmed soon after the watch of another node has ended.
    private(set) var deadline = DispatchTime.now()

    /// The moment of the first question, and the newest revision that was known then.
    private var moment = FleetMoment()
    private var known: Int64 = 0

    /// The first answer: the number of keys and the cluster's revision.
    private var count: Int64?
    private var revision: Int64 = 0

    /// The first answer of the last heartbeat, if the watch hadn't delivered all changes up to it; nil if it had.
    private var open: (moment: FleetMoment, revision: Int64, count: Int64)?

    /// The newest revision of the cluster up to which the mirror is known to be complete.
    private var settled: Int64 = 0

    /// What was missing at the last heartbeat: a change of this revision, and the mirror's revision where a removal
    /// seemed to be missing.
    private var missing: Int64 = 0
    private var stuck: Int64?

    func isDue(_ now: DispatchTime) -> Bool { now >= deadline }

    /// Begins a heartbeat, and returns its first request: how many keys there are.
    mutating func begin(_ keys: FleetKeys, for mirror: FleetMirror) -> RangeRequest {
        (moment, known, count) = (FleetMoment(), mirror.newest, nil)
        wait()
        return keys.count
    }

    /// Returns the heartbeat's second request: the newest change after a revision.
    mutating func newest(since revision: Int64, _ keys: FleetKeys) -> RangeRequest {
        wait()
        return RangeRequest(
            key: keys.start, rangeEnd: keys.end, limit: "1", minModRevision: "\(revision &+ 1)", sortOrder: "DESCEND",
            sortTarget: "MOD", keysOnly: true)
    }

    private mutating func wait() {
        isWaiting = true
        deadline = .now() + FleetTimes.answer
    }

    private mutating func end(after seconds: Double = FleetTimes.heartbeat) {
        isWaiting = false
        cancel = nil
        deadline = .now() + seconds
    }

    /// Compares an answer with the mirror.
    mutating func outcome(of answer: RangeAnswer, for mirror: FleetMirror) -> Outcome {
        let now = answer.header?.revision?.value ?? 0
        // A cluster whose revision went back has been restored. The mirror may have gone on since the answer.
        guard answer.header?.clusterId == mirror.cluster, now >= known else { return .outdated }
        guard let count else {
            (count, revision) = (answer.count?.value ?? 0, now)
            if now > settled, now > mirror.revision { return .ask(mirror.revision) }
            settle(mirror)
            return .unchanged
        }
        let newest = answer.kvs?.first?.revision ?? 0
        // A change that was missing a second ago has to have arrived.
        if mirror.revision < missing { return .outdated }
        // The watch has meanwhile delivered newer changes than the first answer knew, as happens while others write all
        // the time. So the answer's number of keys is outdated.
        if mirror.revision > revision {
            settle(mirror)
            return .unchanged
        }
        missing = newest
        if newest <= mirror.revision {
            guard count != Int64(mirror.keyCount) else {
                settle(mirror)
                return .unchanged
            }
            // Some removals haven't arrived. If they haven't at the next heartbeat either, the watch has missed them.
            if stuck == mirror.revision { return .outdated }
            stuck = mirror.revision
        }
        open = (moment, revision, count)
        end(after: 1)
        return .unchanged
    }

    /// Confirms the values of the last heartbeat as soon as the watch has delivered what was missing then.
    ///
    /// When a silent node was given up, its last answer is four seconds old. If another node tells of a change that was
    /// missed, the next heartbeat would come too late to keep the values current.
    mutating func noteChanges(of mirror: FleetMirror) {
        guard let open, mirror.revision >= missing,
            // Beside an own write of which the watch hasn't told, the number of keys says nothing.
            mirror.revision >= open.revision
                || mirror.newest == mirror.revision && open.count == Int64(mirror.keyCount)
        else { return }
        mirror.confirm(asOf: open.moment)
        self.open = nil
    }

    private mutating func settle(_ mirror: FleetMirror) {
        (settled, missing, stuck, open) = (revision, 0, nil, nil)
        mirror.confirm(asOf: moment)
        end()
    }
}
