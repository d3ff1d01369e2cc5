import ContractCases
import Foundation
import SafeDefaults
import SafeDefaultsMigrations
import Testing

@testable import TestSupport

/// Sets inside Codable types: an unchanged set is an unchanged file.
@Suite(.row(46)) struct StableOrderTests {
    struct Spot: Codable, Hashable { var x: Int, y: Int }

    struct Tree: Codable, Equatable {
        var numbers: Set<Int>, named: [String: Set<Double>], listed: [Set<Spot>], nested: Set<Set<Int>>
        var optional: Set<Int?>?, moods: [Mood: Set<Int>]
    }

    enum Mood: String, Codable { case good, bad, fair }

    let domain = ContractDomain(store: .inMemory())
    let key = ContractDomain.Keys(rawValue: "subject")

    private func stored<Value: Codable & SendableMetatype>(_ value: Value) throws -> PropertyListValue? {
        try domain.write(value, forKey: key)
        return domain.value(PropertyListValue.self, forKey: key)
    }

    @Test func elementsAreWrittenSortedInJSON() throws {
        let texts = (0..<20).map { round in
            // The order of a set's elements depends on its capacity.
            var numbers = Set<Int>(minimumCapacity: round * 8)
            numbers.formUnion([3, 10, -1, 200])
            var ratios = Set<Double>(minimumCapacity: round * 8)
            ratios.formUnion([0.5, 10, 1e30, -2, 9])
            var spots = Set<Spot>(minimumCapacity: round * 8)
            spots.formUnion([Spot(x: 2, y: 1), Spot(x: 1, y: 9), Spot(x: 1, y: 2)])
            let tree = Tree(
                numbers: numbers, named: ["a": ratios], listed: [spots], nested: [numbers, [7]], optional: [nil, 5, 1],
                moods: [.fair: numbers, .bad: [2]])
            let text = Stored(ContractDomain.Setting<Tree?>(key, stored: .json), store: domain.store)
            text.wrappedValue = tree
            #expect(text.wrappedValue == tree)
            return domain.store.userDefaults.object(forKey: key.uniqueValue) as? String
        }
        let expected = [
            #"{"listed":[[{"x":1,"y":2},{"x":1,"y":9},{"x":2,"y":1}]]"#,
            #""moods":["bad",[2],"fair",[-1,3,10,200]]"#,
            #""named":{"a":[-2,0.5,9,10,1e+30]}"#,
            #""nested":[[-1,3,10,200],[7]]"#,
            #""numbers":[-1,3,10,200]"#,
            #""optional":[1,5,null]}"#,
        ]
        #expect(texts.first == expected.joined(separator: ","))
        #expect(Set(texts).count == 1)
    }

    @Test func setsAnywhereInATreeAreSorted() throws {
        let tree = Tree(
            numbers: [3, 1, 2], named: ["a": [2.5, 1]], listed: [[Spot(x: 2, y: 1), Spot(x: 1, y: 9)], []],
            nested: [[3, 1], [2], []], optional: [nil, 2], moods: [.good: [2, 1], .bad: [], .fair: [5]])
        #expect(
            try stored(tree) == [
                "numbers": [1, 2, 3], "named": ["a": [.real(1), 2.5]],
                "listed": [[["x": 1, "y": 9], ["x": 2, "y": 1]], []], "nested": [[], [1, 3], [2]],
                "optional": [2, ["$nil": true]], "moods": ["bad", [], "fair", [5], "good", [1, 2]],
            ])
        #expect(domain.value(Tree.self, forKey: key) == tree)
    }

    @Test func anUnchangedDictionaryIsUnchangedPropertyListData() {
        let names = (0..<20).map { "name \($0)" }
        let setting = ContractDomain.Setting<[String: [String: Int]]?>(key, stored: .propertyListData)
        let data = (0..<10).map { round in
            // The order of a dictionary's entries depends on its capacity.
            var table = [String: [String: Int]](minimumCapacity: 1 << round)
            for name in names { table[name] = ["b": 1, "a": 2] }
            domain[setting] = table
            return domain.data(forKey: key)
        }
        #expect(data.first != .some(nil) && Set(data).count == 1)
    }

    @Test func aFailureInASetIsPlaced() {
        struct Moments: Codable { var days: Set<Date> }
        let error = #expect(throws: DefaultsError.self) {
            try domain.write(Moments(days: [Date(timeIntervalSinceReferenceDate: .infinity)]), forKey: key)
        }
        #expect(error?.codingPath == ["days", "[0]"])
    }
}
