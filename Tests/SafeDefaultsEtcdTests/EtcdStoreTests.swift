#if os(Linux)
import ChildProcesses
import Foundation
import SafeDefaults
@testable import SafeDefaultsEtcd
import SafeDefaultsFiles
import Testing

@Suite(.needsEtcd)
struct EtcdStoreTests {
    @Test(.noHang)
    func valuesAreJSONUnderPrefixAndStoredName() async throws {
        let cluster = try TestCluster()
        let fleet = try await FleetDefaults.connected(to: cluster)
        fleet.attempts = 3
        fleet.name = "Tom \"Ä\" 🙂"
        fleet.day = Date(timeIntervalSince1970: 1_763_703_441.5)
        fleet.bytes = Data([10, 255])
        fleet.names = ["a", "b"]
        #expect(try cluster.value("acme/fleet/attempts") == "3")
        #expect(try cluster.value("acme/fleet/name") == #""Tom \"Ä\" 🙂""#)
        #expect(try cluster.value("acme/fleet/day") == #"{"$date": "2025-11-21T05:37:21.5Z"}"#)
        #expect(try cluster.value("acme/fleet/bytes") == #"{"$data": "Cv8="}"#)
        #expect(try cluster.value("acme/fleet/names") == #"["a", "b"]"#)

        let other = try await FleetDefaults.connected(to: cluster)
        #expect(other.attempts == 3 && other.name == fleet.name && other.day == fleet.day)
        #expect(other.bytes == fleet.bytes && other.names == ["a", "b"])
        #expect(Set(other.storedKeys) == [.attempts, .name, .day, .bytes, .names])
        try await eventually { other.store.availability == .available }
        other.removeAll()
        #expect(try cluster.value("acme/fleet/attempts") == nil)
        try await eventually { fleet.storedKeys.isEmpty }
    }

    @Test(.noHang)
    func whatOtherProgramsPutIsReadAndRubbishIsUnreadable() async throws {
        let cluster = try TestCluster()
        try cluster.put("acme/fleet/attempts", " 7\n")
        try cluster.put("acme/fleet/limit", "seven")
        try cluster.put("acme/fleet/name", Data([0xFF, 0xFE, 0]))
        try cluster.put("acme/fleet/names", "[1, null]")
        try cluster.put("acme/", "1")
        try cluster.put("acme/\u{0}x", "1")
        try cluster.put("acmf", "1")
        let fleet = try await FleetDefaults.connected(to: cluster)
        #expect(fleet.attempts == 7)
        for lookup in [
            fleet.lookup(\.limit).isUnreadable, fleet.lookup(\.name).isUnreadable, fleet.lookup(\.names).isUnreadable,
        ] {
            #expect(lookup)
        }
        let issues = TestLog<DefaultsIssue.Kind>()
        DefaultsIssue.withHandler({ issues.add($0.kind) }) {
            #expect(fleet.limit == 0)
            fleet.update(\.limit) { $0 += 1 }
        }
        #expect(issues.all == [.unreadableValue, .unreadableValue])
        #expect(try cluster.value("acme/fleet/limit") == "seven")
        fleet.limit = 1
        #expect(try cluster.value("acme/fleet/limit") == "1")
        #expect(Set(fleet.storedKeys) == [.attempts, .limit, .name, .names])
    }

    /// Names that Swift takes for equal, and that are two keys in etcd.
    struct Accents: SafeDefaults {
        enum Keys: String, DefaultsKey {
            case composed, decomposed, accent
            var uniqueValue: String {
                switch self {
                case .composed: "\u{E9}"
                case .decomposed: "e\u{301}"
                case .accent: "\u{301}"
                }
            }
        }

        struct Settings {
            let composed = Setting(.composed, default: 0)
            let decomposed = Setting(.decomposed, default: 0)
            let accent = Setting(.accent, default: 0)
        }
        static let settings = Settings()
        let store: DefaultsStore
    }

