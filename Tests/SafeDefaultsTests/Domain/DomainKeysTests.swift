import Foundation
import SafeDefaults
import SafeDefaultsFiles
import Testing

@testable import TestSupport

@Suite struct DomainKeysTests {
    typealias Login = SettingAccessTests.Login

    struct Neighbour: SafeDefaults {
        enum Keys: String, DefaultsKey { case attempts }
        var store: DefaultsStore
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
        #expect(bare.dictionary(forKey: "login/counts")?.isEmpty == true)
        #expect(bare.object(forKey: "login/loginDate") == nil)
        #expect(bare.object(forKey: "attempts") == nil)
    }

    @Test(.row(68)) func registeringInAFileStoreIsSeenThereAndStoresNothing() async {
        await #expect(processExitsWith: .success) {
            let test = TestStore(.file)
            let login = DomainKeysTests.Login(store: test.store)
            login.attempts = 8
            #expect(test.raw("login/theme") == nil)
            login.registerDefaults()
            #expect(test.store.userDefaults.string(forKey: "login/theme") == "light")
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
}
