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

    @Test(.rows(1, 5, 6, 7), arguments: StoreKind.allCases)
    func aKeyIsStoredUnderTheNameThatItSaysDotsIncluded(kind: StoreKind) {
        let test = TestStore(kind)
        Plain(store: test.store).set("Tom", forKey: .userName)
        #expect(test.store.userDefaults.string(forKey: "userName") == "Tom")
        test.store.userDefaults.set("Tim", forKey: "userName")
        #expect(Plain(store: test.store).string(forKey: .userName) == "Tim")
        Spaced(store: test.store).set(3, forKey: .attempts)
        Spaced(store: test.store).set(5, forKey: .loginDate)
        #expect(test.stored("login/attempts") == NSNumber(value: 3) && test.raw("attempts") == nil)
        #expect(test.stored("login/login_date") == NSNumber(value: 5))
        let dotted = Dotted(store: test.store)
        dotted.set("Tom", forKey: .userName)
        #expect(test.stored("Dotted.Keys.userName") == "Tom" as NSString)
        #expect(dotted.string(forKey: .userName) == "Tom" && dotted.storedKeys == [.userName])
        dotted.removeAll()
        #expect(test.raw("Dotted.Keys.userName") == nil)
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

    @Test(.rows(2, 11, 14), arguments: StoreKind.allCases) func keysTakeNamesCreatedAtRunTime(kind: StoreKind) {
        let test = TestStore(kind)
        let doors = Doors(store: test.store)
        for number in 1...2 { doors.set(number.isMultiple(of: 2), forKey: Doors.Keys(rawValue: "\(number)")) }
        #expect(test.stored("doors/2") == NSNumber(value: true))
        #expect(doors.bool(forKey: Doors.Keys(rawValue: "1")) == false)
        #expect(doors.bool(forKey: Doors.Keys(rawValue: "4")) == nil)
        doors[Doors.settings[door: 4]] = true
        doors.update(\.[door: 5]) { $0.toggle() }
        #expect(doors[\.[door: 4]] && doors[\.[door: 5]] && !doors[Doors.settings[door: 6]])
        #expect(test.stored("doors/5") == NSNumber(value: true))
        doors.set("blue", forKey: "colour")
        #expect(doors.string(forKey: "colour") == "blue" && test.stored("doors/colour") == "blue" as NSString)
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
}
