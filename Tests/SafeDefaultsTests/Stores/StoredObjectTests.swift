import Foundation
import SafeDefaults
import Testing

@testable import TestSupport

/// What a plain store gives to `UserDefaults.set`, which on Linux is given objects that it stores fast.
@Suite struct StoredObjectTests {
    struct Sample: SafeDefaults {
        enum Keys: String, DefaultsKey { case mixed }
        struct Settings { let mixed = Setting<PropertyListValue>(.mixed, default: "nothing") }
        static let settings = Settings()
        var store: DefaultsStore
    }

    private static let name = Sample.Keys.mixed.uniqueValue

    /// Collections of which each differs from all others, and that a conversion might take for equal ones.
    private static let collections: [PropertyListValue] = [
        [:], [], [[:]], [[]], [[:], [:]], [["a": 1]], [["a": 2]], [["a": [:]]], [["a": ["b": 1]]], [[["a": 1]]],
        [[[:]]], ["a": 1], ["a": 2], ["b": 1], ["a": 1.0], ["a": true], ["a": "1"], ["a": [:]], ["a": []],
        ["a": [[:]]], ["a": [["b": 1]]], ["a": ["b": 1]], ["a": ["b": ["c": 1]]], ["a": 1, "b": [1, [2], ["c": 3]]],
        ["a": .data(Data([1]))], [.data(Data([1]))], ["a": .date(Date(timeIntervalSinceReferenceDate: 1.5))],
        ["a": .integer(.max)], ["a": .unsignedInteger(.max)], [.unsignedInteger(.max), ["x"]],
    ]

    @Test(arguments: collections.indices) func aCollectionReplacesEveryOtherOne(index: Int) {
        let test = TestStore(.rawSuite)
        let sample = Sample(store: test.store)
        for old in Self.collections {
            let isReplaced = holdsUnlessSaved {
                sample.mixed = old
                sample.mixed = Self.collections[index]
                return sample.mixed == Self.collections[index]
                    && RawObject.literal(test.raw(Self.name)) == Self.collections[index]
            }
            #expect(isReplaced, "over \(old)")
        }
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64]) func aTreeIsStoredAsFoundationStoresItsSwiftTypes(seed: UInt64) {
        var source = RandomSource(state: seed)
        let (test, other) = (TestStore(.rawSuite), TestStore(.rawSuite))
        let sample = Sample(store: test.store)
        for round in 0..<Stress.count(20, usual: 100, full: 2_000) {
            let tree = RandomTreeTests.tree(depth: 0, using: &source)
            let isEqual = holdsUnlessSaved {
                test.store.userDefaults.removeObject(forKey: Self.name)
                sample.mixed = tree
                other.store.userDefaults.removeObject(forKey: Self.name)
                other.store.userDefaults.set(RawObject.foreign(tree), forKey: Self.name)
                return RawObject.literal(test.raw(Self.name)) == RawObject.literal(other.raw(Self.name))
            }
            #expect(isEqual, "seed \(seed), round \(round)")
        }
    }

    @Test func aTreeIsSavedAsFoundationSavesItsSwiftTypes() {
        let (test, other) = (TestStore(.rawSuite), TestStore(.rawSuite))
        let tree = PropertyListValue.dictionary(["all": .array(Self.collections)])
        Sample(store: test.store).mixed = tree
        other.store.userDefaults.set(RawObject.foreign(tree), forKey: Self.name)
        // The first call writes the file, and the second drops what is in memory.
        for _ in 0..<2 {
            #expect(test.store.userDefaults.synchronize())
            #expect(other.store.userDefaults.synchronize())
        }
        #expect(RawObject.literal(test.raw(Self.name)) != nil)
        #expect(RawObject.literal(test.raw(Self.name)) == RawObject.literal(other.raw(Self.name)))
    }

    /// Keeps what it is given.
    private final class Recorder: UserDefaults {
        nonisolated(unsafe) var objects: [Any] = []

        override func set(_ value: Any?, forKey name: String) {
            if let value { objects.append(value) }
        }
    }

    @Test func aSubclassIsGivenSwiftTypes() throws {
        let recorder = try #require(Recorder(suiteName: "SafeDefaultsTests-\(UUID().uuidString)"))
        let sample = Sample(store: DefaultsStore(recorder))
        sample.mixed = ["a": ["b": [1]]]
        sample.mixed = [["a": "b"]]
        sample.mixed = "a"
        let dictionary = recorder.objects.first as? [String: Any]
        #expect(dictionary?["a"] is [String: Any])
        #expect(recorder.objects.dropFirst().first is [Any])
        #expect(recorder.objects.last as? String == "a")
    }
}
