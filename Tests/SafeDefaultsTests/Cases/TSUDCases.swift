import Foundation
import SafeDefaults
import Testing

@testable import TestSupport

/// What the six test cases of TSUD show: a default, a write that the raw store shows in its own type, changes in place,
/// and writes from outside.
@Suite(.rows(12, 23, 66)) struct TSUDCases {
    struct Person: Codable, Equatable {
        var name: String
        var age: Int
        var isActive: Bool
        var height: Double
    }

    struct Sample: SafeDefaults {
        enum Keys: String, DefaultsKey { case flag, answer, text, moment, bytes, person }

        struct Settings {
            let flag = Setting(.flag, default: false)
            let answer = Setting(.answer, default: 42)
            let text = Setting(.text, default: "text")
            let moment = Setting(.moment, default: Date(timeIntervalSinceReferenceDate: 0))
            let bytes = Setting(.bytes, default: Data())
            let person = Setting<Person?>(.person)
        }
        static let settings = Settings()
        var store: DefaultsStore
    }

    @Test("TSUD 1: a Boolean, false by default, stored as a boolean", arguments: StoreKind.allCases)
    func bool(kind: StoreKind) {
        let test = TestStore(kind)
        let sample = Sample(store: test.store)
        #expect(!sample.flag)
        #expect(test.raw("flag") == nil)
        sample.flag = true
        #expect(sample.flag)
        #expect(test.stored("flag") === NSNumber(value: true))
    }

    @Test("TSUD 2: an integer, changed in place and from outside", arguments: StoreKind.allCases)
    func int(kind: StoreKind) {
        let test = TestStore(kind)
        let sample = Sample(store: test.store)
        #expect(sample.answer == 42)
        sample.answer += 10
        #expect(sample.answer == 52)
        #expect(test.store.userDefaults.integer(forKey: "answer") == 52)
        test.store.userDefaults.set(999, forKey: "answer")
        #expect(sample.answer == 999)
    }

    @Test("TSUD 3: a text, appended to", arguments: StoreKind.allCases) func string(kind: StoreKind) {
        let test = TestStore(kind)
        let sample = Sample(store: test.store)
        #expect(sample.text == "text")
        sample.text.append(" and more")
        #expect(sample.text == "text and more")
        #expect(test.store.userDefaults.string(forKey: "text") == "text and more")
    }

    @Test("TSUD 4: a date, stored as a date", arguments: StoreKind.allCases) func date(kind: StoreKind) {
        let test = TestStore(kind)
        let sample = Sample(store: test.store)
        #expect(sample.moment == Date(timeIntervalSinceReferenceDate: 0))
        let date = Date(timeIntervalSinceReferenceDate: 700_000_000)
        sample.moment = date
        #expect(sample.moment == date)
        #expect(test.raw("moment") as? Date == date)
    }

    @Test("TSUD 5: data, stored as data", arguments: StoreKind.allCases) func data(kind: StoreKind) {
        let test = TestStore(kind)
        let sample = Sample(store: test.store)
        #expect(sample.bytes.isEmpty)
        sample.bytes = Data([1, 2, 3])
        #expect(sample.bytes == Data([1, 2, 3]))
        #expect(test.raw("bytes") as? Data == Data([1, 2, 3]))
    }

    @Test("TSUD 6: an optional Codable person, stored as a dictionary of its fields", arguments: StoreKind.allCases)
    func codable(kind: StoreKind) {
        let test = TestStore(kind)
        let sample = Sample(store: test.store)
        #expect(sample.person == nil)
        let person = Person(name: "Tom", age: 42, isActive: true, height: 1.8)
        sample.person = person
        #expect(sample.person == person)
        #expect(
            test.stored("person")
                == ["name": "Tom", "age": 42, "isActive": true, "height": 1.8] as NSDictionary)
        sample.person?.age += 1
        #expect(sample.person?.age == 43)
        sample.person = nil
        #expect(test.raw("person") == nil)
    }
}
