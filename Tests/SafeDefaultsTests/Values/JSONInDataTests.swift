import ContractCases
import Foundation
import SafeDefaults
import SafeDefaultsMigrations
import Testing

@testable import TestSupport

/// JSON in data, as other libraries store it for a whole value or for each value of a collection: read whether or not
/// the type conforms to `DefaultsValue`.
@Suite(.rows(50, 51, 53)) struct JSONInDataTests {
    /// A type that is only Codable.
    struct Plain: Codable, Hashable { var name = "" }

    /// A type that is Codable and a `DefaultsValue`.
    struct Both: Codable, Hashable, DefaultsValue { var name = "" }

    struct Person: Codable, Equatable { var name = "default", age = 7 }
    struct Spot: Codable, DefaultsValue, Equatable { var x, y: Int }

    struct Sample: SafeDefaults {
        enum Keys: String, DefaultsKey { case one }

        struct Settings {
            let plain = Setting<Plain?>(.one, stored: .readingOtherLibraries)
            let plains = Setting<[Plain]>(.one, default: [], stored: .readingOtherLibraries)
            let boths = Setting<[Both]>(.one, default: [], stored: .readingOtherLibraries)
            let plainSet = Setting<Set<Plain>>(.one, default: [], stored: .readingOtherLibraries)
            let bothSet = Setting<Set<Both>>(.one, default: [], stored: .readingOtherLibraries)
            let plainByName = Setting<[String: Plain]>(.one, default: [:], stored: .readingOtherLibraries)
            let bothByName = Setting<[String: Both]>(.one, default: [:], stored: .readingOtherLibraries)
            let plainsInPlains = Setting<[[Plain]]>(.one, default: [], stored: .readingOtherLibraries)
            let optionals = Setting<[Plain?]>(.one, default: [], stored: .readingOtherLibraries)
            let native = Setting<Both?>(.one)
            let natives = Setting<[Plain]>(.one, default: [])
            let texts = Setting<[String]>(.one, default: [], stored: .readingOtherLibraries)
            let numbers = Setting<[Int]>(.one, default: [], stored: .readingOtherLibraries)
            let bytes = Setting<Data?>(.one, stored: .readingOtherLibraries)
            let text = Setting<String?>(.one, stored: .readingOtherLibraries)
            let remembered = Setting<Plain?>(.one, default: Plain(name: "x"), stored: .readingOtherLibraries)
                .rememberingNil()
            let each = Setting<[Both?]>(
                .one, default: [], stored: DefaultsCodec<Both>.readingOtherLibraries.optional.array)
            let person = Setting(.one, default: Person(), stored: .readingOtherLibraries)
            let range = Setting<Range<Date>?>(.one, stored: .readingOtherLibraries)
        }
        static let settings = Settings()
        var store: DefaultsStore
    }

    let kept = TestStore(.inMemory)
    var sample: Sample { Sample(store: kept.store) }

    func store(_ value: PropertyListValue) { kept.store.userDefaults.set(RawObject.foreign(value), forKey: "one") }
    func json(_ text: String) -> PropertyListValue { .data(Data(text.utf8)) }

    @Test func aConformanceDoesntDecideWhatIsRead() {
        store([json(#"{"name":"a"}"#), ["name": "b"]])
        #expect(sample.plains == [Plain(name: "a"), Plain(name: "b")])
        #expect(sample.boths == [Both(name: "a"), Both(name: "b")])
        #expect(sample.plainSet == [Plain(name: "a"), Plain(name: "b")])
        #expect(sample.bothSet == [Both(name: "a"), Both(name: "b")])
        store(json(#"[{"name":"a"}]"#))
        #expect(sample.plains == [Plain(name: "a")] && sample.boths == [Both(name: "a")])
        #expect(sample.plainSet == [Plain(name: "a")] && sample.bothSet == [Both(name: "a")])
        store(["x": json(#"{"name":"a"}"#)])
        #expect(sample.plainByName == ["x": Plain(name: "a")] && sample.bothByName == ["x": Both(name: "a")])
        store([[json(#"{"name":"a"}"#)], []])
        #expect(sample.plainsInPlains == [[Plain(name: "a")], []])
        store([json(#"{"name":"a"}"#), json("null"), ["$nil": true]])
        #expect(sample.optionals == [Plain(name: "a"), nil, nil])
    }

    @Test func nilOfOtherLibrariesIsNilUnlessItIsAValue() {
        for stored in [json("null"), "$null", ["$nil": true]] as [PropertyListValue] {
            store(stored)
            let issues = IssueRecorder.issues { #expect(sample.plain == nil && sample.remembered == nil) }
            #expect(issues == [])
            store([stored])
            #expect(sample.each == [nil] && sample.optionals == [nil])
        }
        store("$null")
        #expect(sample.text == "$null")
        store(json(#"{"name":"a"}"#))
        #expect(sample.remembered == Plain(name: "a"))
        sample.remembered = nil
        #expect(RawObject.literal(kept.raw("one")) == ["$nil": true] && sample.remembered == nil)
    }

    @Test func theOwnFormIsWrittenAndAMissingFieldIsTakenFromTheDefault() {
        store(json(#"{"name":"a"}"#))
        #expect(sample.person == Person(name: "a", age: 7))
        sample.person.age = 8
        #expect(RawObject.literal(kept.raw("one")) == ["name": "a", "age": 8])
        store([json(#"{"name":"a"}"#)])
        sample.each.append(Both(name: "b"))
        #expect(RawObject.literal(kept.raw("one")) == [["name": "a"], ["name": "b"]])
    }

    // The bounds of a range are stored as an array.
    @Test func whatATypeIsStoredAsMayBeInAForeignForm() throws {
        let dates = [Date(timeIntervalSinceReferenceDate: 1), Date(timeIntervalSinceReferenceDate: 2)]
        store(.data(try NSKeyedArchiver.archivedData(withRootObject: dates as NSArray, requiringSecureCoding: true)))
        #expect(sample.range == dates[0]..<dates[1])
    }

    @Test func withoutTheCodecItIsUnreadableAndTheReasonSaysWhatReadsIt() {
        for stored in [json(#"{"name":"a"}"#), json(#"[{"name":"a"}]"#), .data(Data("bplist00".utf8))] {
            store(stored)
            for error in [sample.lookup(\.natives).unreadableError, sample.lookup(\.native).unreadableError] {
                #expect(error?.reason.contains("stored: .readingOtherLibraries") ?? false)
            }
            let issues = IssueRecorder.issues { #expect(sample.natives == [] && sample.native == nil) }
            #expect(issues.map(\.kind) == [.unreadableValue, .unreadableValue])
            #expect(RawObject.literal(kept.raw("one")) == stored)
        }
    }

    @Test func aWrongElementMakesTheWholeValueUnreadable() {
        for text in [#"{"nam":"a"}"#, "{", "7", "[]", #""a""#, ""] {
            store([json(#"{"name":"a"}"#), json(text)])
            guard case .unreadable(let error) = sample.lookup(\.plains) else {
                Issue.record("\(text) was read")
                continue
            }
            #expect(error.codingPath.first == "[1]" && error.storedName == "one")
            #expect(sample.lookup(\.boths).isUnreadable)
        }
        store([json(#"{"name":1}"#)])
        guard case .unreadable(let error) = sample.lookup(\.plains) else {
            Issue.record("a number was read as text")
            return
        }
        #expect(error.codingPath == ["[0]", "name"])
    }

    /// Data may be anything, so a string or a number in it is only read as JSON by a setting with that codec.
    @Test func aStringOrANumberAloneIsNotTakenForJSON() {
        store([json(#""a""#)])
        #expect(sample.lookup(\.texts).isUnreadable)
        store([json("7")])
        #expect(sample.lookup(\.numbers).isUnreadable)
        store(json(#""NaN""#))
        #expect(read(Double.self) == nil && read(Decimal.self) == nil && read(Date.self) == nil)
        store(json(#""AQI=""#))
        #expect(sample.bytes == Data(#""AQI=""#.utf8))
    }

    // MARK: - Types of the system

    private func read<Value: DefaultsValue>(_ type: Value.Type = Value.self) -> Value? {
        FixtureForm.Domain(store: kept.store)[FixtureForm.Domain.Setting<Value?>("one", stored: .readingOtherLibraries)]
    }

    @Test(arguments: [(128, true), (129, false), (1_000_000, false)])
    func jsonIsFollowedToTheDepthOfStoredValuesOnly(levels: Int, isRead: Bool) {
        let brackets = (String(repeating: "[", count: levels - 1), String(repeating: "]", count: levels - 1))
        store(json(#"{"x":1,"y":2,"more":"# + brackets.0 + brackets.1 + "}"))
        let issues = IssueRecorder.issues { #expect(read(Spot.self) == (isRead ? Spot(x: 1, y: 2) : nil)) }
        #expect(issues.map(\.kind) == (isRead ? [] : [.unreadableValue]))
    }

    // A bracket could hide in what looks like text.
    @Test func jsonInUTF16IsUnreadable() {
        store(.data(Data(#"{"x":1,"y":2}"#.utf16.flatMap { [UInt8($0), 0] })))
        let issues = IssueRecorder.issues { #expect(read(Spot.self) == nil) }
        #expect(issues.map(\.kind) == [.unreadableValue])
    }
}
