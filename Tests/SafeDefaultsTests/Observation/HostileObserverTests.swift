import Foundation
import Observation
import Testing

@testable import SafeDefaults
@testable import TestSupport

/// Closures, loops and tokens that misbehave.
@Suite struct HostileObserverTests {
    @Test(arguments: HubKind.allCases) func aClosureThatWritesItsOwnKeyIsCalledAgainAfterwards(kind: HubKind) {
        let test = HubStore(kind)
        let domain = Watched(store: test.store)
        let log = Log<String>()
        let token = domain.observe(\.count) { change in
            log.add("begin \(change.newValue)")
            if change.newValue < 3 { domain.count += 1 }
            log.add("end \(change.newValue)")
        }
        domain.count = 1
        #expect(log.all == ["begin 1", "end 1", "begin 2", "end 2", "begin 3", "end 3"])
        token.cancel()
    }

    @Test func aWriteInsideAnInitialCallIsDeliveredAfterIt() {
        let domain = Watched(store: .inMemory())
        let log = Log<String>()
        let neighbour = domain.observe(\.at) { log.add("at \($0.newValue)") }
        let token = domain.observe(\.count, initial: true) { change in
            log.add("begin \(change.newValue)")
            if change.newValue == 0 {
                domain.at = 1
                domain.count = 1
            }
            log.add("end \(change.newValue)")
        }
        #expect(log.all.filter { !$0.hasPrefix("at") } == ["begin 0", "end 0", "begin 1", "end 1"])
        #expect(log.all.firstIndex(of: "at 1").map { $0 > 1 } == true)
        token.cancel()
        neighbour.cancel()
    }

    @Test func aClosureMayStartAnObservation() {
        let domain = Watched(store: .inMemory())
        let log = Log<String>()
        let tokens = Shared<[DefaultsObservation]>([])
        let outer = domain.observe(\.count) { change in
            log.add("outer \(change.newValue)")
            let inner = domain.observe(\.count, initial: true) { log.add("inner \($0.isInitial) \($0.newValue)") }
            log.add("begun")
            tokens.change { $0.append(inner) }
        }
        domain.count = 1
        #expect(log.take() == ["outer 1", "inner true 1", "begun"])
        domain.count = 2
        #expect(log.all == ["outer 2", "inner true 2", "begun", "inner false 2"])
        outer.cancel()
        tokens.value.forEach { $0.cancel() }
    }

    @Test func aClosureMayCancelItself() {
        let domain = Watched(store: .inMemory())
        let log = Log<Int>()
        let own = Shared<DefaultsObservation?>(nil)
        let ending = domain.observe(\.count) {
            own.value?.cancel()
            log.add($0.newValue)
        }
        own.change { $0 = ending }
        domain.count = 1
        domain.count = 2
        #expect(log.all == [1])
        #expect(domain.receiverCount(of: .count) == 0)
    }

    @Test func aClosureThatAnotherOneCancelsIsNotCalled() {
        let domain = Watched(store: .inMemory())
        let log = Log<String>()
        let other = Shared<DefaultsObservation?>(nil)
        let first = domain.observe(\.count) { _ in
            log.add("first")
            other.value?.cancel()
        }
        let second = domain.observe(\.count) { _ in log.add("second") }
        other.change { $0 = second }
        domain.count = 1
        #expect(log.all == ["first"])
        #expect(domain.receiverCount(of: .count) == 1)
        first.cancel()
    }

    @Test func aClosureThatDropsItsOwnTokenIsNotCalledAgain() {
        let domain = Watched(store: .inMemory())
        let log = Log<Int>()
        let own = Shared<DefaultsObservation?>(nil)
        own.change { own in
            own = domain.observe(\.count) { log.add($0.newValue) }
        }
        let dropping = domain.observe(\.at) { _ in
            // Released outside of the lock of the holder, which had the last reference.
            withExtendedLifetime(
                own.change { own in
                    defer { own = nil }
                    return own
                }
            ) {}
        }
        domain.count = 1
        domain.at = 1
        domain.count = 2
        #expect(log.all == [1])
        #expect(domain.receiverCount(of: .count) == 0)
        dropping.cancel()
    }

