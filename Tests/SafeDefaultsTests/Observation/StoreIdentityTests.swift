import Foundation
import Testing

@testable import SafeDefaults
@testable import TestSupport

/// Tests which writes count as writes to one store.
@Suite(.rowsB(10)) struct StoreIdentityTests {
    private static func suite() -> String { "SafeDefaultsTests-\(UUID().uuidString)" }

    private static func hears(_ observed: DefaultsStore, writesTo written: DefaultsStore) -> Bool {
        let log = Log<Int>()
        let token = Watched(store: observed).observe(\.count) { log.add($0.newValue) }
        Watched(store: written).count += 1
        token.cancel()
        Watched(store: written).reset(\.count)
        return log.all == [1]
    }

    @Test func twoStoresOverOneObjectAreOne() throws {
        let defaults = InMemoryDefaults()
        #expect(Self.hears(DefaultsStore(defaults), writesTo: DefaultsStore(defaults)))
        let plain = try #require(NoticingDefaults(suiteName: Self.suite()))
        #expect(Self.hears(DefaultsStore(plain), writesTo: DefaultsStore(plain)))
    }

    @Test func oneSuiteIsOneStore() {
        let name = Self.suite()
        #expect(Self.hears(.suite(name), writesTo: .suite(name)))
        #expect(Self.hears(.suite(name), writesTo: DefaultsStore(DefaultsStore.suite(name).userDefaults)))
    }

    @Test func twoSuitesWithTheSameKeyAreIndependent() {
        #expect(!Self.hears(.suite(Self.suite()), writesTo: .suite(Self.suite())))
        #expect(!Self.hears(.inMemory(), writesTo: .inMemory()))
    }

    @Test func domainsWithOneStoredNameNoticeEachOthersWrites() {
        struct Alias: SafeDefaults {
            enum Keys: String, DefaultsKey { case same = "watched.domain/count" }
            struct Settings { let same = Setting<String?>(.same) }
            static let settings = Settings()
            var store: DefaultsStore
        }
        let store = DefaultsStore.inMemory()
        let log = Log<String?>()
        let token = Alias(store: store).observe(\.same) { log.add($0.newValue) }
        Watched(store: store).count = 3
        #expect(log.all == ["3"])
        token.cancel()
    }

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

    @Test func aSequenceStaysWithTheScopeInWhichItWasCreated() async {
        let (one, other) = (DefaultsStore.inMemory(), DefaultsStore.inMemory())
        Watched(store: one).count = 1
        let values = DefaultsStore.withStandard(one) { Watched().values(of: \.count) }
        await DefaultsStore.withStandard(other) {
            var iterator = values.makeAsyncIterator()
            #expect(await iterator.next() == 1)
            Watched().count = 7
            Watched(store: one).count = 2
            #expect(await iterator.next() == 2)
        }
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

    @Test func urlsAndObjectsOfAStoreInMemoryAreDeliveredOnce() {
        let defaults = InMemoryDefaults()
        let log = Log<Watched.Keys?>()
        let token = Watched(store: DefaultsStore(defaults)).changes().observe { log.add($0.changedKeys().first) }
        defaults.set(URL(string: "https://example.org"), forKey: "watched.domain/name")
        defaults.set(["a": 1], forKey: "watched.domain/list")
        defaults.set(nil as URL?, forKey: "watched.domain/name")
        defaults.set(nil as Any?, forKey: "watched.domain/list")
        defaults.set(nil as Any?, forKey: "watched.domain/list")
        #expect(log.all == [.name, .list, .name, .list])
        token.cancel()
    }

    @Test(arguments: [HubKind.inMemory, .noticing]) func registeringDefaultsIsAChange(kind: HubKind) {
        // A domain of its own, because Foundation registers for all suites of the process.
        struct Registered: SafeDefaults {
            enum Keys: String, DefaultsKey {
                case list
                static let namespace = "registered.domain"
            }
            struct Settings { let list = Setting(.list, default: [1]) }
            static let settings = Settings()
            var store: DefaultsStore
        }
        let test = HubStore(kind, notices: [])
        let domain = Registered(store: test.store)
        let log = Log<[Int]?>()
        let list = Stored(Registered.Setting<[Int]?>(.list), store: domain.store)
        let token = list.changes.observe { log.add($0.newValue) }
        domain.registerDefaults()
        #expect(log.all == [[1]])
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
