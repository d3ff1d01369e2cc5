import Foundation
import SafeDefaults
import Testing

@testable import TestSupport

@Suite struct GettersTests {
    struct Sample: SafeDefaults {
        enum Keys: String, DefaultsKey, CaseIterable { case a, b }
        var store: DefaultsStore
    }

    enum Theme: String, DefaultsValue { case light, dark }
    struct Point: Codable, Equatable { var x = 0, y = 0 }
    struct Both: Codable, DefaultsValue, Equatable { var name = "n" }

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

    @Test(.row(69), arguments: getters, StoreKind.allCases)
    func getterReturnsNilIfNothingIsStoredNumbersIncluded(getter: Getter, kind: StoreKind) {
        let test = TestStore(kind)
        let issues = IssueRecorder.issues { #expect(getter.get(Sample(store: test.store)) == nil) }
        #expect(issues == [])
        #expect(test.raw("a") == nil)
    }

    @Test(
        .rows(70, 86), arguments: getters.filter { !["object", "value", "data"].contains($0.name) },
        StoreKind.allCases)
    func getterReturnsNilAndReportsOneIssueForAnotherKind(getter: Getter, kind: StoreKind) {
        let test = TestStore(kind)
        let sample = Sample(store: test.store)
        let other = Data([7])
        sample.set(other, forKey: .a)
        let issues = IssueRecorder.issues { #expect(getter.get(sample) == nil) }
        #expect(issues.map(\.kind) == [.unreadableValue])
        #expect(issues.first?.storedName == "a")
        #expect(issues.first?.error.found == "data")
        #expect(sample.data(forKey: .a) == other)
    }

    @Test(.row(70), arguments: StoreKind.allCases) func dataGetterReturnsNilForAnotherKind(kind: StoreKind) {
        let test = TestStore(kind)
        let sample = Sample(store: test.store)
        sample.set("text", forKey: .a)
        let issues = IssueRecorder.issues { #expect(sample.data(forKey: .a) == nil) }
        #expect(issues.count == 1)
    }

    @Test(
        .row(38), arguments: StoreKind.allCases,
        [
            "https://tom:pw@example.com:8080/a%20b/?q=1&r=%C3%A9#end", "mailto:tom@example.com", "file:///tmp/a.txt",
        ])
    func urlComesBackWhole(kind: StoreKind, text: String) throws {
        let test = TestStore(kind)
        let sample = Sample(store: test.store)
        let url = try #require(URL(string: text))
        sample.set(url, forKey: .a)
        #expect(sample.url(forKey: .a)?.absoluteString == text)
        #expect(sample.url(forKey: .b) == nil)
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

    @Test(.row(36), arguments: StoreKind.allCases) func everyIntegerWidthIsReadAndNeverCutOff(kind: StoreKind) {
        let test = TestStore(kind)
        let sample = Sample(store: test.store)
        func check<Value: FixedWidthInteger & DefaultsValue & Codable>(_ type: Value.Type) {
            for value in [Value.min, Value.max] {
                sample.set(value, forKey: .a)
                #expect(sample.value(type, forKey: .a) == value)
            }
        }
        check(Int.self)
        check(Int8.self)
        check(Int16.self)
        check(Int32.self)
        check(Int64.self)
        check(UInt.self)
        check(UInt8.self)
        check(UInt16.self)
        check(UInt32.self)
        check(UInt64.self)
        sample.set(300, forKey: .a)
        let issues = IssueRecorder.issues { #expect(sample.value(UInt8.self, forKey: .a) == nil) }
        #expect(issues.count == 1)
    }

    @Test func valueReadsEveryKindOfStorableType() {
        let test = TestStore(.inMemory)
        let sample = Sample(store: test.store)
        sample.set(Theme.dark, forKey: .a)
        #expect(sample.value(Theme.self, forKey: .a) == .dark)
        sample.set(Point(x: 1, y: 2), forKey: .a)
        #expect(sample.value(Point.self, forKey: .a) == Point(x: 1, y: 2))
        sample.set(Both(name: "b"), forKey: .a)
        #expect(sample.value(Both.self, forKey: .a) == Both(name: "b"))
    }

    @Test(.row(27), arguments: StoreKind.allCases) func objectReturnsSwiftTypesAtAnyDepth(kind: StoreKind) throws {
        let test = TestStore(kind)
        let sample = Sample(store: test.store)
        sample.setObject(["n": 1, "t": true, "r": 2.5, "l": ["x", 3]] as [String: Any], forKey: .a)
        let object = try #require(sample.object(forKey: .a) as? [String: Any])
        #expect(object["n"] as? Int == 1)
        #expect(object["t"] as? Bool == true)
        #expect(object["r"] as? Double == 2.5)
        #expect((object["l"] as? [Any])?.last as? Int == 3)
        #expect(sample.dictionary(forKey: .a)?["n"] as? Int == 1)
    }

    // MARK: - Throwing twins

    @Test(.row(84), arguments: StoreKind.allCases) func readThrowsWhereTheGetterReports(kind: StoreKind) throws {
        let test = TestStore(kind)
        let sample = Sample(store: test.store)
        #expect(try sample.read(Int.self, forKey: .a) == nil)
        sample.set(4, forKey: .a)
        #expect(try sample.read(Int.self, forKey: .a) == 4)
        sample.set("four", forKey: .a)
        let issues = IssueRecorder.issues {
            let error = #expect(throws: DefaultsError.self) { try sample.read(Int.self, forKey: .a) }
            #expect(error?.kind == .unreadable)
            #expect(error?.storedName == "a")
            #expect(error?.expected == "Int")
            #expect(error?.found == "string")
        }
        #expect(issues == [])
    }

    @Test(.row(84), arguments: StoreKind.allCases) func readThrowsForCodableTypesToo(kind: StoreKind) throws {
        let test = TestStore(kind)
        let sample = Sample(store: test.store)
        sample.set([1], forKey: .a)
        #expect(throws: DefaultsError.self) { try sample.read(Point.self, forKey: .a) }
        #expect(throws: DefaultsError.self) { try sample.read(Both.self, forKey: .a) }
        sample.removeObject(forKey: .a)
        #expect(try sample.read(Point.self, forKey: .a) == nil)
        #expect(try sample.read(Both.self, forKey: .a) == nil)
    }

    @Test(.row(85), arguments: StoreKind.allCases)
    func lookupByKeyDistinguishesMissingValueAndUnreadable(kind: StoreKind) {
        let test = TestStore(kind)
        let sample = Sample(store: test.store)
        #expect(sample.lookup(Int.self, forKey: .a) == .missing)
        #expect(sample.lookup(Point.self, forKey: .a) == .missing)
        #expect(sample.lookup(Both.self, forKey: .a) == .missing)
        sample.set(4, forKey: .a)
        #expect(sample.lookup(Int.self, forKey: .a) == .value(4))
        let issues = IssueRecorder.issues {
            for look in [
                sample.lookup(Date.self, forKey: .a).isUnreadable, sample.lookup(Point.self, forKey: .a).isUnreadable,
                sample.lookup(Both.self, forKey: .a).isUnreadable,
            ] { #expect(look) }
        }
        #expect(issues == [])
    }
}
