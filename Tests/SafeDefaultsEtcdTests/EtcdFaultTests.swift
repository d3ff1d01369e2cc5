#if os(Linux)
import Foundation
import SafeDefaults
@testable import SafeDefaultsEtcd
import Testing

@Suite(.needsEtcd)
struct EtcdFaultTests {
    @Test(.noHang)
    func aSilentWatchIsNoticedAndReadsGoOn() async throws {
        let cluster = try TestCluster()
        let proxy = TestProxy(to: cluster.nodes[0].client)
        let fleet = try await FleetDefaults.connected(to: [proxy.url])
        fleet.attempts = 1
        let heard = fleet.heard()
        proxy.set(.silence)
        let cut = Date()
        try await eventually { fleet.store.availability != .available }
        let noticed = Date().timeIntervalSince(cut)
        print("a silent watch was noticed after \(noticed) s")
        if case .stale(let since) = fleet.store.availability {
            #expect(since <= cut + 0.1 && since > cut - 60)
        } else {
            Issue.record("\(fleet.store.availability)")
        }
        try cluster.put("acme/fleet/attempts", "2")
        #expect(fleet.attempts == 1)
        proxy.set(.none)
        // A read finds what others have written before observers are notified of it.
        try await eventually { fleet.store.availability == .available && !heard.log.all.isEmpty }
        #expect(fleet.attempts == 2)
        #expect(heard.log.all == [2])
        withExtendedLifetime(heard.token) {}
    }

    @Test(.noHang)
    func theNextEndpointIsUsed() async throws {
        let cluster = try TestCluster()
        let proxies = [TestProxy(to: cluster.nodes[0].client), TestProxy(to: cluster.nodes[0].client)]
        let fleet = try await FleetDefaults.connected(to: proxies.map(\.url))
        let heard = fleet.heard()
        for (value, fault) in [(1, TestProxy.Fault.silence), (2, .refusal)] {
            proxies[0].set(fault)
            fleet.attempts = value
            try cluster.put("acme/fleet/limit", "\(value)")
            try await eventually { fleet.limit == value }
            proxies[0].set(.none)
            proxies[1].set(fault)
            try cluster.put("acme/fleet/limit", "\(value + 10)")
            try await eventually { fleet.limit == value + 10 }
            proxies[1].set(.none)
        }
        #expect(heard.log.all == [1, 2])
        withExtendedLifetime(heard.token) {}
    }

