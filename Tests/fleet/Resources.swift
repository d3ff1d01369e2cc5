import Dispatch
import Foundation
import SafeDefaults
import SafeDefaultsEtcd

/// What stores leave behind, and what an observer costs that doesn't return.
struct Resources {
    let endpoints: [URL]
    let prefix: String

    /// Opens so many stores and releases them while each of them writes, again and again.
    func open(_ count: Int, times: Int) throws {
        report("before")
        let writing = DispatchGroup()
        for time in 1...times {
            for (number, store) in try connect(count).enumerated() {
                writing.enter()
                Thread.detachNewThread {
                    store.userDefaults.set(time, forKey: "store/\(number)")
                    writing.leave()
                }
            }
            if time == 1 || time == times / 2 || time == times { report("\(count) stores, time \(time)") }
            writing.wait()
        }
        Thread.sleep(forTimeInterval: 3)
        report("after all were released")
        let stored = try connect(1)[0].userDefaults
        print("stored by all:", (0..<count).allSatisfy { stored.integer(forKey: "store/\($0)") == times })
    }

    /// Changes a value so many times beside an observer that doesn't return.
    func block(beside changes: Int, of writer: FleetDefaults) throws {
        let reader = FleetDefaults(store: try connect(1)[0])
        let gate = DispatchSemaphore(value: 0)
        let token = reader.observe(\.attempts) { _ in gate.wait() }
        report("before \(changes) changes beside an observer that doesn't return")
        let first = writer.attempts
        for _ in 0..<changes { writer.attempts += 1 }
        while reader.attempts != first + changes { usleep(1_000) }
        reader.limit += 1
        report("after them, all of which are read")
        token.cancel()
        for _ in 0...changes { gate.signal() }
    }

    private func connect(_ count: Int) throws -> [DefaultsStore] {
        let stores = try (0..<count).map { _ in try DefaultsStore.etcd(connectingTo: endpoints, prefix: prefix) }
        while !stores.allSatisfy({ $0.availability == .available }) { usleep(1_000) }
        return stores
    }

    private func report(_ when: String) {
        let use = ProcessUse(of: ["self"])
        print("\(when): \(ProcessUse.openFiles) open files, \(use.threads) threads, \(Int(use.memory)) MB")
    }
}
