import Foundation
import SafeDefaults
import Testing

@testable import TestSupport

@Suite struct InMemoryDefaultsTests {
    struct Sample: SafeDefaults {
        enum Keys: String, DefaultsKey { case count, text }

        struct Settings {
            let count = Setting(.count, default: 0)
            let text = Setting(.text, default: "")
        }
        static let settings = Settings()
        var store: DefaultsStore
    }

    private let defaults = InMemoryDefaults()

    // MARK: - Isolation

    @Test func instancesShareNothing() {
        let other = InMemoryDefaults()
        defaults.set(1, forKey: "a")
        defaults.register(defaults: ["b": 1])
        defaults.setVolatileDomain(["c": 1], forName: UserDefaults.argumentDomain)
        defaults.setPersistentDomain(["d": 1], forName: "domain")
        #expect(other.dictionaryRepresentation().isEmpty)
        #expect(other.object(forKey: "b") == nil)
        #expect(other.persistentDomain(forName: "domain") == nil)
        #expect(UserDefaults.standard.object(forKey: "a") == nil)
        #expect(UserDefaults.standard.object(forKey: "b") == nil)
        #expect(UserDefaults(suiteName: "SafeDefaults.InMemoryDefaults")?.object(forKey: "a") == nil)
    }

    @Test func nothingOfTheRealStoresShowsThrough() {
        let test = TestStore(.rawSuite)
        test.store.userDefaults.set(1, forKey: "a")
        #expect(defaults.object(forKey: "a") == nil)
        #expect(defaults.dictionaryRepresentation().isEmpty)
        #expect(defaults.object(forKey: "AppleLanguages") == nil)
    }

    // MARK: - Search order

    @Test(.row(68)) func argumentsThenWhatWasSetThenSuitesThenRegistered() {
        defaults.register(defaults: ["a": "registered"])
        #expect(defaults.string(forKey: "a") == "registered")
        defaults.setPersistentDomain(["a": "suite"], forName: "suite")
        #expect(defaults.string(forKey: "a") == "registered")
        defaults.addSuite(named: "suite")
        #expect(defaults.string(forKey: "a") == "suite")
        defaults.set("set", forKey: "a")
        #expect(defaults.string(forKey: "a") == "set")
        defaults.setVolatileDomain(["a": "argument"], forName: UserDefaults.argumentDomain)
        #expect(defaults.string(forKey: "a") == "argument")
        #expect(rawObject(defaults.dictionaryRepresentation()["a"]) == "argument" as NSString)

        defaults.removeVolatileDomain(forName: UserDefaults.argumentDomain)
        #expect(defaults.string(forKey: "a") == "set")
        defaults.removeObject(forKey: "a")
        #expect(defaults.string(forKey: "a") == "suite")
        #expect(rawObject(defaults.dictionaryRepresentation()["a"]) == "suite" as NSString)
        defaults.removeSuite(named: "suite")
        #expect(defaults.string(forKey: "a") == "registered")
        defaults.removeVolatileDomain(forName: UserDefaults.registrationDomain)
        #expect(defaults.object(forKey: "a") == nil)
    }

    @Test(.row(68)) func registeringAgainAddsAndReplaces() {
        defaults.register(defaults: ["a": 1, "b": 1])
        defaults.register(defaults: ["b": 2, "c": 2])
        #expect(["a", "b", "c"].map { defaults.integer(forKey: $0) } == [1, 2, 2])
        #expect(defaults.volatileDomain(forName: UserDefaults.registrationDomain).count == 3)
        #expect(defaults.volatileDomainNames.contains(UserDefaults.registrationDomain))
        defaults.setVolatileDomain(["d": 3], forName: UserDefaults.registrationDomain)
        #expect(defaults.integer(forKey: "a") == 0 && defaults.integer(forKey: "d") == 3)
    }

