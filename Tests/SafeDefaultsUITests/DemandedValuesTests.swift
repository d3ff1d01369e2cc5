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
    /// What a consumer asks for, and what is written; nil is unlimited demand.
    enum Step: Sendable { case request(Int?), write(Int) }

    @Test(
        arguments: [
            ([.write(1), .request(0)], []),
            // The newest value is kept until it is demanded, and once only.
            ([.request(1), .write(1), .write(2), .request(1), .request(1), .write(3), .write(4)], [0, 2, 3]),
            // An equal value uses no demand.
            ([.request(2), .write(0), .write(1)], [0, 1]),
            // Demand adds up, and doesn't overflow.
            ([.request(.max), .request(.max), .write(1), .write(2), .write(3)], [0, 1, 2, 3]),
            ([.request(nil), .write(1), .write(2), .write(2), .write(3)], [0, 1, 2, 3]),
        ] as [([Step], [Int])])
    func asMuchIsDeliveredAsIsDemanded(steps: [Step], delivered: [Int]) {
        let wanting = Wanting()
        for step in steps {
            switch step {
            case .request(let count): wanting.values.request(count)
            case .write(let count): wanting.domain.count = count
            }
        }
        #expect(wanting.log.all == delivered)
    }

    @Test func unlimitedDemandDeliversAChangeBeforeTheSetterReturns() {
        let wanting = Wanting()
        wanting.values.request(nil)
        wanting.domain.count = 1
        #expect(wanting.log.all == [0, 1])
        wanting.domain.other = 1
        wanting.domain.store.userDefaults.set("1", forKey: "count")
        #expect(wanting.log.all == [0, 1], "another setting, and the same value in another form")
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
