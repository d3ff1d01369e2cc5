import Foundation
import Observation
import Testing

@testable import SafeDefaults
@testable import TestSupport

/// Many threads at once: nothing is lost, repeated, out of order, or left behind.
@Suite struct ObservationStressTests {
    private static let writers = 8
    private static let writes = Stress.count(1_000, usual: 5_000)

    /// Each writer has its own setting, so that the order of the changes can be checked.
    struct Many: SafeDefaults {
        enum Keys: String, DefaultsKey { case a, b, c, d, e, f, g, h, total }
        struct Settings { let total = Setting(.total, default: 0) }
        static let settings = Settings()
        var store: DefaultsStore

        static func key(_ index: Int) -> Keys { Keys.allCases[index % 8] }
    }

    /// Checks that the numbers that one observer receives under each key only grow.
    final class Order: Sendable {
        private let last = Shared<[Many.Keys: Int]>([:])
        private let faults = Shared(0)

        var lasts: [Many.Keys: Int] { last.value }
        var faultCount: Int { faults.value }

        func note(_ number: Int, of key: Many.Keys) {
            last.change { last in
                if number <= last[key, default: 0] { faults.change { $0 += 1 } }
                last[key] = number
            }
        }
    }

    @Test(arguments: HubKind.allCases) func permanentObserversReceiveEveryWriteInOrder(kind: HubKind) {
        let test = HubStore(kind, notices: [.before, .after])
        let domain = Many(store: test.store)
        let orders = (0..<3).map { _ in Order() }
        let calls = Shared(0)
        let tokens = orders.flatMap { order in
            (0..<Self.writers).map { writer in
                Stored(Many.Setting<Int?>(Many.key(writer)), store: domain.store).changes.observe { change in
                    order.note(change.newValue ?? 0, of: Many.key(writer))
                    calls.change { $0 += 1 }
                }
            }
        }
        let each = Self.writes / Self.writers
        onThreads(Self.writers) { writer in
            for number in 1...each { domain.set(number, forKey: Many.key(writer)) }
        }
        for order in orders {
            #expect(order.faultCount == 0)
            #expect(order.lasts.values.allSatisfy { $0 == each } && order.lasts.count == Self.writers)
        }
        #expect(calls.value == 3 * Self.writers * each)
        tokens.forEach { $0.cancel() }
        for key in Many.Keys.allCases { #expect(domain.receiverCount(of: key) == 0) }
        #expect(test.source.total == 0)
    }

    @Test(.rowsB(11), arguments: HubKind.allCases) func temporaryObserversLeaveNothingBehind(kind: HubKind) {
        let test = HubStore(kind, notices: [.after])
        let domain = Many(store: test.store)
        let afterTheEnd = Shared(0)
        let faults = Shared(0)
        let each = Self.writes / Self.writers
        onThreads(2 * Self.writers) { index in
            guard index >= Self.writers else {
                for _ in 1...each { domain.update(\.total) { $0 += 1 } }
                return
            }
            for round in 0..<each / 10 {
                let last = Shared(-1)
                let isOver = Shared(false)
                let token = domain.observe(\.total, initial: round % 2 == 0) { change in
                    last.change { last in
                        // The total only grows, so each call has to bring a larger one, whose old value is the last.
                        if change.newValue <= last || last >= 0 && change.oldValue != last {
                            faults.change { $0 += 1 }
                        }
                        last = change.newValue
                    }
                    if isOver.value { afterTheEnd.change { $0 += 1 } }
                }
                if round % 3 == 0 { _ = domain.total }
                token.cancel()
                // A call that was running may finish; what the main part of this thread sees from here on mustn't grow
                // by more than that one.
                isOver.change { $0 = true }
            }
        }
        #expect(domain.total == each * Self.writers)
        #expect(faults.value == 0)
        #expect(afterTheEnd.value <= Self.writers * (each / 10))
        #expect(domain.receiverCount(of: .total) == 0)
        #expect(test.source.total == 0)
    }
}
