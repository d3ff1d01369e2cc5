import Foundation
import Testing

@testable import SafeDefaults
@testable import SafeDefaultsCloud
@testable import TestSupport

private struct Synced: SafeDefaults {
    enum Keys: String, DefaultsKey {
        case count, name, tags
        static let namespace = "synced"
    }

    struct Settings {
        let count = Setting(.count, default: 0)
        let name = Setting<String?>(.name)
        let tags = Setting(.tags, default: [String]())
    }
    static let settings = Settings()

    var store: DefaultsStore = .standard
}

@Suite struct CloudDefaultsTests {
    private let cloud: ScriptedCloud
    private let domain: Synced

    init() {
        let cloud = ScriptedCloud()
        self.cloud = cloud
        domain = Synced(store: DefaultsStore(CloudDefaults(cloud, queue: cloud.queue)))
    }

    @Test func theSameDomainsAndSettingsWork() throws {
        #expect(domain.count == 0 && domain.store.availability == .unknown)
        domain.count += 1
        domain.name = "Tom"
        try domain.write(["a", "b"], to: \.tags)
        #expect(domain.count == 1)
        #expect(domain.tags == ["a", "b"])
        #expect(cloud.allObjects().keys.sorted() == ["synced/count", "synced/name", "synced/tags"])
        #expect(domain.storedKeys == [.count, .name, .tags])
        domain.name = nil
        #expect(domain.lookup(\.name) == .missing)
        domain.removeAll()
        #expect(cloud.allObjects().isEmpty)
    }

    @Test func plainAccessAnswersAsAUserDefaultsDoes() {
        let defaults = domain.store.userDefaults
        defaults.set(7, forKey: "integer")
        defaults.set(1.5, forKey: "double")
        defaults.set(Float(2.5), forKey: "float")
        defaults.set(true, forKey: "bool")
        defaults.set("12", forKey: "text")
        defaults.set(["a"], forKey: "array")
        defaults.set(["a": 1], forKey: "dictionary")
        defaults.set(Data([1]), forKey: "data")
        defaults.set(URL(string: "https://example.com/"), forKey: "url")
        #expect(defaults.integer(forKey: "integer") == 7)
        #expect(defaults.integer(forKey: "text") == 12)
        #expect(defaults.double(forKey: "double") == 1.5)
        #expect(defaults.float(forKey: "float") == 2.5)
        #expect(defaults.bool(forKey: "bool"))
        #expect(defaults.string(forKey: "integer") == "7")
        #expect(defaults.array(forKey: "array") as? [String] == ["a"])
        #expect(defaults.stringArray(forKey: "array") == ["a"])
        #expect(defaults.dictionary(forKey: "dictionary") as? [String: Int] == ["a": 1])
        #expect(defaults.data(forKey: "data") == Data([1]))
        #expect(defaults.url(forKey: "url") == URL(string: "https://example.com/"))
        #expect(defaults.integer(forKey: "nothing") == 0 && !defaults.bool(forKey: "nothing"))
        #expect(defaults.object(forKey: "nothing") == nil && defaults.string(forKey: "nothing") == nil)
        defaults.set(nil as Any?, forKey: "integer")
        defaults.removeObject(forKey: "double")
        #expect(defaults.dictionaryRepresentation().count == 7)
    }

    @Test func registeredDefaultsStayInTheProcess() {
        domain.registerDefaults()
        domain.store.userDefaults.register(defaults: ["synced/name": "registered"])
        #expect(domain.name == "registered")
        #expect(domain.store.userDefaults.integer(forKey: "synced/count") == 0)
        #expect(domain.store.userDefaults.dictionaryRepresentation().count == 3)
        #expect(cloud.allObjects().isEmpty)
        domain.name = "own"
        #expect(domain.name == "own")
    }

    @Test func launchArgumentsAreIgnored() {
        let store = domain.store
        store.userDefaults.register(defaults: ["a": 1])
        store.userDefaults.setVolatileDomain(["b": 1], forName: UserDefaults.argumentDomain)
        store.userDefaults.set(1, forKey: "c")
        #expect(["a", "b", "c"].map { store.box.origin(named: $0) } == [.registered, .default, .stored])
    }

