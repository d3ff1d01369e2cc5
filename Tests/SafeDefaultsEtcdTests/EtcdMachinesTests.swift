#if os(Linux)
import ChildProcesses
import Foundation
import SafeDefaults
@testable import SafeDefaultsEtcd
import Testing

/// What one store costs, and many of them.
///
/// `.ci/fleet-trial` measures it.
@Suite(.needsEtcd)
struct EtcdMachinesTests {
    /// Runs the program `fleet`, and returns what it printed.
    private static func run(_ command: [String], over cluster: TestCluster) throws -> String {
        let words = [EtcdChaosTests.program, "acme/"] + cluster.endpoints.map(\.absoluteString) + command
        let outcome = try ChildProcess.run(words, limit: 1_200)
        let output = String(decoding: outcome.output + outcome.errors, as: UTF8.self)
        try #require(outcome.status == 0, "\(output)")
        return output
    }

    /// A watch is a request that doesn't end, on whose connection a session may ask again and again for something.
    @Test(.noHang)
    func aStoreWaitsWhileNothingHappens() throws {
        let cluster = try TestCluster()
        let output = try Self.run(["idle", "3"], over: cluster)
        let waits = try #require(Int(output.trimmingCharacters(in: .whitespacesAndNewlines)), "\(output)")
        #expect(waits < 1_000)
    }

    @Test(.noHang)
    func allMachinesHearOfEachChange() throws {
        let cluster = try TestCluster(of: EtcdStress.count(1, usual: 1, full: 3))
        let count = EtcdStress.count(5, usual: 50, full: 1_000)
        print(try Self.run(["machines", "\(count)", "5"], over: cluster))
    }
}
#endif