    @Test(.noHang)
    func namesInSeveralUnicodeFormsAreSeveralKeys() async throws {
        let cluster = try TestCluster()
        let domain = Accents(store: try await FleetDefaults.connected(to: cluster).store)
        let other = Accents(store: try await FleetDefaults.connected(to: cluster).store)
        (domain.composed, domain.decomposed, domain.accent) = (1, 2, 3)
        #expect(try cluster.value("acme/\u{E9}") == "1")
        #expect(try cluster.value("acme/e\u{301}") == "2")
        #expect(try cluster.value("acme/\u{301}") == "3")
        try await eventually { other.composed == 1 && other.decomposed == 2 && other.accent == 3 }
        let heard = TestLog<[Int]>()
        let token = other.changes().observe { _ in heard.add([other.composed, other.decomposed, other.accent]) }
        domain.edit { draft in
            draft.decomposed = 5
            draft.accent = 6
        }
        domain.update(\.composed) { $0 += 3 }
        try await eventually { heard.all.last == [4, 5, 6] }
        #expect(Set(other.storedKeys) == [.composed, .decomposed, .accent])
        domain.reset(\.decomposed)
        try await eventually { [other.composed, other.decomposed, other.accent] == [4, 0, 6] }
        token.cancel()
    }

    @Test(.noHang)
    func everyMachineHearsEachChangeOnce() async throws {
        let cluster = try TestCluster()
        let (writer, reader) = (
            try await FleetDefaults.connected(to: cluster), try await FleetDefaults.connected(to: cluster)
        )
        let (own, other) = (writer.heard(), reader.heard())
        for value in 1...20 { writer.attempts = value }
        try cluster.put("acme/fleet/attempts", "21")
        try cluster.remove("acme/fleet/attempts")
        let expected = Array(1...21) + [0]
        try await eventually { own.log.all.last == 0 && other.log.all.last == 0 }
        #expect(own.log.all == expected)
        #expect(other.log.all == expected)
        withExtendedLifetime((own.token, other.token)) {}
    }

    @Test(.noHang)
    func aTransactionIsSeenAsOne() async throws {
        let cluster = try TestCluster()
        let fleet = try await FleetDefaults.connected(to: cluster)
        let log = TestLog<[Int]>()
        let token = fleet.changes().observe { change in
            log.add(
                [FleetDefaults.Keys.attempts, .limit].map { key in
                    if case .integer(let value) = change.newValue[key] { Int(value) } else { 0 }
                })
        }
        for value in 1...10 { try cluster.put(["acme/fleet/attempts": "\(value)", "acme/fleet/limit": "\(value)"]) }
        try await eventually { log.all.last == [10, 10] }
        #expect(log.all == (1...10).map { [$0, $0] })
        fleet.edit { draft in
            draft.attempts = 11
            draft.limit = 11
        }
        #expect(log.all.last == [11, 11] && log.all.count == 11)
        token.cancel()
    }

    @Test(.noHang)
    func updatesOfSeveralStoresAreAllMade() async throws {
        let cluster = try TestCluster()
        let stores = try await [FleetDefaults.connected(to: cluster), .connected(to: cluster), .connected(to: cluster)]
        let count = EtcdStress.count(20, usual: 100, full: 1_000)
        let failures = TestLog<String>()
        await withTaskGroup(of: Void.self) { group in
            for fleet in stores {
                group.addTask {
                    await DefaultsStore.blocking {
                        DefaultsIssue.withHandler({ failures.add("\($0)") }) {
                            for _ in 0..<count { fleet.update(\.attempts) { $0 += 1 } }
                        }
                    }
                }
            }
        }
        #expect(failures.all == [])
        #expect(try cluster.value("acme/fleet/attempts") == "\(3 * count)")
    }

