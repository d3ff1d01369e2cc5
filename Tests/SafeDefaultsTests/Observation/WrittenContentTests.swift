import Foundation
import Testing

@testable import SafeDefaults
@testable import TestSupport

/// What a store holds after a write, and what the hub takes for the content of a plain store before and after it.
@Suite struct WrittenContentTests {
    // MARK: - Equal values of other bytes

    /// Values, and whether Foundation on Linux takes the second for the first, and stores nothing.
    static let pairs: [(old: PropertyListValue, new: PropertyListValue, isKept: Bool)] = [
        ("e\u{301}", "\u{E9}", true), (1, 1.0, true), (1.0, 1, true), (["e\u{301}"], ["\u{E9}"], true),
        ([[1]], [[1.0]], true),
        // A dictionary, alone and in an array, is given to it as an object that equals no other.
        (["a": 1], ["a": 1.0], false), ([["a": 1]], [["a": 1.0]], false),
    ]

    @Test(arguments: StoreKind.allCases, pairs.indices) func anEqualValueOfOtherBytes(kind: StoreKind, index: Int) {
        let (old, new, isKept) = Self.pairs[index]
        #expect(old != new)
        let test = TestStore(kind)
        let sample = Sample(store: test.store)
        sample.mixed = old
        sample.mixed = new
        #if os(Linux)
        #expect(sample.mixed == (isKept && kind == .rawSuite ? old : new))
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

    // MARK: - The cache

    private static let countName = Sample.Keys.count.uniqueValue

    /// Values that Foundation may take for each other, or return differently.
    private static let values: [PropertyListValue] = [
        0, 1, 2, true, false, .real(0), .real(-0.0), 1.0, 1.5, .real(.nan), .real(.infinity), .integer(.max),
        .unsignedInteger(.max), .unsignedInteger(UInt64(Int64.max) + 1), .real(9_223_372_036_854_775_808), "1", "",
        "e\u{301}", "\u{E9}", .data(Data()), .data(Data([1])), .date(Date(timeIntervalSinceReferenceDate: 1)),
        .date(Date(timeIntervalSinceReferenceDate: 1.5)), .date(Date(timeIntervalSinceReferenceDate: 1.000_000_1)),
        [], [:], [1], [1.0], [true], ["e\u{301}"], ["\u{E9}"], ["a", "b"], [[1]], [[1.0]], [[:]], [["a": 1]],
        [["a": 1.0]], ["a": 1], ["a": 1.0], ["a": true], ["a": .real(.nan)], ["a": .real(-0.0)], ["a": .real(0)],
        ["a": .unsignedInteger(.max)], ["e\u{301}": 1], ["\u{E9}": 1], ["a": ["e\u{301}"]], ["a": ["\u{E9}"]],
    ]

    @Test(arguments: values.indices) func theCacheHasWhatAReadFinds(index: Int) {
        let test = TestStore(.rawSuite)
        let sample = Sample(store: test.store)
        let cached = Stored(Sample.mixed, store: test.store, options: .cached)
        for old in Self.values {
            let isEqual = holdsUnlessSaved {
                for value in ["first", "second", old, Self.values[index]] { cached.wrappedValue = value }
                return cached.wrappedValue == sample.mixed
            }
            #expect(isEqual, "\(Self.values[index]) over \(old)")
        }
    }

    @Test func anArgumentThatComesLaterHidesAWrite() {
        let test = TestStore(.rawSuite)
        let sample = Sample(store: test.store)
        let cached = Stored(Sample.count, store: test.store, options: .cached)
        for value in 1...3 {
            cached.wrappedValue = value
            #expect(cached.wrappedValue == value)
        }
        test.store.userDefaults.setVolatileDomain([Self.countName: 7], forName: UserDefaults.argumentDomain)
        for value in 4...6 {
            cached.wrappedValue = value
            #expect((cached.wrappedValue, sample.count) == (7, 7))
        }
        test.store.userDefaults.removeVolatileDomain(forName: UserDefaults.argumentDomain)
        cached.wrappedValue = 8
        #expect((cached.wrappedValue, sample.count) == (8, 8))
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

    /// Stores no number above 10.
    private final class Limited: UserDefaults {
        override func set(_ value: Any?, forKey name: String) {
            super.set((value as? NSNumber).map { min($0.intValue, 10) } ?? value, forKey: name)
        }
    }

    @Test func aSubclassMayStoreSomethingElse() throws {
        let store = DefaultsStore(try #require(Limited(suiteName: "SafeDefaultsTests-\(UUID().uuidString)")))
        let cached = Stored(Sample.count, store: store, options: .cached)
        for value in [1, 2, 3, 12, 11, 4, 20] {
            cached.wrappedValue = value
            #expect(cached.wrappedValue == min(value, 10))
        }
    }

    #if os(Linux)
    @Test func aForeignWriteThatNobodyHasFoundIsAChangeBeforeTheNextWrite() {
        let test = TestStore(.rawSuite)
        let sample = Sample(store: test.store)
        let log = Log<[Int]>()
        let token = sample.observe(\.count) { log.add([$0.oldValue, $0.newValue]) }
        for value in 1...3 { sample.count = value }
        test.store.userDefaults.set(4, forKey: Self.countName)
        sample.count = 5
        #expect(log.all == [[0, 1], [1, 2], [2, 3], [3, 4], [4, 5]])
        test.store.userDefaults.set(6, forKey: Self.countName)
        sample.count = 5
        #expect(sample.count == 5)
        test.store.refresh()
        #expect(log.all.dropFirst(5) == [[5, 6], [6, 5]])
        test.store.userDefaults.set(7, forKey: Self.countName)
        test.store.refresh()
        sample.count = 8
        #expect(log.all.dropFirst(7) == [[5, 7], [7, 8]])
        test.store.userDefaults.set(9, forKey: Self.countName)
        sample.update(\.count) { $0 += 1 }
        #expect(log.all.dropFirst(9) == [[8, 9], [9, 10]])
        token.cancel()
    }
    #endif

    // MARK: - Reads of the store

    /// Values in memory that count their reads.
    private final class CountedValues: PlainValues {
        private let values = Locked<[String: PropertyListValue]>([:])
        private let count = Locked(0)

        var reads: Int { count.withLock { $0 } }

        func content(of name: String) -> StoredContent {
            count.withLock { $0 += 1 }
            return StoredContent(values.withLock { $0[name] })
        }

        func content(of name: String, after value: PropertyListValue?) -> StoredContent { StoredContent(value) }

        func baseContent(of name: String, found: StoredContent) -> StoredContent { found }

        func baseContent(of name: String, after value: PropertyListValue?) -> StoredContent { StoredContent(value) }

        func storedContents(of names: [String]) -> [String: StoredContent] {
            Dictionary(keepingLast: names.map { ($0, content(of: $0)) })
        }

        func storedNames() -> [String] { [] }

        func put(_ value: PropertyListValue?, named name: String) { values.withLock { $0[name] = value } }
    }

    /// Notes the contents that it receives.
    private final class Receiver: ChangeReceiver {
        let log = Log<StoredContent?>()

        func receive(_ contents: [String: StoredContent], _ actions: inout DeferredActions) {
            log.add(contents["a"])
        }
    }

    @Test func aWatchedNameIsReadBeforeAndAfterAWrite() {
        let values = CountedValues()
        let hub = ObservationHub(over: values)
        let (receiver, registration) = hub.add(for: ["a"]) { _ in Receiver() }
        for value in 1...5 as ClosedRange<Int64> {
            let reads = values.reads
            hub.write(.integer(value), to: "a")
            // Before it is written, because a foreign write may come first, and afterwards.
            #expect(values.reads == reads + 2)
        }
        #expect(receiver.log.all == (1...5 as ClosedRange<Int64>).map { .value(.integer($0)) })
        hub.write(2, to: "other")
        #expect(receiver.log.all.count == 5)
        hub.remove(registration)
    }
}
