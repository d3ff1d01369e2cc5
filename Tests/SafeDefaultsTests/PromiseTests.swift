import Foundation
import SafeDefaults
import SafeDefaultsInspection
import Testing

@testable import TestSupport

// A suite for each of the promises that the library is built on. What each promises for single types and stores is
// tested beside them; here is what would fail first if somebody broke it.

/// The domain that the promises are tried on.
private struct Login: SafeDefaults {
    enum Keys: String, DefaultsKey {
        case count, ratio, small, flag, moment, theme, person, tags, scores, url, maybe, custom, other
        static let namespace = "login"
    }

    enum Theme: String, DefaultsValue { case light, dark }

    struct Person: Codable, Equatable {
        var name = "nobody"
        var age = 0
    }

    struct Custom: DefaultsValue {
        struct Refusal: Error {}
        var isRefused = false
        init(isRefused: Bool) { self.isRefused = isRefused }
        var defaultsRepresentation: Int { get throws { if isRefused { throw Refusal() } else { 1 } } }
        init(defaultsRepresentation: Int) throws { throw Refusal() }
    }

    struct Settings {
        let count = Setting(.count, default: 3)
        let ratio = Setting(.ratio, default: 0.5)
        let small = Setting(.small, default: UInt8(1))
        let flag = Setting(.flag, default: true)
        let moment = Setting<Date?>(.moment)
        let theme = Setting(.theme, default: Theme.light)
        let person = Setting(.person, default: Person())
        let tags = Setting(.tags, default: ["a"])
        let scores = Setting<[String: Int]>(.scores, default: ["a": 1])
        let url = Setting<URL?>(.url)
        let maybe = Setting<Int?>(.maybe, default: 5)
        let custom = Setting(.custom, default: Custom(isRefused: false))
    }
    static let settings = Settings()

    var store: DefaultsStore

    /// Reads everything in every way there is.
    func readAll() {
        _ = (self.count, self.ratio, self.small, self[\.flag], self.moment, self.theme, self.person, self.tags)
        _ = (self.scores, self[\.url], self.maybe, self.custom)
        _ = (Self.count.get(from: store), Self.count.defaultValue, self[Self.tags], Self.maybe.get(from: store))
        _ = (lookup(\.count), lookup(\.person), lookup(\.tags), contains(\.count))
        _ = (try? read(\.count), try? read(\.person), try? read(\.custom))
        for key in Keys.allCases {
            _ = (string(forKey: key), integer(forKey: key), bool(forKey: key), double(forKey: key), float(forKey: key))
            _ = (data(forKey: key), date(forKey: key), url(forKey: key), stringArray(forKey: key), array(forKey: key))
            _ = (dictionary(forKey: key), object(forKey: key), value(Theme.self, forKey: key), contains(key))
            _ = (value(Person.self, forKey: key), lookup(Int.self, forKey: key), try? read(Person.self, forKey: key))
        }
        _ = (storedKeys, dictionaryRepresentation, allSettings.map { ($0.text, $0.isStored, $0.typeName) })
    }
}

/// Everything that a store holds, comparable.
private func everything(in store: DefaultsStore) -> NSObject? {
    let all = store.userDefaults.dictionaryRepresentation()
    // What other tests register meanwhile is in every store.
    let registered = UserDefaults.standard.volatileDomain(forName: UserDefaults.registrationDomain)
    return rawObject(all.filter { $0.key.hasPrefix("login/") || registered[$0.key] == nil })
}

// MARK: - 1

@Suite(.rows(67, 86)) struct Promise1_aReadNeverWrites {
    @Test func noWayOfReadingReachesAWriterOfTheStore() {
        let defaults = CountingDefaults()
        _ = IssueRecorder.issues { Login(store: DefaultsStore(defaults)).readAll() }
        #expect(defaults.sets.value == 0 && defaults.removals.value == 0)
    }

    @Test func noWayOfReadingWhatIsUnreadableRepairsIt() {
        let defaults = CountingDefaults()
        for key in Login.Keys.allCases { defaults.set(["unreadable": Data([1])], forKey: key.uniqueValue) }
        let before = defaults.sets.value
        let issues = IssueRecorder.issues { Login(store: DefaultsStore(defaults)).readAll() }
        #expect(!issues.isEmpty)
        #expect(defaults.sets.value == before && defaults.removals.value == 0)
    }

    @Test(arguments: StoreKind.allCases) func readingLeavesTheStoreAsItWas(kind: StoreKind) {
        let test = TestStore(kind)
        let login = Login(store: test.store)
        login.set("three", forKey: .count)
        login.set(7, forKey: .maybe)
        let before = everything(in: test.store)
        _ = IssueRecorder.issues { login.readAll() }
        #expect(everything(in: test.store) == before)
        #expect(login.storedKeys == [.count, .maybe])
    }
}

