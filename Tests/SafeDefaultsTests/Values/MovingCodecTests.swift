import ContractCases
import Foundation
import SafeDefaults
import SafeDefaultsArchives
import SafeDefaultsMigrations
import Testing

@testable import TestSupport

/// Codecs for the forms of other programs: dates as numbers, strings of URLs, sets and dictionaries of a codec, and the
/// trees and archives of Foundation.
@Suite(.rows(45, 46, 54, 58)) struct MovingCodecTests {
    struct Tag: Codable, Hashable { var name = "" }

    struct Trip: Codable, Equatable {
        var stops: [String?] = []
        var map: URL?
        var count: Int??
        var day = Date(timeIntervalSinceReferenceDate: 0)
        var price: Decimal = 1.5
        var legs: [UUID: Int] = [:]
    }

    struct Sample: SafeDefaults {
        enum Keys: String, DefaultsKey { case one }

        struct Settings {
            let day = Setting<Date?>(.one, stored: .secondsSince1970)
            let tags = Setting<Set<Tag>>(.one, default: [], stored: DefaultsCodec<Tag>.json.set)
            let names = Setting<[Int: String]>(
                .one, default: [:], stored: DefaultsCodec<String>.json.dictionary(keyedBy: Int.self))
            let sloppy = Setting<[Word: Int]>(
                .one, default: [:], stored: DefaultsCodec<Int>.json.dictionary(keyedBy: Word.self))
            let coarse = Setting<Set<Double>>(
                .one, default: [], stored: DefaultsCodec<Double>.custom(encode: { Int($0) }, decode: { Double($0) }).set
            )
            let link = Setting<URL?>(.one, stored: .absoluteString)
            let trip = Setting<Trip?>(.one, stored: .foundationTree)
            let tripInData = Setting<Trip?>(.one, stored: .propertyListData)
            let plainTrip = Setting<Trip?>(.one)
            let texts = Setting<[String?]>(.one, default: [], stored: .foundationTree)
            let word = Setting<String?>(.one, default: "none", stored: .foundationTree).rememberingNil()
            let entries = Setting<[String: Int]>(.one, default: [:], stored: .foundationTree)
            let frogs = Setting<[Frog]>(.one, default: [], stored: .archive(of: Frog.self))
            let plainFrogs = Setting<[Frog]>(.one, default: [])
            let lamps = Setting<[Lamp]>(.one, default: [], stored: .archive(of: Lamp.self, allowing: [Frog.self]))
        }
        static let settings = Settings()
        var store: DefaultsStore
    }

    /// Two of these keys have the same string.
    struct Word: DefaultsDictionaryKey {
        let text: String
        var defaultsKey: String { text.lowercased() }
        init(_ text: String) { self.text = text }
        init?(defaultsKey: String) { text = defaultsKey }
    }

    let kept = TestStore(.inMemory)
    var sample: Sample { Sample(store: kept.store) }
    var raw: PropertyListValue? { RawObject.literal(kept.raw("one")) }

    func store(_ value: PropertyListValue) { kept.store.userDefaults.set(RawObject.foreign(value), forKey: "one") }

    // MARK: - Dates as numbers

    @Test func aDateThatIsNotFiniteIsRefused() {
        sample.day = Date(timeIntervalSinceReferenceDate: 0)
        for interval in [Double.infinity, .nan, 1e300] {
            let issues = IssueRecorder.issues { sample.day = Date(timeIntervalSinceReferenceDate: interval) }
            #expect(issues.map(\.kind) == [.failedWrite])
        }
        #expect(raw == .real(978_307_200))
    }

    // MARK: - Sets and dictionaries

    @Test func aSetIsStoredAsASortedArray() {
        sample.tags = [Tag(name: "b"), Tag(name: "a")]
        #expect(raw == [#"{"name":"a"}"#, #"{"name":"b"}"#])
        #expect(sample.tags == [Tag(name: "b"), Tag(name: "a")])
        let issues = IssueRecorder.issues { sample.coarse = [1.25, 1.5] }
        #expect(issues.map(\.kind) == [.failedWrite])
        store([#"{"name":"a"}"#, "{}"])
        guard case .unreadable(let error) = sample.lookup(\.tags) else {
            Issue.record("an unreadable element was read")
            return
        }
        #expect(error.codingPath == ["[1]"])
    }

    @Test func aDictionaryThatCantBeReadAsAWholeIsUnreadable() {
        for stored in [["x": "1"], ["1": "{"], ["1": "1", "01": "2"], ["1"], "x"] as [PropertyListValue] {
            store(stored)
            #expect(sample.lookup(\.names).isUnreadable)
            #expect(raw == stored)
        }
        sample.reset(\.names)
        let issues = IssueRecorder.issues { sample.sloppy = [Word("a"): 1, Word("A"): 2] }
        #expect(issues.map(\.kind) == [.failedWrite])
        #expect(raw == nil)
    }

    // MARK: - URLs

    @Test func otherFormsOfAURLAreRead() {
        store(["relative": "https://example.com/"])
        #expect(sample.link == URL(string: "https://example.com/"))
    }

    // MARK: - The trees of Foundation

    @Test func aTreeEqualsThatOfFoundationsEncoder() throws {
        let trip = Trip(
            stops: ["a", nil], map: URL(string: "page", relativeTo: URL(string: "https://example.com/")), count: 3,
            legs: [UUID(): 1])
        sample.trip = trip
        let theirs = try PropertyListSerialization.propertyList(from: PropertyListEncoder().encode(trip), format: nil)
        #expect(raw == RawObject.literal(theirs))
        #expect(sample.trip == trip)
        let object = try #require(kept.raw("one"))
        let data = try PropertyListSerialization.data(fromPropertyList: object, format: .binary, options: 0)
        #expect(try PropertyListDecoder().decode(Trip.self, from: data) == trip)
    }

    @Test func foundationsDecoderReadsWhatIsStoredAsPropertyListData() throws {
        let trip = Trip(stops: ["a", nil], map: URL(string: "https://example.com/map"), legs: [UUID(): 3])
        sample.tripInData = trip
        let data = try #require(kept.raw("one") as? Data)
        #expect(try PropertyListDecoder().decode(Trip.self, from: data) == trip)
        #expect(sample.tripInData == trip)
        store(.data(try PropertyListEncoder().encode(trip)))
        #expect(sample.tripInData == trip)
        sample.plainTrip = trip
        #expect(sample.tripInData == trip)
    }

    @Test func theFormWithoutTheCodecIsRead() {
        let trip = Trip(stops: ["a", nil], map: URL(string: "https://example.com/"))
        sample.plainTrip = trip
        #expect(sample.trip == trip)
    }

    @Test func valuesThatWouldBeReadAsNilAreRefused() {
        sample.texts = ["kept"]
        for texts in [["$null"], ["a", "$null", nil]] as [[String?]] {
            let issues = IssueRecorder.issues { sample.texts = texts }
            #expect(issues.map(\.kind) == [.failedWrite])
        }
        for entries in [["$nil": 1], ["$some": 1]] {
            let issues = IssueRecorder.issues { sample.entries = entries }
            #expect(issues.map(\.kind) == [.failedWrite])
        }
        let issues = IssueRecorder.issues { sample.trip = Trip(count: .some(nil)) }
        #expect(issues.map(\.kind) == [.failedWrite])
        #expect(raw == ["kept"])
    }

    @Test func aRememberedNilIsStoredAsTheString() {
        sample.word = nil
        #expect(raw == "$null" && sample.lookup(\.word) == .value(nil))
        sample.word = "a"
        #expect(raw == "a" && sample.word == "a")
    }

    // MARK: - Archives of arrays

    @Test func anArchiveWithAnotherObjectIsUnreadable() throws {
        for root in [NSArray(array: [Frog("a"), Lamp("b", 1)]), NSArray(array: [Frog("a"), "b"])] {
            let data = try NSKeyedArchiver.archivedData(withRootObject: root, requiringSecureCoding: false)
            store(.data(data))
            #expect(sample.lookup(\.frogs).isUnreadable && sample.lookup(\.plainFrogs).isUnreadable)
            #expect(sample.lookup(\.lamps).isUnreadable)
            #expect(raw == .data(data))
        }
        let one = try NSKeyedArchiver.archivedData(withRootObject: Frog("a"), requiringSecureCoding: false)
        store(.data(one))
        #expect(sample.lookup(\.frogs).isUnreadable && sample.lookup(\.plainFrogs).isUnreadable)
    }

    @Test func aDamagedArchiveOfAnArrayIsUnreadable() throws {
        let data = try NSKeyedArchiver.archivedData(
            withRootObject: NSArray(array: [Frog("a"), Frog("b")]), requiringSecureCoding: false)
        for length in stride(from: 0, to: data.count, by: 7) {
            store(.data(data.prefix(length)))
            #expect(sample.lookup(\.frogs).isUnreadable && sample.lookup(\.plainFrogs).isUnreadable)
        }
    }
}
