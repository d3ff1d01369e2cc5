import ContractCases
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
        let domain = ContractDomain(store: .inMemory())
        let count = 10_000
        @Sendable func key(_ index: Int) -> ContractDomain.Keys { ContractDomain.Keys(rawValue: "link\(index)") }
        let depth = Shared(0)
        let deepest = Shared(0)
        let tokens = (0..<count).map { index in
            Stored(ContractDomain.Setting<Int?>(key(index)), store: domain.store).changes.observe { change in
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
