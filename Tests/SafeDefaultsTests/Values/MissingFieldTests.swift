import Foundation
import SafeDefaultsMigrations
import Testing

@testable import SafeDefaults
@testable import TestSupport

/// A `Codable` type gains fields, and values that an earlier version has stored don't have them.
@Suite struct MissingFieldTests {
    /// The types of the version before.
    enum Before {
        struct Profile: Codable, Equatable { var name = "", age = 0 }
        struct Window: Codable, Equatable { var title = "", frame = Frame() }
        struct Frame: Codable, Equatable { var width = 0.0 }
        struct Team: Codable, Equatable { var name = "", members: [Profile] = [] }
        struct Visit: Codable, Equatable { var place = "", day: Date? }
        enum Shape: Codable, Equatable { case circle(radius: Int), square(side: Int) }
        struct Scores: Codable, Equatable { var best: [String: Profile] = [:] }
    }

    /// The types of the version after, each with at least one more field.
    enum After {
        struct Profile: Codable, Equatable { var name = "", age = 0, city = "Paris", tags = ["new"] }
        struct Window: Codable, Equatable { var title = "", frame = Frame() }
        struct Frame: Codable, Equatable { var width = 0.0, height = 7.5, edge = Edge() }
        struct Edge: Codable, Equatable { var colour = "black" }
        struct Team: Codable, Equatable { var name = "", members: [Before.Profile] = [], motto = "go" }
        struct Visit: Codable, Equatable { var place = "", day: Date?, note: String? = "none yet", stars = 3 }
        enum Shape: Codable, Equatable { case circle(radius: Int, colour: String), square(side: Int) }
        struct Scores: Codable, Equatable { var best: [String: Before.Profile] = [:], limit = 10 }
    }

    /// The forms in which a `Codable` type is stored.
    enum Form: String, CaseIterable, Sendable {
        case tree, json, jsonData, propertyListData, foundationTree, ownJSON, ownJSONData

        func codec<Value: Codable & SendableMetatype>(_ type: Value.Type) -> DefaultsCodec<Value> {
            switch self {
            case .tree: .tree
            case .json: .json
            case .jsonData: .jsonData
            case .propertyListData: .propertyListData
            case .foundationTree: .foundationTree
            case .ownJSON: .jsonWithISODates
            case .ownJSONData: .jsonDataWithISODates
            }
        }
    }

    enum Keys: String, DefaultsKey { case one, flag }

    struct Sample: SafeDefaults {
        typealias Keys = MissingFieldTests.Keys
        struct Settings {
            let profile = Setting(.one, default: After.Profile())
            let optional = Setting<After.Profile?>(.one)
            let optionalWithDefault = Setting<After.Profile?>(.one, default: After.Profile())
            let list = Setting<[After.Profile]>(.one, default: [After.Profile()])
            let limited = Setting(.one, default: After.Profile()).allowed { $0.age < 100 }
            let renamed = Setting(.flag, default: After.Profile(), formerly: "one")
        }
        static let settings = Settings()
        var store: DefaultsStore
    }

    // MARK: - Six shapes

    /// Stores a value as the version before does, and reads and changes it as the version after does.
    private func check<Old: Codable & SendableMetatype, New: Codable & Equatable & SendableMetatype>(
        _ old: Old, fallback: New, as expected: New, in form: Form, _ change: @Sendable (inout New) -> Void
    ) throws where Old: Sendable, New: Sendable {
        let test = TestStore(.inMemory)
        DomainSetting<Sample, Old?>(.one, stored: form.codec(Old.self)).set(old, in: test.store)
        let setting = DomainSetting<Sample, New>(.one, default: fallback, stored: form.codec(New.self))
        let issues = IssueRecorder.issues {
            #expect(setting.get(from: test.store) == expected)
            Stored(setting, store: test.store).update(change)
        }
        #expect(issues.isEmpty)
        var changed = expected
        change(&changed)
        #expect(setting.get(from: test.store) == changed)
        // What is stored now needs no default.
        #expect(DomainSetting<Sample, New?>(.one, stored: form.codec(New.self)).get(from: test.store) == changed)
    }

