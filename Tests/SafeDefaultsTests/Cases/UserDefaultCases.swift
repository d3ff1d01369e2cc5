import ContractCases
import Foundation
import SafeDefaults
import Testing

@testable import TestSupport

/// What the nineteen test cases of UserDefault show: each value is saved, replaced, and loaded by a second reader.
///
/// There a property wrapper holds key and default; here a setting does, and a second domain over the store is the
/// second reader.
@Suite(.rows(65, 66)) struct UserDefaultCases {
    struct Guest: Codable, Equatable, DefaultsValue {
        var name: String
        var age: Int?
    }

    /// Codable, and nothing else.
    struct Plain: Codable, Equatable {
        var name: String
    }

    enum Fruit: String, DefaultsValue, DefaultsDictionaryKey { case apple, pear }

    /// Stored through another type.
    struct Temperature: DefaultsValue, Equatable {
        var celsius: Celsius
        var defaultsRepresentation: Celsius { celsius }
        init(_ degrees: Double) { celsius = Celsius(degrees: degrees) }
        init(defaultsRepresentation celsius: Celsius) { self.celsius = celsius }
    }

    /// A generic container that is stored as an array.
    struct Bag<Element: DefaultsValue & Equatable>: DefaultsValue, Equatable, ExpressibleByArrayLiteral, Sequence {
        var elements: [Element]
        var defaultsRepresentation: [Element] { elements }
        init(arrayLiteral elements: Element...) { self.elements = elements }
        init(defaultsRepresentation elements: [Element]) { self.elements = elements }
        func makeIterator() -> IndexingIterator<[Element]> { elements.makeIterator() }
    }

    struct Refusal: Error {}

    /// Can't be encoded when it says so.
    struct Moody: Codable, Equatable {
        var isRefusing = false
        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            try container.encode("begun")
            if isRefusing { throw Refusal() }
        }
        init(isRefusing: Bool = false) { self.isRefusing = isRefusing }
        init(from decoder: any Decoder) throws { isRefusing = false }
    }

    struct Sample: SafeDefaults {
        enum Keys: String, DefaultsKey { case value }

        struct Settings {
            let optionalText = Setting<String?>(.value)
            let rememberedNil = Setting<String?>(.value, default: "default").rememberingNil()
            let plain = Setting(.value, default: Plain(name: "nobody"))
            let optionalPlain = Setting<Plain?>(.value)
            let plainAsJSON = Setting(.value, default: Plain(name: "nobody"), stored: .json)
            let texts = Setting<[String]>(.value, default: ["default"])
            let fruits = Setting<[Fruit]>(.value, default: [.apple])
            let temperatures = Setting<[Temperature]>(.value, default: [])
            let guests = Setting<[Fruit: Guest]>(.value, default: [:])
            let nested = Setting<[String: [String: [Int]]]>(.value, default: [:])
            let bag = Setting<Bag<Fruit>>(.value, default: [])
            let distinct = Setting<Set<Fruit>>(.value, default: [])
            let room = Setting<Room?>(.value)
            let number = Setting(.value, default: 7)
            let fruit = Setting(.value, default: Fruit.apple)
            let moody = Setting<Moody?>(.value)
        }
        static let settings = Settings()
        let store: DefaultsStore
    }

    private typealias Path<Value> = KeyPath<Sample.Settings, Sample.Setting<Value>>

    /// Saves and replaces values; each is read by another domain, and stored as what is said, if anything is.
    private func check<Value: Equatable>(
        _ path: Path<Value>, initially first: Value, _ values: (Value, PropertyListValue?)...,
        sourceLocation: Testing.SourceLocation = #_sourceLocation
    ) {
        for kind in StoreKind.allCases {
            let test = TestStore(kind)
            #expect(Sample(store: test.store)[path] == first, sourceLocation: sourceLocation)
            for (value, stored) in values {
                Sample(store: test.store)[path] = value
                #expect(Sample(store: test.store)[path] == value, sourceLocation: sourceLocation)
                guard let stored else { continue }
                #expect(RawObject.literal(test.raw("value")) == stored, sourceLocation: sourceLocation)
            }
            Sample(store: test.store).reset(path)
            #expect(Sample(store: test.store)[path] == first, sourceLocation: sourceLocation)
            #expect(test.raw("value") == nil, sourceLocation: sourceLocation)
        }
    }

    // MARK: - Values

    @Test("UserDefault 1: an optional text over nil", .row(47)) func optionalText() {
        check(\.optionalText, initially: nil, ("one", "one"), ("", ""), (nil, nil), ("two", "two"))
    }

    // Differently: nil is a marker, not an empty array, which could be a value.
    @Test("UserDefault 2: nil, stored over a default that is none, is read as nil", .rows(72, 73)) func rememberedNil()
    {
        check(
            \.rememberedNil, initially: "default", ("one", "one"), (nil, ["$nil": true]), ("two", "two"),
            (nil, ["$nil": true]))
    }

    // Differently: as a tree; as JSON where the setting says so.
    @Test("UserDefault 3: a Codable value", .rows(50, 53)) func codable() {
        check(
            \.plain, initially: Plain(name: "nobody"), (Plain(name: "Tom"), ["name": "Tom"]),
            (Plain(name: "Eve"), ["name": "Eve"]))
        check(
            \.plainAsJSON, initially: Plain(name: "nobody"), (Plain(name: "Tom"), #"{"name":"Tom"}"#),
            (Plain(name: "Eve"), #"{"name":"Eve"}"#))
    }

    @Test("UserDefault 4: an optional Codable value", .rows(47, 50)) func optionalCodable() {
        check(
            \.optionalPlain, initially: nil, (Plain(name: "Tom"), ["name": "Tom"]), (nil, nil),
            (Plain(name: "Eve"), nil))
    }

    @Test("UserDefault 5: an array of texts", .row(39)) func texts() {
        check(\.texts, initially: ["default"], (["a", "b"], ["a", "b"]), ([], []))
    }

    @Test("UserDefault 6: an array of enums of texts", .row(57)) func enums() {
        check(\.fruits, initially: [.apple], ([.pear, .apple], ["pear", "apple"]), ([], []))
    }

    @Test("UserDefault 7: an array of a struct that is stored through another type", .row(63)) func indirect() {
        check(
            \.temperatures, initially: [],
            ([Temperature(20.5), Temperature(-1)], [20.5, .real(-1)]), ([Temperature(3)], [.real(3)]))
        // A step of the chain that refuses makes the whole unreadable.
        let test = TestStore(.inMemory)
        test.store.userDefaults.set([20, -300], forKey: "value")
        #expect(Sample(store: test.store).lookup(\.temperatures).isUnreadable)
    }

    @Test("UserDefault 8: a dictionary with enums as keys and Codable values", .rows(44, 45)) func dictionary() {
        check(
            \.guests, initially: [:],
            (
                [.apple: Guest(name: "Tom"), .pear: Guest(name: "Eve", age: 3)],
                ["apple": ["name": "Tom"], "pear": ["name": "Eve", "age": 3]]
            ),
            ([:], [:]))
    }

    @Test("UserDefault 9: arrays in dictionaries in a dictionary", .rows(41, 42)) func nested() {
        check(
            \.nested, initially: [:],
            (["a": ["b": [1, 2], "c": []], "d": [:]], ["a": ["b": [1, 2], "c": []], "d": [:]]))
    }

    @Test("UserDefault 10: a generic container that is stored as an array", .row(64)) func container() {
        check(\.bag, initially: [], ([.pear, .pear, .apple], ["pear", "pear", "apple"]), ([.apple], ["apple"]))
    }

    @Test("UserDefault 11: a set of an enum, to which duplicates were given", .row(46)) func set() {
        let twice: Set<Fruit> = Set([.pear, .apple, .pear])
        check(\.distinct, initially: [], (twice, ["apple", "pear"]), ([.pear], ["pear"]))
        // Stored by another program, duplicates are one element too.
        let test = TestStore(.inMemory)
        test.store.userDefaults.set(["pear", "apple", "pear"], forKey: "value")
        #expect(Sample(store: test.store).distinct == [.apple, .pear])
    }

    @Test("UserDefault 12: an object that archives itself", .rows(58, 59)) func archived() {
        check(\.room, initially: nil, (Room("hall"), nil), (Room("kitchen", next: Room("hall")), nil), (nil, nil))
    }

    // MARK: - What can't be read

    @Test("UserDefault 13: a wrong type gives the default, and is overwritten", .row(70), arguments: StoreKind.allCases)
    func wrongType(kind: StoreKind) {
        let test = TestStore(kind)
        let sample = Sample(store: test.store)
        test.store.userDefaults.set(["no", "number"], forKey: "value")
        let issues = IssueRecorder.issues { #expect(sample.number == 7) }
        #expect(issues.map(\.kind) == [.unreadableValue])
        // Differently: by a write only.
        #expect(test.raw("value") as? [String] == ["no", "number"])
        sample.number = 8
        #expect(Sample(store: test.store).number == 8 && test.stored("value") == 8 as NSNumber)
    }

    // Differently: a number is read as its digits, since nothing is lost.
    @Test("UserDefault 13: an integer that is read as a text", .row(78), arguments: StoreKind.allCases)
    func integerAsText(kind: StoreKind) {
        let test = TestStore(kind)
        test.store.userDefaults.set(18, forKey: "value")
        let issues = IssueRecorder.issues { #expect(Sample(store: test.store).optionalText == "18") }
        #expect(issues == [])
    }

    @Test(
        "UserDefault 14: an unknown raw value gives the default, and a new one is a plain text", .rows(55, 70),
        arguments: StoreKind.allCases)
    func unknownRawValue(kind: StoreKind) {
        let test = TestStore(kind)
        let sample = Sample(store: test.store)
        test.store.userDefaults.set("plum", forKey: "value")
        let issues = IssueRecorder.issues { #expect(sample.fruit == .apple) }
        #expect(issues.map(\.kind) == [.unreadableValue])
        sample.fruit = .pear
        #expect(test.store.userDefaults.string(forKey: "value") == "pear")
    }

    @Test("UserDefault 15: data that is no JSON gives the default", .rows(70, 86), arguments: StoreKind.allCases)
    func noJSON(kind: StoreKind) {
        let test = TestStore(kind)
        for path in [\Sample.Settings.plain, \.plainAsJSON] {
            test.store.userDefaults.set(Data("no JSON".utf8), forKey: "value")
            let issues = IssueRecorder.issues { #expect(Sample(store: test.store)[path] == Plain(name: "nobody")) }
            #expect(issues.map(\.kind) == [.unreadableValue])
            #expect(test.raw("value") as? Data == Data("no JSON".utf8))
        }
    }

    @Test("UserDefault 16: once cleared, a load tells that nothing is there, and for which key", .rows(74, 83, 85))
    func cleared() throws {
        let test = TestStore(.inMemory)
        let sample = Sample(store: test.store)
        sample.number = 8
        sample.reset(\.number)
        // Differently: nothing is no error, since a default answers it. What can't be read is one, and names the key.
        #expect(sample.lookup(\.number) == .missing)
        #expect(try sample.read(\.number) == 7)
        test.store.userDefaults.set("seven", forKey: "value")
        #expect(throws: DefaultsError.self) { try sample.read(\.number) }
        guard case .unreadable(let error) = sample.lookup(\.number) else {
            Issue.record("an unreadable value was read")
            return
        }
        #expect(error.storedName == "value" && error.kind == .unreadable && error.expected == "Int")
    }

    @Test("UserDefault 17: an encoder that throws stores nothing, and the first value stays", .rows(86, 87))
    func throwingEncoder() {
        let test = TestStore(.inMemory)
        let sample = Sample(store: test.store)
        let nothing = IssueRecorder.issues { sample.moody = Moody(isRefusing: true) }
        #expect(nothing.map(\.kind) == [.failedWrite])
        #expect(test.raw("value") == nil)
        sample.moody = Moody()
        let kept = IssueRecorder.issues { sample.moody = Moody(isRefusing: true) }
        #expect(kept.map(\.kind) == [.failedWrite])
        #expect(test.raw("value") as? [String] == ["begun"])
    }

    // MARK: - Forms

    struct Forms: SafeDefaults {
        enum Keys: String, DefaultsKey { case explicit, none, optional }

        struct Settings {
            let explicit = Setting(.explicit, default: 1)
            let none = Setting<Int?>(.none)
            let optional = Setting<Int?>(.optional, default: 2)
        }
        static let settings = Settings()
        var store: DefaultsStore = .standard
    }

    // Differently: the store belongs to the domain, so that one declaration serves any number of them.
    @Test(
        "UserDefault 18 and 19: an explicit default, nil and an optional default, without and with a store",
        .rows(28, 29, 47), arguments: [false, true])
    func forms(isStoreGiven: Bool) {
        let (test, other) = (TestStore(.inMemory), TestStore(.inMemory))
        DefaultsStore.withStandard(isStoreGiven ? other.store : test.store) {
            let sample = isStoreGiven ? Forms(store: test.store) : Forms()
            #expect(sample.explicit == 1 && sample.none == nil && sample.optional == 2)
            sample.explicit = 3
            sample.none = 4
            sample.optional = 5
            #expect(sample.explicit == 3 && sample.none == 4 && sample.optional == 5)
            sample.none = nil
            sample.optional = nil
            #expect(sample.none == nil && sample.optional == 2)
        }
        #expect(test.raw("explicit") as? Int == 3)
        #expect(other.raw("explicit") == nil)
    }
}
