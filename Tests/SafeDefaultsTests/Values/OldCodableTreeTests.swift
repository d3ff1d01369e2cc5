import ContractCases
import Foundation
import SafeDefaults
import SafeDefaultsMigrations
import Testing

@testable import TestSupport

/// Values that were stored as Codable trees before their types had a stored form of their own.
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

    /// The tree that a plain Codable encoder writes.
    private static func tree(_ value: some Codable) throws -> PropertyListValue {
        let data = try PropertyListEncoder().encode([value])
        let object = try PropertyListSerialization.propertyList(from: data, format: nil)
        guard case .array(let values)? = RawObject.literal(object) else { throw CocoaError(.coderReadCorrupt) }
        return values[0]
    }

    /// Stores the tree of each value, reads it as the type itself, alone and in collections, and writes it again.
    private func check<Value: Codable & DefaultsValue & Equatable & Sendable>(
        _ values: [Value], kind: PropertyListValue.Kind
    ) throws {
        for value in values {
            let tree = try Self.tree(value)
            #expect(tree.kind == kind)
            domain.set(tree, forKey: key)
            let issues = IssueRecorder.issues {
                #expect(read(Value.self) == value)
                #expect(domain.value(PropertyListValue.self, forKey: key) == tree)
                domain.set([tree], forKey: key)
                #expect(read([Value?].self) == [value])
                domain.set(["a": [tree]], forKey: key)
                #expect(read([String: [Value]].self) == ["a": [value]])
            }
            #expect(issues == [])
            domain.set(value, forKey: key)
            #expect(domain.value(PropertyListValue.self, forKey: key)?.kind == .string)
            #expect(domain.value(Value.self, forKey: key) == value)
        }
    }

    @Test func decimalsAreRead() throws {
        let texts = ["0", "-12.5", "0.1", "340282366920938463463374607431768211455", "1e127", "-1e-100", "65536"]
        try check(
            texts.compactMap { Decimal(string: $0) } + [.greatestFiniteMagnitude, .leastNonzeroMagnitude, .nan],
            kind: .dictionary)
    }

    @Test func namesAreRead() throws {
        try check(["de_CH", "en", ""].map(Locale.init(identifier:)), kind: .dictionary)
        try check(["Europe/Zurich", "UTC"].compactMap(TimeZone.init(identifier:)), kind: .dictionary)
        // A Codable type stores that a locale is the current one; a locale as a value doesn't.
        for locale in [Locale.current, .autoupdatingCurrent] {
            domain.set(try Self.tree(locale), forKey: key)
            #expect(read(Locale.self) == locale)
        }
    }

    @Test func durationsAreRead() throws {
        guard #available(macOS 13, iOS 16, tvOS 16, watchOS 9, *) else { return }
        let longest = Duration(secondsComponent: .max, attosecondsComponent: 999_999_999_999_999_999)
        try check(
            [.zero, .seconds(-2), .milliseconds(1_500), .nanoseconds(-1), longest, .zero - longest], kind: .array)
    }

    static let mantissa: PropertyListValue = [1, 0, 0, 0, 0, 0, 0, 0]

    @Test(
        arguments: [
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
        ] as [PropertyListValue]) func noNumberIsInventedFromDamagedFields(stored: PropertyListValue)
    {
        domain.set(stored, forKey: key)
        #expect(domain.lookup(Decimal.self, forKey: key).isUnreadable)
        // Nor inside a Codable type.
        domain.set(["price": stored] as PropertyListValue, forKey: key)
        #expect(domain.lookup(Priced.self, forKey: key).isUnreadable)
    }

    struct Priced: Codable, Equatable { var price: Decimal }

    @Test func aDecimalInATreeIsReadFromAStringToo() throws {
        let price = try #require(Decimal(string: "12.5"))
        try domain.write(Priced(price: price), forKey: key)
        #expect(domain.value(PropertyListValue.self, forKey: key) == ["price": try Self.tree(price)])
        #expect(domain.value(Priced.self, forKey: key) == Priced(price: price))
        domain.set(["price": "12.5"], forKey: key)
        #expect(domain.value(Priced.self, forKey: key) == Priced(price: price))
    }

    @Test(
        arguments: [
            [:], ["identifier": 1], ["identifier": "de\u{0}CH"], ["identifier": ["de"]], ["current": 1],
            ["identifier": "Mars/Olympus", "current": "x"],
        ] as [PropertyListValue]) func damagedNamesAreUnreadable(stored: PropertyListValue)
    {
        domain.set(stored, forKey: key)
        #expect(isUnreadable(Locale.self))
        #expect(isUnreadable(TimeZone.self))
    }

    @Test(
        arguments: [
            [], [1], [1, 2, 3], [1, -1], ["0", "1"], [0, .real(1)], [true, 1],
            [.integer(.max), .unsignedInteger(.max)],
            [.integer(.min), 0],
        ] as [PropertyListValue]) func damagedDurationsAreUnreadable(stored: PropertyListValue)
    {
        guard #available(macOS 13, iOS 16, tvOS 16, watchOS 9, *) else { return }
        domain.set(stored, forKey: key)
        #expect(isUnreadable(Duration.self))
    }

    @Test func fieldsAreReadAsTheyAre() {
        domain.set(["identifier": "Europe/Atlantis", "current": 0] as PropertyListValue, forKey: key)
        #expect(read(Locale.self)?.identifier == "Europe/Atlantis" && isUnreadable(TimeZone.self))
        domain.set(["identifier": "hello world"] as PropertyListValue, forKey: key)
        #expect(isUnreadable(Locale.self) && isUnreadable(TimeZone.self))
        domain.set(["identifier": "Europe/Zurich"] as PropertyListValue, forKey: key)
        #expect(read(Locale.self)?.identifier == "Europe/Zurich" && read(TimeZone.self)?.identifier == "Europe/Zurich")
        guard #available(macOS 13, iOS 16, tvOS 16, watchOS 9, *) else { return }
        domain.set([0, 1_500_000_000_000_000_000] as PropertyListValue, forKey: key)
        #expect(read(Duration.self) == .milliseconds(1_500) && domain.lookup(Duration.self, forKey: key).isUnreadable)
        domain.set([-1, .unsignedInteger(16_446_744_073_709_551_616)] as PropertyListValue, forKey: key)
        #expect(read(Duration.self) == .seconds(-2))
        domain.set([.integer(.max), 1] as PropertyListValue, forKey: key)
        #expect(isUnreadable(Duration.self))
    }

    // MARK: - Dictionaries, of which Codable made arrays

    @Test(.row(45)) func dictionariesWithKeysOfEveryKindAreRead() throws {
        try checkKeys([UUID(): 1, UUID(): 2])
        try checkKeys([URL(fileURLWithPath: "/tmp/a b"): 1, try #require(URL(string: "https://example.com")): 2])
        try checkKeys([true: 1, false: 2])
        try checkKeys([Int8.min: 1, 7: 2])
        try checkKeys([UInt64.max: 1, 7: 2])
    }

    private func checkKeys<Key: Codable & DefaultsDictionaryKey & Sendable>(_ value: [Key: Int]) throws {
        let tree = try Self.tree(value)
        #expect(tree.kind == .array)
        domain.set(tree, forKey: key)
        #expect(read([Key: Int].self) == value)
        domain.set(["a": tree], forKey: key)
        #expect(read([String: [Key: Int]].self) == ["a": value])
        // The form that the library itself gave it as a part of a Codable type.
        try domain.write([Boxed(value: value)], forKey: key)
        let own = try #require(domain.value([[String: PropertyListValue]].self, forKey: key)?.first?["value"])
        #expect(own.kind == .array)
        domain.set(own, forKey: key)
        #expect(read([Key: Int].self) == value)
        domain.set(value, forKey: key)
        #expect(domain.value(PropertyListValue.self, forKey: key)?.kind == .dictionary)
    }

    struct Boxed<Value: Codable & Sendable>: Codable, Sendable { var value: Value }

    enum Before: String, Codable { case left, right }
    enum After: String, Codable, DefaultsDictionaryKey { case left, right }
    enum Number: Int, Codable, DefaultsDictionaryKey { case one = 1, two }

    struct Place: Codable, Equatable, DefaultsValue { var x = 1 }

    /// Not Codable, so `Codable` can't have stored it as an array.
    struct Bare: DefaultsDictionaryKey, LosslessStringConvertible {
        var description: String
        init(_ description: String) { self.description = description }
    }

    private func store(_ value: PropertyListValue) { domain.set(value, forKey: key) }

    @Test func valuesAndKeysOfEveryKindAreRead() {
        store([1, ["x": 2], 2, ["x": 3]])
        #expect(read([Number: Place].self) == [.one: Place(x: 2), .two: Place(x: 3)])
        store(["left", ["$nil": true], "right", 1])
        #expect(read([After: Int?].self) == [.left: nil, .right: 1])
        store(["left", ["right", 1]])
        #expect(read([After: [After: Int]].self) == [.left: [.right: 1]])
        store([])
        #expect(read([After: Int].self) == [:])
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

    @Test func aTreeReadsTheDictionariesThatFoundationReads() {
        struct Plain: Codable, Equatable { var byName: [String: Int], byNumber: [Int: Int] }
        store(["byName": ["a": 1], "byNumber": ["2": 3]])
        #expect(domain.value(Plain.self, forKey: key) == Plain(byName: ["a": 1], byNumber: [2: 3]))
        // In a tree, a dictionary with other keys is an array, as for Foundation.
        store(["left": 1])
        #expect(domain.lookup([Before: Int].self, forKey: key).isUnreadable)
    }
}
