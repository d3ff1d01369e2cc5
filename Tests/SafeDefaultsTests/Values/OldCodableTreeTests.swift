import ContractCases
import Foundation
import SafeDefaults
import SafeDefaultsMigrations
import Testing

@testable import TestSupport

/// Values that were stored as Codable trees before their types had a stored form of their own.
///
/// That each type is read from a sound tree shows `FixtureTests`; here are the edges, and what is damaged.
@Suite(.row(52)) struct OldCodableTreeTests {
    let domain = ContractDomain(store: .inMemory())
    let key = ContractDomain.Keys(rawValue: "subject")

    private func read<Value: DefaultsValue>(_ type: Value.Type) -> Value? {
        domain[ContractDomain.Setting<Value?>(key, stored: .readingOtherLibraries)]
    }

    private func isUnreadable<Value: DefaultsValue>(_ type: Value.Type) -> Bool {
        let issues = IssueRecorder.issues { #expect(read(type) == nil) }
        return issues.map(\.kind) == [.unreadableValue]
    }

    /// Stores the tree that a plain Codable encoder writes of a value, and reads it as the type itself.
    private func check<Value: Codable & DefaultsValue & Equatable & Sendable>(
        _ value: Value, kind: PropertyListValue.Kind
    ) throws {
        let data = try PropertyListEncoder().encode([value])
        let object = try PropertyListSerialization.propertyList(from: data, format: nil)
        guard case .array(let values)? = RawObject.literal(object) else { throw CocoaError(.coderReadCorrupt) }
        #expect(values[0].kind == kind)
        domain.set(values[0], forKey: key)
        #expect(read(Value.self) == value)
        domain.set(["a": [values[0]]], forKey: key)
        #expect(read([String: [Value?]].self) == ["a": [value]])
    }

    @Test func theEdgesOfTypesAreRead() throws {
        for text in ["0", "-12.5", "340282366920938463463374607431768211455", "1e127", "-1e-100"] {
            try check(#require(Decimal(string: text)), kind: .dictionary)
        }
        for decimal in [Decimal.greatestFiniteMagnitude, .leastNonzeroMagnitude, .nan] {
            try check(decimal, kind: .dictionary)
        }
        for locale in [Locale.current, .autoupdatingCurrent, Locale(identifier: "")] {
            try check(locale, kind: .dictionary)
        }
        try check([UUID(): 1, UUID(): 2], kind: .array)
        try check([URL(fileURLWithPath: "/tmp/a b"): 1, #require(URL(string: "https://example.com")): 2], kind: .array)
        try check([true: 1, false: 2], kind: .array)
        try check([Int8.min: 1, 7: 2], kind: .array)
        try check([UInt64.max: 1, 7: 2], kind: .array)
        guard #available(macOS 13, iOS 16, tvOS 16, watchOS 9, *) else { return }
        let longest = Duration(secondsComponent: .max, attosecondsComponent: 999_999_999_999_999_999)
        for duration in [.zero, .seconds(-2), .nanoseconds(-1), longest, .zero - longest] {
            try check(duration, kind: .array)
        }
    }

    // MARK: - Damage

    static let mantissa: PropertyListValue = [1, 0, 0, 0, 0, 0, 0, 0]

    static let damagedDecimals: [PropertyListValue] = [
        [:], ["exponent": 1],
        ["exponent": 1_000, "length": 1, "isNegative": false, "isCompact": true, "mantissa": mantissa],
        ["exponent": 0, "length": 9, "isNegative": false, "isCompact": true, "mantissa": mantissa],
        ["exponent": 0, "length": -1, "isNegative": false, "isCompact": true, "mantissa": mantissa],
        ["exponent": 0, "length": 1, "isNegative": false, "isCompact": true, "mantissa": [1]],
        [
            "exponent": 0, "length": 1, "isNegative": false, "isCompact": true,
            "mantissa": [65_536, 0, 0, 0, 0, 0, 0, 0],
        ],
        ["exponent": 0, "length": 1, "isNegative": "x", "isCompact": true, "mantissa": mantissa],
    ]

    struct Priced: Codable, Equatable { var price: Decimal }

    @Test(arguments: damagedDecimals) func noNumberIsInventedFromDamagedFields(stored: PropertyListValue) {
        domain.set(stored, forKey: key)
        #expect(domain.lookup(Decimal.self, forKey: key).isUnreadable)
        // Nor inside a Codable type, which reads a string there, too.
        domain.set(["price": stored] as PropertyListValue, forKey: key)
        #expect(domain.lookup(Priced.self, forKey: key).isUnreadable)
        domain.set(["price": "12.5"], forKey: key)
        #expect(domain.value(Priced.self, forKey: key) == Priced(price: 12.5))
    }

    @Test(
        arguments: [
            [:], ["identifier": 1], ["identifier": "de\u{0}CH"], ["identifier": ["de"]], ["current": 1],
            ["identifier": "Mars/Olympus", "current": "x"], ["identifier": "hello world"],
        ] as [PropertyListValue]) func damagedNamesAreUnreadable(stored: PropertyListValue)
    {
        domain.set(stored, forKey: key)
        #expect(isUnreadable(Locale.self))
        #expect(isUnreadable(TimeZone.self))
    }

    @Test(
        arguments: [
            [], [1], [1, 2, 3], [1, -1], ["0", "1"], [0, .real(1)], [true, 1], [.integer(.max), 1],
            [.integer(.max), .unsignedInteger(.max)], [.integer(.min), 0],
        ] as [PropertyListValue]) func damagedDurationsAreUnreadable(stored: PropertyListValue)
    {
        guard #available(macOS 13, iOS 16, tvOS 16, watchOS 9, *) else { return }
        domain.set(stored, forKey: key)
        #expect(isUnreadable(Duration.self))
    }

    // MARK: - Dictionaries, of which Codable made arrays

    enum Before: String, Codable { case left, right }
    enum After: String, Codable, DefaultsDictionaryKey { case left, right }
    enum Number: Int, Codable, DefaultsDictionaryKey { case one = 1, two }
    struct Place: Codable, Equatable, DefaultsValue { var x = 1 }

    /// Not Codable, so `Codable` can't have stored it as an array.
    struct Bare: DefaultsDictionaryKey, LosslessStringConvertible {
        var description: String
        init(_ description: String) { self.description = description }
    }

    @Test(.row(45)) func valuesAndKeysOfEveryKindAreRead() {
        domain.set([1, ["x": 2], 2, ["x": 3]] as PropertyListValue, forKey: key)
        #expect(read([Number: Place].self) == [.one: Place(x: 2), .two: Place(x: 3)])
        domain.set(["left", ["right", 1]] as PropertyListValue, forKey: key)
        #expect(read([After: [After: Int]].self) == [.left: [.right: 1]])
        domain.set(["left", ["$nil": true], "right", 1] as PropertyListValue, forKey: key)
        #expect(read([After: Int?].self) == [.left: nil, .right: 1])
    }

    @Test(
        arguments: [
            ["left"], ["left", 1, "right"], ["left", "many"], ["up", 1], ["left", 1, "left", 2], [[], 1],
            ["left", [1]],
        ] as [PropertyListValue])
    func anythingElseIsUnreadable(stored: PropertyListValue) {
        domain.set(stored, forKey: key)
        #expect(isUnreadable([After: Int].self) && isUnreadable([String: Int].self) && isUnreadable([Bare: Int].self))
    }

    @Test func aTreeReadsTheDictionariesThatFoundationReads() {
        struct Plain: Codable, Equatable { var byName: [String: Int], byNumber: [Int: Int] }
        domain.set(["byName": ["a": 1], "byNumber": ["2": 3]] as PropertyListValue, forKey: key)
        #expect(domain.value(Plain.self, forKey: key) == Plain(byName: ["a": 1], byNumber: [2: 3]))
        // In a tree, a dictionary with other keys is an array, as for Foundation.
        domain.set(["left": 1], forKey: key)
        #expect(domain.lookup([Before: Int].self, forKey: key).isUnreadable)
    }
}