    @Test func otherVolatileAndPersistentDomainsAreKeptApart() {
        defaults.setVolatileDomain(["a": 1], forName: "volatile")
        defaults.setPersistentDomain(["b": 1], forName: "persistent")
        #expect(defaults.object(forKey: "a") == nil && defaults.object(forKey: "b") == nil)
        #expect(defaults.volatileDomain(forName: "volatile").count == 1)
        #expect(defaults.persistentDomain(forName: "persistent")?.count == 1)
        #expect(defaults.volatileDomainNames.contains("volatile"))
        defaults.removeVolatileDomain(forName: "volatile")
        defaults.removePersistentDomain(forName: "persistent")
        #expect(defaults.volatileDomain(forName: "volatile").isEmpty)
        #expect(defaults.persistentDomain(forName: "persistent") == nil)
    }

    // MARK: - Property lists only

    final class Unstorable {}

    @Test(arguments: 0..<6) func anObjectThatIsNoPropertyListIsReportedAndTheOldOneStays(which: Int) {
        let objects: [Any] = [
            Unstorable(), [Unstorable()], ["a": [1, Unstorable()] as [Any]], [1.5: "x"], NSNull(),
            Date(timeIntervalSinceReferenceDate: .infinity),
        ]
        defaults.set("old", forKey: "a")
        let issues = IssueRecorder.issues { defaults.set(objects[which], forKey: "a") }
        #expect(issues.map(\.kind) == [.failedWrite])
        #expect(issues.first?.storedName == "a")
        #expect(defaults.string(forKey: "a") == "old")
    }

    @Test func registeringAndDomainsCheckEachValue() {
        let issues = IssueRecorder.issues {
            defaults.register(defaults: ["bad": Unstorable(), "good": 1])
            defaults.setVolatileDomain(["bad": Unstorable(), "good": 1], forName: "v")
            defaults.setPersistentDomain(["bad": Unstorable(), "good": 1], forName: "p")
        }
        #expect(issues.map(\.storedName) == ["bad", "bad", "bad"])
        #expect(defaults.integer(forKey: "good") == 1)
        #expect(defaults.volatileDomain(forName: "v").count == 1)
        #expect(defaults.persistentDomain(forName: "p")?.count == 1)
    }

    @Test func nilRemovesAndAURLIsReadUnchanged() throws {
        let url = try #require(URL(string: "https://tom:pw@example.com:8080/a?b#c"))
        defaults.set(url, forKey: "a")
        #expect(defaults.url(forKey: "a") == url)
        defaults.set(nil as URL?, forKey: "a")
        #expect(defaults.object(forKey: "a") == nil)
        defaults.set(1, forKey: "a")
        defaults.set(nil as Any?, forKey: "a")
        #expect(defaults.object(forKey: "a") == nil)
        #expect(defaults.synchronize())
    }

    @Test func valuesThatFoundationsFileChangesAreReadUnchanged() {
        let date = Date(timeIntervalSinceReferenceDate: 0.123_456_789)
        defaults.set(date, forKey: "date")
        defaults.set(-0.0, forKey: "zero")
        defaults.set(Int.max, forKey: "max")
        #expect(defaults.object(forKey: "date") as? Date == date)
        #expect(defaults.double(forKey: "zero").sign == .minus)
        #expect(defaults.integer(forKey: "max") == .max)
    }

    // MARK: - Threads

    @Test(.noHang) func sixteenThreadsMayDoEverythingAtOnce() {
        let store = DefaultsStore(defaults)
        onThreads(16) { index in
            let defaults = store.userDefaults
            for turn in 0..<300 {
                let name = "k\(turn % 7)"
                switch (index + turn) % 8 {
                case 0: defaults.set(turn, forKey: name)
                case 1: defaults.set(["a": [turn]], forKey: name)
                case 2: defaults.removeObject(forKey: name)
                case 3: _ = defaults.dictionaryRepresentation()
                case 4: defaults.register(defaults: [name: index])
                case 5: defaults.setVolatileDomain([name: turn], forName: "v\(index)")
                case 6: _ = (defaults.object(forKey: name), defaults.string(forKey: name), defaults.volatileDomainNames)
                default: Sample(store: store).update(\.count) { $0 += 1 }
                }
            }
        }
        #expect(Sample(store: store).count == 16 * 300 / 8)
        let volatile = (0..<16).map { defaults.volatileDomain(forName: "v\($0)").count }
        #expect(volatile.allSatisfy { $0 == 1 })
    }
}
