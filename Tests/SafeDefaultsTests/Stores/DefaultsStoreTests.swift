import Foundation
import SafeDefaults
import Testing

@testable import TestSupport

@Suite struct DefaultsStoreTests {
    // MARK: - The object

    @Test(.row(29)) func aSuiteIsTheSameStoreEachTime() {
        let test = TestStore(.rawSuite)
        #expect(DefaultsStore.suite(test.suite) == test.store)
        #expect(DefaultsStore.suite(test.suite).userDefaults === test.store.userDefaults)
        #expect(DefaultsStore(test.store.userDefaults) == test.store)
        #expect(DefaultsStore.suite(test.suite + "x") != test.store)
        #expect(DefaultsStore.suite(test.suite) != .standard)
    }

    @Test(.row(29)) func aSuiteIsFoundationsSuite() {
        let test = TestStore(.rawSuite)
        Sample(store: test.store).name = "Tom"
        // Another object over the same suite, as other code in the program would make.
        #expect(UserDefaults(suiteName: test.suite)?.string(forKey: "name") == "Tom")
        #expect(UserDefaults.standard.object(forKey: "name") == nil)
    }

    @Test func threadsThatOpenOneSuiteTogetherGetOneStore() {
        let suite = "SafeDefaultsTests-\(UUID().uuidString)"
        let made = Shared([DefaultsStore]())
        onThreads(8) { _ in made.change { $0.append(.suite(suite)) } }
        let stores = made.value
        #expect(stores.count == 8)
        #expect(stores.allSatisfy { $0 == stores[0] })
    }

    @Test(.rows(25, 26, 29)) func anySubclassIsUsedThroughItsOverrides() {
        let mock = CountingDefaults()
        mock.set("mocked", forKey: "name")
        let sample = Sample(store: DefaultsStore(mock))
        #expect(sample.name == "mocked")
        sample.name = "new"
        sample.count += 1
        #expect(rawObject(mock.object(forKey: "name")) == "new" as NSString)
        #expect(rawObject(mock.object(forKey: "count")) == NSNumber(value: 1))
        #expect(mock.sets.value == 3)
        #expect(sample.store.userDefaults === mock)
    }

    @Test func theDescriptionOfAStoreNamesTheClassOfItsObjectOnly() {
        let store = DefaultsStore.inMemory()
        Sample(store: store).name = "secret"
        #expect(store.description == "DefaultsStore(InMemoryDefaults)")
    }

    // MARK: - Lifetime

    /// Counts its deinitializations.
    final class Mortal: UserDefaults {
        private let content = Shared([String: Any]())
        private let deaths: Shared<Int>

        init(_ deaths: Shared<Int>) {
            self.deaths = deaths
            // swift-format-ignore: NeverForceUnwrap
            super.init(suiteName: "SafeDefaultsTests.Mortal")!
        }

        deinit { deaths.change { $0 += 1 } }

        override func object(forKey defaultName: String) -> Any? { content.change { $0[defaultName] } }
        override func set(_ value: Any?, forKey defaultName: String) { content.change { $0[defaultName] = value } }

        // It has no file; Foundation's own would save every other store of the process ten thousand times.
        override func synchronize() -> Bool { true }
    }

    @Test func storesEndWithTheirObjectsAndNoneIsTakenForAnother() {
        let deaths = Shared(0)
        var mistaken = 0
        let count = Stress.count(2_000, usual: 10_000)
        for index in 0..<count {
            let object = Mortal(deaths)
            let sample = Sample(store: DefaultsStore(object))
            // Addresses are used again, so a store kept for a dead object would show up here.
            if sample.store.userDefaults !== object || sample.contains(.count) { mistaken += 1 }
            sample.count = index
            if DefaultsStore(object) != sample.store || sample.count != index { mistaken += 1 }
        }
        #expect(mistaken == 0)
        // The last ones are kept until they have been saved, which a flush of any store hastens. It waits ten seconds
        // for a save that is under way, and on a busy machine one of thousands of stores may take longer. The thread of
        // a save that was scheduled may keep one a little longer, while it waits for its turn.
        let other = DefaultsStore(Mortal(Shared(0)))
        #expect((0..<12).contains { _ in other.flush() })
        for _ in 0..<60_000 where deaths.value < count { usleep(10_000) }
        #expect(deaths.value == count)
    }

    // MARK: - Saving

    @Test(.row(91), arguments: StoreKind.allCases) func flushSavesAndReturnsTrue(kind: StoreKind) {
        let test = TestStore(kind)
        Sample(store: test.store).count = 1
        let issues = IssueRecorder.issues { #expect(test.store.flush()) }
        #expect(issues == [])
        #expect(test.store.flush())
    }
}
