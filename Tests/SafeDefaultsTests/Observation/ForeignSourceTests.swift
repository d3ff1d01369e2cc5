import ChildProcesses
import Foundation
import Observation
import Testing

@testable import SafeDefaults
@testable import TestSupport

/// Foreign writes, which don't come through the library, noticed by a source or by `refresh()`.
@Suite(.row(97)) struct ForeignSourceTests {
    private static let name = "watched.domain/count"

    /// Writes without the library and without a notice.
    private static func writeForeign(_ value: Int?, to store: DefaultsStore, name: String = name) {
        if let value {
            store.userDefaults.set(value as Any?, forKey: name)
        } else {
            store.userDefaults.removeObject(forKey: name)
        }
    }

    /// A store over a plain `UserDefaults`, with a source that gives notice on request only.
    private static func silent() -> HubStore { HubStore(.noticing, notices: []) }

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    @Test(.withoutViews, arguments: Notice.allCases.filter { $0 != .before && $0 != .unknownName })
    func aNoticeNotifiesClosuresLoopsAndTrackedReads(notice: Notice) async {
        let test = Self.silent()
        let domain = Watched(store: test.store)
        let log = Log<Change<Int>>()
        let tracked = Log<Int>()
        let token = domain.observe(\.count) { log.add($0) }
        var values = domain.values(of: \.count).makeAsyncIterator()
        withObservationTracking {
            _ = domain.count
        } onChange: {
            tracked.add(0)
        }
        #expect(await values.next() == 0)
        Self.writeForeign(5, to: test.store)
        #expect(log.all == [])
        test.source.give(notice, of: Self.name)
        #expect(log.all == [Change(oldValue: 0, newValue: 5, isInitial: false)])
        #expect(await values.next() == 5)
        #expect(tracked.all.count == 1)
        test.source.give(notice, of: Self.name)
        test.source.give(.unknownName, of: Self.name)
        #expect(log.all.count == 1, "a notice too many is no change too many")
        token.cancel()
    }

    @Test func aNewObserverMakesOthersNoticeAnEarlierForeignWrite() {
        let test = Self.silent()
        let domain = Watched(store: test.store)
        let log = Log<Int>()
        let first = domain.observe(\.count) { log.add($0.newValue) }
        Self.writeForeign(5, to: test.store)
        let late = Log<Change<Int>>()
        let second = domain.observe(\.count, initial: true) { late.add($0) }
        #expect(log.all == [5])
        #expect(late.all == [Change(oldValue: 5, newValue: 5, isInitial: true)])
        first.cancel()
        second.cancel()
    }

    @Test func aNoticeDuringAnotherThreadsWriteIsComparedOnceTheLockIsFree() async {
        let test = Self.silent()
        let domain = Watched(store: test.store)
        let log = Log<Int>()
        let token = domain.observe(\.count) { log.add($0.newValue) }
        let box = test.store.box
        box.hub.excludingOtherWriters {
            Self.writeForeign(5, to: test.store)
            // Returns at once, although this thread holds the lock and waits for the other one.
            test.source.give(.onAnotherThread, of: Self.name)
            #expect(log.all == [])
        }
        #expect(await eventually { log.all == [5] })
        token.cancel()
    }

    /// A closure of one store must not delay the notices of another store.
    @Test func aDelayedNoticeThatBlocksDelaysNoOtherStore() async {
        let (one, other) = (Self.silent(), Self.silent())
        let (entered, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let blocking = Watched(store: one.store).observe(\.count) { _ in
            entered.signal()
            gate.wait()
        }
        let log = Log<Int>()
        let token = Watched(store: other.store).observe(\.count) { log.add($0.newValue) }
        for test in [one, other] {
            test.store.box.hub.excludingOtherWriters {
                Self.writeForeign(5, to: test.store)
                test.source.give(.onAnotherThread, of: Self.name)
            }
            if test === one { entered.wait() }
        }
        #expect(await eventually { log.all == [5] })
        gate.signal()
        blocking.cancel()
        token.cancel()
    }

    // MARK: - Listening

    @Test func theSourceListensWhileThereAreObservers() {
        let test = Self.silent()
        let domain = Watched(store: test.store)
        #expect(test.source.registrations == 0)
        let first = domain.observe(\.count) { _ in }
        let second = domain.changes(of: \.count, \.at).observe { _ in }
        #expect(test.source.count(of: Self.name) == 2)
        #expect(test.source.count(of: "@count") == 1)
        first.cancel()
        #expect(test.source.count(of: Self.name) == 1)
        second.cancel()
        second.cancel()
        #expect(test.source.total == 0)
    }

    /// A write that comes while the source starts to listen is found afterwards.
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    @Test func aWriteWhileTheSourceStartsToListenIsNotLost() async {
        let test = Self.silent()
        let domain = Watched(store: test.store)
        test.source.whileRegistering.change { $0 = { Self.writeForeign(5, to: test.store) } }
        var values = domain.values(of: \.count).makeAsyncIterator()
        #expect(await values.next() == 5)
        test.source.whileRegistering.change { $0 = { Self.writeForeign(6, to: test.store, name: "@count") } }
        withObservationTracking {
            #expect(domain.at == 6)
        } onChange: {
        }
    }

    // MARK: - Plain UserDefaults on Linux

    #if os(Linux)
    @Test func writesOfAnotherObjectAreNoticedByRefreshOnly() async throws {
        let test = TestStore(.rawSuite)
        let domain = Watched(store: test.store)
        let other = try #require(UserDefaults(suiteName: test.suite))
        let log = Log<Int>()
        let token = domain.observe(\.count) { log.add($0.newValue) }
        var values = domain.values(of: \.count).makeAsyncIterator()
        _ = await values.next()
        other.set(5, forKey: Self.name)
        test.store.userDefaults.set(6, forKey: "@count")
        #expect(log.all == [])
        test.store.refresh()
        #expect(log.all == [5])
        #expect(await values.next() == 5)
        test.store.refresh()
        #expect(log.all == [5])
        token.cancel()
    }

    @Test func writesOfAnotherProcessAreNoticedBySynchronizeAndRefreshOnly() throws {
        let test = TestStore(.rawSuite)
        let log = Log<String>()
        let token = Sample(store: test.store).observe(\.text) { log.add($0.newValue) }
        // The helper program shares this process's preferences, and saves when it ends.
        let helper = try ChildProcess(
            [Program("helper").path, "leave", test.suite, "from elsewhere"], environment: Program.environment)
        #expect(helper.terminationStatus == 0)
        test.store.refresh()
        #expect(log.all == [])
        test.store.userDefaults.synchronize()
        test.store.refresh()
        #expect(log.all == ["from elsewhere"])
        token.cancel()
    }
    #endif
}
