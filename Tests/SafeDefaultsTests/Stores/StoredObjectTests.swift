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
