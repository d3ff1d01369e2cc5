import Foundation
import SafeDefaults
import Testing

@testable import TestSupport

@Suite struct SettingAccessTests {
    enum Theme: String, DefaultsValue { case light, dark }

    struct Login: SafeDefaults {
        enum Keys: String, DefaultsKey {
            case loginDate, attempts, theme, counts, url
            static let namespace = "login"
        }

        struct Settings {
            let loginDate = Setting<Date?>(.loginDate)
            let attempts = Setting(.attempts, default: 3)
            let theme = Setting(.theme, default: Theme.light)
            let counts = Setting<[String: Int]>(.counts, default: [:])
            let url = Setting<URL?>(.url)
        }
        static let settings = Settings()
        var store: DefaultsStore
    }

    // MARK: - Reading and writing

    @Test(.rows(12, 16, 18, 19, 20, 66), .rowsB(1), arguments: StoreKind.allCases)
    func everyFormOfAccessIsTheSameSetting(kind: StoreKind) {
        let test = TestStore(kind)
        let login = Login(store: test.store)
        // These lines compile only if the properties have the declared types.
        let attempts: Int = login.attempts
        let theme: Theme = login.theme
        let date: Date? = login.loginDate
        #expect(attempts == 3 && theme == .light && date == nil)
        login.theme = .dark
        login.loginDate = Date(timeIntervalSinceReferenceDate: 60)
        #expect(login.theme == .dark && test.stored("login/theme") == "dark" as NSString)
        #expect(login.loginDate == Date(timeIntervalSinceReferenceDate: 60))
        let writes: [(Int) -> Void] = [
            { login.attempts = $0 }, { login[\.attempts] = $0 }, { login[Login.attempts] = $0 },
            { Login.attempts.set($0, in: test.store) },
            { number in DefaultsStore.withStandard(test.store) { Login.attempts.set(number) } },
        ]
        for (number, write) in zip(10..., writes) {
            write(number)
            #expect(login.attempts == number && login[\.attempts] == number && login[Login.attempts] == number)
            #expect(Login.attempts.get(from: test.store) == number && login.integer(forKey: .attempts) == number)
            #expect(DefaultsStore.withStandard(test.store) { Login.attempts.get() } == number)
        }
        #expect(test.stored("login/attempts") == NSNumber(value: 14))
        #expect(Login.attempts.name == "attempts" && Login.attempts.storedName == "login/attempts")
        #expect(Login.attempts.defaultValue == 3)
    }

    @Test func aSettingNamedLikeAMemberIsReachedByKeyPath() throws {
        let login = Login(store: .inMemory())
        let url = try #require(URL(string: "https://example.com/a?b"))
        login[\.url] = url
        #expect(login[\.url] == url && login[Login.settings.url] == url)
        login[\.url] = nil
        #expect(!login.contains(\.url))
    }

    /// A domain whose default counts its evaluations.
    ///
    /// Only one test uses it, because the count belongs to the type.
    struct Clock: SafeDefaults {
        enum Keys: String, DefaultsKey { case moment }
        struct Settings { let moment = Setting(.moment, default: tick()) }
        static let settings = Settings()

        static let count = Shared(0)
        static func tick() -> Int {
            count.change { $0 += 1 }
            return count.value
        }
        var store: DefaultsStore
    }

    @Test(.row(66), .rowsB(15)) func dynamicDefaultIsEvaluatedAtEachReadThatFindsNothing() {
        for kind in StoreKind.allCases {
            let test = TestStore(kind)
            let clock = Clock(store: test.store)
            let first = clock.moment
            #expect(clock.moment == first + 1)
            #expect(test.raw("moment") == nil)
            clock.moment = 100
            #expect(clock.moment == 100 && clock.moment == 100)
            #expect(Clock.count.value == first + 1)
        }
    }
}

// MARK: - Values that are objects

@Suite struct ClassValueTests {
    final class Klass: Codable, DefaultsValue {
        var n = 1
    }

    struct Sample: SafeDefaults {
        enum Keys: String, DefaultsKey { case klass }
        struct Settings { let klass = Setting(.klass, default: Klass()) }
        static let settings = Settings()
        var store: DefaultsStore
    }

    @Test func changingAMemberOfAnObjectIsLostAndUpdateIsNot() {
        let test = TestStore(.inMemory)
        let sample = Sample(store: test.store)
        // The guide *Change settings safely* says so: it reads an object, changes the object, and writes nothing.
        sample.klass.n = 42
        #expect(sample.klass.n == 1)
        #expect(test.raw("klass") == nil)
        sample.update(\.klass) { $0.n = 42 }
        #expect(sample.klass.n == 42)
        #expect(test.stored("klass") == ["n": 42] as NSDictionary)
    }
}

// MARK: - Settings added elsewhere

extension SettingAccessTests.Login.Settings {
    var extra: SettingAccessTests.Login.Setting<[String: Int]> { .init(.counts, default: ["extra": 1]) }
}

@Suite struct ExtendedDomainTests {
    @Test(.row(9), arguments: StoreKind.allCases) func settingsMayBeAddedInAnExtension(kind: StoreKind) {
        let test = TestStore(kind)
        let login = SettingAccessTests.Login(store: test.store)
        #expect(login.extra == ["extra": 1])
        login.extra["more"] = 2
        #expect(login.counts == ["extra": 1, "more": 2])
    }
}
