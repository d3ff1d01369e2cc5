#if os(Linux)
import ChildProcesses
import Foundation
import Testing

@testable import SafeDefaults
@testable import SafeDefaultsFiles
@testable import TestSupport

/// Notifications of another process's writes, and the work that they take.
@Suite struct FileChangeTests {
    let fixture = FileFixture()

    /// The ways to observe a change.
    static let ways = ["observe", "values", "cached", "observation"]

    @Test(.promise(file: "who is notified of a change"), .noHang, arguments: ways)
    func anotherProcessIsNotifiedOfEachWriteOnceAndInOrder(way: String) throws {
        try observe(way, openWhileListening: 1)
    }

    @Test(.noHang, arguments: ways)
    func whereAWriterCannotWakeOthersTheyAreNotifiedAllTheSame(way: String) throws {
        try observe(way, wrapper: Shim.wrapper("deaf 0"), openWhileListening: 0)
    }

    /// Writes while another process listens.
    private func observe(_ way: String, wrapper: [String] = [], openWhileListening: Int) throws {
        let engine = try fixture.engine(boot: SystemCalls.bootIdentifier())
        try engine.set("shared", 1)
        var program = Program("filer", preferences: fixture.directory)
        program.wrapper = wrapper
        let running = try program.start([fixture.url.path, "observe", way])
        var lines = LineReader(running.output.fileHandleForReading)
        #expect(lines.next()?.hasPrefix("1 ") == true)
        // One after the other: each is notified, and nothing else.
        for number in 2...20 {
            try engine.set("shared", .integer(Int64(number)))
            #expect(lines.next()?.hasPrefix("\(number) ") == true)
        }
        // At once: the last is notified, and of the others none twice or after a newer one.
        for number in 21...500 { try engine.set("shared", .integer(Int64(number))) }
        var heard = [20]
        while let line = lines.next(), let number = Int(line.prefix { $0 != " " }) {
            heard.append(number)
            if number == 500 { break }
        }
        #expect(zip(heard, heard.dropFirst()).allSatisfy { $0 < $1 } && heard.last == 500, "\(heard)")
        try engine.set("shared", -1)
        let last = lines.next()
        // Tracking may not end, since the framework doesn't say when.
        #expect(last == "-1 \(openWhileListening)")
        let left = way == "observation" ? openWhileListening : 0
        if left == 0 { #expect(lines.next() == "0 open") }
        running.kill()
    }

    // MARK: - Work while nothing happens

    /// An engine that works by itself, with a log of its notifications.
    private func listening() throws -> (owner: Owner<FileEngine>, log: Log<ChangeWatcher.PendingChanges>, listener: Int)
    {
        let owner = Owner(try fixture.engine())
        owner.object.setOwner(owner)
        let log = Log<ChangeWatcher.PendingChanges>()
        return (owner, log, owner.object.listen { log.add($0) })
    }

    @Test func withoutListenersNothingIsPolled() async throws {
        let (owner, log, listener) = try listening()
        let (engine, other) = (owner.object, try fixture.engine())
        #expect(await eventually { engine.phase == .sleeping })
        engine.stopListening(listener)
        #expect(await eventually { engine.phase == .off })
        let polls = engine.polls
        for number in 0..<10 { try other.set("a", .integer(Int64(number))) }
        #expect(engine.value("a") == 9)
        #expect(engine.polls == polls && engine.phase == .off && log.all.isEmpty)
    }

    @Test(.noHang) func aListenerSleepsUntilTheNextWrite() async throws {
        let (owner, log, _) = try listening()
        let (engine, other) = (owner.object, try fixture.engine())
        #expect(await eventually { engine.phase == .sleeping })
        // Makes the journal, which is a change by itself, and may be noticed before the write.
        try other.set("a", 0)
        #expect(
            await eventually {
                engine.phase == .sleeping && [[.anything], [.anything, .names(["a"])]].contains(log.all)
            })
        let polls = engine.polls
        #expect(engine.value("a") == 0)
        #expect(engine.polls == polls, "a read is no look")
        for number in 1...3 {
            _ = log.take()
            try other.set("a", .integer(Int64(number)))
            #expect(await eventually { log.all == [.names(["a"])] && engine.phase == .sleeping })
        }
        #expect(engine.polls <= polls + 9, "a look that finds something, one that doesn't, and perhaps one too many")
    }

    @Test(.noHang) func moreListenersAreNoMorePolls() async throws {
        let (owner, _, listener) = try listening()
        let engine = owner.object
        #expect(await eventually { engine.phase == .sleeping })
        let polls = engine.polls
        let others = (0..<100).map { _ in engine.listen { _ in } }
        for other in others { engine.stopListening(other) }
        #expect(await eventually { engine.phase == .sleeping })
        #expect(engine.polls <= polls + 1, "whether it can be woken is tried once, which may wake it later")
        engine.stopListening(listener)
        #expect(await eventually { engine.phase == .off })
    }

    // MARK: - Wake-ups

    @Test(.noHang) func oneWriteWakesASleepingListenerAndLaterOnesOnlyOnceItSleepsAgain()
        async throws
    {
        let (owner, log, _) = try listening()
        let calls = CountingCalls()
        let other = try fixture.engine(calls: calls)
        try other.set("a", 0)
        #expect(await eventually { !log.all.isEmpty && owner.object.phase == .sleeping })
        // Nothing looks meanwhile, so nobody waits again.
        let writes = try FileEngine.pollQueue.sync {
            calls.reset()
            for number in 1...100 { try other.set("a", .integer(Int64(number))) }
            return calls.count(of: .write)
        }
        #expect(writes == 101)
        #expect(await eventually { owner.object.value("a") == 100 && log.all.count > 1 })
    }

    @Test(.noHang) func theNextWriterMakesAWakeUpThatFailedOrThatADeadWriterLeftUndone() async throws {
        let (owner, log, _) = try listening()
        let calls = FailingCalls()
        let other = try fixture.engine(calls: calls)
        try other.set("a", 0)
        #expect(await eventually { !log.all.isEmpty && owner.object.phase == .sleeping })
        let notified = log.all.count
        let writes = Shared(0)
        calls.fail { call, _ in
            guard call == .write else { return nil }
            return writes.change { writes in
                writes += 1
                return writes == 2 ? EIO : nil
            }
        }
        try other.set("a", 1)
        #expect(writes.value == 2)
        #expect(owner.object.value("a") == 1)
        #expect(owner.object.phase == .sleeping && log.all.count == notified)
        calls.recover()
        try other.set("b", 1)
        #expect(await eventually { log.all.dropFirst(notified).contains { $0.concerns("a") } })
    }

    @Test(.noHang) func aNewLockFileIsListenedToOnceItIsFound() async throws {
        let (owner, log, _) = try listening()
        let engine = owner.object
        try engine.set("a", 0)
        #expect(await eventually { engine.phase == .sleeping })
        try FileManager.default.removeItem(at: fixture.directory.file(".store.plist.lock"))
        try engine.flush()
        #expect(await eventually { log.all.contains(.anything) && engine.phase == .sleeping })
        try fixture.engine().set("b", 1)
        #expect(await eventually { log.all.contains(.names(["b"])) || log.all.filter { $0 == .anything }.count > 1 })
        #expect(engine.value("b") == 1)
    }
}

extension FileEngine {
    fileprivate var phase: ChangeWatcher.Phase { watcher.phase }

    fileprivate var polls: Int { watcher.polls }
}

extension ChangeWatcher.PendingChanges {
    fileprivate func concerns(_ name: String) -> Bool {
        switch self {
        case .anything: true
        case .names(let names): names.contains(name)
        }
    }
}
#endif
