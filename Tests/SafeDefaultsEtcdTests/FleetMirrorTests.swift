#if os(Linux)
import Foundation
import SafeDefaults
@testable import SafeDefaultsEtcd
import Testing

/// What is in memory, and what is asked, without a cluster.
@Suite
struct FleetMirrorTests {
    private static let name = StoredName("fleet/attempts")

    private static func content(_ value: Int64) -> StoredContent { .value(.integer(value)) }

    /// Returns a mirror that has read nothing but one value.
    private static func mirror(at revision: Int64, value: Int64? = nil) -> FleetMirror {
        let mirror = FleetMirror()
        var contents = FleetMirror.Contents(cluster: "1", revision: revision)
        if let value { contents.entries[name] = .init(content: content(value), revision: revision) }
        mirror.replace(by: contents, since: 0, asOf: FleetMoment())
        return mirror
    }

    private static func changes(_ value: Int64?, at revision: Int64) -> FleetMirror.Changes {
        .init(revision: revision, contents: [name: value.map(content) ?? .nothing])
    }

    // MARK: - Changes

    @Test
    func aLateOwnWriteDoesNotBringBackWhatWasRemoved() async throws {
        let mirror = Self.mirror(at: 4)
        let own = Self.changes(1, at: 5)
        mirror.make(own, isWatched: true)
        mirror.make(Self.changes(nil, at: 6), isWatched: true)
        #expect(mirror.names(changedBy: own, isWatched: false).isEmpty)
        mirror.make(own, isWatched: false)
        #expect(mirror.content("fleet/attempts") == .nothing)
        #expect(mirror.keyCount == 0)

        let next = Self.changes(2, at: 7)
        #expect(mirror.names(changedBy: next, isWatched: false) == [Self.name])
        mirror.make(next, isWatched: false)
        #expect(mirror.content("fleet/attempts") == Self.content(2))
        mirror.make(Self.changes(nil, at: 8), isWatched: false)
        mirror.make(next, isWatched: true)
        #expect(mirror.content("fleet/attempts") == .nothing)
    }

    @Test
    func onlyAnOwnWriteThatMayBeTheChangeIsWaitedFor() async throws {
        let mirror = Self.mirror(at: 4)
        mirror.beginWrite(to: [Self.name])
        mirror.make(Self.changes(1, at: 5), isWatched: false)
        let start = DispatchTime.now()
        for _ in 0..<100 { mirror.waitForOwnWrite(of: Self.changes(1, at: 5)) }
        // Each of them waited for a twentieth of a second before.
        print("a hundred changes were waited for in", DispatchTime.now().uptimeNanoseconds - start.uptimeNanoseconds)
        mirror.endWrite(to: [Self.name])
        #expect(mirror.content("fleet/attempts") == Self.content(1))
    }

    @Test
    func valuesOfAnEarlierRunAreNotCurrent() async throws {
        let mirror = Self.mirror(at: 4)
        #expect(mirror.confirmed != nil)
        let first = FleetMoment(before: .distantFuture)
        #expect(!first.isCurrent && first.date <= Date())
        let second = FleetMoment()
        #expect(second.isLater(than: first) && !first.isLater(than: second))
        mirror.confirm(asOf: first)
        #expect(mirror.confirmed != first.date)
    }

    // MARK: - Revisions

