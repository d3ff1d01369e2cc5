import Foundation
import SafeDefaults
import Testing

@testable import TestSupport

/// Launch arguments of an `InMemoryDefaults`, compared with what Foundation was measured to read.
@Suite struct LaunchArgumentsTests {
    struct Sample: SafeDefaults {
        enum Keys: String, DefaultsKey {
            case name, attempts, isOn, list
            static let namespace = "login"
        }

        struct Settings {
            let name = Setting(.name, default: "nobody")
            let attempts = Setting(.attempts, default: 0)
            let isOn = Setting(.isOn, default: false)
            let list = Setting<[String]>(.list, default: [])
        }
        static let settings = Settings()
        var store: DefaultsStore
    }

    static let table: [(arguments: [String], values: [String: PropertyListValue])] = [
        ([], [:]),
        (["-a", "1"], ["a": "1"]),
        (["-a", "1", "-b", "2"], ["a": "1", "b": "2"]),
        (["-b", "-c", "2"], ["c": "2"]),
        (["-d", "(a, b)"], ["d": ["a", "b"]]),
        (["-e", "{a=1;}"], ["e": ["a": "1"]]),
        (["-f", "\"x\""], ["f": "x"]),
        (["-f", "{}"], ["f": [:]]),
        (["--", "5"], ["-": "5"]),
        (["-g", ""], ["g": ""]),
        (["-", "7"], [:]),
        (["--h", "8"], ["-h": "8"]),
        (["-i", "<0a>"], ["i": .data(Data([10]))]),
        (["plain", "-j", " -5"], ["j": "-5"]),
        (["-l", "\n", "-m", " a b\n"], ["l": "", "m": "a b"]),
        (["-j", "-5"], [:]),
        (["-k"], [:]),
        (["-a", "1", "-a", "2"], ["a": "2"]),
        (["a", "b"], [:]),
    ]

    @Test(.row(79), arguments: table.indices) func argumentsAreReadAsFoundationReadsThem(index: Int) {
        let (arguments, values) = Self.table[index]
        let defaults = InMemoryDefaults(arguments: arguments)
        let seen = defaults.volatileDomain(forName: UserDefaults.argumentDomain)
        let expected = InMemoryDefaults()
        for (name, value) in values { expected.set(RawObject.foreign(value), forKey: name) }
        #expect(rawObject(seen) == rawObject(expected.dictionaryRepresentation()), "\(arguments)")
        #expect(rawObject(defaults.dictionaryRepresentation()) == rawObject(seen))
    }

    @Test(.row(79)) func anArgumentOverridesTheStoredValue() {
        let store = DefaultsStore.inMemory(
            arguments: ["-login/name", "Tom", "-login/attempts", "7", "-login/isOn", "YES"])
        let sample = Sample(store: store)
        sample.set("Tim", forKey: .name)
        #expect(sample.name == "Tom" && sample.string(forKey: .name) == "Tom")
        #expect(sample.attempts == 7 && sample.isOn)
        #expect(sample.contains(\.attempts))
        sample.removeAll()
        #expect(sample.name == "Tom")
        store.userDefaults.removeVolatileDomain(forName: UserDefaults.argumentDomain)
        #expect(sample.name == "nobody" && sample.attempts == 0)
    }

    @Test(.row(79)) func anArgumentThatIsNoValueOfTheTypeGivesTheDefaultAndAnIssue() {
        let sample = Sample(store: .inMemory(arguments: ["-login/attempts", "many", "-login/isOn", "2"]))
        let issues = IssueRecorder.issues {
            #expect(sample.attempts == 0)
            #expect(!sample.isOn)
        }
        #expect(issues.map(\.kind) == [.unreadableValue, .unreadableValue])
    }

    @Test func theProcesssOwnArgumentsAreNotSeen() {
        #expect(InMemoryDefaults().volatileDomain(forName: UserDefaults.argumentDomain).isEmpty)
        #expect(InMemoryDefaults().dictionaryRepresentation().isEmpty)
    }

    @Test(
        arguments: [
            "(", "{", "<", "\"", "{a=", "((((", "<zz>", "(a", "[1]", .repeating("(", 100_000),
            .repeating("{a=", 100_000), "\u{0}", "(\u{0})",
        ] as [ArgumentString])
    func anIncompletePropertyListAsArgumentIsAString(argument: ArgumentString) {
        let defaults = InMemoryDefaults(arguments: ["-a", argument.value])
        #expect(defaults.string(forKey: "a") == argument.value || defaults.object(forKey: "a") is [Any])
    }
}
