import ContractCases
import Foundation
import SafeDefaults
import Testing

@testable import TestSupport

/// Dictionaries that `Codable` has stored as arrays, because their keys were no `DefaultsDictionaryKey` then.
@Suite(.row(45)) struct AlternatingDictionaryTests {
    enum Before: String, Codable { case left, right }
    enum After: String, Codable, DefaultsDictionaryKey { case left, right }
    enum Number: Int, Codable, DefaultsDictionaryKey { case one = 1, two }

    struct Place: Codable, Equatable, DefaultsValue { var x = 1 }

    /// Not Codable, so `Codable` can't have stored it as an array.
    struct Bare: DefaultsDictionaryKey, LosslessStringConvertible {
        var description: String
        init(_ description: String) { self.description = description }
    }

    let domain = ContractDomain(store: .inMemory())
    let key = ContractDomain.Keys(rawValue: "subject")

    private func store(_ value: PropertyListValue) { domain.set(value, forKey: key) }

    @Test func aCodableTreeIsReadAndConvertedByTheNextWrite() {
        domain.set([Before.left: 3, .right: 4], forKey: key)
        let before = domain.value(PropertyListValue.self, forKey: key)
        #expect(before?.kind == .array)
        #expect(domain.value([After: Int].self, forKey: key) == [.left: 3, .right: 4])
        #expect(domain.value(PropertyListValue.self, forKey: key) == before)
        domain.set([After.left: 3, .right: 4], forKey: key)
        #expect(domain.value(PropertyListValue.self, forKey: key) == ["left": 3, "right": 4])
    }

    @Test func valuesAndKeysOfEveryKindAreRead() {
        store([1, ["x": 2], 2, ["x": 3]])
        #expect(domain.value([Number: Place].self, forKey: key) == [.one: Place(x: 2), .two: Place(x: 3)])
        store(["left", ["$nil": true], "right", 1])
        #expect(domain.value([After: Int?].self, forKey: key) == [.left: nil, .right: 1])
        store(["left", ["right", 1]])
        #expect(domain.value([After: [After: Int]].self, forKey: key) == [.left: [.right: 1]])
        store([])
        #expect(domain.value([After: Int].self, forKey: key) == [:])
    }

    @Test(
        arguments: [
            ["left"], ["left", 1, "right"], ["left", "many"], ["up", 1], ["left", 1, "left", 2], [[], 1],
            ["left", [1]],
        ] as [PropertyListValue])
    func anythingElseIsUnreadable(stored: PropertyListValue) {
        store(stored)
        #expect(domain.lookup([After: Int].self, forKey: key).isUnreadable)
    }

    @Test func aDictionaryThatNeverWasAnArrayIsNotReadFromOne() {
        store(["a", 1])
        #expect(domain.lookup([String: Int].self, forKey: key).isUnreadable)
        #expect(domain.lookup([Bare: Int].self, forKey: key).isUnreadable)
    }

    @Test func aTreeReadsTheDictionariesThatFoundationReads() throws {
        struct Plain: Codable, Equatable { var byName: [String: Int], byNumber: [Int: Int] }
        store(["byName": ["a": 1], "byNumber": ["2": 3]])
        #expect(domain.value(Plain.self, forKey: key) == Plain(byName: ["a": 1], byNumber: [2: 3]))
        // In a tree, a dictionary with other keys is an array in both cases.
        store(["left": 1])
        #expect(domain.lookup([Before: Int].self, forKey: key).isUnreadable)
        let data = try PropertyListSerialization.data(fromPropertyList: ["left": 1], format: .xml, options: 0)
        #expect(throws: DecodingError.self) { try PropertyListDecoder().decode([Before: Int].self, from: data) }
    }
}