    @Test(arguments: Form.allCases) func aNestedStructureKeepsItsFields(form: Form) throws {
        try check(
            Before.Window(title: "Notes", frame: Before.Frame(width: 640)), fallback: After.Window(),
            as: After.Window(title: "Notes", frame: After.Frame(width: 640, height: 7.5, edge: After.Edge())), in: form
        ) { $0.frame.edge.colour = "red" }
    }

    @Test(arguments: Form.allCases) func anArrayOfStructuresIsKept(form: Form) throws {
        let members = [Before.Profile(name: "Tom", age: 7), Before.Profile(name: "Ann", age: 8)]
        struct Plain: Codable { var name = "", members: [Before.Profile] = [] }
        try check(
            Plain(name: "A", members: members), fallback: After.Team(members: [Before.Profile(name: "x")]),
            as: After.Team(name: "A", members: members, motto: "go"), in: form
        ) { $0.members.removeLast() }
    }

    @Test(arguments: Form.allCases) func anOptionalFieldThatIsMissingIsNil(form: Form) throws {
        let day = Date(timeIntervalSinceReferenceDate: 700_000_000)
        try check(
            Before.Visit(place: "Rome", day: day), fallback: After.Visit(day: .distantPast),
            as: After.Visit(place: "Rome", day: day, note: nil, stars: 3), in: form
        ) { $0.stars += 1 }
        // No field of the default that is nil in the stored value comes back.
        try check(
            Before.Visit(place: "Rome"), fallback: After.Visit(day: day),
            as: After.Visit(place: "Rome", day: nil, note: nil, stars: 3), in: form
        ) { $0.stars += 1 }
    }

    @Test(arguments: Form.allCases) func anEnumWithAPayloadKeepsItsCase(form: Form) throws {
        try check(
            Before.Shape.circle(radius: 2), fallback: After.Shape.circle(radius: 1, colour: "red"),
            as: .circle(radius: 2, colour: "red"), in: form
        ) { $0 = .square(side: 9) }
    }

    @Test(arguments: Form.allCases) func aDictionaryOfStructuresIsKept(form: Form) throws {
        let best = ["a": Before.Profile(name: "Tom", age: 7)]
        try check(
            Before.Scores(best: best), fallback: After.Scores(best: ["b": Before.Profile(name: "x")]),
            as: After.Scores(best: best, limit: 10), in: form
        ) { $0.best["c"] = Before.Profile() }
        // Under a key that the default has, too, a field is taken from there.
        try check(
            best, fallback: ["a": After.Profile(city: "Rome"), "b": After.Profile()],
            as: ["a": After.Profile(name: "Tom", age: 7, city: "Rome")], in: form
        ) { $0["b"] = After.Profile() }
    }

    /// The fields are null in JSON; in a tree, an earlier version stored nil in them.
    @Test(arguments: [Form.tree, .json, .jsonData, .ownJSON, .ownJSONData])
    func aFieldThatIsNullCountsAsMissing(form: Form) throws {
        let titled: [String: String?] = ["title": "Notes", "frame": nil]
        try check(titled, fallback: After.Window(), as: After.Window(title: "Notes"), in: form) { $0.title = "" }
        let framed: [String: [String: Double?]] = ["frame": ["width": 640, "height": nil, "edge": nil]]
        try check(
            framed, fallback: After.Window(), as: After.Window(frame: After.Frame(width: 640)), in: form
        ) { $0.frame.width += 1 }
    }

    // MARK: - Every way to read

