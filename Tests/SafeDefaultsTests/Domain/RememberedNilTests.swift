import Foundation
import SafeDefaults
import SafeDefaultsInspection
import SafeDefaultsMigrations
import Testing

@testable import TestSupport

/// Tests optional settings with a default that can store nil: nil is a value, and a reset brings the default back.
@Suite(.rows(72, 73)) struct RememberedNilTests {
    struct Plain: Codable, Equatable { var number = 1 }
    struct Both: Codable, Equatable, DefaultsValue { var number = 1 }

    struct Sample: SafeDefaults {
        enum Keys: String, DefaultsKey { case one, two }

        struct Settings {
            let number = Setting<Int?>(.one, default: 3).rememberingNil()
            let ordinary = Setting<Int?>(.one, default: 3)
            let plain = Setting<Plain?>(.one, default: Plain()).rememberingNil()
            let both = Setting<Both?>(.one, default: Both()).rememberingNil()
            let json = Setting<Plain?>(.one, default: Plain(), stored: .json).rememberingNil()
            let jsonData = Setting<Plain?>(.one, default: Plain(), stored: .jsonData).rememberingNil()
            let list = Setting<Plain?>(.one, default: Plain(), stored: .propertyListData).rememberingNil()
            let custom = Setting<Plain?>(
                .one, default: Plain(),
                stored: DefaultsCodec<Plain>.custom(encode: { $0.number }, decode: { Plain(number: $0) }).optional
            ).rememberingNil()
            let nested = Setting<Int??>(.one, default: 3).rememberingNil()
            let mixed = Setting<PropertyListValue?>(.one, default: 3).rememberingNil()
            let lazy = Setting<Int?>(.one, default: 3).rememberingNil().storingOnlyChanges()
            let nilDefault = Setting<Int?>(.two, default: nil).rememberingNil()
        }
        static let settings = Settings()
        var store: DefaultsStore
    }

    static let marker: PropertyListValue = ["$nil": true]

    private func remembers<Value: Equatable>(
        _ path: KeyPath<Sample.Settings, Sample.Setting<Value?>>, fallback: Value, other: Value, in kind: StoreKind
    ) {
        let kept = TestStore(kind)
        let sample = Sample(store: kept.store)
        #expect(sample[path] == fallback && sample.lookup(path) == .missing)
        let issues = IssueRecorder.issues {
            sample[path] = nil
            #expect(RawObject.literal(kept.raw("one")) == Self.marker)
            #expect(sample[path] == nil && sample.lookup(path) == .value(nil) && sample.contains(path))
            sample[path] = other
            #expect(sample[path] == other)
            sample.update(path) { $0 = nil }
            #expect(sample[path] == nil && sample.contains(path))
            sample.reset(path)
        }
        #expect(issues == [])
        #expect(sample[path] == fallback && kept.raw("one") == nil)
    }

    @Test(arguments: StoreKind.allCases) func nilIsStoredAndResetBringsTheDefaultBack(kind: StoreKind) {
        remembers(\.number, fallback: 3, other: 4, in: kind)
        remembers(\.lazy, fallback: 3, other: 4, in: kind)
        remembers(\.plain, fallback: Plain(), other: Plain(number: 2), in: kind)
        remembers(\.both, fallback: Both(), other: Both(number: 2), in: kind)
        remembers(\.json, fallback: Plain(), other: Plain(number: 2), in: kind)
        remembers(\.jsonData, fallback: Plain(), other: Plain(number: 2), in: kind)
        remembers(\.list, fallback: Plain(), other: Plain(number: 2), in: kind)
        remembers(\.custom, fallback: Plain(), other: Plain(number: 2), in: kind)
        remembers(\.mixed, fallback: 3, other: ["a": 1], in: kind)
        remembers(\.nested, fallback: 3, other: 4, in: kind)
    }

    @Test func withoutItNilRemoves() {
        let sample = Sample(store: .inMemory())
        sample.number = nil
        // A nil that another setting has stored is nil for every optional one.
        #expect(sample.ordinary == nil)
        sample.ordinary = nil
        #expect(!sample.contains(.one) && sample.ordinary == 3)
    }

    @Test func aDefaultOfNilIsNotRegisteredAndHasNoText() {
        let sample = Sample(store: .inMemory())
        sample.registerDefaults()
        #expect(sample.contains(.one) && !sample.contains(.two))
        sample.number = nil
        #expect(sample.allSettings.allSatisfy { $0.text == nil })
    }
}
