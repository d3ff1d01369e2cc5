import Foundation
import Testing

@testable import SafeDefaults
@testable import TestSupport

/// Tests which writes count as writes to one store.
@Suite(.rowsB(10)) struct StoreIdentityTests {
    // MARK: - Scopes

    @Test func anObservationStaysWithTheScopeInWhichItStarted() {
        let log = Log<Int>()
        let domain = Watched()
        let (one, other) = (DefaultsStore.inMemory(), DefaultsStore.inMemory())
        let token = DefaultsStore.withStandard(one) { domain.observe(\.count) { log.add($0.newValue) } }
        DefaultsStore.withStandard(other) { domain.count = 1 }
        #expect(log.all == [])
        DefaultsStore.withStandard(one) { domain.count = 2 }
        Watched(store: one).count = 3
        #expect(log.all == [2, 3])
        token.cancel()
    }

    // MARK: - Stores of this library's own

    @Test func plainSettersOfAStoreInMemoryAreDeliveredOnce() {
        let defaults = InMemoryDefaults()
        let log = Log<Change<Double?>>()
        let domain = Watched(store: DefaultsStore(defaults))
        let token = Stored(Watched.Setting<Double?>(.count), store: domain.store).changes.observe { log.add($0) }
        let name = "watched.domain/count"
        defaults.set(1, forKey: name)
        defaults.set(2.5, forKey: name)
        defaults.set(Float(3.5), forKey: name)
        defaults.set(NSNumber(value: 4), forKey: name)
        defaults.set(4, forKey: name)
        defaults.removeObject(forKey: name)
        defaults.register(defaults: [name: 6])
        defaults.set(true, forKey: name)
        defaults.setVolatileDomain([name: 7], forName: UserDefaults.argumentDomain)
        defaults.removeVolatileDomain(forName: UserDefaults.argumentDomain)
        #expect(log.all.map(\.newValue) == [1, 2.5, 3.5, 4, nil, 6, 1, 7, 1])
        token.cancel()
    }

    @Test func aStoreLivesWhileItIsObservedAndNoLonger() async {
        weak var defaults: InMemoryDefaults?
        let log = Log<Int>()
        var token: DefaultsObservation?
        do {
            let made = InMemoryDefaults()
            defaults = made
            token = Watched(store: DefaultsStore(made)).observe(\.count) { log.add($0.newValue) }
        }
        defaults?.set(3, forKey: "watched.domain/count")
        #expect(log.all == [3])
        token?.cancel()
        token = nil
        #expect(defaults == nil)
        do {
            let made = InMemoryDefaults()
            defaults = made
            let values = Watched(store: DefaultsStore(made)).values(of: \.count)
            var iterator = values.makeAsyncIterator()
            _ = await iterator.next()
        }
        #expect(defaults == nil)
    }
}
