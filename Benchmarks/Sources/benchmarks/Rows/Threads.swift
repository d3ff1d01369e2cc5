import Foundation
import SafeDefaults
import SafeDefaultsFiles

/// Reads by several threads at once: how many they make together, beside what one makes alone.
struct Threads {
    /// Something that each thread can use: most of the stores may be used by any thread, but aren't declared so.
    private struct Shared: @unchecked Sendable {
        let read: (Int) -> Void
    }

    private static let counts = [2, 4, 8]

    /// The row of one kind of read.
    ///
    /// One thread is what the others are compared with; several threads share the same number of calls.
    static func race(_ id: String, _ name: String, _ read: @escaping (Int) -> Void) -> Race {
        var race = Race(
            "threads.\(id)", name, raw: Contestant(name: "1 thread", slice: slice(1, read)),
            counts.map { Contestant(name: "\($0) threads", slice: slice($0, read)) })
        race.hasEqualSlices = true
        return race
    }

    /// The columns.
    static var columns: [String] { counts.map { "\($0) threads" } }

    private static func slice(_ count: Int, _ read: @escaping (Int) -> Void) -> (Int, Int) -> Double {
        return { calls, _ in
            let shared = Shared(read: read)
            let (ready, go, done) = (
                DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
            )
            for thread in 0..<count {
                // The calls of all threads together are as many as were asked for.
                let share = calls * (thread + 1) / count - calls * thread / count
                Thread.detachNewThread {
                    ready.signal()
                    go.wait()
                    for number in 0..<share { shared.read(number) }
                    done.signal()
                }
            }
            for _ in 0..<count { ready.wait() }
            let start = DispatchTime.now().uptimeNanoseconds
            for _ in 0..<count { go.signal() }
            for _ in 0..<count { done.wait() }
            return Double(DispatchTime.now().uptimeNanoseconds - start)
        }
    }
}

extension Section {
    /// Threads that read at once.
    static func threads(_ effort: Effort, in directory: URL) throws -> Section {
        let name = "SafeDefaults-benchmark-threads"
        let raw = Unsaved.named(name)
        Sample.fill(raw)
        defer { raw.removePersistentDomain(forName: name) }
        let suite = LoginDefaults(store: DefaultsStore(Unsaved.named(name)))
        let cached = Stored(LoginDefaults.attempts, store: suite.store, options: .cached)
        let file = try FileDefaults(url: directory.appendingPathComponent("threads.plist"))
        Sample.fill(file)
        let login = LoginDefaults(store: DefaultsStore(file))
        let database = Database.open(directory.appendingPathComponent("threads.sqlite"))
        database?.set(5, "login/attempts")

        let races = [
            // What the machine itself gives to several threads.
            Threads.race("machine", "arithmetic that shares nothing") { number in
                var state = UInt64(truncatingIfNeeded: number) | 1
                for _ in 0..<100 { state = state &* 6_364_136_223_846_793_005 &+ 1 }
                expect(state != 0)
            },
            Threads.race("raw", "raw, over a suite") { _ in expect(raw.integer(forKey: "login/attempts") == 5) },
            Threads.race("suite", "a setting over a suite") { _ in expect(suite.attempts == 5) },
            Threads.race("cached", "`.cached` over a suite") { _ in expect(cached.wrappedValue == 5) },
            Threads.race("file", "`FileDefaults`") { _ in expect(file.integer(forKey: "login/attempts") == 5) },
            Threads.race("setting", "a setting over it") { _ in expect(login.attempts == 5) },
        ]
        // Threads take a while to start: longer slices, and fewer.
        let effort = Effort(
            slice: effort.slice * 20, seconds: effort.seconds, rounds: min(3, effort.rounds.upperBound)...101,
            manyKeys: effort.manyKeys)
        return Section(
            "threads", "Threads that read an Int at once", baseline: "1 thread", columns: Threads.columns,
            style: .throughput, races: races, effort: effort)
    }
}
