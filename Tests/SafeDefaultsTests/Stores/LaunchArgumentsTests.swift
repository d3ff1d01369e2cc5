import Foundation
import SafeDefaults
import Testing

@testable import TestSupport

/// Launch arguments of an `InMemoryDefaults`, compared with what Foundation was measured to read.
@Suite struct LaunchArgumentsTests {
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
