import ContractCases
import Foundation
import SafeDefaults
import Testing

@testable import TestSupport

/// Optionals of optionals of types that are only Codable: each level of nil stays what it is.
@Suite(.rows(48, 49)) struct NestedOptionalTests {
    struct Plain: Codable, Equatable { var x = 1 }

    let domain = ContractDomain(store: .inMemory())
    let key = ContractDomain.Keys(rawValue: "subject")
    var raw: PropertyListValue? { domain.value(PropertyListValue.self, forKey: key) }

    private func check<Value: Codable & Equatable & SendableMetatype>(
        _ value: Value, isStoredAs stored: PropertyListValue, sourceLocation: Testing.SourceLocation = #_sourceLocation
    ) {
        let issues = IssueRecorder.issues {
            domain.set(["in": value], forKey: key)
            #expect(raw == ["in": stored], sourceLocation: sourceLocation)
            #expect(domain.value([String: Value].self, forKey: key) == ["in": value], sourceLocation: sourceLocation)
            domain.set([value], forKey: key)
            #expect(raw == [stored], sourceLocation: sourceLocation)
            #expect(domain.value([Value].self, forKey: key) == [value], sourceLocation: sourceLocation)
        }
        #expect(issues == [], sourceLocation: sourceLocation)
    }

    static let none: PropertyListValue = ["$nil": true]
    static let someNone: PropertyListValue = ["$some": none]

    @Test func eachLevelOfNilIsToldApart() {
        check(Plain() as Plain??, isStoredAs: ["x": 1])
        check(.some(nil) as Plain??, isStoredAs: Self.someNone)
        check(nil as Plain??, isStoredAs: Self.none)
        check(.some(.some(nil)) as Plain???, isStoredAs: ["$some": Self.someNone])
        check(.some(nil) as Plain???, isStoredAs: Self.someNone)
        check(nil as Plain???, isStoredAs: Self.none)
        check(Plain() as Plain???, isStoredAs: ["x": 1])
    }

    @Test func noValueIsTakenForNil() {
        check(["$nil": true] as [String: Bool]?, isStoredAs: Self.someNone)
        check(["$nil": true] as [String: Bool]??, isStoredAs: ["$some": Self.someNone])
        check(.some(nil) as [String: Bool]??, isStoredAs: Self.someNone)
        check(["$nil": true] as [String: Bool]???, isStoredAs: ["$some": ["$some": Self.someNone]])
        check(
            ["$some": Self.plainNone] as [String: [String: Bool]]??,
            isStoredAs: ["$some": ["$some": ["$some": Self.someNone]]])
        check(["$some": [:]] as [String: [String: Bool]]??, isStoredAs: ["$some": ["$some": ["$some": [:]]]])
    }

    static let plainNone = ["$nil": true]

    struct Sample: SafeDefaults {
        enum Keys: String, DefaultsKey { case one }

        struct Settings {
            let nested = Setting<Plain??>(.one)
            let remembering = Setting<Plain??>(.one, default: Plain()).rememberingNil()
        }
        static let settings = Settings()
        var store: DefaultsStore
    }

    @Test(arguments: StoreKind.allCases) func aSettingTellsThemFromNothing(kind: StoreKind) {
        let test = TestStore(kind)
        let sample = Sample(store: test.store)
        sample.nested = .some(nil)
        #expect(RawObject.literal(test.raw("one")) == Self.someNone)
        #expect(sample.lookup(\.nested) == .value(.some(nil)))
        sample.nested = Plain(x: 2)
        #expect(sample.lookup(\.nested) == .value(Plain(x: 2)))
        sample.nested = .none
        #expect(test.raw("one") == nil)
        #expect(sample.lookup(\.nested) == .missing)
        for value in [.none, .some(nil), Plain(x: 3)] as [Plain??] {
            sample.remembering = value
            #expect(sample.lookup(\.remembering) == .value(value))
        }
    }

    struct Fields: Codable, Equatable {
        var first: Int??, second: Plain??, third: [String: Bool]??, fourth: Int???
        var list: [Plain??] = [], byName: [String: Int??] = [:]
    }

    @Test func fieldsKeepEachLevel() throws {
        let fields = Fields(
            first: .some(nil), second: .some(nil), third: ["$nil": true], fourth: .some(.some(nil)),
            list: [nil, .some(nil), Plain()], byName: ["a": nil, "b": .some(nil), "c": 3])
        try domain.write(fields, forKey: key)
        #expect(
            raw == [
                "first": Self.someNone, "second": Self.someNone, "third": ["$some": Self.someNone],
                "fourth": ["$some": Self.someNone], "list": [Self.none, Self.someNone, ["x": 1]],
                "byName": ["a": Self.none, "b": Self.someNone, "c": 3],
            ])
        #expect(try domain.read(Fields.self, forKey: key) == fields)
        let empty = Fields()
        try domain.write(empty, forKey: key)
        #expect(raw == ["list": [], "byName": [:]])
        #expect(try domain.read(Fields.self, forKey: key) == empty)
        let full = Fields(first: 1, second: Plain(x: 2), third: [:], fourth: 4, list: [Plain()], byName: [:])
        try domain.write(full, forKey: key)
        #expect(try domain.read(Fields.self, forKey: key) == full)
    }

    @Test func theFormerFormOfAnInnerNilIsReadAsNil() throws {
        domain.set(["first": Self.none, "list": [], "byName": [:]] as PropertyListValue, forKey: key)
        #expect(try domain.read(Fields.self, forKey: key) == Fields())
    }

    @Test func theEscapeOfNilStandsForNothingElse() {
        domain.set(["$some": 3] as PropertyListValue, forKey: key)
        #expect(domain.lookup(Optional<Plain?>.self, forKey: key).isUnreadable)
        domain.set([["$some": ["$some": Self.none]]] as PropertyListValue, forKey: key)
        #expect(domain.lookup([Optional<Plain?>].self, forKey: key).isUnreadable)
    }

    // MARK: - Values of several types

    @Test func anUntypedListKeepsEachLevelOfNil() {
        let (inner, outer) = (Int??.some(nil), Int??.none)
        domain.setObject([inner as Any, 1, outer as Any], forKey: key)
        #expect(raw == [Self.someNone, 1, Self.none])
        domain.setObject(["a": inner as Any, "b": outer as Any], forKey: key)
        #expect(raw == ["a": Self.someNone, "b": Self.none])
        domain.setObject([inner, outer], forKey: key)
        #expect(raw == [Self.someNone, Self.none])
        domain.setObject([1, nil] as [Any?], forKey: key)
        #expect(raw == [1, Self.none])
    }
}