// MARK: - 2

@Suite(.rows(84, 87)) struct Promise2_aFailedWriteDestroysNothing {
    private static let never = Date(timeIntervalSinceReferenceDate: .infinity)

    private static let ways: [(name: String, key: Login.Keys, write: @Sendable (Login) -> Void)] = [
        ("property", .moment, { $0.moment = never }),
        ("key path", .moment, { $0[\.moment] = never }),
        ("setting", .moment, { Login.moment.set(never, in: $0.store) }),
        ("update", .moment, { $0.update(\.moment) { $0 = never } }),
        ("own conversion", .custom, { $0.custom = Login.Custom(isRefused: true) }),
        ("key", .moment, { $0.set(never, forKey: .moment) }),
        ("array", .tags, { $0.set([never], forKey: .tags) }),
        ("dictionary", .scores, { $0.set(["a": never], forKey: .scores) }),
        ("object", .tags, { $0.setObject([NSObject()], forKey: .tags) }),
    ]

    @Test(arguments: 0..<ways.count, StoreKind.allCases)
    func whatWasStoredIsStillThereAndOneIssueSaysWhy(way: Int, kind: StoreKind) {
        let (name, key, write) = Self.ways[way]
        let test = TestStore(kind)
        let login = Login(store: test.store)
        login.set("precious", forKey: key)
        login.set("also", forKey: .other)
        let issues = IssueRecorder.issues { write(login) }
        #expect(test.stored(key.uniqueValue) == "precious" as NSString, "\(name)")
        #expect(test.stored("login/other") == "also" as NSString)
        // An update of what it can't read stops there.
        let expected: DefaultsIssue.Kind = name == "update" ? .unreadableValue : .failedWrite
        #expect(issues.filter { $0.kind == expected }.map(\.storedName) == [key.uniqueValue], "\(name)")
    }
}

// MARK: - 3

@Suite(.rows(69, 70)) struct Promise3_noInventedValue {
    @Test(arguments: [
        "abc", "", "1.5", "1,000", "9223372036854775808", "0x10", "NaN", "①", "+ 5", "5 apples",
    ])
    func textThatIsNoWholeNumberIsUnreadable(text: String) {
        let login = Login(store: .inMemory())
        login.set(text, forKey: .count)
        let issues = IssueRecorder.issues {
            #expect(login.integer(forKey: .count) == nil)
            #expect(login.count == 3)
        }
        #expect(issues.count == 2)
    }
}

// MARK: - 4

@Suite(.rows(84, 85)) struct Promise4_missingIsNotUnreadable {
    @Test(arguments: StoreKind.allCases) func lookupTellsTheThreeApart(kind: StoreKind) {
        let test = TestStore(kind)
        let login = Login(store: test.store)
        #expect(login.lookup(\.count) == .missing)
        login.count = 3
        #expect(login.lookup(\.count) == .value(3))
        login.set("abc", forKey: .count)
        guard case .unreadable(let error) = login.lookup(\.count) else {
            Issue.record("an unreadable value was taken for something else")
            return
        }
        #expect(error.kind == .unreadable && error.storedName == "login/count")
        #expect(throws: error) { try login.read(\.count) }
        #expect(throws: error) { try login.read(Int.self, forKey: .count) }
    }

    @Test func theThrowingReadTakesAMissingValueForTheDefault() throws {
        let login = Login(store: .inMemory())
        #expect(try login.read(\.count) == 3)
        #expect(try login.read(\.moment) == nil)
        #expect(try login.read(Int.self, forKey: .count) == nil)
    }

    @Test(arguments: StoreKind.allCases) func oneBadElementMakesTheWholeUnreadableAndNoneIsDropped(kind: StoreKind) {
        let test = TestStore(kind)
        let login = Login(store: test.store)
        login.setObject(["a", Data([1]), "c"] as [Any], forKey: .tags)
        login.setObject(["a": 1, "b": "x"] as [String: Any], forKey: .scores)
        login.setObject(["name": "Tom", "age": "old"], forKey: .person)
        let issues = IssueRecorder.issues {
            #expect(login.tags == ["a"])
            #expect(login.stringArray(forKey: .tags) == nil)
            #expect(login.scores == ["a": 1])
            #expect(login.value([String: Int].self, forKey: .scores) == nil)
            #expect(login.person == Login.Person())
        }
        #expect(issues.count == 5)
        #expect(login.lookup(\.tags).isUnreadable)
        #expect(login.array(forKey: .tags)?.count == 3)
        #expect(login.dictionary(forKey: .scores)?.count == 2)
    }
}

