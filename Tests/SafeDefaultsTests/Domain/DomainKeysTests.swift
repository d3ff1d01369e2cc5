import Foundation
import SafeDefaults
import SafeDefaultsFiles
import Testing

@testable import TestSupport

@Suite struct DomainKeysTests {
    struct Login: SafeDefaults {
        enum Keys: String, DefaultsKey {
            case loginDate, attempts, theme, tags
            static let namespace = "login"
        }

        struct Settings {
            let loginDate = Setting<Date?>(.loginDate)
            let attempts = Setting(.attempts, default: 3)
            let theme = Setting(.theme, default: "light")
            let tags = Setting(.tags, default: ["a"])
        }
        static let settings = Settings()
        var store: DefaultsStore
    }

    /// Keys whose names begin like, or are, those of the other domain without its namespace.
    struct Neighbour: SafeDefaults {
        enum Keys: String, DefaultsKey {
            case attempts
            case close = "login/attempts2"
            case closer = "login"
            case same = "loginDate"
        }
        struct Settings { let attempts = Setting(.attempts, default: 9) }
        static let settings = Settings()
        var store: DefaultsStore
    }

    @Test(.row(10), arguments: StoreKind.allCases) func aKeyWithAnUnreadableValueCountsAsStored(kind: StoreKind) {
        let test = TestStore(kind)
        let login = Login(store: test.store)
        login.set("three", forKey: .attempts)
        #expect(login.storedKeys == [.attempts])
        #expect(login.contains(.attempts) && login.contains(\.attempts))
    }

    @Test(.row(77), arguments: StoreKind.allCases) func containsReturnsWhetherSomethingIsStored(kind: StoreKind) {
        let test = TestStore(kind)
        let login = Login(store: test.store)
        #expect(!login.contains(.attempts) && !login.contains(\.attempts))
        login.attempts = 3
        #expect(login.contains(.attempts) && login.contains(\.attempts))
        #expect(!Neighbour(store: test.store).contains(.attempts))
    }

    // MARK: - Registering

    @Test(.row(68)) func registeredDefaultsAreSeenByCodeThatReadsTheUserDefaults() {
        let test = TestStore(.inMemory)
        let login = Login(store: test.store)
        login.registerDefaults()
        let bare = test.store.userDefaults
        #expect(bare.integer(forKey: "login/attempts") == 3)
        #expect(bare.string(forKey: "login/theme") == "light")
        #expect(bare.stringArray(forKey: "login/tags") == ["a"])
        #expect(bare.object(forKey: "login/loginDate") == nil)
        #expect(bare.object(forKey: "attempts") == nil)
    }

    @Test(.row(68)) func registeringInAFileStoreIsSeenThereAndStoresNothing() async {
        await #expect(processExitsWith: .success) {
            let test = TestStore(.file)
            let login = DomainKeysTests.Login(store: test.store)
            login.attempts = 8
            #expect(test.raw("login/tags") == nil)
            login.registerDefaults()
            #expect(test.store.userDefaults.stringArray(forKey: "login/tags") == ["a"])
            #expect(login.attempts == 8)
            login.removeAll()
            #expect(test.store.userDefaults.integer(forKey: "login/attempts") == 3)
            #expect(test.store.userDefaults.persistentDomain(forName: test.fileURL.path)?.isEmpty ?? true)
        }
    }

    @Test func aDefaultThatCannotBeStoredIsReportedAndTheOthersAreRegistered() {
        struct Odd: SafeDefaults {
            enum Keys: String, DefaultsKey { case never, fine }

            struct Settings {
                let never = Setting(.never, default: Date(timeIntervalSinceReferenceDate: .infinity))
                let fine = Setting(.fine, default: 1)
            }
            static let settings = Settings()
            var store: DefaultsStore
        }
        let test = TestStore(.inMemory)
        let issues = IssueRecorder.issues { Odd(store: test.store).registerDefaults() }
        #expect(issues.map(\.kind) == [.failedRegistration])
        #expect(issues.first?.storedName == "never")
        #expect(test.stored("fine") == NSNumber(value: 1))
    }

    @Test func whatIsStoredCanBeGivenToFoundationAsAPropertyList() throws {
        let login = Login(store: .inMemory())
        login.loginDate = Date(timeIntervalSinceReferenceDate: 86_400)
        login.setObject([1, true, 2.5, "x", Data([1]), ["a": 7]] as [Any], forKey: .tags)
        let objects = login.dictionaryRepresentation.mapValues(\.foundationObject)
        let data = try PropertyListSerialization.data(fromPropertyList: objects, format: .binary, options: 0)
        let read = try #require(
            try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any])
        let copy = Login(store: .inMemory())
        copy.setObject(read["login/loginDate"], forKey: .loginDate)
        copy.setObject(read["login/tags"], forKey: .tags)
        #expect(copy.dictionaryRepresentation == login.dictionaryRepresentation)
    }
}
