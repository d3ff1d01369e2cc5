#if os(Linux)
import Foundation
import SafeDefaults
@testable import SafeDefaultsEtcd
import Testing

/// Writes in tasks, while the cluster doesn't answer.
@Suite(.needsEtcd)
struct EtcdBlockingTests {
    /// More writes wait than there are threads for tasks; tasks that have nothing to do with them end all the same.
    @Test(.noHang)
    func writesThatWaitKeepNoTaskFromRunning() async throws {
        let cluster = try TestCluster()
        let fleet = try await FleetDefaults.connected(to: [cluster.endpoint(0)], timeout: 60)
        let (begun, ended) = (TestLog<Int>(), TestLog<Int>())
        cluster.pause(0)
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                group.addTask {
                    begun.add(number)
                    await DefaultsStore.blocking { fleet.update(\.attempts) { $0 += 1 } }
                    ended.add(number)
                }
            }
            let others = (0..<100).map { number in
                Task {
                    await Task.yield()
                    return number
                }
            }
            for other in others { _ = await other.value }
            #expect(!begun.all.isEmpty && ended.all.isEmpty)
            #expect(fleet.attempts == 0)
            cluster.resume(0)
        }
        #expect(fleet.attempts == 40)
    }
}
#endif