    @Test(arguments: StoreKind.allCases) func everyWayToReadFillsIn(kind: StoreKind) async throws {
        let test = TestStore(kind)
        let sample = Sample(store: test.store)
        let tom = After.Profile(name: "Tom", age: 7)
        sample.set(Before.Profile(name: "Tom", age: 7), forKey: .one)

        #expect(sample.profile == tom)
        #expect(try sample.read(\.profile) == tom)
        #expect(sample.lookup(\.profile) == .value(tom))
        #expect(sample.optionalWithDefault == tom)
        #expect(sample.limited == tom)
        #expect(sample.renamed == tom)
        #expect(Stored(Sample.profile, store: test.store).wrappedValue == tom)
        #expect(Stored(Sample.profile, store: test.store, options: .cached).wrappedValue == tom)
        var values = sample.values(of: \.profile).makeAsyncIterator()
        #expect(await values.next() == tom)
        try sample.edit { draft throws(DefaultsError) in
            #expect(draft.profile == tom)
            #expect(try draft.read(\.profile) == tom)
        }
        // A read writes nothing.
        #expect(sample.value(Before.Profile.self, forKey: .one) == Before.Profile(name: "Tom", age: 7))
        #expect(sample.value(After.Profile.self, forKey: .one) == nil)

        let changes = Log<String>()
        let token = sample.observe(\.profile) { changes.add("\($0.oldValue.city) → \($0.newValue.city)") }
        sample.profile.city = "Rome"
        token.cancel()
        #expect(changes.all == ["Paris → Rome"])
        #expect(sample.value(After.Profile.self, forKey: .one) == After.Profile(name: "Tom", age: 7, city: "Rome"))
    }

    // MARK: - What stays unreadable

    @Test func whatHasNoCounterpartInTheDefaultStaysUnreadable() {
        let sample = Sample(store: .inMemory())
        sample.set(Before.Profile(name: "Tom", age: 7), forKey: .one)
        // No default, no field.
        #expect(sample.lookup(\.optional).unreadableError?.reason == #"the field "city" is missing"#)
        // An element of an array has no place in the default.
        sample.set([Before.Profile(name: "Tom", age: 7)], forKey: .one)
        #expect(sample.lookup(\.list).unreadableError?.reason == #"the field "city" is missing"#)
        #expect(sample.lookup(\.list).unreadableError?.codingPath == ["[0]"])
    }

    @Test func aFieldThatIsThereButUnreadableStaysUnreadable() {
        let sample = Sample(store: .inMemory())
        sample.set(["name": "Tom", "age": "seven"], forKey: .one)
        let lookup = sample.lookup(\.profile)
        #expect(lookup.unreadableError?.codingPath == ["age"])
        let issues = IssueRecorder.issues { #expect(sample.profile == After.Profile()) }
        #expect(issues.map(\.kind) == [.unreadableValue])
        // The value is neither filled in nor replaced.
        _ = IssueRecorder.issues { sample.update(\.profile) { $0.city = "Rome" } }
        #expect(sample.value([String: String].self, forKey: .one) == ["name": "Tom", "age": "seven"])
    }

    @Test(arguments: Form.allCases) func aFieldThatIsNullInTheDefaultTooStaysUnreadable(form: Form) {
        // What its `encode(to:)` writes, it can't read.
        struct Odd: Codable, Sendable {
            var part: Int? = nil
            enum CodingKeys: String, CodingKey { case part }
            init() {}
            init(from decoder: any Decoder) throws {
                part = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .part)
            }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encodeNil(forKey: .part)
            }
        }
        let setting = DomainSetting<Sample, Odd>(.one, default: Odd(), stored: form.codec(Odd.self))
        let store = DefaultsStore.inMemory()
        setting.set(Odd(), in: store)
        #expect(setting.definition.lookup(in: store.box).unreadableError?.codingPath == ["part"])
    }

    @Test func aLimitHoldsForAFilledValue() {
        let sample = Sample(store: .inMemory())
        sample.set(Before.Profile(name: "Methuselah", age: 969), forKey: .one)
        #expect(sample.lookup(\.limited).unreadableError?.kind == .notAllowed)
    }

    @Test(arguments: Form.allCases) func aTypeThatReadsItsOldNamesIsNotFilledInBefore(form: Form) throws {
        // The default has `name`, but the decoder never misses it.
        struct Person: Codable, Equatable {
            var name = "nobody", city = "Paris"
            enum CodingKeys: String, CodingKey { case name, city, fullName }
            init() {}
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                name =
                    try container.decodeIfPresent(String.self, forKey: .fullName)
                    ?? container.decode(String.self, forKey: .name)
                city = try container.decode(String.self, forKey: .city)
            }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(name, forKey: .name)
                try container.encode(city, forKey: .city)
            }
        }
        struct Old: Codable { var fullName = "Tom" }
        var expected = Person()
        expected.name = "Tom"
        try check(Old(), fallback: Person(), as: expected, in: form) { $0.city = "Rome" }
    }
}
