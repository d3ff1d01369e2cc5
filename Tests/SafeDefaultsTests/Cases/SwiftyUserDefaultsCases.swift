import ContractCases
import Foundation
import SafeDefaults
import Testing

@testable import TestSupport

/// What the test cases of SwiftyUserDefaults show, those of observation aside: settings of thirteen types, alone and in
/// arrays, with and without a default, and launch arguments.
@Suite(.rows(66, 69, 71, 77)) struct SwiftyUserDefaultsCases {
    // MARK: - Values

    @Test("SwiftyUserDefaults: a value and an array, with a default", arguments: SwiftyType.all, StoreKind.allCases)
    func withDefault(type: SwiftyType, kind: StoreKind) {
        func check<Domain: SwiftyDefaults>(_ domain: Domain.Type) {
            let test = TestStore(kind)
            let sample = Domain(store: test.store)
            #expect(sample.plain == .fallback && sample[\.list] == [.fallback, .another])
            #expect(!sample.contains(\.plain) && !sample.contains(.list))
            sample.plain = .another
            sample[\.list] = [.another]
            #expect(sample[\.plain] == .another && sample.list == [.another])
            #expect(sample.plain != .fallback)
            #expect(test.raw("plain") != nil && test.raw("list") is [Any])
            sample.removeObject(forKey: .plain)
            sample.reset(\.list)
            #expect(sample[Domain.plain] == .fallback && sample[Domain.list] == [.fallback, .another])
            #expect(!sample.contains(\.plain) && !sample.contains(\.list))
            #expect(test.raw("plain") == nil && test.raw("list") == nil)
        }
        check(type.domain)
    }

    @Test(
        "SwiftyUserDefaults: an optional value and array, with a default", arguments: SwiftyType.all, StoreKind.allCases
    )
    func optionalWithDefault(type: SwiftyType, kind: StoreKind) {
        func check<Domain: SwiftyDefaults>(_ domain: Domain.Type) {
            let test = TestStore(kind)
            let sample = Domain(store: test.store)
            #expect(sample.optionalWithDefault == .fallback)
            #expect(sample[\.optionalListWithDefault] == [.fallback, .another])
            sample.optionalWithDefault = .another
            sample[\.optionalListWithDefault] = []
            #expect(sample[\.optionalWithDefault] == .another && sample.optionalListWithDefault == [])
            sample.optionalWithDefault = nil
            sample[\.optionalListWithDefault] = nil
            #expect(sample.optionalWithDefault == .fallback)
            #expect(sample.optionalListWithDefault == [.fallback, .another])
            #expect(sample.storedKeys == [])
        }
        check(type.domain)
    }

    @Test("SwiftyUserDefaults: an optional value and array", arguments: SwiftyType.all, StoreKind.allCases)
    func optional(type: SwiftyType, kind: StoreKind) {
        func check<Domain: SwiftyDefaults>(_ domain: Domain.Type) {
            let test = TestStore(kind)
            let sample = Domain(store: test.store)
            #expect(sample.optional == nil && sample[\.optionalList] == nil)
            sample.optional = .another
            sample[\.optionalList] = [.fallback, .another]
            #expect(sample.optional != nil && sample.optional == .another && sample.optional != .fallback)
            #expect(sample.optionalList == [.fallback, .another])
            sample.optional = nil
            sample.optionalList = nil
            #expect(sample[\.optional] == nil && sample[\.optionalList] == nil)
            #expect(!sample.contains(\.optional) && !sample.contains(\.optionalList))
        }
        check(type.domain)
    }

    // MARK: - Launch arguments

    private func reading<Value>(
        _ text: String, through path: KeyPath<Arguments.Settings, Arguments.Setting<Value>>
    ) -> (value: Value, issues: Int) {
        let sample = Arguments(store: .inMemory(arguments: ["-one", text]))
        let recorder = IssueRecorder()
        let value = DefaultsIssue.withHandler({ recorder.record($0) }, operation: { sample[path] })
        return (value, recorder.issues.count)
    }

    struct Arguments: SafeDefaults {
        enum Keys: String, DefaultsKey { case one }

        struct Settings {
            let isOff = Setting(.one, default: false)
            let isOn = Setting(.one, default: true)
            let flag = Setting<Bool?>(.one)
            let real = Setting(.one, default: -1.0)
            let optionalReal = Setting<Double?>(.one)
            let number = Setting(.one, default: -1)
            let optionalNumber = Setting<Int?>(.one)
            let text = Setting(.one, default: "none")
            let optionalText = Setting<String?>(.one)
        }
        static let settings = Settings()
        let store: DefaultsStore
    }

    @Test(
        "SwiftyUserDefaults: a Boolean from a launch argument", .rows(78, 80),
        arguments: [
            ("YES", true), ("yes", true), ("TRUE", true), ("true", true), ("Y", true), ("y", true), ("T", true),
            ("t", true), ("1", true), ("NO", false), ("no", false), ("FALSE", false), ("false", false), ("N", false),
            ("n", false), ("F", false), ("f", false), ("0", false), ("maybe", nil), ("yess", nil), ("2", nil),
        ] as [(String, Bool?)])
    func boolArgument(text: String, value: Bool?) {
        let issues = value == nil ? 1 : 0
        #expect(reading(text, through: \.isOff) == (value ?? false, issues))
        #expect(reading(text, through: \.isOn) == (value ?? true, issues))
        #expect(reading(text, through: \.flag) == (value, issues))
    }

    @Test(
        "SwiftyUserDefaults: a double from a launch argument", .rows(78, 80),
        arguments: [("0", 0), ("1", 1), ("2", 2), ("31.0", 31), ("much", nil)] as [(String, Double?)])
    func doubleArgument(text: String, value: Double?) {
        let issues = value == nil ? 1 : 0
        #expect(reading(text, through: \.real) == (value ?? -1, issues))
        #expect(reading(text, through: \.optionalReal) == (value, issues))
    }

    @Test(
        "SwiftyUserDefaults: an integer from a launch argument", .rows(78, 80),
        arguments: [("0", 0), ("1", 1), ("2", 2), ("111111", 111_111), ("much", nil)] as [(String, Int?)])
    func intArgument(text: String, value: Int?) {
        let issues = value == nil ? 1 : 0
        #expect(reading(text, through: \.number) == (value ?? -1, issues))
        #expect(reading(text, through: \.optionalNumber) == (value, issues))
    }

    @Test("SwiftyUserDefaults: a text from a launch argument", .row(79), arguments: ["Tom", "", "42", "YES", "a b"])
    func stringArgument(text: String) {
        #expect(reading(text, through: \.text) == (text, 0))
        #expect(reading(text, through: \.optionalText) == (text, 0))
    }
}