// MARK: - 5

// Nothing traps: `HostileInputTests` and `HostileObjectTests`.

// MARK: - 6

@Suite(.rows(71, 74)) struct Promise6_nilRemoves {
    @Test(arguments: StoreKind.allCases) func nilRemovesWhateverWasStored(kind: StoreKind) throws {
        let test = TestStore(kind)
        let login = Login(store: test.store)
        let ways: [(Login.Keys, () throws -> Void)] = [
            (.moment, { login.moment = nil }), (.maybe, { login.maybe = nil }), (.url, { login[\.url] = nil }),
            (.moment, { login[Login.moment] = nil }), (.moment, { Login.moment.set(nil, in: test.store) }),
            (.moment, { try login.write(nil, to: \.moment) }), (.moment, { login.edit { $0.moment = nil } }),
            (.other, { login.set(nil, forKey: .other) }), (.other, { login.set(nil as URL?, forKey: .other) }),
            (.other, { login.set(nil as Date?, forKey: .other) }), (.other, { login.set(Int?.none, forKey: .other) }),
            (.other, { login.set(nil as [Login.Theme]?, forKey: .other) }),
            (.other, { login.set(nil as Login.Person?, forKey: .other) }),
            (.other, { login.set(.some(nil) as Login.Person??, forKey: .other) }),
            (.other, { try login.write(nil as URL?, forKey: .other) }),
            (.other, { try login.write(nil as Login.Person?, forKey: .other) }),
            (.other, { try login.writeObject(nil, forKey: .other) }),
            (.other, { login.setObject(nil, forKey: .other) }),
            (.other, { login.setObject(Int?.none as Any, forKey: .other) }),
            (.count, { login.removeObject(forKey: .count) }), (.count, { login.reset(\.count) }),
        ]
        for (key, remove) in ways {
            // What is stored needn't be readable to be removed.
            for stored in ["x", 7, Data([1])] as [Any] {
                login.setObject(stored, forKey: key)
                #expect(login.contains(key))
                try remove()
                #expect(!login.contains(key))
                #expect(test.raw(key.uniqueValue) == nil)
                // The second time there is nothing to remove.
                try remove()
                #expect(!login.contains(key))
            }
        }
        // An update removes what it could read.
        login.moment = Date()
        login.update(\.moment) { $0 = nil }
        #expect(!login.contains(.moment))
        #expect(login.maybe == 5)
    }
}

// MARK: - 7

@Suite(.rows(8, 75, 76)) struct Promise7_domainsKeepToThemselves {
    /// Its names are near those of the other: the same without the namespace, or longer, or the namespace itself.
    struct Near: SafeDefaults {
        enum Keys: String, DefaultsKey {
            case count
            case longer = "login/counter"
            case spaced = "login/"
            case space = "login"
            case dotted = "login.count"
        }
        struct Settings { let count = Setting(.count, default: 9) }
        static let settings = Settings()
        var store: DefaultsStore
    }

    private func filled(_ kind: StoreKind) -> TestStore {
        let test = TestStore(kind)
        for key in Near.Keys.allCases { Near(store: test.store).set("near", forKey: key) }
        test.store.userDefaults.set("foreign", forKey: "foreign")
        Login(store: test.store).count = 1
        return test
    }

    private func isWhole(_ test: TestStore) -> Bool {
        Near.Keys.allCases.allSatisfy { test.stored($0.uniqueValue) == "near" as NSString }
            && test.stored("foreign") == "foreign" as NSString
    }

    @Test(arguments: StoreKind.allCases) func removingAllRemovesNothingOfANeighbour(kind: StoreKind) {
        let test = filled(kind)
        Login(store: test.store).removeAll()
        #expect(Login(store: test.store).storedKeys == [])
        #expect(isWhole(test))
    }

    @Test(arguments: StoreKind.allCases) func listingListsNothingOfANeighbour(kind: StoreKind) {
        let test = filled(kind)
        #expect(Login(store: test.store).storedKeys == [.count])
        #expect(Login(store: test.store).dictionaryRepresentation == ["login/count": 1])
        #expect(
            Set(Near(store: test.store).dictionaryRepresentation.keys) == Set(Near.Keys.allCases.map(\.uniqueValue)))
    }

    @Test func registeringRegistersNothingOfANeighbour() {
        let test = TestStore(.inMemory)
        Near(store: test.store).registerDefaults()
        #expect(test.store.userDefaults.dictionaryRepresentation().count == 1)
        #expect(Login(store: test.store).storedKeys == [])
    }
}
