import ContractCases
public import Foundation
public import SafeDefaults
import Testing

@testable import TestSupport

/// The rows of the feature table about a single type or form: the literal stored form, and that it is read back.
@Suite struct ValueRowTests {
    struct Guest: Codable, DefaultsValue, Hashable { var name = "Tom", age: Int? }

    /// A type that is only Codable.
    struct Plain: Codable, Equatable { var name = "Tom", site: URL? }

    /// A type that is Codable and has raw values.
    enum Taste: String, Codable, DefaultsValue, CaseIterable { case sweet, salty }

    /// A type that only has raw values.
    enum Rank: Int, DefaultsValue, DefaultsDictionaryKey { case low = 1, high }

    /// A type with elements, whose conformance has two members.
    struct Stack<Element: DefaultsValue & Equatable>: DefaultsValue, Equatable, ExpressibleByArrayLiteral, Sequence {
        private var elements: [Element]
        var defaultsRepresentation: [Element] { elements }
        init(defaultsRepresentation elements: [Element]) { self.elements = elements }
        init(arrayLiteral elements: Element...) { self.elements = elements }
        func makeIterator() -> IndexingIterator<[Element]> { elements.makeIterator() }
    }

    struct Sample: SafeDefaults {
        enum Keys: String, DefaultsKey { case one, other }

        struct Settings {
            let count = Setting(.one, default: 5)
            let guests = Setting<[Guest]>(.one, default: [Guest(name: "Eve")])
            let guestTree = Setting<Guest?>(.one)
            let guestJSON = Setting<Guest?>(.other, stored: .json)
        }
        static let settings = Settings()
        let store: DefaultsStore
    }

    /// Stores a value in each kind of store, compares what is stored, and reads it back.
    private func check<Value: DefaultsValue & Equatable>(
        _ value: Value, isStoredAs stored: PropertyListValue,
        sourceLocation: Testing.SourceLocation = #_sourceLocation
    ) {
        for kind in StoreKind.allCases {
            let test = TestStore(kind)
            let setting = Sample.Setting<Value?>(.one)
            Sample(store: test.store)[setting] = value
            #expect(RawObject.literal(test.raw("one")) == stored, sourceLocation: sourceLocation)
            #expect(Sample(store: test.store)[setting] == value, sourceLocation: sourceLocation)
        }
    }

    private func check<Value: Codable & Equatable & SendableMetatype>(
        codable value: Value, isStoredAs stored: PropertyListValue,
        sourceLocation: Testing.SourceLocation = #_sourceLocation
    ) {
        for kind in StoreKind.allCases {
            let test = TestStore(kind)
            let setting = Sample.Setting<Value?>(.one)
            Sample(store: test.store)[setting] = value
            #expect(RawObject.literal(test.raw("one")) == stored, sourceLocation: sourceLocation)
            #expect(Sample(store: test.store)[setting] == value, sourceLocation: sourceLocation)
        }
    }

    private static let day = Date(timeIntervalSinceReferenceDate: 700_000_000)

    // MARK: - Collections

    @Test(.row(40)) func arraysOfEveryKindAreNative() {
        check([true, false], isStoredAs: [true, false])
        check([1, .max], isStoredAs: [1, .integer(.max)])
        check([0.5], isStoredAs: [0.5])
        check([Self.day], isStoredAs: [.date(Self.day)])
        check([Data([1])], isStoredAs: [.data(Data([1]))])
    }

    @Test(.row(41)) func arraysInArraysAreNative() {
        check([[1, 2], []], isStoredAs: [[1, 2], []])
        check([[[["a"]]], []], isStoredAs: [[[["a"]]], []])
    }

    @Test(.row(42)) func dictionariesAreNative() {
        check(["a": 1, "": 2], isStoredAs: ["a": 1, "": 2])
        check(["a": [Self.day]], isStoredAs: ["a": [.date(Self.day)]])
        check(["a": 1, "b": ["two", true]] as [String: PropertyListValue], isStoredAs: ["a": 1, "b": ["two", true]])
    }

