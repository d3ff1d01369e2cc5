import ContractCases
import Foundation
import SafeDefaults
import Testing

@testable import TestSupport

/// Sets, ranges and dictionary keys, beyond the contract of values and stores.
@Suite struct CollectionTests {
    private struct Domain: SafeDefaults {
        enum Keys: String, DefaultsKey { case one }

        struct Settings {
            let values = Setting<Set<PropertyListValue>>(.one, default: [])
            let numbers = Setting<Set<Int>>(.one, default: [])
        }
        static let settings = Settings()
        var store = DefaultsStore.inMemory()
    }

    // MARK: - Sets

    @Test(.row(46)) func elementsOfSeveralKindsAreStoredSorted() {
        let inOrder: [PropertyListValue] = [
            false, true, .integer(.min), -1, 0, .integer(.max), .unsignedInteger(.max), .real(-.nan), .real(-.infinity),
            -1.5, .real(-0.0), .real(0), .real(.leastNonzeroMagnitude), 1.5, .real(.infinity), .real(.nan), "", "B",
            "a", "a\u{0}",
            "aa",
            "é", "e\u{301}", .data(Data()), .data(Data([0])), .data(Data([0, 0])), .data(Data([1])),
            .date(.distantPast), .date(.distantFuture), [], [1], [1, 0], [1, "a"], [2], [:], ["a": 1],
            ["a": 1, "b": 0],
            ["a": 2], ["b": 0],
        ]
        // The two Unicode forms of é are equal as keys, but differ in their bytes: e with an accent comes first.
        let expected = inOrder.filter { $0 != "é" && $0 != "e\u{301}" }
        for _ in 0..<20 {
            let domain = Domain()
            domain[\.values] = Set(expected.shuffled())
            #expect(domain.dictionaryRepresentation["one"] == .array(expected))
            #expect(domain[\.values] == Set(expected))
        }
        let domain = Domain()
        domain[\.values] = ["é", "e\u{301}"]
        #expect(domain.dictionaryRepresentation["one"] == ["e\u{301}", "é"])
    }

    @Test(.row(46)) func elementsWithTheSameStoredFormFailTheWrite() {
        struct Folded: DefaultsValue, Hashable {
            var text: String
            var defaultsRepresentation: String { text.lowercased() }
            init(_ text: String) { self.text = text }
            init(defaultsRepresentation text: String) { self.text = text }
        }
        let domain = Domain()
        domain.set(["kept"], forKey: .one)
        #expect(throws: DefaultsError.self) { try domain.write([Folded("A"), Folded("a")] as Set, forKey: .one) }
        #expect(throws: DefaultsError.self) { try domain.write([Double.nan, .nan] as Set<Double>, forKey: .one) }
        let issues = IssueRecorder.issues { domain.set([Folded("A"), Folded("a")] as Set, forKey: .one) }
        #expect(issues.map(\.kind) == [.failedWrite])
        #expect(domain.dictionaryRepresentation == ["one": ["kept"]])
    }

    @Test(.row(46)) func equalElementsOfAStoredArrayAreOneOfTheSet() {
        let domain = Domain()
        domain.store.userDefaults.set([1, "1", 2], forKey: "one")
        #expect(domain.numbers == [1, 2])
        domain.store.userDefaults.set([1, "one", 2], forKey: "one")
        let issues = IssueRecorder.issues { #expect(domain.numbers == []) }
        #expect(issues.map(\.kind) == [.unreadableValue])
        #expect(issues.first?.error.codingPath == ["[1]"])
    }

    // MARK: - Keys of dictionaries

    @Test(.row(45)) func keysWithTheSameStringFailTheWrite() {
        let base = URL(string: "https://a.example/")
        let keys = [URL(string: "b", relativeTo: base), URL(string: "https://a.example/b")].compactMap { $0 }
        let domain = Domain()
        domain.set("kept", forKey: .one)
        #expect(Set(keys).count == 2)
        #expect(throws: DefaultsError.self) { try domain.write([keys[0]: 1, keys[1]: 2], forKey: .one) }
        #expect(domain.string(forKey: .one) == "kept")
    }

    @Test(.row(45)) func stringsOfTheSameKeyAreUnreadable() {
        let domain = Domain()
        domain.store.userDefaults.set(["5": 1, "+5": 2], forKey: "one")
        switch domain.lookup([Int: Int].self, forKey: .one) {
        case .unreadable(let error): #expect(error.reason.contains("two keys mean the same"))
        case let other: Issue.record("\(other)")
        }
    }
}
