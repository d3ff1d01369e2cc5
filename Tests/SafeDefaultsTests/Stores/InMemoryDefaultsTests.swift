import Foundation
import SafeDefaults
import Testing

@testable import TestSupport

@Suite struct InMemoryDefaultsTests {
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

    /// The objects of this library's own, which are each `UserDefaults` by itself.
    static let kinds = [StoreKind.inMemory, .file]

    @Test(arguments: kinds) func nothingOfTheRealStoresShowsThrough(kind: StoreKind) {
        let (test, own) = (TestStore(.rawSuite), TestStore(kind))
        let name = "shown-\(UUID())"
        for real in [test.store.userDefaults, .standard] { real.set(1, forKey: name) }
        defer { UserDefaults.standard.removeObject(forKey: name) }
        let defaults = own.store.userDefaults
        #expect(defaults.object(forKey: name) == nil && defaults.object(forKey: "AppleLanguages") == nil)
        #expect(defaults.dictionaryRepresentation()[name] == nil)
        defaults.set(2, forKey: name)
        #expect(UserDefaults.standard.integer(forKey: name) == 1)
    }

    // MARK: - Search order

    @Test(.row(68), arguments: kinds) func argumentsThenWhatWasSetThenRegistered(kind: StoreKind) {
        let test = TestStore(kind)
        let defaults = test.store.userDefaults
        let name = "name-\(UUID())"
        func expect(_ value: String, _ place: SourceLocation = #_sourceLocation) {
            #expect(defaults.string(forKey: name) == value, sourceLocation: place)
            #expect(defaults.dictionaryRepresentation()[name] as? String == value, sourceLocation: place)
        }
        defaults.register(defaults: [name: "registered"])
        expect("registered")
        defaults.set("set", forKey: name)
        expect("set")
        defaults.setVolatileDomain([name: "argument"], forName: UserDefaults.argumentDomain)
        expect("argument")
        defaults.removeVolatileDomain(forName: UserDefaults.argumentDomain)
        expect("set")
        defaults.removeObject(forKey: name)
        expect("registered")
    }

    // Not over a file, which registers for the whole process.
    @Test(.row(68)) func registeringAgainAddsAndReplaces() {
        defaults.register(defaults: ["a": 1, "b": 1])
        defaults.register(defaults: ["b": 2, "c": 2])
        #expect(["a", "b", "c"].map { defaults.integer(forKey: $0) } == [1, 2, 2])
    }

    @Test(arguments: kinds) func aVolatileDomainIsReplacedAndSearchedOnlyIfItIsThatOfArguments(kind: StoreKind) {
        let test = TestStore(kind)
        let defaults = test.store.userDefaults
        let name = UserDefaults.argumentDomain
        defaults.setVolatileDomain(["a": 1, "b": 1], forName: name)
        defaults.setVolatileDomain(["b": 2], forName: name)
        #expect(RawObject.literal(defaults.volatileDomain(forName: name)) == ["b": 2])
        #expect(defaults.volatileDomainNames.contains(name))
        #expect(defaults.object(forKey: "a") == nil && defaults.integer(forKey: "b") == 2)
        defaults.removeVolatileDomain(forName: name)
        #expect(defaults.object(forKey: "b") == nil && defaults.dictionaryRepresentation()["b"] == nil)
    }

    @Test(arguments: kinds) func aDomainOfAnotherNameIsRefusedAndNobodyElsesIsChanged(kind: StoreKind) {
        let (test, other) = (TestStore(kind), TestStore(.rawSuite))
        let (defaults, suite) = (test.store.userDefaults, other.suite)
        other.store.userDefaults.set(1, forKey: "a")
        let issues = IssueRecorder.issues {
            defaults.setPersistentDomain(["a": 2], forName: suite)
            defaults.setVolatileDomain(["a": 2], forName: suite)
            defaults.removePersistentDomain(forName: suite)
            defaults.removeVolatileDomain(forName: suite)
        }
        #expect(issues.map(\.kind) == [.failedWrite, .failedWrite])
        #expect(defaults.persistentDomain(forName: suite) == nil && defaults.volatileDomain(forName: suite).isEmpty)
        #expect(defaults.object(forKey: "a") == nil && other.store.userDefaults.integer(forKey: "a") == 1)
        #expect(defaults.persistentDomain(forName: UserDefaults.argumentDomain) == nil)
    }

    // MARK: - Property lists only

    final class Unstorable {}

    @Test(arguments: 0..<6, kinds)
    func anObjectThatIsNoPropertyListIsReportedAndTheOldOneStays(which: Int, kind: StoreKind) {
        let objects: [Any] = [
            Unstorable(), [Unstorable()], ["a": [1, Unstorable()] as [Any]], [1.5: "x"], NSNull(),
            Date(timeIntervalSinceReferenceDate: .infinity),
        ]
        let test = TestStore(kind)
        let defaults = test.store.userDefaults
        defaults.set("old", forKey: "a")
        let issues = IssueRecorder.issues { defaults.set(objects[which], forKey: "a") }
        #expect(issues.map(\.kind) == [.failedWrite])
        #expect(issues.first?.storedName == "a")
        #expect(defaults.string(forKey: "a") == "old")
    }

    @Test func registeringAndDomainsCheckEachValue() {
        let issues = IssueRecorder.issues {
            defaults.register(defaults: ["bad": Unstorable(), "good": 1])
            defaults.setVolatileDomain(["bad": Unstorable(), "good": 2], forName: UserDefaults.argumentDomain)
        }
        #expect(issues.map(\.storedName) == ["bad", "bad"])
        #expect(defaults.integer(forKey: "good") == 2)
        #expect(defaults.volatileDomain(forName: UserDefaults.registrationDomain).count == 1)
    }

    @Test(arguments: kinds) func nilRemovesAndAURLIsReadUnchanged(kind: StoreKind) throws {
        let test = TestStore(kind)
        let defaults = test.store.userDefaults
        let url = try #require(URL(string: "https://tom:pw@example.com:8080/a?b#c"))
        let removals: [() -> Void] = [
            { defaults.set(nil as URL?, forKey: "a") }, { defaults.set(nil as Any?, forKey: "a") },
            { defaults.removeObject(forKey: "a") },
        ]
        for remove in removals {
            defaults.set(url, forKey: "a")
            #expect(defaults.url(forKey: "a") == url)
            remove()
            #expect(defaults.object(forKey: "a") == nil)
        }
        #expect(defaults.synchronize())
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
                case 5: defaults.setVolatileDomain(["v": turn], forName: UserDefaults.argumentDomain)
                case 6: _ = (defaults.object(forKey: name), defaults.string(forKey: name), defaults.volatileDomainNames)
                default: Sample(store: store).update(\.count) { $0 += 1 }
                }
            }
        }
        #expect(Sample(store: store).count == 16 * 300 / 8)
        #expect(defaults.volatileDomain(forName: UserDefaults.argumentDomain).count == 1)
    }
}
