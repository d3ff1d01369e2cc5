import Foundation
import SafeDefaults
import Testing

@testable import TestSupport

@Suite struct DefaultsKeyTests {
    struct Plain: SafeDefaults {
        enum Keys: String, DefaultsKey { case userName, launchCount }
        var store: DefaultsStore
    }

    struct Spaced: SafeDefaults {
        enum Keys: String, DefaultsKey {
            case attempts
            case loginDate = "login_date"
            static let namespace = "login"
        }
        var store: DefaultsStore
    }

    struct Dotted: SafeDefaults {
        enum Keys: String, DefaultsKey {
            case userName
            var uniqueValue: String { "Dotted.\(Keys.self).\(rawValue)" }
        }
        var store: DefaultsStore
    }

    @Test(.rows(1, 5), arguments: StoreKind.allCases)
    func enumCaseIsStoredUnderItsOwnNameAsUserDefaultsWould(kind: StoreKind) {
        let test = TestStore(kind)
        Plain(store: test.store).set("Tom", forKey: .userName)
        #expect(test.store.userDefaults.string(forKey: "userName") == "Tom")

        test.store.userDefaults.set("Tim", forKey: "userName")
        #expect(Plain(store: test.store).string(forKey: .userName) == "Tim")
    }

    @Test(.row(7), arguments: StoreKind.allCases) func namespacePrecedesTheNameWithASlash(kind: StoreKind) {
        let test = TestStore(kind)
        Spaced(store: test.store).set(3, forKey: .attempts)
        #expect(Spaced.Keys.attempts.uniqueValue == "login/attempts")
        #expect(test.stored("login/attempts") == NSNumber(value: 3))
        #expect(test.raw("attempts") == nil)
    }

    @Test(.row(6), arguments: StoreKind.allCases) func rawValueOverridesTheCasesName(kind: StoreKind) {
        let test = TestStore(kind)
        Spaced(store: test.store).set(Date(timeIntervalSinceReferenceDate: 0), forKey: .loginDate)
        #expect(test.stored("login/login_date") == NSDate(timeIntervalSinceReferenceDate: 0))
    }

    @Test(.row(6), arguments: StoreKind.allCases) func ownUniqueValueIsUsedUnchangedDotsIncluded(kind: StoreKind) {
        let test = TestStore(kind)
        let dotted = Dotted(store: test.store)
        dotted.set("Tom", forKey: .userName)
        #expect(test.stored("Dotted.Keys.userName") == "Tom" as NSString)
        #expect(dotted.string(forKey: .userName) == "Tom")
        #expect(dotted.storedKeys == [.userName])
        dotted.removeAll()
        #expect(test.raw("Dotted.Keys.userName") == nil)
    }

    @Test func namespaceMayHoldASlashAndAnEmptyOneAddsNothing() {
        struct Deep: SafeDefaults {
            enum Keys: String, DefaultsKey {
                case a
                static let namespace = "app/login"
            }
        }
        struct Empty: SafeDefaults {
            enum Keys: String, DefaultsKey {
                case a
                static let namespace = ""
            }
        }
        #expect(Deep.Keys.a.uniqueValue == "app/login/a")
        #expect(Empty.Keys.a.uniqueValue == "a")
    }

    // MARK: - Keys that are no enum

    struct Doors: SafeDefaults {
        struct Keys: DefaultsKey, ExpressibleByStringLiteral {
            var rawValue: String
            init(rawValue: String) { self.rawValue = rawValue }
            init(stringLiteral value: String) { rawValue = value }

            static let main = Keys(rawValue: "main")
            static var allCases: [Keys] { [main] }
            static let namespace = "doors"
        }

        struct Settings {
            subscript(door number: Int) -> Setting<Bool> { Setting(Keys(rawValue: "\(number)"), default: false) }
        }
        static let settings = Settings()

        var store: DefaultsStore
    }

    @Test(.rows(2, 14), arguments: StoreKind.allCases) func structKeysTakeNamesCreatedAtRunTime(kind: StoreKind) {
        let test = TestStore(kind)
        let doors = Doors(store: test.store)
        for number in 1...3 { doors.set(number.isMultiple(of: 2), forKey: Doors.Keys(rawValue: "\(number)")) }
        #expect(test.stored("doors/2") == NSNumber(value: true))
        #expect(doors.bool(forKey: Doors.Keys(rawValue: "1")) == false)
        #expect(doors.bool(forKey: Doors.Keys(rawValue: "4")) == nil)
    }

    @Test(.row(14), arguments: StoreKind.allCases) func settingsTakeNamesCreatedAtRunTime(kind: StoreKind) {
        let test = TestStore(kind)
        let doors = Doors(store: test.store)
        doors[Doors.settings[door: 4]] = true
        doors.update(\.[door: 5]) { $0.toggle() }
        #expect(doors[\.[door: 4]] && doors[\.[door: 5]])
        #expect(doors[Doors.settings[door: 6]] == false)
        #expect(test.stored("doors/5") == NSNumber(value: true))
    }

    @Test(.row(11), arguments: StoreKind.allCases) func keysCanBeStringLiterals(kind: StoreKind) {
        let test = TestStore(kind)
        let doors = Doors(store: test.store)
        doors.set("blue", forKey: "colour")
        #expect(doors.string(forKey: "colour") == "blue")
        #expect(test.stored("doors/colour") == "blue" as NSString)
    }

    @Test(.row(10), arguments: StoreKind.allCases) func runTimeNamesOutsideAllCasesAreLeftAlone(kind: StoreKind) {
        let test = TestStore(kind)
        let doors = Doors(store: test.store)
        doors.set(1, forKey: .main)
        doors.set(2, forKey: "7")
        #expect(Doors.Keys.allCases == [.main])
        #expect(doors.storedKeys == [.main])
        doors.removeAll()
        #expect(doors.integer(forKey: "7") == 2)
        #expect(doors.integer(forKey: .main) == nil)
    }

    // MARK: - Shared keys

    struct Reader: SafeDefaults {
        typealias Keys = Spaced.Keys
        struct Settings { let attempts = Setting(.attempts, default: -1) }
        static let settings = Settings()
        var store: DefaultsStore
    }

    @Test func domainsMayShareTheirKeysByTypealias() {
        let test = TestStore(.inMemory)
        let reader = Reader(store: test.store)
        #expect(reader.attempts == -1)
        Spaced(store: test.store).set(3, forKey: .attempts)
        #expect(reader.attempts == 3)
    }
}