    /// While one closure blocks, writers, loops, reads and Observation go on; other closures of the store wait.
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    @Test(.withoutViews, arguments: HubKind.allCases)
    func aClosureThatBlocksDelaysOnlyOtherClosures(kind: HubKind) async {
        let test = HubStore(kind)
        let domain = Watched(store: test.store)
        let (entered, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let isFirst = Shared(true)
        let log = Log<Int>()
        let token = domain.observe(\.count) { change in
            log.add(change.newValue)
            if isFirst.change({ isFirst in
                defer { isFirst = false }
                return isFirst
            }) {
                entered.signal()
                gate.wait()
            }
        }
        var values = domain.values(of: \.count).makeAsyncIterator()
        _ = await values.next()
        let writer = Thread { domain.count = 1 }
        writer.start()
        entered.wait()
        let tracked = Log<Int>()
        withObservationTracking {
            _ = domain.count
        } onChange: {
            tracked.add(0)
        }
        domain.count = 2
        #expect(domain.count == 2)
        #expect(await values.next() == 2)
        #expect(tracked.all.count == 1)
        let other = domain.observe(\.at) { log.add($0.newValue) }
        domain.at = 9
        #expect(log.all == [1], "calls wait for their turn")
        gate.signal()
        #expect(await eventually { log.all == [1, 2, 9] })
        token.cancel()
        other.cancel()
    }

    @Test func aChainOfManyClosuresDoesNotRecurse() {
        struct Chain: SafeDefaults {
            struct Keys: DefaultsKey {
                let rawValue: String
                init(rawValue: String) { self.rawValue = rawValue }
                static let allCases: [Keys] = []
            }
            var store: DefaultsStore
        }
        let domain = Chain(store: .inMemory())
        let count = 10_000
        @Sendable func key(_ index: Int) -> Chain.Keys { Chain.Keys(rawValue: "link\(index)") }
        let depth = Shared(0)
        let deepest = Shared(0)
        let tokens = (0..<count).map { index in
            Stored(Chain.Setting<Int?>(key(index)), store: domain.store).changes.observe { change in
                let now = depth.change { depth in
                    depth += 1
                    return depth
                }
                deepest.change { $0 = max($0, now) }
                domain.set(change.newValue, forKey: key(index + 1))
                depth.change { $0 -= 1 }
            }
        }
        domain.set(1, forKey: key(0))
        #expect(domain.integer(forKey: key(count)) == 1)
        #expect(deepest.value == 1)
        tokens.forEach { $0.cancel() }
    }

    @Test func manyObserversOfOneKeyAreAllNotifiedAndAllRemoved() {
        let domain = Watched(store: .inMemory())
        let calls = Shared(0)
        var tokens = (0..<10_000).map { _ in domain.observe(\.count) { _ in calls.change { $0 += 1 } } }
        domain.count = 1
        #expect(calls.value == 10_000)
        // Every other one, from the middle outwards, so that none is found at an end.
        for index in stride(from: 5_001, to: 10_000, by: 2) { tokens[index].cancel() }
        for index in stride(from: 4_999, to: 0, by: -2) { tokens[index].cancel() }
        #expect(domain.receiverCount(of: .count) == 5_000)
        domain.count = 2
        #expect(calls.value == 15_000)
        tokens = []
        #expect(domain.receiverCount(of: .count) == 0)
    }

    /// The objects that a closure retains are released without a lock, so their `deinit` may do anything.
    @Test(arguments: HubKind.allCases) func objectsOfAClosureMayWriteAndCancelInTheirDeinit(kind: HubKind) {
        final class Holder: Sendable {
            let domain: Watched
            let other: DefaultsObservation
            let log: Log<String>
            init(_ domain: Watched, _ log: Log<String>) {
                (self.domain, self.log) = (domain, log)
                other = domain.observe(\.count) { log.add("other \($0.newValue)") }
            }
            deinit {
                // Also on another thread, which would wait for ever if a lock were held.
                onThreads(1) { [domain] _ in domain.count += 1 }
                other.cancel()
                domain.count += 1
                log.add("gone")
            }
        }
        let test = HubStore(kind)
        let domain = Watched(store: test.store)
        let log = Log<String>()
        var token: DefaultsObservation?
        do {
            let holder = Holder(domain, log)
            token = domain.observe(\.at) { _ in withExtendedLifetime(holder) {} }
        }
        token?.cancel()
        #expect(log.all == ["other 1", "gone"])
        #expect(domain.count == 2)
        #expect(domain.receiverCount(of: .count) == 0)
        #expect(domain.receiverCount(of: .at) == 0)
        token = nil
        do {
            let holder = Holder(domain, log)
            let cancelled = Shared<DefaultsObservation?>(nil)
            let ending = domain.observe(\.name) { _ in
                withExtendedLifetime(holder) { cancelled.value?.cancel() }
            }
            cancelled.change { $0 = ending }
        }
        domain.name = "ends it inside its own call"
        #expect(domain.receiverCount(of: .name) == 0)
    }

    @Test func anUpdateInsideAClosureReadsTheStoredValue() {
        let domain = Watched(store: .inMemory())
        let log = Log<Int>()
        let token = domain.observe(\.count) { change in
            log.add(change.newValue)
            if change.newValue < 4 { domain.update(\.count) { $0 *= 2 } }
        }
        let second = domain.observe(\.count) { log.add(-$0.newValue) }
        domain.count = 1
        #expect(log.all == [1, -1, 2, -2, 4, -4])
        token.cancel()
        second.cancel()
    }

    @Test func writesInTheLastAttemptOfAnUpdateAreDeliveredAfterIt() {
        let domain = Watched(store: .inMemory())
        let log = Log<Int>()
        let runs = Shared(0)
        let token = domain.observe(\.at) { log.add($0.newValue) }
        domain.update(\.count) { value in
            let run = runs.change { runs in
                runs += 1
                return runs
            }
            // Overtakes itself until it runs while other writers are held back.
            if run <= 32 { domain.count += 1 } else { domain.at = 7 }
            #expect(log.all == [])
            value = 100
        }
        #expect(domain.count == 100)
        #expect(log.all == [7])
        token.cancel()
    }
}
