import ContractCases
import Foundation
import SafeDefaults
import Testing

@testable import TestSupport

/// JSON in data, as other libraries store it for a whole value or for each value of a collection: read whether or not
/// the type conforms to `DefaultsValue`.
@Suite(.rows(50, 51, 53)) struct JSONInDataTests {
    /// A type that is only Codable.
    struct Plain: Codable, Hashable { var name = "" }

    /// A type that is Codable and a `DefaultsValue`.
    struct Both: Codable, Hashable, DefaultsValue { var name = "" }

    struct Album: Codable, Hashable {
        var cover: Plain
        var songs: [Plain]
        var bytes: Data
    }

    struct Sample: SafeDefaults {
        enum Keys: String, DefaultsKey { case one }

        struct Settings {
            let plain = Setting<Plain?>(.one)
            let plains = Setting<[Plain]>(.one, default: [])
            let boths = Setting<[Both]>(.one, default: [])
            let plainSet = Setting<Set<Plain>>(.one, default: [])
            let bothSet = Setting<Set<Both>>(.one, default: [])
            let plainByName = Setting<[String: Plain]>(.one, default: [:])
            let bothByName = Setting<[String: Both]>(.one, default: [:])
            let plainsInPlains = Setting<[[Plain]]>(.one, default: [])
            let optionals = Setting<[Plain?]>(.one, default: [])
            let album = Setting<Album?>(.one)
            let texts = Setting<[String]>(.one, default: [])
            let numbers = Setting<[Int]>(.one, default: [])
            let bytes = Setting<Data?>(.one)
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

    @Test func aFieldIsReadTooAndDataStaysData() {
        store(["cover": json(#"{"name":"a"}"#), "songs": json(#"[{"name":"b"}]"#), "bytes": json(#"{"name":"c"}"#)])
        #expect(
            sample.album
                == Album(cover: Plain(name: "a"), songs: [Plain(name: "b")], bytes: Data(#"{"name":"c"}"#.utf8)))
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
        store(json(#""AQI=""#))
        #expect(sample.bytes == Data(#""AQI=""#.utf8))
    }

    /// A chain of any length.
    final class Link: Codable, Sendable {
        let next: Link?
        init(next: Link?) { self.next = next }
    }

    struct Chains: SafeDefaults {
        enum Keys: String, DefaultsKey { case one }
        struct Settings { let chain = Setting<Link?>(.one) }
        static let settings = Settings()
        var store: DefaultsStore
    }

    /// The levels around the data and those of its JSON count together, because they share one stack.
    @Test(arguments: [(40, 60, true), (40, 120, false), (100, 100, false)])
    func levelsInsideCountFromWhereTheDataIs(around: Int, inside: Int, isRead: Bool) {
        let text = String(repeating: #"{"next":"#, count: inside - 1) + "{}" + String(repeating: "}", count: inside - 1)
        store((0..<around).reduce(json(text)) { value, _ in ["next": value] })
        #expect(Chains(store: kept.store).lookup(\.chain).isUnreadable != isRead)
    }

    // MARK: - Types of the system

    struct Anything: SafeDefaults {
        struct Keys: DefaultsKey {
            static let allCases: [Keys] = []
            var rawValue = "one"
        }
        var store: DefaultsStore
    }

    private func check<Value: Codable & DefaultsValue & Equatable>(
        _ value: Value, sourceLocation: Testing.SourceLocation = #_sourceLocation
    ) throws {
        let domain = Anything(store: kept.store)
        kept.store.userDefaults.set(try JSONEncoder().encode(value), forKey: "one")
        #expect(domain.value(Value.self, forKey: Anything.Keys()) == value, sourceLocation: sourceLocation)
        kept.store.userDefaults.set([try JSONEncoder().encode(value)], forKey: "one")
        #expect(domain.value([Value].self, forKey: Anything.Keys()) == [value], sourceLocation: sourceLocation)
        kept.store.userDefaults.set(try JSONEncoder().encode([value]), forKey: "one")
        #expect(domain.value([Value].self, forKey: Anything.Keys()) == [value], sourceLocation: sourceLocation)
    }

    @Test func theTypesOfTheSystemAreRead() throws {
        try check([1, 2])
        try check([3, 1] as Set)
        try check(["a"] as Set)
        try check([1, 2] as ContiguousArray)
        try check(1..<5)
        try check(1...5)
        try check(["a": 1])
        try check([1: "a"])
        try check([UUID(): 1])
        try check(UUID())
        try check(FixtureForm.url)
        try check(Locale(identifier: "de_CH"))
        try check(TimeZone(identifier: "Europe/Zurich") ?? .current)
        if #available(macOS 13, iOS 16, tvOS 16, watchOS 9, *) { try check(Duration.milliseconds(-1500)) }
        try check(CGPoint(x: 1, y: 2))
        try check(CGSize(width: 1, height: 2))
        try check(CGRect(x: 1, y: 2, width: 3, height: 4))
        try check(FixtureForm.indexes)
        try check(Flavour.salty)
    }

    @Test(arguments: [
        #"{"identifier":"a\u0000b"}"#, #"{"identifier":7}"#, "{}", #"{"identifier":"No/Such"}"#, #""de_CH""#, "{",
    ])
    func invalidIdentifiersAreUnreadable(text: String) {
        store(json(text))
        let domain = Anything(store: kept.store)
        #expect(domain.lookup(TimeZone.self, forKey: Anything.Keys()).isUnreadable)
        if #available(macOS 13, iOS 16, tvOS 16, watchOS 9, *) {
            #expect(domain.lookup(Duration.self, forKey: Anything.Keys()).isUnreadable)
        }
        guard !text.contains("No/Such") else { return }
        #expect(domain.lookup(Locale.self, forKey: Anything.Keys()).isUnreadable)
    }
}
