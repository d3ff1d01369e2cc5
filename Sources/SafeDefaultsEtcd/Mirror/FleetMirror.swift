import Dispatch
import Foundation
import SafeDefaults

/// What the cluster holds under a prefix, as of a revision, in memory.
///
/// A change arrives twice: from the watch, through the follower, and from the writer that made it, once the cluster has
/// confirmed it. Each value has its revision, so the second arrival changes nothing.
///
/// The state has one lock, because a reader must not see a part of a transaction.
final class FleetMirror: Sendable {
    /// A value, or the place of one that was removed.
    struct Entry: Sendable {
        /// The stored content; `.nothing` for a removal that the watch hasn't delivered yet.
        var content: StoredContent
        var revision: Int64
    }

    /// Changes that were made as one.
    struct Changes: Sendable {
        var revision: Int64
        var contents: [StoredName: StoredContent]
    }

    /// All values as of a revision.
    struct Contents: Sendable {
        var cluster = ""
        var revision: Int64 = 0
        var entries: [StoredName: Entry] = [:]

        /// Keys under the prefix that are no stored names, which are only counted.
        var strangers: Set<Data> = []
    }

    private let state = Locked(State())

    fileprivate struct State {
        var contents = Contents()

        /// The newest revision that the cluster is known to have had; an own write's is known before the watch's.
        var newest: Int64 = 0

        /// Whether the values were read from the cluster since the start.
        var isRead = false

        /// The last moment at which the values were known to be the cluster's.
        var confirmed: FleetMoment?

        /// The names of removed values whose entries, with the revision of the removal, are kept for now.
        var removed: Set<StoredName> = []

        /// The number of this process's unfinished writes, by name.
        var writes: [StoredName: Int] = [:]
    }

    /// Threads that wait for a change.
    private let waiting = Locked<[DispatchSemaphore]>([])

    // MARK: - Reading

    /// Returns what is stored under a name.
    func content(_ name: String) -> StoredContent {
        state.withLock { $0.contents.entries[StoredName(name)]?.content ?? .nothing }
    }

    /// Returns what is stored under some names, at one moment.
    func contents(_ names: [String]) -> [String: StoredContent] {
        state.withLock { state in
            Dictionary(
                names.map { ($0, state.contents.entries[StoredName($0)]?.content ?? .nothing) },
                uniquingKeysWith: { $1 })
        }
    }

    /// All that is stored.
    var all: Contents {
        var contents = state.withLock { $0.contents }
        contents.entries = contents.entries.filter { $0.value.content != .nothing }
        return contents
    }

    /// The names under which something is stored.
    var names: [String] {
        state.withLock { $0.contents.entries.filter { $0.value.content != .nothing }.map(\.key.text) }
    }

    /// The revision from which on the watch has to tell of changes.
    var revision: Int64 { state.withLock { $0.contents.revision } }

    /// The newest revision that the cluster is known to have had.
    var newest: Int64 { state.withLock { $0.newest } }

    var cluster: String { state.withLock { $0.contents.cluster } }

    var isRead: Bool { state.withLock { $0.isRead } }

    /// The last time at which the values were known to be the cluster's; nil if they never were.
    var confirmed: Date? { state.withLock { $0.confirmed?.date } }

    /// Whether the values were known to be the cluster's within the last seconds.
    var isCurrent: Bool { state.withLock { $0.confirmed?.isCurrent ?? false } }

    /// The number of keys.
    var keyCount: Int {
        state.withLock { state in
            state.contents.strangers.count
                + state.contents.entries.reduce(0) { $0 + ($1.value.content == .nothing ? 0 : 1) }
        }
    }

    /// Returns the revisions of some names; 0 for one that has no value.
    ///
    /// Returns nil if one of them has another content than the expected one.
    func revisions(of expected: [StoredName: StoredContent]) -> [StoredName: Int64]? {
        state.withLock { state in
            var revisions: [StoredName: Int64] = [:]
            for (name, content) in expected {
                let entry = state.contents.entries[name]
                guard (entry?.content ?? .nothing) == content else { return nil }
                revisions[name] = content == .nothing ? 0 : entry?.revision ?? 0
            }
            return revisions
        }
    }

    /// Returns the revision of a name; 0 if it has no value.
    func revision(of name: StoredName) -> Int64 {
        state.withLock { state in
            guard let entry = state.contents.entries[name], entry.content != .nothing else { return 0 }
            return entry.revision
        }
    }

    // MARK: - Changing

    /// Returns the names whose values would be others after some changes.
    ///
    /// - Parameters:
    ///   - changes: The changes.
    ///   - isWatched: Whether the watch has delivered them.
    func names(changedBy changes: Changes, isWatched: Bool) -> [StoredName] {
        state.withLock { state in
            changes.contents.keys.filter { state.isNew($0, at: changes.revision, isWatched: isWatched) }
        }
    }

    /// Makes changes, except those of values that already have the same or a newer revision.
    ///
    /// - Parameters:
    ///   - changes: The changes.
    ///   - strangers: Keys that are no stored names: true if the key exists now, false if it was removed.
    ///   - isWatched: Whether the watch has delivered them, and everything before.
    func make(_ changes: Changes, strangers: [Data: Bool] = [:], isWatched: Bool) {
        state.withLock { state in
            state.newest = max(state.newest, changes.revision)
            for (name, content) in changes.contents
            where state.isNew(name, at: changes.revision, isWatched: isWatched) {
                // The entry of a removed value is kept until the watch has passed the removal. Until then, its
                // revision shows that an earlier event is old.
                let isGone = isWatched && content == .nothing
                state.contents.entries[name] = isGone ? nil : Entry(content: content, revision: changes.revision)
                if content == .nothing, !isGone { state.removed.insert(name) }
            }
            for (key, isThere) in strangers {
                if isThere { state.contents.strangers.insert(key) } else { state.contents.strangers.remove(key) }
            }
            if isWatched { state.moveOn(to: changes.revision) }
        }
        wake()
    }

