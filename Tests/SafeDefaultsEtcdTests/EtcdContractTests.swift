#if os(Linux)
import ContractCases
import Foundation
import SafeDefaults
@testable import SafeDefaultsEtcd
import Testing

/// The contract of every type, along every path, over a cluster.
@Suite(.needsEtcd)
struct EtcdContractTests {
    @Test(.noHang)
    func everyValueIsReadByTheWriterAndByOtherMachines() async throws {
        let cluster = try TestCluster()
        let writer = try await FleetDefaults.connected(to: cluster).store
        let issues = TestLog<String>()
        let problems = TestLog<String>()
        await DefaultsStore.blocking {
            DefaultsIssue.withHandler({ issues.add("\($0)") }) {
                for problem in ContractRun.write(to: writer) { problems.add("written: \(problem)") }
                for problem in ContractRun.readAfterRestart(from: writer) {
                    problems.add("read by the writer: \(problem)")
                }
            }
        }
        let other = try await FleetDefaults.connected(to: cluster).store
        DefaultsIssue.withHandler({ issues.add("\($0)") }) {
            for problem in ContractRun.readAfterRestart(from: other) {
                problems.add("read by another machine: \(problem)")
            }
        }
        #expect(problems.all == [])
        #expect(issues.all == [])
    }

    @Test(.noHang)
    func everyPathWritesWhatEveryPathReads() async throws {
        let cluster = try TestCluster()
        let store = try await FleetDefaults.connected(to: cluster).store
        let place = ContractPlace(store)
        let problems = TestLog<String>()
        await DefaultsStore.blocking {
            DefaultsIssue.withHandler({ problems.add("\($0)") }) {
                for type in ContractCase.all {
                    for (sample, path) in zip(type.samples, ContractPath.allCases) {
                        if let problem = sample.write(place, path) { problems.add("\(type) by \(path): \(problem)") }
                        for other in ContractPath.allCases {
                            guard let problem = sample.mismatch(place, other) else { continue }
                            problems.add("\(type) by \(path), read by \(other): \(problem)")
                        }
                    }
                    type.remove(place, .key)
                    if type.read(place, .key) != .nothing { problems.add("\(type) is there once it was removed") }
                }
            }
        }
        #expect(problems.all == [])
    }
}
#endif