    @Test(.noHang)
    func writesArePublishedInTheirOrder() async throws {
        let cluster = try TestCluster()
        let fleet = try await FleetDefaults.connected(to: cluster)
        let store = try #require((fleet.store.userDefaults as? EtcdDefaults)?.cluster)
        let writer = FleetWriter(store.follower)
        let revisions = TestLog<Int64>()
        let running = DispatchGroup()
        @Sendable func write(_ value: Int64, beforeEnd body: () -> Void = {}) {
            do {
                let name = StoredName("fleet/\(value)")
                _ = try writer.commit([name: .value(.integer(value))], over: [:], until: .distantFuture) { made, end in
                    body()
                    revisions.add(made.revision)
                    end()
                }
            } catch { Issue.record(error) }
        }
        write(0) {
            for value in 1...4 { Thread.detachNewThread(in: running) { write(Int64(value)) } }
            // Nothing is promised of how long it takes, but that others are published later.
            usleep(300_000)
        }
        await DefaultsStore.blocking { running.wait() }
        #expect(revisions.all.count == 5 && revisions.all == revisions.all.sorted())
    }

    /// The turn to change values is passed on before observers are notified.
    @Test(.noHang)
    func anObserverMayWaitForTheUpdateOfAnotherThread() async throws {
        let cluster = try TestCluster()
        let fleet = try await FleetDefaults.connected(to: cluster.endpoints, timeout: 60)
        let outcomes = TestLog<DispatchTimeoutResult>()
        let token = fleet.observe(\.attempts) { _ in
            let isMade = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                fleet.update(\.limit) { $0 += 1 }
                isMade.signal()
            }
            // It would wait for its turn for a minute.
            outcomes.add(isMade.wait(timeout: .now() + 30))
        }
        await DefaultsStore.blocking { fleet.update(\.attempts) { $0 += 1 } }
        #expect(outcomes.all == [.success])
        #expect(fleet.limit == 1)
        token.cancel()
    }

    @Test(.noHang)
    func whatIsTooLargeIsRefusedBeforeItIsSent() async throws {
        let cluster = try TestCluster()
        let fleet = try await FleetDefaults.connected(to: cluster)
        let revision = try cluster.revision
        let error = #expect(throws: DefaultsError.self) {
            try fleet.write(Data(count: 1 << 20), to: \.bytes)
        }
        #expect(error?.kind == .tooLarge && error?.storedName == "fleet/bytes")
        let issues = TestLog<DefaultsError.Kind>()
        DefaultsIssue.withHandler({ issues.add($0.error.kind) }) {
            let many = ManyDefaults(store: fleet.store)
            many.edit { draft in for number in 0..<128 { draft.set(number, forKey: .init(rawValue: "\(number)")) } }
            #expect(many.storedKeys.isEmpty)
            many.edit { draft in for number in 0..<127 { draft.set(number, forKey: .init(rawValue: "\(number)")) } }
            #expect(many.storedKeys.count == 127)
        }
        #expect(issues.all == [.tooLarge])
        // One for the transaction, and one for the marker's lease at most.
        #expect(try cluster.revision - revision <= 2)
    }

    /// etcd takes 128 operations: one is the marker, and two are of those that wait.
    @Test(.noHang, arguments: [125, 126, 127])
    func aChangeLeavesTheKeyOfOneThatWaitsIfThereIsRoom(count: Int) throws {
        let cluster = try TestCluster()
        let keys = FleetKeys(prefix: "acme/")
        let names = (0..<count).map { StoredName("many/\($0)") }
        let contents = Dictionary(uniqueKeysWithValues: names.map { ($0, StoredContent.value(.integer(1))) })
        let transaction = try FleetTransaction(contents, over: contents, keys: keys)
        let gateway = EtcdGateway(cluster.endpoints, user: nil)
        func isMade(over revision: Int64) throws -> Bool {
            let marker = FleetTransaction.Marker(revision: 0, value: Data([1]), lease: nil)
            let revisions = Dictionary(uniqueKeysWithValues: names.map { ($0, revision) })
            let answer: TransactionAnswer = try gateway.call(
                "kv/txn", transaction.request(over: revisions, marker: marker, keys), at: 0, until: .now() + 600)
            return answer.succeeded == true
        }
        func waiting() throws -> String? {
            let (start, end) = (TestCluster.encoded("acme/\u{0}waiting/"), TestCluster.encoded("acme/\u{0}waiting0"))
            return try cluster.call("kv/range", ["key": start, "range_end": end])["count"] as? String
        }
        #expect(try !isMade(over: 1))
        #expect(try waiting() == (count == 125 ? "1" : nil))
        #expect(try isMade(over: 0))
        #expect(try waiting() == nil)
        #expect(try cluster.value("acme/many/\(count - 1)") == "1")
    }

    struct ManyDefaults: SafeDefaults {
        struct Keys: DynamicDefaultsKey {
            let rawValue: String
            static let namespace = "many"
        }

        var store: DefaultsStore = .standard
    }

    struct BareDefaults: SafeDefaults {
        enum Keys: String, DefaultsKey {
            case empty, null
            var uniqueValue: String { self == .empty ? "" : "\u{0}x" }
        }

        var store: DefaultsStore = .standard
    }

    @Test(.noHang)
    func namesThatCannotBeKeysAreRefused() async throws {
        let cluster = try TestCluster()
        let store = try await FleetDefaults.connected(to: cluster).store
        let many = BareDefaults(store: store)
        for key in BareDefaults.Keys.allCases {
            let error = #expect(throws: DefaultsError.self) { try many.write(1, forKey: key) }
            #expect(error?.kind == .unstorable)
            DefaultsIssue.withHandler({ Issue.record("\($0)") }) { many.removeObject(forKey: key) }
        }
    }

    @Test(.noHang)
    func argumentsThatCannotBeUsedAreRefused() async throws {
        let url = TestURL.local(1)
        let refused: [() throws -> DefaultsStore] = [
            { try .etcd(connectingTo: [], prefix: "acme/") },
            { try .etcd(connectingTo: [url], prefix: "") },
            { try .etcd(connectingTo: [url], prefix: "a", user: "u") },
            { try .etcd(connectingTo: [url], prefix: "a", timeout: .nan) },
            { try .etcd(connectingTo: [URL(fileURLWithPath: "/")], prefix: "a") },
        ]
        for open in refused {
            let error = #expect(throws: DefaultsError.self) { _ = try open() }
            #expect(error?.kind == .refusedStore)
        }
    }

    @Test(.noHang, .enabled(if: EtcdProgram.old != nil, "etcd 3.4 isn't installed"))
    func etcd34IsUsedThoughItsErrorsHaveTrailers() async throws {
        let cluster = try TestCluster(program: EtcdProgram.old)
        let fleet = try await FleetDefaults.connected(to: cluster)
        let heard = fleet.heard()
        fleet.attempts = 1
        fleet.update(\.attempts) { $0 += 1 }
        let gateway = EtcdGateway(cluster.endpoints, user: nil)
        let failure = #expect(throws: GatewayFailure.self) {
            let _: TransactionAnswer = try gateway.call("kv/put", ["value": "MQ=="], at: 0, until: .now() + 60)
        }
        #expect(failure?.kind == .refused && failure?.reason.contains("key is not provided") == true)
        cluster.kill(0)
        try cluster.start(0)
        try cluster.waitForLeader()
        try cluster.put("acme/fleet/attempts", "3")
        try await eventually { heard.log.all == [1, 2, 3] && fleet.store.availability == .available }
        try fleet.write(4, to: \.attempts)
        #expect(try cluster.value("acme/fleet/attempts") == "4")
        withExtendedLifetime(heard.token) {}
    }

    /// Short programs leave nothing behind.
    @Test(.noHang)
    func theMarkerOfAStoreGoesWithIt() async throws {
        let cluster = try TestCluster()
        func leases() throws -> Int { (try cluster.call("lease/leases", [:])["leases"] as? [Any])?.count ?? 0 }
        do {
            let fleet = try await FleetDefaults.connected(to: cluster)
            fleet.attempts = 1
            #expect(try leases() == 1)
        }
        #expect(try leases() == 0)
        let all = ["key": TestCluster.encoded("\u{0}"), "range_end": TestCluster.encoded("\u{0}")]
        #expect(try cluster.call("kv/range", all)["count"] as? String == "1")
        #expect(try cluster.value("acme/fleet/attempts") == "1")
    }

    @Test(.noHang)
    func aProgramThatHasChangedAValueLeavesNothingElse() async throws {
        let cluster = try TestCluster()
        let program = URL(fileURLWithPath: EtcdChaosTests.program).deletingLastPathComponent()
            .appendingPathComponent("settings").path
        let words = [
            program, "--etcd", cluster.endpoint(0).absoluteString, "--prefix", "acme", "set", "fleet/attempts", "5",
            "--write",
        ]
        let outcome = try await DefaultsStore.blocking { try ChildProcess.run(words, limit: 120) }
        #expect(outcome.status == 0, "\(String(decoding: outcome.output, as: UTF8.self))")
        #expect(try cluster.value("acme/fleet/attempts") == "5")
        #expect(try cluster.call("lease/leases", [:])["leases"] == nil)
    }

    @Test func etcd34IsRefusedOverTLS() throws {
        let endpoints = try ["http://127.0.0.1:2379", "https://127.0.0.1:2379"].map { try #require(URL(string: $0)) }
        #expect(endpoints.map(EtcdGateway.oldestMinorVersion) == [4, 5])
    }

    @Test(.noHang)
    func anOlderEtcdIsRefused() async throws {
        let server = HostileServer("HTTP/1.1 200 OK\r\nContent-Length: 22\r\n\r\n{\"etcdserver\":\"3.3.1\"}")
        defer { server.stop() }
        let error = await #expect(throws: DefaultsError.self) {
            _ = try await FleetDefaults.connected(to: [TestURL.local(server.port)])
        }
        #expect(error?.kind == .notYetReadable && error?.reason.contains("3.3") == true)
    }

    @Test(.noHang)
    func aMachinesOwnValuesAreOverTheFleets() async throws {
        let cluster = try TestCluster()
        let directory = TestDirectory()
        let fleet = try await FleetDefaults.connected(to: cluster)
        let own = FleetDefaults(store: .file(directory.file("own.plist"), over: fleet.store))
        let heard = own.heard()
        try await eventually { own.store.availability == .available }
        try cluster.put("acme/fleet/attempts", "1")
        try await eventually { own.attempts == 1 }
        #expect(FleetDefaults.attempts.origin(in: own.store) == .otherDomain)
        own.attempts = 2
        #expect(FleetDefaults.attempts.origin(in: own.store) == .stored)
        #expect(try cluster.value("acme/fleet/attempts") == "1")
        try cluster.put("acme/fleet/attempts", "3")
        try await eventually { fleet.attempts == 3 }
        #expect(own.attempts == 2)
        own.reset(\.attempts)
        #expect(own.attempts == 3)
        try await eventually { heard.log.all == [1, 2, 3] }
        try cluster.put("acme/fleet/limit", "seven")
        try await eventually { fleet.contains(\.limit) }
        #expect(own.lookup(\.limit).isUnreadable)

        cluster.kill(0)
        try await eventually { if case .stale = own.store.availability { true } else { false } }
        own.attempts = 4
        #expect(own.attempts == 4)
        let unknown = try DefaultsStore.etcd(connectingTo: [TestURL.local(FreePort.next())], prefix: "acme/")
        let alone = FleetDefaults(store: .file(directory.file("own.plist"), over: unknown))
        #expect(alone.attempts == 4 && alone.store.availability == .notYetReadable)
        #expect(try alone.read(\.attempts) == 4)
        #expect(throws: DefaultsError.self) { try alone.read(\.limit) }
        let issues = TestLog<DefaultsIssue.Kind>()
        DefaultsIssue.withHandler({ issues.add($0.kind) }) {
            alone.update(\.limit) { $0 += 1 }
            alone.edit { draft in draft.limit += 1 }
        }
        #expect(issues.all == [.failedWrite, .failedWrite] && alone.storedKeys == [.attempts])
        alone.update(\.attempts) { $0 += 1 }
        #expect(alone.attempts == 5)
        withExtendedLifetime(heard.token) {}
    }
}

extension Thread {
    fileprivate static func detachNewThread(in group: DispatchGroup, _ body: @escaping @Sendable () -> Void) {
        group.enter()
        detachNewThread {
            body()
            group.leave()
        }
    }
}

extension Lookup {
    fileprivate var isUnreadable: Bool { if case .unreadable = self { true } else { false } }
}
#endif