    /// Notes that nothing has changed up to a revision.
    func moveOn(to revision: Int64) { state.withLock { $0.moveOn(to: revision) } }

    /// Returns the names whose values would be others after ``replace(by:since:isRead:asOf:)`` with some contents.
    func names(changedBy contents: Contents, since known: Int64) -> [StoredName] {
        state.withLock { state in
            let now = state.merged(with: contents, since: known).entries
            return Set(now.keys).union(state.contents.entries.keys).filter { name in
                (now[name]?.content ?? .nothing) != (state.contents.entries[name]?.content ?? .nothing)
            }
        }
    }

    /// Replaces all values by newly read ones, except those that this process has written since.
    ///
    /// - Parameters:
    ///   - contents: What was read.
    ///   - known: The newest known revision when the reading began.
    ///   - isRead: Whether they come from the cluster itself.
    ///   - moment: When the reading began.
    func replace(by contents: Contents, since known: Int64, isRead: Bool = true, asOf moment: FleetMoment) {
        state.withLock { state in
            let merged = state.merged(with: contents, since: known)
            state.newest = merged.entries.values.reduce(merged.revision) { max($0, $1.revision) }
            state.contents = merged
            state.dropRemoved()
            if isRead { state.isRead = true }
            state.confirmed = moment
        }
        wake()
    }

    /// Returns whether the mirror's values are those of the cluster.
    ///
    /// Changes that the watch hasn't delivered yet don't count as a difference.
    func agrees(with contents: Contents) -> Bool {
        state.withLock { state in
            let own = state.contents
            guard contents.cluster == own.cluster, contents.strangers == own.strangers else { return false }
            return Set(own.entries.keys).union(contents.entries.keys).allSatisfy { name in
                let stored = contents.entries[name] ?? Entry(content: .nothing, revision: 0)
                let held = own.entries[name] ?? Entry(content: .nothing, revision: 0)
                if stored.revision > own.revision, stored.revision > held.revision { return true }
                return stored.content == held.content
                    && (stored.content == .nothing || stored.revision == held.revision)
            }
        }
    }

    /// Notes that the values were those of the cluster at a moment.
    func confirm(asOf moment: FleetMoment) {
        state.withLock { state in
            if state.confirmed?.isLater(than: moment) != true { state.confirmed = moment }
        }
        wake()
    }

    // MARK: - Own writes

    /// Notes that this process begins to write to some names.
    func beginWrite(to names: some Sequence<StoredName>) {
        state.withLock { state in for name in names { state.writes[name, default: 0] += 1 } }
    }

    /// Ends what a call of ``beginWrite(to:)`` began.
    func endWrite(to names: some Sequence<StoredName>) {
        state.withLock { state in
            for name in names {
                let count = state.writes[name] ?? 0
                state.writes[name] = count > 1 ? count - 1 : nil
            }
        }
        wake()
    }

    /// Waits a moment while changes of which the watch tells may be a write of this process.
    ///
    /// The watch may be quicker than the answer. But it is the writing thread that has to notify observers, before its
    /// call returns. Names that have the changes, or newer ones, aren't waited for.
    func waitForOwnWrite(of changes: Changes) {
        _ = wait(until: .now() + 0.05) {
            state.withLock { state in
                !changes.contents.keys.contains { name in
                    state.writes[name] != nil && (state.contents.entries[name]?.revision ?? 0) < changes.revision
                }
            }
        }
    }

    // MARK: - Waiting

    /// Waits until a condition holds, which is checked after each change.
    ///
    /// Returns whether it does.
    func wait(until deadline: DispatchTime, for condition: () -> Bool) -> Bool {
        while !condition() {
            let semaphore = DispatchSemaphore(value: 0)
            waiting.withLock { $0.append(semaphore) }
            if condition() { return true }
            if semaphore.wait(timeout: deadline) == .timedOut { return condition() }
        }
        return true
    }

    /// Wakes the waiting threads, which then check their conditions.
    func wake() {
        let waiting = waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        for semaphore in waiting { semaphore.signal() }
    }
}

extension FleetMirror.State {
    /// Whether a change of a name isn't in the contents yet.
    ///
    /// The watch has delivered everything up to the revision of the contents, including removals, which leave no entry.
    /// So a change from elsewhere up to that revision is known.
    func isNew(_ name: StoredName, at revision: Int64, isWatched: Bool) -> Bool {
        (isWatched || revision > contents.revision) && (contents.entries[name]?.revision ?? 0) < revision
    }

    mutating func moveOn(to revision: Int64) {
        contents.revision = max(contents.revision, revision)
        newest = max(newest, revision)
        if !removed.isEmpty { dropRemoved() }
    }

    /// Drops the places of removed values that the watch has passed.
    mutating func dropRemoved() {
        for name in removed {
            guard let entry = contents.entries[name], entry.content == .nothing else {
                removed.remove(name)
                continue
            }
            guard entry.revision <= contents.revision else { continue }
            contents.entries[name] = nil
            removed.remove(name)
        }
    }

    /// Returns newer contents with what this process has written since.
    func merged(with newer: FleetMirror.Contents, since known: Int64) -> FleetMirror.Contents {
        // The revisions of another cluster, or of one that was restored, say nothing. A cluster was restored if it had
        // a newer revision before it was asked.
        guard newer.cluster == contents.cluster, newer.revision >= known else { return newer }
        var merged = newer
        for (name, entry) in contents.entries where entry.revision > newer.revision { merged.entries[name] = entry }
        return merged
    }
}
