import Foundation
import SafeDefaults
import Testing

@testable import TestSupport

@Suite struct GettersTests {
    struct Sample: SafeDefaults {
        enum Keys: String, DefaultsKey, CaseIterable { case a, b }
        var store: DefaultsStore
    }

    /// A getter, which returns its result as an object.
    struct Getter: Sendable, CustomTestStringConvertible {
        let name: String
        let get: @Sendable (Sample) -> Any?
        /// The value that the getter reads, and its stored form.
        let value: PropertyListValue
        var testDescription: String { name }
    }

    static let getters: [Getter] = [
        Getter(name: "string", get: { $0.string(forKey: .a) }, value: "text"),
        Getter(name: "integer", get: { $0.integer(forKey: .a) }, value: 42),
        Getter(name: "bool", get: { $0.bool(forKey: .a) }, value: false),
        Getter(name: "double", get: { $0.double(forKey: .a) }, value: 2.5),
        Getter(name: "float", get: { $0.float(forKey: .a) }, value: 0.5),
        Getter(name: "data", get: { $0.data(forKey: .a) }, value: .data(Data([1, 2]))),
        Getter(
            name: "date", get: { $0.date(forKey: .a) }, value: .date(Date(timeIntervalSinceReferenceDate: 86_400))),
        Getter(name: "stringArray", get: { $0.stringArray(forKey: .a) }, value: ["x", "y"]),
        Getter(name: "array", get: { $0.array(forKey: .a) }, value: [1, "x"]),
        Getter(name: "dictionary", get: { $0.dictionary(forKey: .a) }, value: ["n": 1, "s": "x"]),
        Getter(name: "object", get: { $0.object(forKey: .a) }, value: ["n": [1.5, true]]),
        Getter(
            name: "value", get: { $0.value(PropertyListValue.self, forKey: .a).map { rawValue($0) } }, value: [3]),
    ]

    static func rawValue(_ value: PropertyListValue) -> Any {
        let test = TestStore(.inMemory)
        Sample(store: test.store).set(value, forKey: .b)
        return test.raw("b") as Any
    }

    @Test(.rows(15, 33, 34, 35, 39), arguments: getters, StoreKind.allCases)
    func getterReturnsWhatIsStored(getter: Getter, kind: StoreKind) {
        let test = TestStore(kind)
        let sample = Sample(store: test.store)
        sample.set(getter.value, forKey: .a)
        let got = IssueRecorder.issues {
            #expect(rawObject(getter.get(sample)) == rawObject(Self.rawValue(getter.value)))
        }
        #expect(got == [])
    }

    // MARK: - What nobody should store

    static let kinds: [PropertyListValue] = [
        true, 7, .integer(.min), .unsignedInteger(.max), 1.5, .real(.nan), .real(-.infinity), "", "text", "\u{0}",
        .data(Data([0])), .data(Data("bplist00".utf8)), .date(.distantPast), .date(.distantFuture), [], [[["x"]]], [:],
        ["a": ["b": [1]]], ["": ["": [:]]], ["$nil": true], ["$some": 1], ["$some": ["$nil": 1]], "🧨",
        .string(String(repeating: "x", count: 1_000_000)),
    ]

    @Test(arguments: StoreKind.allCases) func everyKindIsAnsweredByEveryGetterAndKept(kind: StoreKind) {
        let test = TestStore(kind)
        let sample = Sample(store: test.store)
        for stored in Self.kinds {
            test.store.userDefaults.set(RawObject.foreign(stored), forKey: "a")
            for getter in Self.getters + [Getter(name: "url", get: { $0.url(forKey: .a) }, value: "/a")] {
                var found: Any?
                let issues = IssueRecorder.issues { found = getter.get(sample) }
                #expect(issues.count == (found == nil ? 1 : 0), "\(stored) under \(getter.name)")
            }
            #expect(RawObject.literal(sample.object(forKey: .a)) == stored, "object(forKey:) gives all")
            #expect(RawObject.literal(test.raw("a")) == stored)
        }
    }

    @Test(.row(37), arguments: StoreKind.allCases) func urlThatFoundationStoredIsRead(kind: StoreKind) throws {
        let test = TestStore(kind)
        let sample = Sample(store: test.store)
        let file = URL(fileURLWithPath: "/tmp/a.txt")
        test.store.userDefaults.set(file, forKey: "a")
        #expect(sample.url(forKey: .a)?.path == "/tmp/a.txt")
        #if canImport(Darwin)
        // Only on Apple systems does Foundation keep a web URL whole.
        let web = try #require(URL(string: "https://example.com/x?y#z"))
        sample.set(web, forKey: .b)
        #expect(test.store.userDefaults.url(forKey: "b") == web)
        test.store.userDefaults.set(web, forKey: "b")
        #expect(sample.url(forKey: .b) == web)
        #endif
    }
}