    @Test func registeredDefaultsAreNotItsOwn() {
        domain.store.userDefaults.register(defaults: ["a": 1, "b": 2])
        cloud.set("own", forKey: "a")
        let contents = domain.store.box.contents(named: ["a", "b"], in: .own)
        #expect(contents == ["a": .value("own"), "b": .nothing])
    }

    // MARK: - Changes

    @Test(arguments: [CloudChange.Reason.server, .initialSync, .unknown])
    func writesOfOtherDevicesAreDeliveredByName(reason: CloudChange.Reason) {
        let log = Log<Int>()
        let token = domain.observe(\.count) { log.add($0.newValue) }
        let issues = IssueRecorder.issues {
            cloud.receive(["synced/count": NSNumber(value: 5)], reason, names: ["synced/count", "other"])
            cloud.receive([:], reason, names: ["synced/count"])
            cloud.receive(["synced/count": nil as NSObject?], reason, names: ["synced/count"])
        }
        #expect(log.all == [5, 0])
        #expect(issues.isEmpty)
        token.cancel()
    }

    @Test func noObserverRunsOnTheThreadThatGivesANotice() {
        let threads = Log<Bool>()
        let thread = ThreadIdentity.current
        let token = domain.observe(\.count) { _ in threads.add(ThreadIdentity.current == thread) }
        cloud.receive(["synced/count": NSNumber(value: 5)], .server, names: ["synced/count"])
        #expect(threads.all == [false])
        token.cancel()
    }

    @Test func aNoticeWithoutNamesComparesAllNames() {
        let log = Log<Int>()
        let token = domain.observe(\.count) { log.add($0.newValue) }
        cloud.receive(["synced/count": NSNumber(value: 5)], .server, names: nil)
        #expect(log.all == [5])
        token.cancel()
    }

    @Test func anotherAccountChangesEveryKeyThatDiffers() {
        domain.count = 1
        domain.name = "Tom"
        let log = Log<[Synced.Keys]>()
        let token = domain.changes().observe { log.add($0.changedKeys()) }
        // The notice doesn't have all names.
        cloud.receive(
            ["synced/count": nil as NSObject?, "synced/name": "Ann" as NSString], .account, names: ["synced/count"])
        #expect(log.all == [[.count, .name]])
        #expect(domain.name == "Ann")
        token.cancel()
    }

    @Test(arguments: [
        ["synced/name"], ["a", "b", "c", "d", "e", "f"], nil,
    ])
    func aQuotaViolationIsAnIssue(names: [String]?) throws {
        domain.name = "Tom"
        let log = Log<String?>()
        let token = domain.observe(\.name) { log.add($0.newValue) }
        let issues = IssueRecorder.issues {
            cloud.receive(["synced/name": nil as NSObject?], .quotaViolation, names: names)
        }
        #expect(issues.map(\.kind) == [.fullCloud])
        let text = try #require(issues.first?.description)
        #expect(text.contains("no room"))
        #expect(text.contains("and others") == (names?.count == 6))
        #expect(!text.contains("Tom"))
        #expect(issues.first?.storedName == (names?.count == 1 ? "synced/name" : nil))
        #expect(log.all == (names?.count == 6 ? [] : [nil]))
        token.cancel()
    }

    // MARK: - Bad input

    /// A domain with any key.
    private struct AnyKeys: SafeDefaults {
        struct Keys: DefaultsKey {
            static let allCases: [Keys] = []
            let rawValue: String
        }

        var store: DefaultsStore
    }

    @Test(arguments: [String(repeating: "é", count: 32), String(repeating: "k", count: 64), "k"])
    func aKeyOfSixtyFourBytesIsStored(_ name: String) {
        let keys = AnyKeys(store: domain.store)
        keys.set(1, forKey: AnyKeys.Keys(rawValue: name))
        #expect(keys.integer(forKey: AnyKeys.Keys(rawValue: name)) == 1)
        #expect(cloud.allObjects().keys.contains(name))
    }

    @Test(arguments: [String(repeating: "é", count: 33), String(repeating: "k", count: 65), ""])
    func aKeyThatICloudWouldRaiseForIsRefused(_ name: String) throws {
        let keys = AnyKeys(store: domain.store)
        let key = AnyKeys.Keys(rawValue: name)
        let issues = IssueRecorder.issues {
            keys.set(1, forKey: key)
            domain.store.userDefaults.set(1, forKey: name)
            keys.edit { $0.set(1, forKey: key) }
        }
        #expect(issues.map(\.kind) == [.failedWrite, .failedWrite, .failedWrite])
        let error = try #require(throws: DefaultsError.self) { try keys.write(1, forKey: key) }
        #expect(error.description.contains(name.isEmpty ? "can't be empty" : "64 bytes"))
        #expect(keys.integer(forKey: key) == nil)
        keys.removeObject(forKey: key)
        domain.store.userDefaults.removeObject(forKey: name)
        #expect(cloud.allObjects().isEmpty)
    }

