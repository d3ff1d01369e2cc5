#if os(Linux)
import ChildProcesses
import Foundation
import SafeDefaults
@testable import SafeDefaultsEtcd
import Testing

/// What is promised while nodes die; `.ci/stress full` makes the numbers of the issue.
@Suite(.needsEtcd)
struct EtcdChaosTests {
    /// The program `fleet`, beside the bundle of the tests.
    static let program = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appendingPathComponent("fleet").path

    /// Runs some processes that count for some seconds, and adds up what they say.
    static func count(
        _ processes: Int, over cluster: TestCluster, for seconds: Double, meanwhile: () async throws -> Void
    ) async throws -> (made: Int, unknown: Int, longest: Double, output: [String]) {
        let outcomes = TestLog<ChildProcess.Outcome>()
        let running = DispatchGroup()
        let words = [program, "acme/"] + cluster.endpoints.map(\.absoluteString) + ["count", "\(seconds)", "15"]
        for _ in 0..<processes {
            running.enter()
            Thread.detachNewThread {
                do { outcomes.add(try ChildProcess.run(words, limit: seconds + 120)) } catch { Issue.record(error) }
                running.leave()
            }
        }
        try await meanwhile()
        await DefaultsStore.blocking { running.wait() }
        var (made, unknown, longest) = (0, 0, 0.0)
        let output = outcomes.all.map { String(decoding: $0.output, as: UTF8.self) }
        for (outcome, text) in zip(outcomes.all, output) {
            let parts = text.split(whereSeparator: \.isWhitespace)
            try #require(
                outcome.status == 0 && parts.count >= 3, "\(text) \(String(decoding: outcome.errors, as: UTF8.self))")
            made += Int(parts[0]) ?? 0
            unknown += Int(parts[1]) ?? 0
            longest = max(longest, Double(parts[2]) ?? 0)
        }
        return (made, unknown, longest, output)
    }

    @Test(.noHang)
    func countsAreExactWhileTheLeaderIsKilled() async throws {
        let runs = EtcdStress.count(1, usual: 1, full: 10)
        let processes = EtcdStress.count(3, usual: 8, full: 8)
        let kills = EtcdStress.count(2, usual: 5, full: 20)
        for run in 1...runs {
            let cluster = try TestCluster(of: 3)
            let counted = try await Self.count(processes, over: cluster, for: Double(kills) * 5 + 3) {
                for _ in 0..<kills {
                    try await Task.sleep(nanoseconds: 2_500_000_000)
                    guard let leader = cluster.leader() else { continue }
                    cluster.kill(leader)
                    try await Task.sleep(nanoseconds: 2_500_000_000)
                    try cluster.start(leader)
                }
            }
            try cluster.waitForLeader()
            // The node that was started last may not listen yet.
            try await eventually { (0..<3).allSatisfy { (try? cluster.value("acme/fleet/attempts", at: $0)) != nil } }
            let values = try (0..<3).map { try cluster.value("acme/fleet/attempts", at: $0) }
            #expect(Set(values).count == 1, "the nodes have different values: \(values)")
            let stored = try #require(values[0].flatMap { Int($0) })
            print(
                "run \(run): \(processes) processes, \(kills) kills of the leader: acknowledged \(counted.made), "
                    + "stored \(stored), unknown \(counted.unknown), longest \(counted.longest) s")
            print(counted.output.joined())
            #expect(counted.made <= stored && stored <= counted.made + counted.unknown)
            #expect(counted.unknown == 0)
        }
    }

    /// As when all machines of a deploy start at once.
    ///
    /// Nothing fails, so every machine is counted.
    @Test(.noHang, arguments: [1, 3])
    func everyMachineOfACrowdIsCounted(nodes: Int) async throws {
        let cluster = try TestCluster(of: nodes)
        let machines = EtcdStress.count(30, usual: 60, full: 200)
        let said = try ChildProcess.run(
            [Self.program, "acme/"] + cluster.endpoints.map(\.absoluteString) + ["each", "\(machines)"], limit: 300)
        let words = String(decoding: said.output, as: UTF8.self)
        print("\(machines) machines at once over \(nodes) nodes: \(words)")
        #expect(words.hasPrefix("\(machines) none "), "\(words) \(String(decoding: said.errors, as: UTF8.self))")
        #expect(try cluster.value("acme/fleet/attempts") == "\(machines)")
    }

    /// The one that has just been first waits for the others.
    ///
    /// If the tests have the computer for themselves, the slowest has counted to nine tenths of the fastest. If others
    /// use it, too, the system doesn't give all threads the same time.
    @Test(.noHang)
    func machinesThatCountAtOnceGetEqualShares() async throws {
        let cluster = try TestCluster(of: 3)
        let enough = EtcdStress.count(30, usual: 60, full: 500)
        let said = try ChildProcess.run(
            [Self.program, "acme/"] + cluster.endpoints.map(\.absoluteString) + ["each", "8", "\(enough)"], limit: 300)
        let words = String(decoding: said.output, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        print("8 machines until one has counted to \(enough): \(words)")
        try #require(words.count == 5, "\(words) \(String(decoding: said.errors, as: UTF8.self))")
        #expect(words[1] == "none")
        #expect(try cluster.value("acme/fleet/attempts") == String(words[0]))
        let (least, most) = (try #require(Int(words[3])), try #require(Int(words[4])))
        #expect(least * 5 >= most)
    }

    @Test(.noHang)
    func countsAreExactWhileNodesAreStoppedAndConnectionsLost() async throws {
        let cluster = try TestCluster(of: 3)
        let rounds = EtcdStress.count(1, usual: 3, full: 20)
        let counted = try await Self.count(3, over: cluster, for: Double(rounds) * 8 + 2) {
            for round in 0..<rounds {
                let node = round % 3
                cluster.pause(node)
                try await Task.sleep(nanoseconds: 4_000_000_000)
                cluster.resume(node)
                try await Task.sleep(nanoseconds: 3_000_000_000)
            }
        }
        let stored = try #require(try cluster.value("acme/fleet/attempts").flatMap { Int($0) })
        print("\(rounds) stops: acknowledged \(counted.made), stored \(stored), unknown \(counted.unknown)")
        #expect(counted.made <= stored && stored <= counted.made + counted.unknown)
    }

    @Test(.noHang)
    func aWriteGoesThroughSoonAfterTheLeaderIsKilled() async throws {
        let cluster = try TestCluster(of: 3)
        let fleet = try await FleetDefaults.connected(to: cluster)
        for round in 1...EtcdStress.count(1, usual: 3, full: 10) {
            fleet.attempts = 1_000 * round
            let leader = try #require(cluster.leader())
            cluster.kill(leader)
            let start = Date()
            try fleet.write(1_000 * round + 1, to: \.attempts)
            print("a write was through \(Date().timeIntervalSince(start)) s after the leader's end")
            try cluster.start(leader)
            try cluster.waitForLeader()
            try await eventually { fleet.store.availability == .available }
        }
    }

    @Test(.noHang)
    func everyChangeIsHeardOverReconnects() async throws {
        let cluster = try TestCluster()
        let proxy = TestProxy(to: cluster.nodes[0].client)
        let fleet = try await FleetDefaults.connected(to: [proxy.url])
        let heard = fleet.heard()
        let count = EtcdStress.count(400, usual: 2_000, full: 10_000)
        for value in 1...count {
            try cluster.put("acme/fleet/attempts", "\(value)")
            if value % 97 == 0 { proxy.disconnect() }
            // The prefix is read anew, without what was between, only if the watch is seconds behind.
            if value % 50 == 0 { try await eventually { (heard.log.all.last ?? 0) > value - 50 } }
        }
        try await eventually { heard.log.all.last == count }
        #expect(heard.log.all == Array(1...count))
        print("\(count) changes were heard, in order, over \(count / 97) reconnects")
        withExtendedLifetime(heard.token) {}
    }
}
#endif