    @Test
    func impossibleRevisionsAreRefused() async throws {
        for revision in ["9223372036854775807", "-1", "9223372036854775808", "4611686018427387903"] {
            let range = Data(#"{"header":{"cluster_id":"1","revision":"\#(revision)"}}"#.utf8)
            #expect(GatewayCoding.message(RangeAnswer.self, from: range) == nil)
            let event = #"{"result":{"events":[{"kv":{"key":"YQ==","mod_revision":"\#(revision)"}}]}}"#
            #expect(GatewayCoding.message(WatchAnswer.self, from: Data(event.utf8)) == nil)
            let end = #"{"result":{"canceled":true,"compact_revision":"\#(revision)"}}"#
            #expect(GatewayCoding.message(WatchAnswer.self, from: Data(end.utf8)) == nil)
        }
        // What else counts may be any integer.
        let count = Data(#"{"header":{"revision":"7"},"count":"9223372036854775807"}"#.utf8)
        #expect(GatewayCoding.message(RangeAnswer.self, from: count)?.count?.value == .max)
        var heartbeat = FleetHeartbeat()
        #expect(heartbeat.newest(since: .max, FleetKeys(prefix: "a/")).minModRevision == "\(Int64.min)")
    }

    // MARK: - Heartbeats

    private static func answer(at revision: Int64, count: Int = 0, newest: Int64? = nil) throws -> RangeAnswer {
        let kvs = newest.map { #","kvs":[{"key":"YQ==","mod_revision":"\#($0)"}]"# } ?? ""
        let text = #"{"header":{"cluster_id":"1","revision":"\#(revision)"},"count":"\#(count)"\#(kvs)}"#
        return try #require(GatewayCoding.message(RangeAnswer.self, from: Data(text.utf8)))
    }

    private static func kind(_ outcome: FleetHeartbeat.Outcome) -> String {
        switch outcome {
        case .unchanged: "unchanged"
        case .ask(let revision): "ask \(revision)"
        case .outdated: "outdated"
        }
    }

    @Test
    func valuesOfABusyPrefixAreConfirmed() async throws {
        let keys = FleetKeys(prefix: "acme/")
        let mirror = Self.mirror(at: 10, value: 0)
        let read = try #require(mirror.confirmed)
        var heartbeat = FleetHeartbeat()

        // Each answer tells of a change that the watch hasn't told of.
        _ = heartbeat.begin(keys, for: mirror)
        #expect(Self.kind(heartbeat.outcome(of: try Self.answer(at: 12, count: 1), for: mirror)) == "ask 10")
        _ = heartbeat.newest(since: 10, keys)
        mirror.make(Self.changes(1, at: 11), isWatched: true)
        let missing = try Self.answer(at: 13, newest: 13)
        #expect(Self.kind(heartbeat.outcome(of: missing, for: mirror)) == "unchanged")
        #expect(mirror.confirmed == read)

        // Then all of it is told.
        mirror.make(Self.changes(2, at: 13), isWatched: true)
        heartbeat.noteChanges(of: mirror)
        let second = try #require(mirror.confirmed)
        #expect(second > read)
        _ = heartbeat.begin(keys, for: mirror)
        #expect(Self.kind(heartbeat.outcome(of: try Self.answer(at: 15, count: 1), for: mirror)) == "ask 13")
        #expect(mirror.confirmed == second)

        // And so it is with the second answer, if the watch was quicker.
        _ = heartbeat.newest(since: 13, keys)
        mirror.make(Self.changes(3, at: 16), isWatched: true)
        #expect(Self.kind(heartbeat.outcome(of: try Self.answer(at: 17, newest: 17), for: mirror)) == "unchanged")
        let third = try #require(mirror.confirmed)
        #expect(third > second)

        // An answer from before what the watch has told since isn't of another cluster.
        _ = heartbeat.begin(keys, for: mirror)
        mirror.make(Self.changes(4, at: 19), isWatched: true)
        #expect(Self.kind(heartbeat.outcome(of: try Self.answer(at: 18, count: 1), for: mirror)) == "unchanged")
        _ = heartbeat.begin(keys, for: mirror)
        #expect(Self.kind(heartbeat.outcome(of: try Self.answer(at: 18, count: 1), for: mirror)) == "outdated")
    }

    @Test
    func aWatchThatDoesNotTellIsNoticed() async throws {
        let keys = FleetKeys(prefix: "acme/")
        let mirror = Self.mirror(at: 10, value: 0)
        let read = mirror.confirmed
        var heartbeat = FleetHeartbeat()
        for outcome in ["unchanged", "outdated"] {
            _ = heartbeat.begin(keys, for: mirror)
            #expect(Self.kind(heartbeat.outcome(of: try Self.answer(at: 12, count: 1), for: mirror)) == "ask 10")
            _ = heartbeat.newest(since: 10, keys)
            let missing = try Self.answer(at: 12, newest: 12)
            #expect(Self.kind(heartbeat.outcome(of: missing, for: mirror)) == outcome)
        }
        #expect(mirror.confirmed == read)
        var other = FleetHeartbeat()
        for outcome in ["unchanged", "outdated"] {
            _ = other.begin(keys, for: mirror)
            #expect(Self.kind(other.outcome(of: try Self.answer(at: 12), for: mirror)) == "ask 10")
            _ = other.newest(since: 10, keys)
            #expect(Self.kind(other.outcome(of: try Self.answer(at: 12), for: mirror)) == outcome)
        }
    }

    /// Returns a watch whose first heartbeat has been answered: with the number of keys and the newest change of one.
    private static func watch(
        of mirror: FleetMirror, at revision: Int64, count: Int, newest: Int64?
    ) throws -> FleetWatch {
        let gateway = EtcdGateway([TestURL.local(1)], user: nil)
        let follower = FleetFollower(gateway, mirror: mirror, keys: FleetKeys(prefix: "acme/")) { _, change in change()
        }
        var watch = FleetWatch(number: 1, endpoint: 0, follower: follower, rereading: .distantFuture)
        _ = try watch.receive(.answer(1, .success(try answer(at: revision, count: count))))
        _ = try watch.receive(.answer(1, .success(try answer(at: revision, newest: newest))))
        return watch
    }

    /// Returns what a watch tells of the value at a revision.
    private static func line(of revision: Int64, _ type: String = "") -> FleetFollower.Message {
        let key = TestCluster.encoded("acme/" + name.text)
        let event = #"{\#(type)"kv":{"key":"\#(key)","mod_revision":"\#(revision)","value":"MQ=="}}"#
        let line = #"{"result":{"header":{"cluster_id":"1","revision":"\#(revision)"},"events":[\#(event)]}}"#
        return .part(1, Data((line + "\n").utf8))
    }

    /// As when another node is watched, which tells of what the silent one before it hasn't.
    @Test(arguments: [false, true])
    func whatWasMissingIsConfirmedAsSoonAsTheWatchTellsOfIt(isRemoval: Bool) async throws {
        let mirror = Self.mirror(at: 10, value: 0)
        let read = try #require(mirror.confirmed)
        let count = isRemoval ? 0 : 1
        // Others have written at revision 13, elsewhere.
        var watch = try Self.watch(of: mirror, at: 13, count: count, newest: isRemoval ? nil : 12)
        _ = try watch.receive(Self.line(of: 11))
        #expect(mirror.confirmed == read)
        _ = try watch.receive(Self.line(of: 12, isRemoval ? #""type":"DELETE","# : ""))
        #expect(try #require(mirror.confirmed) > read)
        #expect(mirror.keyCount == count)
    }

    @Test
    func anOwnRemovalIsNotTheOneThatIsMissing() async throws {
        let mirror = Self.mirror(at: 10, value: 0)
        let read = try #require(mirror.confirmed)
        var watch = try Self.watch(of: mirror, at: 12, count: 0, newest: nil)
        mirror.make(Self.changes(nil, at: 14), isWatched: false)
        _ = try watch.receive(Self.line(of: 11))
        #expect(mirror.keyCount == 0 && mirror.confirmed == read)
        _ = try watch.receive(Self.line(of: 13))
        #expect(try #require(mirror.confirmed) > read)
    }

    /// A cluster that was restored from a copy lacks a write of which the watch hasn't told yet.
    @Test
    func anOwnWriteThatTheClusterHasLostIsNotKept() async throws {
        let mirror = Self.mirror(at: 4, value: 1)
        mirror.make(Self.changes(2, at: 9), isWatched: false)
        var heartbeat = FleetHeartbeat()
        _ = heartbeat.begin(FleetKeys(prefix: "acme/"), for: mirror)
        #expect(Self.kind(heartbeat.outcome(of: try Self.answer(at: 4, count: 1), for: mirror)) == "outdated")

        var read = FleetMirror.Contents(cluster: "1", revision: 4)
        read.entries[Self.name] = .init(content: Self.content(1), revision: 4)
        // Asked before the write, so the answer may be from before it.
        mirror.replace(by: read, since: 4, asOf: FleetMoment())
        #expect(mirror.content("fleet/attempts") == Self.content(2))
        #expect(mirror.names(changedBy: read, since: mirror.newest) == [Self.name])
        mirror.replace(by: read, since: mirror.newest, asOf: FleetMoment())
        #expect(mirror.content("fleet/attempts") == Self.content(1))
        // From now on the revisions of the restored cluster count.
        #expect(mirror.newest == 4)
        mirror.make(Self.changes(3, at: 5), isWatched: false)
        #expect(mirror.content("fleet/attempts") == Self.content(3))
    }

    // MARK: - The file of last known values

    @Test
    func theFileIsReplacedThroughNoLink() async throws {
        let directory = TestDirectory()
        let (file, victim) = (directory.file("acme.json"), directory.file("victim"))
        try Data("kept".utf8).write(to: victim)
        for name in ["acme.json", "acme.json.new"] {
            try FileManager.default.createSymbolicLink(at: directory.file(name), withDestinationURL: victim)
        }
        LastKnownValues(file, prefix: "acme/", of: Self.mirror(at: 4, value: 7)).save()
        #expect(try Data(contentsOf: victim) == Data("kept".utf8))
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        #expect(attributes[.type] as? FileAttributeType == .typeRegular)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let names = try FileManager.default.contentsOfDirectory(atPath: directory.url.path)
        #expect(Set(names) == ["acme.json", "acme.json.new", "victim"])

        let mirror = FleetMirror()
        LastKnownValues(file, prefix: "acme/", of: mirror).load()
        #expect(mirror.content("fleet/attempts") == Self.content(7))
        #expect(mirror.confirmed != nil && !mirror.isRead && !mirror.isCurrent)
    }

    @Test
    func aFailedWriteLeavesNoFile() async throws {
        let directory = TestDirectory()
        let file = directory.file("acme.json")
        try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
        LastKnownValues(file, prefix: "acme/", of: Self.mirror(at: 4, value: 7)).save()
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.url.path) == ["acme.json"])
    }

    @Test
    func aValueOfTheFileIsNotNewerThanTheFile() async throws {
        let directory = TestDirectory()
        let file = directory.file("acme.json")
        let own = Self.mirror(at: 4)
        own.make(Self.changes(1, at: 9), isWatched: false)
        LastKnownValues(file, prefix: "acme/", of: own).save()
        let mirror = FleetMirror()
        LastKnownValues(file, prefix: "acme/", of: mirror).load()
        #expect(mirror.content("fleet/attempts") == Self.content(1))
        #expect(mirror.revision == 4 && mirror.revision(of: Self.name) == 4)
        // The cluster has lost the write.
        mirror.replace(
            by: FleetMirror.Contents(cluster: "1", revision: 8), since: mirror.newest, asOf: FleetMoment())
        #expect(mirror.content("fleet/attempts") == .nothing)

        let text = try String(contentsOf: file, encoding: .utf8)
        let impossible = text.replacingOccurrences(of: #""revision":4"#, with: #""revision":\#(Int64.max)"#)
        #expect(impossible != text)
        try Data(impossible.utf8).write(to: file)
        let other = FleetMirror()
        let issues = TestLog<DefaultsIssue.Kind>()
        DefaultsIssue.withHandler({ issues.add($0.kind) }) { LastKnownValues(file, prefix: "acme/", of: other).load() }
        #expect(issues.all == [.lostLastKnownValues] && other.confirmed == nil)
    }

    @Test(arguments: [true, false])
    func aFileThatCannotBeReadIsReportedWithItsPathAndTheReason(isDamaged: Bool) throws {
        let directory = TestDirectory()
        let file = isDamaged ? directory.file("acme.json") : directory.url
        if isDamaged { try Data("{".utf8).write(to: file) }
        let issues = TestLog<String>()
        DefaultsIssue.withHandler({ issues.add($0.error.reason) }) {
            LastKnownValues(file, prefix: "acme/", of: FleetMirror()).load()
        }
        let reason = isDamaged ? "it is damaged" : "Is a directory"
        #expect(issues.all == ["the file of last known values \"\(file.path)\" can't be read (\(reason))"])
    }

    private static func revision(of file: URL) -> Int64 {
        let mirror = FleetMirror()
        LastKnownValues(file, prefix: "acme/", of: mirror).load()
        return mirror.revision
    }

    /// A process that was cut off ends after another one has written newer values.
    @Test(.noHang)
    func theFileDoesNotGoBack() async throws {
        let directory = TestDirectory()
        let file = directory.file("acme.json")
        LastKnownValues(file, prefix: "acme/", of: Self.mirror(at: 5)).save()
        LastKnownValues(file, prefix: "acme/", of: Self.mirror(at: 4)).save()
        #expect(Self.revision(of: file) == 5)
        LastKnownValues(file, prefix: "acme/", of: Self.mirror(at: 6)).save()
        #expect(Self.revision(of: file) == 6)

        // Each writer has every other revision.
        let highest = EtcdStress.count(100, usual: 400, full: 4_000)
        await withTaskGroup(of: Void.self) { group in
            for first in [7, 8] {
                group.addTask {
                    for revision in stride(from: first, through: highest, by: 2) {
                        LastKnownValues(file, prefix: "acme/", of: Self.mirror(at: Int64(revision))).save()
                    }
                }
            }
            group.addTask {
                var last: Int64 = 6
                while last < highest {
                    let revision = Self.revision(of: file)
                    #expect(revision >= last)
                    last = max(last, revision)
                }
            }
        }
        #expect(Self.revision(of: file) == highest)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.url.path) == ["acme.json"])
    }

    @Test
    func theFileFollowsAClusterThatWasRestoredOrIsAnother() async throws {
        let directory = TestDirectory()
        let file = directory.file("acme.json")
        let lost = FleetMirror()
        lost.replace(
            by: FleetMirror.Contents(cluster: "1", revision: 9), since: 0, asOf: FleetMoment(before: Date() - 60))
        LastKnownValues(file, prefix: "acme/", of: lost).save()
        #expect(Self.revision(of: file) == 9)
        LastKnownValues(file, prefix: "acme/", of: Self.mirror(at: 4)).save()
        #expect(Self.revision(of: file) == 4)
        let other = FleetMirror()
        other.replace(by: FleetMirror.Contents(cluster: "2", revision: 3), since: 0, asOf: FleetMoment())
        LastKnownValues(file, prefix: "acme/", of: other).save()
        #expect(Self.revision(of: file) == 3)
    }

    // MARK: - Before the first read

    @Test
    func whatIsNotKnownYetIsNotRemoved() async throws {
        let store = try DefaultsStore.etcd(connectingTo: [TestURL.local(FreePort.next())], prefix: "acme/", timeout: 1)
        let kinds = TestLog<DefaultsError.Kind>()
        DefaultsIssue.withHandler({ kinds.add($0.error.kind) }) {
            FleetDefaults(store: store).removeAll()
            store.removeScope("user-7")
        }
        #expect(kinds.all == [.refusedByCluster, .refusedByCluster])
    }

    @Test
    func whatIsKnownFromAnEarlierRunIsNotAllThereIsToRemove() async throws {
        let directory = TestDirectory()
        let file = directory.file("acme.json")
        LastKnownValues(file, prefix: "acme/", of: Self.mirror(at: 4)).save()
        let store = try DefaultsStore.etcd(
            connectingTo: [TestURL.local(FreePort.next())], prefix: "acme/", timeout: 1, lastKnown: file)
        let kinds = TestLog<DefaultsError.Kind>()
        DefaultsIssue.withHandler({ kinds.add($0.error.kind) }) { store.removeScope("user-7") }
        #expect(kinds.all == [.refusedByCluster])
    }
}
#endif
