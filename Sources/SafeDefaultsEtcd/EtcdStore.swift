import Dispatch
import Foundation
import SafeDefaults

/// The values of an ``EtcdDefaults``: those of the cluster, in memory.
///
/// A write is made in the cluster first, and waits for that without any lock. What reads find is changed afterwards.
final class EtcdStore: PropertyListStore {
    let search: SearchList
    let mirror: FleetMirror
    let follower: FleetFollower
    let writer: FleetWriter
    let timeout: Double

    /// The threads that change values by what is stored.
    let updates = UpdateQueue()

    /// The file with the last known values; nil if there is none.
    private let lastKnown: LastKnownValues?

    // The reference is weak, because the hub retains this object.
    private let hub = Locked(WeakReference<ObservationHub>(nil))

    init(_ configuration: EtcdConfiguration) {
        let keys = FleetKeys(prefix: configuration.prefix)
        let mirror = FleetMirror()
        let hub = hub
        let lastKnown = configuration.lastKnown.map { LastKnownValues($0, prefix: configuration.prefix, of: mirror) }
        self.mirror = mirror
        self.lastKnown = lastKnown
        search = SearchList(environment: configuration.environment)
        timeout = configuration.timeout
        follower = FleetFollower(
            EtcdGateway(configuration.endpoints, user: configuration.user), mirror: mirror, keys: keys,
            reportsStart: !configuration.isAwaited
        ) { names, change in
            Self.publish(names, through: hub.withLock { $0.object }, change)
            lastKnown?.noteChange()
        }
        writer = FleetWriter(follower)
        lastKnown?.load()
    }

    /// Begins to follow the cluster, and notifies a hub of what others change.
    func start(notifying hub: Owner<ObservationHub>) {
        self.hub.withLock { $0 = WeakReference(hub) }
        follower.start()
    }

    func stop() {
        follower.stop()
        // A cluster that is away isn't waited for.
        if mirror.isCurrent { writer.end() }
        lastKnown?.save()
    }

    /// Changes the values that reads find, and notifies observers on another thread, because they may be slow.
    private static func publish(
        _ names: [StoredName], through hub: ObservationHub?, _ change: @escaping @Sendable () -> Void
    ) {
        guard let hub, !names.isEmpty else { return change() }
        let made = DispatchSemaphore(value: 0)
        // A new thread, because all threads of Dispatch's pool may be waiting for writes, which wait for this change.
        Thread.detachNewThread {
            hub.writing(to: names.map(\.text)) {
                change()
                made.signal()
            }
        }
        made.wait()
    }

    // MARK: - Reading

    func ownValue(named name: String) throws(NonPropertyListObject) -> PropertyListValue? {
        try mirror.content(name).value()
    }

    func ownContents(named names: [String]) -> [String: StoredContent] { mirror.contents(names) }

    var ownNames: [String] { mirror.names }

    var ownObjects: [String: Any] {
        Dictionary(
            mirror.all.entries.compactMap { name, entry in
                entry.content.propertyListValue.map { (name.text, $0.swiftObject) }
            }, uniquingKeysWith: { $1 })
    }

    // MARK: - Writing

    func check(_ name: String) throws(DefaultsError) {
        guard let reason = FleetKeys.reasonToRefuse(name) else { return }
        throw DefaultsError(.unstorable, storedName: name, reason: reason)
    }

    func commit(
        _ transaction: StoreTransaction, if isCurrent: () -> Bool, through hub: ObservationHub
    ) throws(DefaultsError) -> Bool {
        var changes: [StoredName: StoredContent] = [:]
        for (name, value) in transaction.changes {
            // A name that the cluster can't store needs no check for a removal: nothing is stored under it.
            if value != nil { try check(name) } else if FleetKeys.reasonToRefuse(name) != nil { continue }
            changes[StoredName(name)] = StoredContent(value)
        }
        let names = Array(transaction.expected.keys)
        writer.crowd.pause(for: names.map(StoredName.init))
        var expected: [StoredName: StoredContent] = [:]
        // What the cluster holds beneath the expected contents, some of which may be fallbacks.
        let own = mirror.contents(names)
        let seen = contents(named: names, in: transaction.layer)
        for name in names where FleetKeys.reasonToRefuse(name) == nil { expected[StoredName(name)] = own[name] }
        guard seen == transaction.expected, isCurrent() else {
            // The watch has told of it before anything was sent.
            writer.noteOvertaken()
            return false
        }
        if changes.isEmpty {
            try waitUntilCurrent()
            return true
        }
        do throws(FleetFailure) {
            return try writer.commit(changes, over: expected, until: .now() + timeout) { made, end in
                hub.writing(to: transaction.changes.keys) {
                    mirror.make(made, isWatched: false)
                    end()
                    updates.leave()
                }
                lastKnown?.noteChange()
            }
        } catch {
            throw error.defaultsError(transaction.changes.count == 1 ? transaction.changes.first?.key : nil)
        }
    }

    /// Waits until the values in memory are those of the cluster, for a removal that has found nothing to remove.
    private func waitUntilCurrent() throws(DefaultsError) {
        let isCurrent = mirror.wait(until: .now() + timeout) {
            mirror.isRead && mirror.isCurrent || follower.hopelessFailure != nil
        }
        if isCurrent, mirror.isRead, mirror.isCurrent { return }
        let reason = follower.lastFailure?.reason ?? "no endpoint has answered yet"
        throw FleetFailure(.refused, reason).defaultsError(nil)
    }

    var keepsBatchesWhole: Bool { true }

    // MARK: - State

    var availability: StoreAvailability {
        guard let confirmed = mirror.confirmed else { return .notYetReadable }
        return mirror.isCurrent ? .available : .stale(since: confirmed)
    }

    func checkReadable() throws(DefaultsError) {
        guard mirror.isRead else { throw .unreachableCluster(follower.lastFailure?.reason) }
    }

    func missingValue(named name: String) -> DefaultsError? {
        guard mirror.confirmed == nil else { return nil }
        var error = DefaultsError.unreachableCluster(follower.lastFailure?.reason)
        error.reason = "nothing is known of \"\(name.abbreviated)\", because \(error.reason)"
        return error
    }

    /// Each write is in the cluster before it returns, so there is nothing left to do.
    func flush(at location: CodeLocation?) -> Bool { true }
}
