import Foundation
import Testing

@testable import SafeDefaults
@testable import SafeDefaultsUI
@testable import TestSupport

/// A consumer with a demand, as a Combine subscriber has.
private final class Wanting {
    let domain = Sample(store: .inMemory())
    let log = Log<Int>()
    private(set) var values: DemandedValues<Int>
    private let observation: DefaultsObservation

    /// Handles each value, and returns the additional demand.
    var onValue: (Int) -> Int? = { _ in 0 }

    init() {
        let observed = domain.values(of: \.count).observed
        let box = WeakBox()
        let log = log
        (values, observation) = DemandedValues.begin(observed) { value in
            log.add(value)
            return box.owner?.onValue(value) ?? 0
        }
        box.owner = self
    }

    private final class WeakBox {
        weak var owner: Wanting?
    }
}

@Suite(.row(98), .rowsB(7)) struct DemandedValuesTests {
    @Test func noValueIsDeliveredWithoutDemand() {
        let wanting = Wanting()
        wanting.domain.count = 1
        #expect(wanting.log.all == [])
        wanting.values.request(0)
        #expect(wanting.log.all == [])
    }

    @Test func theNewestValueIsKeptUntilItIsDemanded() {
        let wanting = Wanting()
        wanting.values.request(1)
        wanting.domain.count = 1
        wanting.domain.count = 2
        #expect(wanting.log.all == [0])
        wanting.values.request(1)
        #expect(wanting.log.all == [0, 2])
        wanting.values.request(1)
        #expect(wanting.log.all == [0, 2], "nothing new")
        wanting.domain.count = 3
        #expect(wanting.log.all == [0, 2, 3])
        wanting.domain.count = 4
        #expect(wanting.log.all == [0, 2, 3])
    }

    @Test func unlimitedDemandDeliversEveryChangeBeforeTheSetterReturns() {
        let wanting = Wanting()
        wanting.values.request(nil)
        for count in 1...5 {
            wanting.domain.count = count
            #expect(wanting.log.all.last == count)
        }
        wanting.domain.other = 1
        wanting.domain.count = 5
        #expect(wanting.log.all == [0, 1, 2, 3, 4, 5])
    }

    @Test func anEqualValueUsesNoDemand() {
        let wanting = Wanting()
        wanting.values.request(2)
        wanting.domain.count = 0
        wanting.domain.store.userDefaults.set("0", forKey: "count")
        #expect(wanting.log.all == [0], "stored now, and in another form, but equal")
        wanting.domain.count = 1
        #expect(wanting.log.all == [0, 1])
    }

    @Test func demandAddsUpAndDoesNotOverflow() {
        let wanting = Wanting()
        wanting.values.request(Int.max)
        wanting.values.request(Int.max)
        for count in 1...3 { wanting.domain.count = count }
        #expect(wanting.log.all == [0, 1, 2, 3])
    }

    @Test func theAnswerToAValueAddsDemand() {
        let wanting = Wanting()
        wanting.onValue = { $0 < 2 ? 1 : 0 }
        wanting.values.request(1)
        for count in 1...4 { wanting.domain.count = count }
        #expect(wanting.log.all == [0, 1, 2])
    }

    @Test func writesAndDemandInsideTheConsumerAreServedAfterIt() {
        let wanting = Wanting()
        var depth = 0
        wanting.onValue = { [unowned wanting] value in
            depth += 1
            #expect(depth == 1, "called again before it has returned")
            if value < 3 {
                wanting.domain.count = value + 1
                wanting.values.request(1)
            }
            depth -= 1
            return 0
        }
        wanting.values.request(1)
        #expect(wanting.log.all == [0, 1, 2, 3])
    }

    @Test func nothingComesAfterTheEnd() {
        let wanting = Wanting()
        wanting.onValue = { [unowned wanting] value in
            if value == 1 { wanting.values.end() }
            return nil
        }
        wanting.values.request(nil)
        wanting.domain.count = 1
        wanting.domain.count = 2
        wanting.values.request(nil)
        #expect(wanting.log.all == [0, 1])
    }

    @Test func theEndReleasesTheConsumer() {
        let domain = Sample(store: .inMemory())
        var object: NSObject? = NSObject()
        weak let held = object
        let observed = domain.values(of: \.count).observed
        let (values, observation) = DemandedValues.begin(observed) { [object] _ in
            withExtendedLifetime(object) { 0 }
        }
        object = nil
        #expect(held != nil)
        values.end()
        #expect(held == nil)
        observation.cancel()
        #expect(domain.store.box.hub.receiverCount(of: "count") == 0)
    }

    @Test func anUnreadableValueIsTheDefaultWithOneIssue() {
        let wanting = Wanting()
        wanting.values.request(nil)
        wanting.domain.count = 1
        let issues = IssueRecorder.issues { wanting.domain.set("many", forKey: .count) }
        #expect(wanting.log.all == [0, 1, 0])
        #expect(issues.map(\.kind) == [.unreadableValue])
    }

    @Test func valuesOfManyWritersAreDeliveredInOrderUpToTheLast() {
        let wanting = Wanting()
        let values = wanting.values
        let domain = wanting.domain
        onThreads(4) { index in
            for _ in 0..<200 {
                if index == 0 { values.request(1) } else { domain.update(\.count) { $0 += 1 } }
            }
        }
        values.request(nil)
        #expect(wanting.log.all.last == 600)
        #expect(wanting.log.all == wanting.log.all.sorted())
    }
}
