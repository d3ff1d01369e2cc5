import ContractCases
import Foundation
import SafeDefaults
import SafeDefaultsMigrations
import Testing

@testable import TestSupport

/// Settings with codecs: the stored forms, the forms that are read, and nil.
@Suite(.rows(53, 54, 61), .rowsB(2)) struct DefaultsCodecTests {
    struct Person: Codable, Equatable {
        var name = "Tom", age = 3, tags: [String]?
    }

    enum Mood: String, Codable { case good, bad }

    struct Refusal: Error {}

    struct Sample: SafeDefaults {
        enum Keys: String, DefaultsKey { case one }

        struct Settings {
            let text = Setting<Person?>(.one, stored: .json)
            let inData = Setting<Person?>(.one, stored: .jsonData)
            let list = Setting<Person?>(.one, stored: .propertyListData)
            let tree = Setting<Person?>(.one)
            let people = Setting<[Person]>(.one, default: [], stored: .json)
            let optionalDefault = Setting<Person?>(.one, default: Person(name: "Eve"), stored: .json)
            let mood = Setting(.one, default: Mood.good, stored: .json)
            let word = Setting(.one, default: "none", stored: .json)
            let number = Setting(.one, default: 0, stored: .json)
            let flag = Setting(.one, default: false, stored: .json)
            let nested = Setting<Int??>(.one, default: nil, stored: .json)
            let isoMoment = Setting<Date?>(.one, stored: .jsonWithISODates)
            let isoMomentData = Setting<Date?>(.one, stored: .jsonDataWithISODates)
            let optionalColour = Setting<Int?>(.one, stored: hexadecimal)
            let optionalColourWithDefault = Setting<Int?>(.one, default: 1, stored: hexadecimal.optional)
            let optionalByHand = Setting<Int?>(
                .one, default: 1, stored: .custom(encode: { String($0 ?? -1) }, decode: { (text: String) in Int(text) })
            )
            let anything = Setting<any Sendable>(
                .one, default: 1,
                stored: .custom(encode: { String(describing: $0) }, decode: { (text: String) in text }))
            let key = Setting<AnyHashable>(
                .one, default: 1, stored: .custom(encode: { $0.description }, decode: { (text: String) in text }))
        }
        static let settings = Settings()

        static let hexadecimal = DefaultsCodec<Int>.custom(
            encode: { (value: Int) throws -> String in
                if value < 0 { throw Refusal() }
                return String(value, radix: 16)
            },
            decode: { (text: String) throws -> Int in
                guard let value = Int(text, radix: 16) else { throw Refusal() }
                return value
            })
        var store: DefaultsStore
    }

    let kept = TestStore(.inMemory)
    var sample: Sample { Sample(store: kept.store) }
    var raw: PropertyListValue? { RawObject.literal(kept.raw("one")) }

    // MARK: - Forms

    @Test func eachReadsWhatTheOthersStore() throws {
        sample.text = Person()
        #expect(sample.inData == Person())
        sample.inData = Person(age: 4)
        #expect(sample.text == Person(age: 4))
        sample.tree = Person(age: 5)
        #expect(sample.text == Person(age: 5) && sample.inData == Person(age: 5) && sample.list == Person(age: 5))
        let xml = PropertyListEncoder()
        xml.outputFormat = .xml
        kept.store.userDefaults.set(try xml.encode(Person(age: 6)), forKey: "one")
        #expect(sample.list == Person(age: 6))
        kept.store.userDefaults.set(try PropertyListEncoder().encode(Person(age: 7)), forKey: "one")
        #expect(sample.list == Person(age: 7))
        #expect(sample.lookup(\.text).isUnreadable)
    }

    /// Even if the setting's type doesn't say that it may be nil.
    @Test func nilIsNotPassedToTheConversion() {
        sample.anything = 5
        #expect(raw == "5")
        sample.anything = Int?.none as any Sendable
        #expect(raw == nil)
        sample.key = 5
        #expect(raw == "5")
        sample.key = Int?.none as AnyHashable
        #expect(raw == nil)
    }

    @Test func ownCodersAreUsed() {
        let day = Date(timeIntervalSinceReferenceDate: 0)
        sample.isoMoment = day
        #expect(raw == #""2001-01-01T00:00:00Z""#)
        #expect(sample.isoMoment == day)
        sample.isoMomentData = day
        #expect(raw == .data(Data(#""2001-01-01T00:00:00Z""#.utf8)))
        #expect(sample.isoMomentData == day && sample.isoMoment == day)
    }

    // MARK: - Nil

    @Test(.row(71)) func nilRemovesThroughEveryCodec() {
        func removes(_ path: KeyPath<Sample.Settings, Sample.Setting<Person?>>) {
            sample[path] = Person()
            #expect(sample.contains(path))
            sample[path] = nil
            #expect(!sample.contains(path))
        }
        removes(\.text)
        removes(\.inData)
        removes(\.list)
        removes(\.optionalDefault)
        for path in [\Sample.Settings.optionalColour, \.optionalColourWithDefault, \.optionalByHand] {
            sample[path] = 7
            #expect(sample.contains(path))
            sample[path] = nil
            #expect(!sample.contains(path))
        }
    }

    @Test func jsonsNullIsNil() {
        kept.store.userDefaults.set("null", forKey: "one")
        #expect(sample.lookup(\.text) == .value(nil))
        #expect(sample.lookup(\.optionalDefault) == .value(nil))
        kept.store.userDefaults.set(Data("null".utf8), forKey: "one")
        #expect(sample.lookup(\.inData) == .value(nil))
        #expect(sample.lookup(\.people).isUnreadable)
    }

    @Test func aNilInsideAnOptionalIsRefusedAsJSON() {
        sample.nested = 3
        let issues = IssueRecorder.issues { sample.nested = .some(nil) }
        #expect(issues.map(\.kind) == [.failedWrite])
        #expect(raw == "3")
    }

    // MARK: - Text that is no JSON

    @Test(
        .row(80),
        arguments: [
            ("dark", false), ("good", true), ("\"bad\"", true), ("\"good", false), ("[\"good\"]", false), ("", false),
        ])
    func aBareWordIsReadLikeALaunchArgument(text: String, isMood: Bool) {
        kept.store.userDefaults.set(text, forKey: "one")
        #expect(sample.lookup(\.mood).isUnreadable != isMood)
    }

    @Test(
        .rows(80, 81),
        arguments: [
            ("7", "7", 7, false), (" 7", "7", 7, false), ("1", "1", 1, true), ("YES", "YES", nil, true),
            ("true", "true", nil, true), ("\"x\"", "x", nil, nil), ("{", nil, nil, nil),
            ("{\"name\":1}", nil, nil, nil), ("[\"x", nil, nil, nil),
        ] as [(String, String?, Int?, Bool?)])
    func argumentsOfJSONSettingsAreTyped(text: String, word: String?, number: Int?, flag: Bool?) {
        let sample = Sample(store: .inMemory(arguments: ["-one", text]))
        #expect(sample.lookup(\.word).readable == word)
        #expect(sample.lookup(\.number).readable == number)
        if text != "7", text != " 7" { #expect(sample.lookup(\.flag).readable == flag) }
    }

    // MARK: - Failures

    struct Midway: Codable {
        var name = "x", inner = Inner()
        struct Inner: Codable {
            init() {}
            init(from decoder: any Decoder) throws {}
            func encode(to encoder: any Encoder) throws { throw Refusal() }
        }
    }

    struct Failing: SafeDefaults {
        enum Keys: String, DefaultsKey { case one }

        struct Settings {
            let tree = Setting<Midway?>(.one)
            let text = Setting<Midway?>(.one, stored: .json)
            let inData = Setting<Midway?>(.one, stored: .jsonData)
            let list = Setting<Midway?>(.one, stored: .propertyListData)
            let custom = Setting<Midway?>(
                .one,
                stored: .custom(encode: { _ -> String in throw Refusal() }, decode: { (_: String) in throw Refusal() }))
            let remembering = Setting<Midway?>(.one, default: Midway(), stored: .json).rememberingNil()
        }
        static let settings = Settings()
        var store: DefaultsStore
    }

    @Test(
        .rows(86, 87),
        arguments: [
            \Failing.Settings.tree, \.text, \.inData, \.list, \.custom, \.remembering,
        ] as [any KeyPath<Failing.Settings, Failing.Setting<Midway?>> & Sendable])
    func anEncoderThatFailsMidwayLeavesWhatIsStored(
        path: any KeyPath<Failing.Settings, Failing.Setting<Midway?>> & Sendable
    ) {
        let before: PropertyListValue = ["keep": [1, .data(Data([1, 2]))]]
        kept.store.userDefaults.set(RawObject.foreign(before), forKey: "one")
        let issues = IssueRecorder.issues { Failing(store: kept.store)[path] = Midway() }
        #expect(issues.map(\.kind) == [.failedWrite])
        #expect(issues.first?.error.storedName == "one")
        #expect(raw == before)
    }

    /// Takes any JSON, so that only the library can refuse it.
    struct Anything: Codable {
        init(from decoder: any Decoder) throws {}
    }

    @Test(arguments: [(128, true), (129, false)]) func jsonIsReadTo128Levels(levels: Int, isRead: Bool) {
        // Brackets in strings are no levels.
        let text = String(repeating: "[", count: levels) + #""\"[[[{""# + String(repeating: "]", count: levels)
        kept.store.userDefaults.set(text, forKey: "one")
        let careless = Stored(FixtureForm.Domain.Setting<Anything?>("one", stored: .json), store: kept.store)
        #expect(careless.lookup().isUnreadable != isRead)
    }
}