    @Test(.row(43)) func arraysOfDictionariesAreNative() {
        check([["a": 1], [:]], isStoredAs: [["a": 1], [:]])
        check(
            [["a": 1], ["b": ["two"]]] as [[String: PropertyListValue]], isStoredAs: [["a": 1], ["b": ["two"]]])
    }

    @Test(.row(44)) func valuesOfADictionaryMayBeOfAnyTypeOfYourOwn() {
        check(["a": Guest(age: 3)], isStoredAs: ["a": ["name": "Tom", "age": 3]])
        check(["a": Celsius(degrees: 20.5)], isStoredAs: ["a": 20.5])
        check([Rank.high: [Taste.salty]], isStoredAs: ["2": ["salty"]])
    }

    @Test(.row(47), arguments: StoreKind.allCases) func anOptionalIsItsValueOrNothing(kind: StoreKind) {
        check(3 as Int?, isStoredAs: 3)
        check(["a"] as [String]?, isStoredAs: ["a"])
        let test = TestStore(kind)
        let setting = Sample.Setting<Guest?>(.one)
        Sample(store: test.store)[setting] = Guest()
        Sample(store: test.store)[setting] = nil
        #expect(test.raw("one") == nil)
        #expect(Sample(store: test.store)[setting] == nil)
    }

    // MARK: - Codable types and raw values

    @Test(.row(50)) func aCodableTypeIsStoredWithoutAConformance() {
        check(codable: Plain(), isStoredAs: ["name": "Tom"])
        check(
            codable: Plain(site: URL(string: "https://a.example")),
            isStoredAs: ["name": "Tom", "site": "https://a.example"])
    }

    @Test(.row(51)) func anArrayOfACodableTypeIsAnArrayOfTrees() {
        check(codable: [Plain(), Plain(name: "")], isStoredAs: [["name": "Tom"], ["name": ""]])
        check([Guest(), Guest(age: 1)], isStoredAs: [["name": "Tom"], ["name": "Tom", "age": 1]])
    }

    @Test(.row(55)) func anEnumIsItsRawValue() {
        check(Theme.dark, isStoredAs: "dark")
        check(Rank.high, isStoredAs: 2)
    }

    @Test(.row(56)) func anEnumThatIsCodableTooIsStoredAsItsRawValue() {
        for taste in Taste.allCases { check(taste, isStoredAs: .string(taste.rawValue)) }
        check(codable: Taste.salty, isStoredAs: "salty")
    }

    @Test(.row(57)) func anArrayOfEnumsIsAnArrayOfRawValues() {
        check([Taste.salty, .sweet], isStoredAs: ["salty", "sweet"])
        check([Rank.high, .low], isStoredAs: [2, 1])
    }

    // MARK: - Types that convert

    // Unlike there, the colour type is the client's, written as the guide shows.
    @Test(.row(60)) func aColourIsStoredAsItsComponents() {
        check(Colour(red: 1, green: 0.5, blue: 0), isStoredAs: [.real(1), 0.5, .real(0)])
        check([Colour(red: 0, green: 0, blue: 0)], isStoredAs: [[.real(0), .real(0), .real(0)]])
    }

    // Unlike there, arrays need no conversion besides that of their elements.
    @Test(.row(62)) func anArrayNeedsNoConversionOfItsOwn() {
        check([Species("frog"), Species("toad")], isStoredAs: ["frog", "toad"])
        check(["pond": [Species("frog")]], isStoredAs: ["pond": ["frog"]])
    }

    @Test(.row(63), arguments: StoreKind.allCases) func aConversionMayLeadToAnotherConversion(kind: StoreKind) {
        check(Oven(temperature: Celsius(degrees: 180.5)), isStoredAs: 180.5)
        check([Oven(temperature: Celsius(degrees: 0))], isStoredAs: [.real(0)])
        let test = TestStore(kind)
        test.store.userDefaults.set(-300, forKey: "one")
        #expect(Sample(store: test.store).lookup(Oven.self, forKey: .one).isUnreadable)
    }

