import Foundation
import SafeDefaults
import Testing

@testable import TestSupport

/// Writes of a value that equals the stored one and has other bytes.
@Suite struct EqualValueTests {
    static let pairs: [(old: PropertyListValue, new: PropertyListValue)] = [
        ("e\u{301}", "\u{E9}"), (1, 1.0), (1.0, 1), (["a": 1], ["a": 1.0]), (["e\u{301}"], ["\u{E9}"]),
    ]

    struct Sample: SafeDefaults {
        enum Keys: String, DefaultsKey { case mixed }
        struct Settings { let mixed = Setting<PropertyListValue?>(.mixed) }
        static let settings = Settings()
        var store: DefaultsStore
    }

    @Test(arguments: StoreKind.allCases, pairs.indices) func anEqualValueOfOtherBytes(kind: StoreKind, index: Int) {
        let (old, new) = Self.pairs[index]
        #expect(old != new)
        let test = TestStore(kind)
        let sample = Sample(store: test.store)
        sample.mixed = old
        sample.mixed = new
        #if os(Linux)
        // NB: Foundation stores nothing if the new value equals the old one. A dictionary is given to it as an object
        // that equals no other.
        let isKept = kind == .rawSuite && new.kind != .dictionary
        #expect(sample.mixed == (isKept ? old : new))
        #else
        if kind != .rawSuite { #expect(sample.mixed == new) }
        #endif
    }

    @Test(arguments: StoreKind.allCases) func aBooleanIsNoNumber(kind: StoreKind) {
        let test = TestStore(kind)
        let sample = Sample(store: test.store)
        for value in [true, 1, false, 0, true] as [PropertyListValue] {
            sample.mixed = value
            #expect(sample.mixed == value)
        }
    }
}
