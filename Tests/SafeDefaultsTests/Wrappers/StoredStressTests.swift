import Foundation
import SafeDefaults
import Testing

/// Writers and readers of cached properties on several threads.
@Suite struct StoredStressTests {
    @Test(arguments: StoreKind.allCases)
    func cachedReadsNeverGoBackAndSeeWhatWasWritten(kind: StoreKind) {
        let test = TestStore(kind)
        let domain = WrappedDefaults(store: test.store)
        let shared = Stored(WrappedDefaults.count, store: test.store, options: .cached)
        let last = kind == .inMemory ? Stress.count(500, usual: 2_000) : Stress.count(60, usual: 200)
        let failures = Log<String>()
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            let own = Stored(WrappedDefaults.count, store: test.store, options: [.cached, .observed])
            if thread == 0 {
                for number in 1...last {
                    domain.count = number
                    if shared.wrappedValue != number { failures.add("the writer read \(shared.wrappedValue)") }
                    if number.isMultiple(of: 7) { domain.name = "a neighbour" }
                }
            } else {
                var (seen, seenByOwn) = (0, 0)
                while seen < last || seenByOwn < last {
                    let (now, nowByOwn) = (shared.wrappedValue, own.wrappedValue)
                    if now < seen || nowByOwn < seenByOwn { failures.add("\(seen), then \(now)") }
                    (seen, seenByOwn) = (max(seen, now), max(seenByOwn, nowByOwn))
                }
            }
        }
        #expect(failures.all == [])
        #expect(shared.wrappedValue == last)
    }

    @Test func propertiesThatComeAndGoAgreeWithSeveralWriters() {
        let store = DefaultsStore.inMemory()
        let standard = Stored(WrappedDefaults.count, options: .cached)
        let rounds = Stress.count(100, usual: 500)
        let failures = Log<String>()
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            DefaultsStore.withStandard(thread == 3 ? .inMemory() : store) {
                for round in 0..<rounds {
                    let fresh = Stored(WrappedDefaults.count, options: .cached)
                    fresh.update { $0 += 1 }
                    // Others write too, but nobody decreases the number.
                    let (seen, bySame) = (fresh.wrappedValue, standard.wrappedValue)
                    if seen <= round || bySame < seen { failures.add("\(round): \(seen), \(bySame)") }
                }
            }
        }
        #expect(failures.all == [])
        #expect(WrappedDefaults(store: store).count == 3 * rounds)
    }
}
