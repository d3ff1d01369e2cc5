import Foundation
import Observation
import SafeDefaults
import SafeDefaultsFiles

private struct Moments: SafeDefaults {
    enum Keys: String, DefaultsKey { case moment }
    struct Settings { let moment = Setting(.moment, default: 0) }
    static let settings = Settings()
    var store: DefaultsStore
}

/// Prints a line at once, in turn with what the other process prints.
private func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }

/// Nanoseconds on a clock that is one for all processes of a machine.
private func now() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
}

/// The notifications of an observer.
private final class Delays: @unchecked Sendable {
    private let lock = NSLock()
    private var last = 0
    private var delays: [Int] = []

    /// Notes a value, once.
    func note(_ moment: Int) {
        let time = now()
        lock.lock()
        defer { lock.unlock() }
        guard moment != 0, moment != last else { return }
        if moment < last { say("out of order") }
        last = moment
        delays.append(time - moment)
    }

    func row(_ name: String) {
        lock.lock()
        defer { lock.unlock() }
        let sorted = delays.sorted().map { Double($0) / 1e6 }
        guard let worst = sorted.last else { return say("\(name) was not notified") }
        let title = name.padding(toLength: 26, withPad: " ", startingAt: 0)
        let (median, late) = (sorted[sorted.count / 2], sorted[sorted.count * 99 / 100])
        say(title + String(format: " %9.3f %9.3f %9.3f %9d", median, late, worst, sorted.count))
    }
}

/// How soon another process's write to a file store is noticed.
///
/// A second process writes the moment of the write, by a clock that both share, at random intervals of 2 to 18 ms. What
/// is printed is the time from there to the moment at which an observer has the value. The last rows are what observing
/// costs while nobody writes, and what it costs whoever writes.
struct Heard {
    private let writes: Int
    private let url: URL
    private let moments: Moments

    /// Runs what the words ask for: nothing or the number of writes to measure, else the other process.
    static func run(_ words: [String], in directory: URL) throws {
        if words.count == 3 {
            let moments = Moments(store: .file(URL(fileURLWithPath: words[1])))
            return words[0] == "burst" ? burst(moments, words[2]) : write(moments, Int(words[2]) ?? 0)
        }
        let url = directory.appendingPathComponent("heard.plist")
        let moments = Moments(store: .file(url))
        try Heard(writes: words.first.flatMap { Int($0) } ?? 1_000, url: url, moments: moments).measure()
    }

    /// The other process: many writes, one after another.
    private static func burst(_ moments: Moments, _ situation: String) {
        let times = (0..<21).map { _ in nanoseconds(5_000) { moments.moment = $0 } }.sorted()
        say(String(format: "a write after the other, %@: %.0f ns", situation, times[10]))
    }

    /// The other process: writes the moment, now and then.
    private static func write(_ moments: Moments, _ writes: Int) {
        for _ in 0..<writes {
            usleep(UInt32.random(in: 2_000...18_000))
            moments.moment = now()
        }
        usleep(200_000)
    }

    private func measure() throws {
        moments.moment = 0
        say("milliseconds                  median      99 %     worst     heard")
        for (name, measure) in [
            ("observe", observe), ("values(of:)", values), ("@Stored, cached", cached), ("Observation", tracked),
        ] {
            let delays = Delays()
            try measure(delays)
            delays.row(name)
            moments.moment = 0
        }
        idle(10)
        try start("burst", url.path, "nobody observing").waitUntilExit()
        let token = moments.observe(\.moment) { use($0.newValue) }
        try start("burst", url.path, "another process observing").waitUntilExit()
        token.cancel()
    }

    /// Starts this program as another process.
    private func start(_ words: String...) throws -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Sandbox.programPath)
        process.arguments = ["heard"] + words
        try process.run()
        return process
    }

    /// Starts the process that writes; false once it has ended.
    private func writer() throws -> () -> Bool {
        let process = try start("write", url.path, "\(writes)")
        return { process.isRunning }
    }

    private func observe(_ delays: Delays) throws {
        let token = moments.observe(\.moment) { delays.note($0.newValue) }
        let isRunning = try writer()
        while isRunning() { usleep(10_000) }
        token.cancel()
    }

    private func values(_ delays: Delays) throws {
        let task = Task { for await moment in moments.values(of: \.moment) { delays.note(moment) } }
        let isRunning = try writer()
        while isRunning() { usleep(10_000) }
        task.cancel()
    }

    private func cached(_ delays: Delays) throws {
        let cached = Stored(Moments.moment, store: moments.store, options: .cached)
        let isRunning = try writer()
        // Nothing tells of a cached value's change; so it is read again and again.
        var turn = 0
        while turn % 1_000 != 0 || isRunning() {
            delays.note(cached.wrappedValue)
            turn += 1
            usleep(20)
        }
    }

    private func tracked(_ delays: Delays) throws {
        let isRunning = try writer()
        let change = DispatchSemaphore(value: 0)
        while isRunning() {
            delays.note(
                withObservationTracking {
                    moments.moment
                } onChange: {
                    change.signal()
                })
            _ = change.wait(timeout: .now() + .milliseconds(100))
        }
    }

    /// What this process does while it observes and nobody writes, as the system counts it.
    private func idle(_ seconds: UInt32) {
        func counts() -> (switches: Int, microseconds: Int) {
            var usage = rusage()
            // This process; the constant has another type on each system.
            getrusage(0, &usage)
            let time = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec
            return (usage.ru_nvcsw, time * 1_000_000 + Int(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec))
        }
        let token = moments.observe(\.moment) { use($0.newValue) }
        sleep(5)
        let before = counts()
        sleep(seconds)
        let after = counts()
        token.cancel()
        let (switches, time) = (after.switches - before.switches, after.microseconds - before.microseconds)
        let perSecond = String(format: "%.1f", Double(switches) / Double(seconds))
        say("observing, nobody writes: woken \(perSecond) times a second, \(time / Int(seconds)) us of CPU a second")
    }
}
