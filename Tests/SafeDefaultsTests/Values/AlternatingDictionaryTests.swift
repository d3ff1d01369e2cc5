import ContractCases
import Foundation
import SafeDefaults
import SafeDefaultsMigrations
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

    private func setting<Value: DefaultsValue>(_ type: Value.Type) -> ContractDomain.Setting<Value?> {
        ContractDomain.Setting<Value?>(key, stored: .readingOtherLibraries)
    }

    private func isUnreadable<Value: DefaultsValue>(_ type: Value.Type) -> Bool {
        let issues = IssueRecorder.issues { #expect(domain[setting(type)] == nil) }
        return issues.map(\.kind) == [.unreadableValue]
    }

    @Test func aCodableTreeIsReadAndConvertedByTheNextWrite() {
        domain.set([Before.left: 3, .right: 4], forKey: key)
        let before = domain.value(PropertyListValue.self, forKey: key)
        #expect(before?.kind == .array)
        #expect(domain[setting([After: Int].self)] == [.left: 3, .right: 4])
        #expect(domain.lookup([After: Int].self, forKey: key).isUnreadable)
        #expect(domain.value(PropertyListValue.self, forKey: key) == before)
        domain.set([After.left: 3, .right: 4], forKey: key)
        #expect(domain.value(PropertyListValue.self, forKey: key) == ["left": 3, "right": 4])
    }

    @Test func valuesAndKeysOfEveryKindAreRead() {
        store([1, ["x": 2], 2, ["x": 3]])
        #expect(domain[setting([Number: Place].self)] == [.one: Place(x: 2), .two: Place(x: 3)])
        store(["left", ["$nil": true], "right", 1])
        #expect(domain[setting([After: Int?].self)] == [.left: nil, .right: 1])
        store(["left", ["right", 1]])
        #expect(domain[setting([After: [After: Int]].self)] == [.left: [.right: 1]])
        store([])
        #expect(domain[setting([After: Int].self)] == [:])
    }

    @Test(
        arguments: [
            ["left"], ["left", 1, "right"], ["left", "many"], ["up", 1], ["left", 1, "left", 2], [[], 1],
            ["left", [1]],
        ] as [PropertyListValue])
    func anythingElseIsUnreadable(stored: PropertyListValue) {
        store(stored)
        #expect(isUnreadable([After: Int].self))
    }

    @Test func aDictionaryThatNeverWasAnArrayIsNotReadFromOne() {
        store(["a", 1])
        #expect(isUnreadable([String: Int].self))
        #expect(isUnreadable([Bare: Int].self))
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