    // Unlike there, a type with elements has the same two members as any other type.
    @Test(.row(64), arguments: StoreKind.allCases) func aTypeWithElementsIsStoredAsAnArray(kind: StoreKind) {
        check(["b", "a", "b"] as Stack<String>, isStoredAs: ["b", "a", "b"])
        check([[1], []] as Stack<Stack<Int>>, isStoredAs: [[1], []])
        let test = TestStore(kind)
        test.store.userDefaults.set(["a", ["b"]], forKey: "one")
        #expect(Sample(store: test.store).lookup(Stack<String>.self, forKey: .one).isUnreadable)
    }

    @Test(.row(65)) func aTypeOfAnotherModuleIsStoredByOneLine() {
        check(DateInterval(start: Self.day, duration: 1.5), isStoredAs: ["start": .date(Self.day), "duration": 1.5])
        check(
            [DateInterval(start: Self.day, duration: 2)],
            isStoredAs: [["start": .date(Self.day), "duration": .real(2)]])
    }

    // MARK: - What today's leaders do

    @Test(.rowsB(1), arguments: StoreKind.allCases) func aDefaultIsDeclaredOnceBesideTheType(kind: StoreKind) {
        let test = TestStore(kind)
        #expect(Sample(store: test.store).count == 5 && Sample.count.get(from: test.store) == 5)
        #expect(Sample(store: test.store)[Sample.guests] == [Guest(name: "Eve")])
        #expect(Sample.count.defaultValue == 5)
        #expect(test.raw("one") == nil)
    }

    @Test(.rowsB(2), arguments: StoreKind.allCases) func aSettingMayStoreATypeInAnotherForm(kind: StoreKind) {
        let test = TestStore(kind)
        let sample = Sample(store: test.store)
        sample.guestTree = Guest(age: 3)
        sample.guestJSON = Guest(age: 3)
        #expect(RawObject.literal(test.raw("one")) == ["name": "Tom", "age": 3])
        #expect(RawObject.literal(test.raw("other")) == #"{"age":3,"name":"Tom"}"#)
        #expect(sample.guestTree == Guest(age: 3) && sample.guestJSON == Guest(age: 3))
    }

    @Test(.rowsB(3)) func numbersIdentifiersRangesAndSetsAreNative() {
        check(Int8.min, isStoredAs: -128)
        check(Int16.min, isStoredAs: -32768)
        check(Int32.min, isStoredAs: -2_147_483_648)
        check(Int64.min, isStoredAs: .integer(.min))
        check(UInt8.max, isStoredAs: 255)
        check(UInt16.max, isStoredAs: 65535)
        check(UInt32.max, isStoredAs: 4_294_967_295)
        check(UInt64.max, isStoredAs: .unsignedInteger(.max))
        check(Float(0.1), isStoredAs: .real(Double(Float(0.1))))
        check(CGFloat(1.5), isStoredAs: 1.5)
        let id = UUID()
        check(id, isStoredAs: .string(id.uuidString))
        check(1..<5, isStoredAs: [1, 5])
        check(0.5...1.5, isStoredAs: [0.5, 1.5])
        check([3, 1, 2] as Set<Int>, isStoredAs: [1, 2, 3])
    }

    @Test(.rowsB(4)) func launchArgumentsAreOfTheSettingsType() {
        func reads<Value: DefaultsValue & Equatable>(_ text: String, _ value: Value) {
            let sample = Sample(store: .inMemory(arguments: ["-one", text]))
            #expect(sample[Sample.Setting<Value?>(.one)] == value, "\(text)")
        }
        reads("7", 7)
        reads("255", UInt8.max)
        reads("0.1", 0.1 as Float)
        reads("YES", true)
        reads("dark", Theme.dark)
        reads("2", Rank.high)
        reads("https://a.example/b", URL(string: "https://a.example/b"))
        reads("(a, b)", ["a", "b"])
        reads("(1, 5)", 1..<5)
        reads("(3, 1)", [1, 3] as Set<Int>)
        reads("{2 = (salty);}", [Rank.high: [Taste.salty]])
        reads("{name = Eve; age = 4;}", Guest(name: "Eve", age: 4))
        let bad = Sample(store: .inMemory(arguments: ["-one", "seven"]))
        let issues = IssueRecorder.issues { #expect(bad.count == 5) }
        #expect(issues.map(\.kind) == [.unreadableValue])
    }
}

// `@retroactive` belongs here outside of the package.
extension DateInterval: DefaultsValue {}