    @Test(.noHang)
    func whatWasCompactedBehindALostWatchIsHeardOnceForEachName() async throws {
        let cluster = try TestCluster()
        let proxy = TestProxy(to: cluster.nodes[0].client)
        let fleet = try await FleetDefaults.connected(to: [proxy.url])
        fleet.attempts = 1
        fleet.name = "kept"
        fleet.names = ["gone"]
        let log = TestLog<String>()
        let tokens = [
            fleet.observe(\.attempts) { log.add("attempts \($0.oldValue) \($0.newValue)") },
            fleet.observe(\.name) { log.add("name \($0.newValue ?? "nil")") },
            fleet.observe(\.names) { log.add("names \($0.oldValue) \($0.newValue)") },
        ]
        proxy.set(.refusal)
        for value in 2...6 { try cluster.put("acme/fleet/attempts", "\(value)") }
        try cluster.remove("acme/fleet/names")
        try cluster.put("acme/fleet/name", #""other""#)
        try cluster.put("acme/fleet/name", #""kept""#)
        try cluster.compact()
        try cluster.put("elsewhere", "1")
        proxy.set(.none)
        try await eventually { log.all.count == 2 }
        #expect(Set(log.all) == ["attempts 1 6", #"names ["gone"] []"#])
        fleet.attempts = 7
        #expect(log.all.last == "attempts 6 7" && log.all.count == 3)
        withExtendedLifetime(tokens) {}
    }

    @Test(.noHang)
    func anAnswerThatIsLostIsSettledAndTheUpdateIsMadeOnce() async throws {
        let cluster = try TestCluster()
        let (lossy, direct) = (TestProxy(to: cluster.nodes[0].client), cluster.endpoint(0))
        let fleet = try await FleetDefaults.connected(to: [lossy.url, direct])
        fleet.attempts = 1
        lossy.set(.lostAnswers)
        let issues = TestLog<String>()
        DefaultsIssue.withHandler({ issues.add("\($0)") }) { fleet.update(\.attempts) { $0 += 1 } }
        #expect(issues.all == [])
        #expect(fleet.attempts == 2)
        #expect(try cluster.value("acme/fleet/attempts") == "2")
    }

    @Test(.noHang)
    func aWriteWithoutAnAnswerIsUnknownAndIsNotMadeTwice() async throws {
        let cluster = try TestCluster()
        let proxy = TestProxy(to: cluster.nodes[0].client)
        let fleet = try await FleetDefaults.connected(to: [proxy.url], timeout: 3)
        fleet.attempts = 1
        proxy.set(.lostAnswers)
        let issues = TestLog<DefaultsIssue>()
        DefaultsIssue.withHandler({ issues.add($0) }) { fleet.attempts = 2 }
        #expect(issues.all.map(\.error.kind) == [.unknownOutcome])
        #expect(issues.all.allSatisfy { !"\($0)".contains("Nothing was written") }, "\(issues.all)")
        #expect(fleet.attempts == 1)
        proxy.set(.none)
        fleet.update(\.attempts) { $0 += 10 }
        #expect(fleet.attempts == 12)
        #expect(try cluster.value("acme/fleet/attempts") == "12")
    }

    @Test(.noHang)
    func whatHappenedIsCounted() async throws {
        let cluster = try TestCluster()
        let proxy = TestProxy(to: cluster.nodes[0].client)
        let fleet = try await FleetDefaults.connected(to: [proxy.url], timeout: 3)
        let statistics = { try #require(fleet.store.etcdStatistics) }
        fleet.attempts = 1
        fleet.attempts = 2
        try await eventually { try statistics().revision == cluster.revision }
        let first = try statistics()
        #expect(first.endpoint == proxy.url && first.reconnections == 0 && first.retries == 0)
        #expect(first.writes.made == 2 && first.writes.overtaken == 0 && first.writes.unknown == 0)
        let age = try #require(first.age)
        #expect(age >= 0 && age < 600)

        proxy.set(.lostAnswers)
        #expect(throws: DefaultsError.self) { try fleet.write(3, to: \.attempts) }
        proxy.set(.none)
        try await eventually { try statistics().reconnections > 0 && fleet.store.availability == .available }
        #expect(throws: DefaultsError.self) { try fleet.write(Data(repeating: 0, count: 2 << 20), to: \.bytes) }
        let last = try statistics()
        #expect(last.retries > 0)
        #expect(last.writes.made == 2 && last.writes.unknown == 1 && last.writes.refused == 1)
        #expect(DefaultsStore.inMemory().etcdStatistics == nil)
    }

    /// Another writer is first, each time but the last, and the watch tells of it at once, each time but the first.
    @Test(.noHang)
    func attemptsThatWereOvertakenAreCounted() async throws {
        let cluster = try TestCluster()
        let fleet = try await FleetDefaults.connected(to: cluster)
        let tries = TestLog<Int>()
        fleet.update(\.attempts) { attempts in
            tries.add(attempts)
            let count = tries.all.count
            if count <= 3 {
                do { try cluster.put("acme/fleet/attempts", "\(count * 10)") } catch { Issue.record(error) }
                while count > 1, fleet.attempts != count * 10 { usleep(1_000) }
            }
            attempts += 1
        }
        let writes = try #require(fleet.store.etcdStatistics).writes
        #expect(writes.made == 1 && writes.overtaken == tries.all.count - 1 && writes.overtaken >= 3)
    }

    @Test(.noHang)
    func aWriteToAClusterThatIsAwayIsRefused() async throws {
        let cluster = try TestCluster()
        let fleet = try await FleetDefaults.connected(to: cluster.endpoints, timeout: 2)
        fleet.attempts = 1
        cluster.kill(0)
        let error = #expect(throws: DefaultsError.self) { try fleet.write(2, to: \.attempts) }
        #expect(error?.kind == .refusedByCluster || error?.kind == .unknownOutcome)
        #expect(fleet.attempts == 1)
        try cluster.start(0)
        // On a busy machine the node may need more than two seconds for the first one.
        try await eventually {
            do { try fleet.write(3, to: \.attempts) } catch { return false }
            return fleet.store.availability == .available
        }
        #expect(try cluster.value("acme/fleet/attempts") == "3")
    }

    @Test(.noHang)
    func aStartWithoutTheClusterHasTheLastKnownValues() async throws {
        let cluster = try TestCluster()
        let directory = TestDirectory()
        let file = directory.file("known/acme.json")
        do {
            let fleet = try await FleetDefaults.connected(to: cluster.endpoints, lastKnown: file)
            fleet.attempts = 1
            fleet.name = "Tom"
        }
        try await eventually { FileManager.default.fileExists(atPath: file.path) }
        let permissions = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
        #expect(permissions == 0o600)
        cluster.kill(0)
        let store = try DefaultsStore.etcd(
            connectingTo: cluster.endpoints, prefix: "acme/", timeout: 1, lastKnown: file)
        let fleet = FleetDefaults(store: store)
        try await eventually { if case .stale = store.availability { true } else { false } }
        #expect(fleet.attempts == 1 && fleet.name == "Tom")
        let heard = fleet.heard()
        #expect(throws: DefaultsError.self) { try fleet.write(5, to: \.attempts) }
        try cluster.start(0)
        try cluster.waitForLeader()
        try cluster.put("acme/fleet/attempts", "2")
        try await eventually { store.availability == .available && !heard.log.all.isEmpty }
        #expect(fleet.attempts == 2)
        #expect(heard.log.all == [2])
        withExtendedLifetime(heard.token) {}

        let other = try DefaultsStore.etcd(connectingTo: [TestURL.local(FreePort.next())], prefix: "acme/")
        #expect(other.availability == .notYetReadable)
        #expect(FleetDefaults(store: other).attempts == 0)
        #expect(throws: DefaultsError.self) { try FleetDefaults(store: other).read(\.attempts) }
    }

    @Test(.noHang)
    func aUserMayBeLimitedToThePrefix() async throws {
        let cluster = try TestCluster(options: ["--auth-token-ttl", "3"])
        let key = TestCluster.encoded
        try cluster.call("auth/user/add", ["name": "root", "password": "r"])
        try cluster.call("auth/user/grant", ["user": "root", "role": "root"])
        try cluster.call("auth/role/add", ["name": "settings"])
        try cluster.call(
            "auth/role/grant",
            ["name": "settings", "perm": ["permType": "READWRITE", "key": key("acme/"), "range_end": key("acme0")]])
        try cluster.call("auth/user/add", ["name": "machine", "password": "m"])
        try cluster.call("auth/user/grant", ["user": "machine", "role": "settings"])
        try cluster.call("auth/enable", [:])

        for (user, password) in [("machine", "wrong"), (nil, nil)] as [(String?, String?)] {
            await #expect(throws: DefaultsError.self) {
                _ = try await FleetDefaults.connected(to: cluster.endpoints, user: user, password: password)
            }
        }
        await #expect(throws: DefaultsError.self) {
            _ = try await FleetDefaults.connected(
                to: cluster.endpoints, prefix: "other/", user: "machine", password: "m")
        }
        let fleet = try await FleetDefaults.connected(to: cluster.endpoints, user: "machine", password: "m")
        let other = try await FleetDefaults.connected(to: cluster.endpoints, user: "machine", password: "m")
        fleet.attempts = 1
        try await eventually { other.attempts == 1 }
        // The node forgets its tokens.
        cluster.kill(0)
        try cluster.start(0)
        try await eventually { fleet.store.availability == .available && other.store.availability == .available }
        try fleet.write(2, to: \.attempts)
        try await eventually { other.attempts == 2 }
    }

    @Test(.noHang)
    func anExpiredTokenIsRenewedAtTheSameEndpoint() async throws {
        let cluster = try TestCluster()
        let other = TestProxy(to: cluster.nodes[0].client)
        for role in ["settings", "more"] {
            try cluster.call("auth/role/add", ["name": role])
            let (key, end) = (TestCluster.encoded("acme/"), TestCluster.encoded("acme0"))
            try cluster.call(
                "auth/role/grant",
                ["name": role, "perm": ["permType": "READWRITE", "key": key, "range_end": end]])
        }
        for (user, role) in [("root", "root"), ("machine", "settings")] {
            try cluster.call("auth/user/add", ["name": user, "password": "p"])
            try cluster.call("auth/user/grant", ["user": user, "role": role])
        }
        try cluster.call("auth/enable", [:])
        let fleet = try await FleetDefaults.connected(
            to: [cluster.endpoint(0), other.url], user: "machine", password: "p")
        let store = try #require((fleet.store.userDefaults as? EtcdDefaults)?.cluster)
        // A busy machine may have tried the other one already.
        let endpoint = store.follower.gateway.current
        // With it, the tokens of the user end. Root's own ends after five minutes, so it is taken now.
        let root = try cluster.call("auth/authenticate", ["name": "root", "password": "p"])["token"] as? String
        try cluster.call("auth/user/grant", ["user": "machine", "role": "more"], token: root)
        let date = Date()
        try await eventually { store.mirror.confirmed ?? date > date }
        #expect(store.follower.gateway.current == endpoint)
        #expect(store.follower.lastFailure == nil)
    }

    @Test(.noHang)
    func aCallSucceedsWhileAnotherOneForgetsTheToken() throws {
        let cluster = try TestCluster()
        try cluster.call("auth/user/add", ["name": "root", "password": "p"])
        try cluster.call("auth/user/grant", ["user": "root", "role": "root"])
        try cluster.call("auth/enable", [:])
        let gateway = EtcdGateway(cluster.endpoints, user: ("root", "p"))
        let forgetting = Task.detached {
            while !Task.isCancelled { _ = gateway.refusal("it ended the watch", at: 0) }
        }
        defer { forgetting.cancel() }
        for _ in 0..<10 {
            let _: RangeAnswer = try gateway.call(
                "kv/range", RangeRequest(key: Data("a".utf8)), at: 0, until: .now() + 10)
        }
    }

    @Test(.noHang)
    func aPageOfLargeValuesIsReadInParts() async throws {
        let cluster = try TestCluster()
        for number in 0..<40 { try cluster.put("acme/large/\(number)", Data(repeating: 0x31, count: 1_000)) }
        try cluster.put("acme/", "1")
        let mirror = FleetMirror()
        let calls = HTTPConnections(largestAnswer: 4_096)
        let follower = FleetFollower(
            EtcdGateway(cluster.endpoints, user: nil, calls: calls), mirror: mirror, keys: FleetKeys(prefix: "acme/")
        ) { _, change in change() }
        follower.start()
        try await eventually { mirror.isRead }
        #expect(mirror.keyCount == 40)
        #expect(follower.lastFailure == nil)
        follower.stop()
    }

    @Test(.noHang)
    func anAlarmRefusesWritesAndReadsGoOn() async throws {
        let cluster = try TestCluster(options: ["--quota-backend-bytes", "2000000"])
        let fleet = try await FleetDefaults.connected(to: cluster)
        fleet.attempts = 1
        var error: DefaultsError?
        for _ in 0..<20 where error == nil {
            do throws(DefaultsError) {
                try fleet.write(Data((0..<500_000).map { _ in UInt8.random(in: 0...255) }), to: \.bytes)
            } catch let failure { error = failure }
        }
        #expect(error?.kind == .refusedByCluster && error?.reason.contains("space") == true)
        #expect(fleet.attempts == 1)
        try await eventually { fleet.store.availability == .available }
    }

    /// Its revisions are lower than those that the store knows, and it has neither the values nor the markers since.
    ///
    /// After six seconds without the cluster, the writes are made before the store watches again.
    @Test(.noHang, arguments: [0, 6])
    func aClusterThatIsRestoredFromACopyIsReadAgain(secondsAway: UInt32) async throws {
        let cluster = try TestCluster()
        let fleet = try await FleetDefaults.connected(to: cluster)
        fleet.attempts = 1
        cluster.kill(0)
        try cluster.copy(0)
        sleep(secondsAway)
        try cluster.start(0)
        try cluster.waitForLeader()
        let heard = fleet.heard()
        for value in 2...10 { fleet.attempts = value }
        fleet.limit = 7
        cluster.kill(0)
        try cluster.restore(0)
        try cluster.start(0)
        try cluster.waitForLeader()
        try await eventually { fleet.attempts == 1 }
        #expect(fleet.limit == 0)
        fleet.update(\.attempts) { $0 += 1 }
        #expect(fleet.attempts == 2)
        #expect(try cluster.value("acme/fleet/attempts") == "2")
        #expect(heard.log.all == Array(2...10) + [1, 2])
        withExtendedLifetime(heard.token) {}
    }

    /// Others write while nobody watches, so that the revisions that were lost are reached again, or passed.
    ///
    /// With `again` one of them is the very name at the very revision.
    @Test(.noHang, arguments: [(3, false), (3, true), (8, false), (8, true)])
    func aRestoredClusterThatHasGoneOnIsReadAgain(others: Int, again: Bool) async throws {
        let cluster = try TestCluster()
        let proxy = TestProxy(to: cluster.nodes[0].client)
        let fleet = try await FleetDefaults.connected(to: [proxy.url])
        fleet.attempts = 1
        cluster.kill(0)
        try cluster.copy(0)
        try cluster.start(0)
        try cluster.waitForLeader()
        try await eventually { fleet.store.availability == .available }
        let heard = fleet.heard()
        for value in 2...4 { fleet.attempts = value }
        proxy.set(.refusal)
        cluster.kill(0)
        try cluster.restore(0)
        try cluster.start(0)
        try cluster.waitForLeader()
        for number in 1...others {
            try cluster.put(again && number == 3 ? "acme/fleet/attempts" : "others/\(number)", "5")
        }
        let value = again ? 5 : 1
        proxy.set(.none)
        try await eventually(within: 15) { fleet.attempts == value }
        // Observers are notified once reads find it.
        try await eventually { fleet.store.availability == .available && heard.log.all.count == 4 }
        #expect(heard.log.all == [2, 3, 4, value])
        fleet.update(\.attempts) { $0 += 1 }
        #expect(try cluster.value("acme/fleet/attempts") == "\(value + 1)")
        withExtendedLifetime(heard.token) {}
    }

    // MARK: - Bad endpoints

    private static let badAnswers = [
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 6\r\n\r\n<html>",
        "HTTP/1.1 200 OK\r\nContent-Length: 22\r\n\r\n{\"etcdserver\":\"3.3.1\"}",
        "HTTP/1.1 200 OK\r\nContent-Length: 22\r\n\r\n{\"etcdserver\":\"3.5.1\"}",
        "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 429 Too Many Requests\r\nContent-Length: 4\r\n\r\nbusy",
        "HTTP/1.1 503 Unavailable\r\nContent-Length: 22\r\n\r\nno healthy upstream...",
        "HTTP/1.1 404 Not Found\r\nContent-Length: 20\r\n\r\n{\"message\":\"none\"}  ",
        "HTTP/1.1 307 x\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n", "SSH-2.0-OpenSSH_9.2\r\n", "",
    ]

    /// Whatever answers in the place of one node, writes are made by the others.
    @Test(.noHang, arguments: badAnswers.indices, [0, 1])
    func aBadEndpointStopsNoWrite(answer: Int, place: Int) async throws {
        let cluster = try TestCluster()
        let server = HostileServer(Self.badAnswers[answer])
        defer { server.stop() }
        var endpoints = [cluster.endpoint(0), cluster.endpoint(0)]
        endpoints.insert(TestURL.local(server.port), at: place)
        let fleet = try await FleetDefaults.connected(to: endpoints)
        for value in 1...3 { try fleet.write(value, to: \.attempts) }
        #expect(try cluster.value("acme/fleet/attempts") == "3")
        // The node is away for a moment, so the endpoints are tried one after the other.
        cluster.kill(0)
        try cluster.start(0)
        for value in 4...6 { try fleet.write(value, to: \.attempts) }
        #expect(try cluster.value("acme/fleet/attempts") == "6")
    }

    @Test(.noHang) func nothingIsWrittenToAnotherCluster() async throws {
        let (cluster, other) = (try TestCluster(), try TestCluster())
        let proxy = TestProxy(to: cluster.nodes[0].client)
        // The reader begins with the first endpoint, and so does the writer, which finds the other cluster there.
        let fleet = try await FleetDefaults.connected(to: [proxy.url, other.endpoint(0), cluster.endpoint(0)])
        fleet.attempts = 1
        proxy.set(.lostAnswers)
        try fleet.write(2, to: \.attempts)
        #expect(try cluster.value("acme/fleet/attempts") == "2")
        #expect(try other.value("acme/fleet/attempts") == nil)
        proxy.set(.none)
    }

    /// What isn't etcd at all is refused at once; a node that may come back is waited for.
    @Test(.noHang, arguments: [(0, "what answers there isn't etcd", 0.0), (5, "it answered with status 503", 1.9)])
    func aRefusalNamesTheEndpoint(answer: Int, clause: String, least: Double) async throws {
        let server = HostileServer(Self.badAnswers[answer])
        defer { server.stop() }
        let store = try DefaultsStore.etcd(connectingTo: [TestURL.local(server.port)], prefix: "acme/", timeout: 2)
        let start = Date()
        var error: DefaultsError?
        do throws(DefaultsError) { try FleetDefaults(store: store).write(1, to: \.attempts) } catch let failure {
            error = failure
        }
        #expect(error?.kind == .refusedByCluster)
        let sentence = "127.0.0.1:\(server.port): \(clause)"
        #expect(error?.reason.contains(sentence) == true, "\(String(describing: error))")
        #expect((least..<10).contains(Date().timeIntervalSince(start)))
    }
}
#endif