    /// `scope:`, the scope's name, and `/login/attempts` have 64 bytes.
    private static let longest = 64 - "scope:".utf8.count - "/login/attempts".utf8.count

    @Test(.rowsC(7)) func aNameThatItsScopeMakesTooLongIsRefused() throws {
        let store = domain.store
        let fits = AccountDefaults(store: store.scoped(String(repeating: "x", count: Self.longest)))
        #expect(IssueRecorder.issues { fits.attempts = 1 } == [] && fits.attempts == 1)
        let scope = String(repeating: "x", count: Self.longest + 1)
        let name = "scope:\(scope)/login/attempts"
        let long = AccountDefaults(store: store.scoped(scope))
        let error = try #require(throws: DefaultsError.self) { try long.write(1, to: \.attempts) }
        #expect(error.kind == .unstorable && error.storedName == name && error.description.contains("64 bytes"))
        // Nothing of an edit is stored, though the other name would fit, and can be used.
        let issues = IssueRecorder.issues {
            long.edit { draft in
                draft.at = 1
                draft.attempts = 1
            }
        }
        #expect(issues.map(\.storedName) == [name] && long.storedKeys == [])
        #expect(store.scopes == [String(repeating: "x", count: Self.longest)])
        #expect(IssueRecorder.issues { long.at = 1 } == [] && long.at == 1)
        #expect(IssueRecorder.issues { long.reset(\.attempts) } == [])
    }

    @Test func anObjectThatIsNoPropertyListIsRefusedAndUnreadable() {
        let issues = IssueRecorder.issues {
            domain.store.userDefaults.set(NSObject(), forKey: "synced/count")
            cloud.receive(["synced/count": NSNull()], .server, names: ["synced/count"])
            #expect(domain.count == 0)
        }
        #expect(issues.map(\.kind) == [.failedWrite, .unreadableValue])
        #expect(domain.store.userDefaults.integer(forKey: "synced/count") == 0)
    }

    // MARK: - Synchronizing

    @Test func changesAreFetchedWhenTheAppReturnsToTheForeground() {
        let cloud = ScriptedCloud()
        let name = Notification.Name("\(UUID())")
        let store = DefaultsStore(CloudDefaults(cloud, returns: [name]))
        #expect(cloud.synchronizations.value == 1)
        NotificationCenter.default.post(name: name, object: nil)
        #expect(cloud.synchronizations.value == 2)
        withExtendedLifetime(store) {}
    }

    @Test func anAppWithoutTheEntitlementHasOneIssueAndFlushSaysSo() async {
        let cloud = ScriptedCloud()
        cloud.answer.change { $0 = false }
        let kinds = Log<DefaultsIssue.Kind>()
        await DefaultsIssue.withHandler({ kinds.add($0.kind) }) {
            let store = DefaultsStore(CloudDefaults(cloud, queue: cloud.queue))
            #expect(await eventually { kinds.all == [.unavailableCloud] })
            #expect(!store.flush())
            #expect(!store.flush())
            store.userDefaults.set(1, forKey: "a")
            #expect(kinds.all == [.unavailableCloud])
            cloud.answer.change { $0 = true }
            #expect(store.flush())
            cloud.answer.change { $0 = false }
            #expect(!store.flush())
            #expect(kinds.all == [.unavailableCloud, .unavailableCloud])
        }
    }

    @Test func synchronizeCallsTheCloud() {
        #expect(cloud.synchronizations.value == 1, "once at the start, to fetch what came while nobody listened")
        #expect(domain.store.flush())
        cloud.answer.change { $0 = false }
        let issues = IssueRecorder.issues { #expect(!domain.store.flush()) }
        #expect(issues.map(\.kind) == [.unavailableCloud])
        #expect(issues.first?.description.contains("entitlement") == true)
        #expect(cloud.synchronizations.value == 3)
    }
}
