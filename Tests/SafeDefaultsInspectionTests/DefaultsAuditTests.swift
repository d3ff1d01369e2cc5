import Foundation
import SafeDefaults
import SafeDefaultsInspection
import SafeDefaultsSnapshots
import Testing

@testable import TestSupport

@Suite(.row(8)) struct DefaultsAuditTests {
    struct Login: SafeDefaults {
        enum Keys: String, DefaultsKey {
            case attempts, theme
            static let namespace = "login"
        }

        struct Settings {
            let attempts = Setting(.attempts, default: 0)
            let theme = Setting(.theme, default: "light")
        }
        static let settings = Settings()
    }

    struct Old: SafeDefaults {
        enum Keys: String, DefaultsKey { case attempts = "login/attempts", other }
    }

    struct Reader: SafeDefaults { typealias Keys = Login.Keys }

    struct Careless: SafeDefaults {
        enum Keys: String, DefaultsKey {
            case a, b, c
            var uniqueValue: String { self == .c ? "c" : "same" }
        }
    }

    struct Twice: SafeDefaults {
        enum Keys: String, DefaultsKey { case one }

        struct Settings {
            let one = Setting(.one, default: 0)
            let again = Setting<String?>(.one)
        }
        static let settings = Settings()
    }

    @Test func soundDomainsHaveNoProblem() {
        #expect(DefaultsAudit.problems(in: [Login.self, Reader.self]) == [])
        #expect(DefaultsAudit.collisions(in: []) == [])
    }

    @Test func keysOfTwoDomainsUnderOneNameCollide() throws {
        let collisions = DefaultsAudit.collisions(in: [Login.self, Old.self])
        let collision = try #require(collisions.first)
        #expect(collisions.count == 1)
        #expect(collision.storedName == "login/attempts")
        #expect(collision.keys == ["Login.Keys.attempts", "Old.Keys.attempts"])
        #expect(collision.description.contains("\"login/attempts\""))
        #expect(DefaultsAudit.problems(in: [Login.self, Old.self]) == [collision.description])
    }

    struct Rooms: SafeDefaults {
        struct Keys: DefaultsKey {
            let rawValue: String
            static let allCases = [Keys(rawValue: "lobby")]
        }
    }

    struct Lobby: SafeDefaults {
        enum Keys: String, DefaultsKey { case entrance = "lobby" }
    }

    @Test func keysAreNamedAsSourceCodeNamesThem() {
        let keys = DefaultsAudit.collisions(in: [Rooms.self, Lobby.self]).map(\.keys)
        #expect(keys == [["Rooms.Keys(rawValue: \"lobby\")", "Lobby.Keys.entrance"]])
    }

    @Test func keysOfOneDomainUnderOneNameCollide() {
        let collisions = DefaultsAudit.collisions(in: [Careless.self])
        #expect(collisions.map(\.storedName) == ["same"])
        #expect(collisions.map(\.keys) == [["Careless.Keys.a", "Careless.Keys.b"]])
    }

    @Test func sharedKeysAndADomainListedTwiceDoNotCollide() {
        #expect(DefaultsAudit.collisions(in: [Login.self, Reader.self, Login.self]) == [])
    }

    @Test func aKeyNeedsNoSetting() {
        #expect(DefaultsAudit.problems(in: [Old.self]) == [])
    }

    struct Odd: SafeDefaults {
        enum Keys: String, DefaultsKey { case settings }
        struct Settings {
            let settings = Setting(.settings, default: 0)
            let number = 3
        }
        static let settings = Settings()
        var store: DefaultsStore
    }

    @Test func aSettingMayBeCalledSettings() {
        let odd = Odd(store: .inMemory())
        odd.settings = 4
        #expect(odd.settings == 4)
        #expect(Odd.settings.settings.get(from: odd.store) == 4)
        #expect(odd.allSettings.map(\.text) == ["4"])
    }

    @Test func whatIsNoSettingIsAProblemAmongTheSettings() {
        #expect(DefaultsAudit.problems(in: [Odd.self]) == ["Odd.Settings.number is no setting."])
    }

    @Test func registeringWithoutSettingsIsReported() {
        let issues = IssueRecorder.issues { Old().registerDefaults() }
        #expect(issues.map(\.kind) == [.failedRegistration])
        #expect(issues.first?.description.contains("Old has no settings: declare struct Settings {") == true)
        #expect(IssueRecorder.issues { _ = Old().allSettings } == [])
    }

    /// Its settings are as invisible to reflection as those of a program that was built without its metadata.
    struct Hidden: SafeDefaults {
        enum Keys: String, DefaultsKey { case one }

        struct Settings: CustomReflectable {
            let one = Setting(.one, default: 1)
            var customMirror: Mirror { Mirror(self, children: []) }
        }
        static let settings = Settings()
        var store: DefaultsStore
    }

    @Test func settingsThatReflectionCannotFindAreAnIssueAndNotAnEmptyList() {
        let hidden = Hidden(store: .inMemory())
        let sentence = "Nothing is known of the settings of Hidden, because the program was built without the metadata "
        #expect(hidden.one == 1)
        #expect(DefaultsAudit.problems(in: [Hidden.self]).map { $0.hasPrefix(sentence) } == [true])
        let issues = IssueRecorder.issues {
            #expect(hidden.allSettings.isEmpty)
            hidden.registerDefaults()
        }
        #expect(issues.map(\.error.kind) == [.unlisted, .unlisted])
        #expect(throws: DefaultsImportError.self) { try hidden.import(Data(#"{"one": 2}"#.utf8)) }
        #expect(hidden.storedKeys.isEmpty)
    }

    @Test func twoSettingsOfOneKeyAreAProblem() {
        let problems = DefaultsAudit.problems(in: [Twice.self])
        #expect(
            problems == [
                "Twice.Settings has more than one setting stored as \"one\".",
                "Twice.Settings.again has the key .one: give the setting and its key one name, or the setting its own "
                    + "key.",
            ])
    }

    // MARK: - Names of settings

    struct Misnamed: SafeDefaults {
        enum Keys: String, DefaultsKey {
            case date, width
            case oldName = "since"
            static let namespace = "box"
        }

        struct Settings {
            let date = Setting<Date?>(.date)
            let height = Setting(.width, default: 0)
            let since = Setting(.oldName, default: 0)
        }
        static let settings = Settings()
        var store: DefaultsStore
    }

    @Test func aNameThatIsTakenAndAnotherNameThanTheKeysAreProblems() {
        let problems = [
            "Misnamed.Settings.date has the name of a member that every domain has, which hides the setting: rename "
                + "the setting and its key, and let the key keep its stored name by the raw value \"date\"; or write "
                + "[\\.date] wherever the setting is used.",
            "Misnamed.Settings.height has the key .width: give the setting and its key one name, or the setting its "
                + "own key.",
        ]
        #expect(DefaultsAudit.problems(in: [Misnamed.self]) == problems)
    }

    // MARK: - Defaults that aren't allowed

    struct Limited: SafeDefaults {
        enum Keys: String, DefaultsKey {
            case clamped = "c", rejected, share, json, name, tags, choice, none, nan
            static let namespace = "limited"
        }

        struct Settings {
            let clamped = Setting(.clamped, default: 11, in: 0...10)
            let rejected = Setting(.rejected, default: 0, in: 1..., outside: .rejecting)
            let share = Setting<Double?>(.share, in: 0.0...1.0)
            let json = Setting(.json, default: 3.0, stored: .json).allowed { $0 < 3 }
            let name = Setting(.name, default: "").allowed { !$0.isEmpty }
            let tags = Setting<[String]?>(.tags).allowed { $0.count < 3 }
            let choice = Setting<Int?>(.choice, default: 0).rememberingNil().allowed { $0 > 0 }
            let none = Setting<Int?>(.none, default: nil).rememberingNil().allowed { $0 > 0 }
            let nan = Setting(.nan, default: .nan, in: 0.0...1.0)
        }
        static let settings = Settings()
    }

    @Test func aDefaultThatItsSettingDoesNotAllowIsAProblem() {
        let problems = DefaultsAudit.problems(in: [Limited.self, Limited.self])
        let first = """
            Limited.clamped, stored as "limited/c", has a default that it doesn't allow, because it isn't from 0 to \
            10: reads return the default, which a write wouldn't store. Give the setting another default, or allow \
            this one.
            """
        #expect(problems.first == first)
        let reasons: [(name: String, reason: String)] = [
            ("clamped", "it isn't from 0 to 10"), ("rejected", "it isn't at least 1"),
            ("json", "the setting's declaration doesn't allow it"),
            ("name", "the setting's declaration doesn't allow it"),
            ("choice", "the setting's declaration doesn't allow it"), ("nan", "it isn't from 0.0 to 1.0"),
        ]
        #expect(problems.count == reasons.count)
        for (problem, (name, reason)) in zip(problems, reasons) {
            #expect(problem.hasPrefix("Limited.\(name), ") && problem.contains(", because \(reason): "))
        }
        #expect(DefaultsAudit.problems(in: [Limited.self], environment: "TOUR") == problems)
    }
}
