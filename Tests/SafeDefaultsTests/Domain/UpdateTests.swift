import Foundation
import SafeDefaults
import SafeDefaultsFiles
import Testing

@testable import TestSupport

@Suite(.noHang) struct UpdateTests {
    struct Sample: SafeDefaults {
        enum Keys: String, DefaultsKey { case count, other, moment, list }

        struct Settings {
            let count = Setting(.count, default: 0)
            let other = Setting(.other, default: 0)
            let moment = Setting<Date?>(.moment)
            let list = Setting<[Int]>(.list, default: [])
        }
        static let settings = Settings()
        var store: DefaultsStore
    }

    /// Another domain over the same names.
    final class Twin: SafeDefaults {
        typealias Keys = Sample.Keys
        struct Settings { let count = Setting(.count, default: 0) }
        static let settings = Settings()
        let store: DefaultsStore
        init(store: DefaultsStore) { self.store = store }
    }

    struct Failure: Error, Equatable {}

    /// The kinds of store that updates are tested with.
    enum Kind: String, CaseIterable, CustomTestStringConvertible {
        case rawSuite, inMemory, file, injected
        var testDescription: String { rawValue }
    }

    /// Domains over one store, each with its own store value.
    static func ways(_ kind: Kind) -> (test: TestStore?, reach: @Sendable (Int) -> DefaultsStore) {
        switch kind {
        case .rawSuite:
            let test = TestStore(.rawSuite)
            let suite = test.suite
            return (
                test,
                { index in
                    let store = DefaultsStore.suite(suite)
                    return index.isMultiple(of: 2) ? store : DefaultsStore(store.userDefaults)
                }
            )
        case .inMemory:
            let store = DefaultsStore.inMemory()
            return (nil, { index in index.isMultiple(of: 2) ? store : DefaultsStore(store.userDefaults) })
        case .file:
            let test = TestStore(.file)
            // Each has its own object over one file, as in several processes.
            let others = (try? FileDefaults(url: test.fileURL)).map { [DefaultsStore($0)] } ?? []
            let stores = [test.store] + others
            return (test, { index in stores[index % stores.count] })
        case .injected:
            let store = DefaultsStore(CountingDefaults())
            return (nil, { _ in DefaultsStore(store.userDefaults) })
        }
    }

    // MARK: - Atomicity

    @Test(arguments: Kind.allCases) func sixteenThreadsLoseNoIncrement(kind: Kind) {
        let (test, reach) = Self.ways(kind)
        let turns = Stress.count(200, usual: 1_000)
        onThreads(16) { index in
            for _ in 0..<turns {
                if index.isMultiple(of: 3) {
                    Twin(store: reach(index)).update(\.count) { $0 += 1 }
                } else {
                    Sample(store: reach(index)).update(\.count) { $0 += 1 }
                }
            }
        }
        #expect(Sample(store: reach(0)).count == 16 * turns)
        withExtendedLifetime(test) {}
    }

    @Test(arguments: Kind.allCases) func plainWritesComeBetweenUpdatesNeverInsideThem(kind: Kind) {
        // Writers set multiples of 1,000,000 with every plain way of writing; updaters add 1. An update that lost a
        // plain write would bring an old million back, so a writer sees its own or a later one, and nothing lower.
        let (test, reach) = Self.ways(kind)
        let lost = Shared(0)
        let turns = 300
        onThreads(5) { index in
            let sample = Sample(store: reach(index))
            guard index == 0 else {
                for _ in 0..<turns { sample.update(\.count) { $0 += 1 } }
                return
            }
            for turn in 1...turns {
                let million = turn * 1_000_000
                switch turn % 4 {
                case 0: sample.count = million
                case 1: sample.set(million, forKey: .count)
                case 2: Sample.count.set(million, in: sample.store)
                default: sample.setObject(million, forKey: .count)
                }
                if sample.count < million { lost.change { $0 += 1 } }
            }
        }
        #expect(lost.value == 0)
        let last = Sample(store: reach(0)).count
        #expect(last >= turns * 1_000_000 && last <= turns * 1_000_000 + 4 * turns)
        withExtendedLifetime(test) {}
    }

    @Test func anOvertakenBodyIsCalledAgainWithTheNewerValue() {
        let test = TestStore(.inMemory)
        let sample = Sample(store: test.store)
        var seen: [Int] = []
        sample.update(\.count) { count in
            seen.append(count)
            if seen.count == 1 { onThreads(1) { _ in Sample(store: test.store).count = 10 } }
            count += 1
        }
        #expect(seen == [0, 10])
        #expect(sample.count == 11)
    }

    // MARK: - The body

    @Test(arguments: StoreKind.allCases) func theBodyMayTouchOtherSettings(kind: StoreKind) {
        let test = TestStore(kind)
        let sample = Sample(store: test.store)
        sample.other = 5
        sample.update(\.count) { count in
            count = sample.other
            sample.other = 6
            sample.removeObject(forKey: .list)
        }
        #expect(sample.count == 5 && sample.other == 6)
    }

    @Test(.row(87), arguments: StoreKind.allCases) func aBodyThatThrowsWritesNothing(kind: StoreKind) {
        let test = TestStore(kind)
        let sample = Sample(store: test.store)
        sample.count = 5
        #expect(throws: Failure()) {
            try sample.update(\.count) { (count: inout Int) throws(Failure) in
                count = 6
                throw Failure()
            }
        }
        #expect(sample.count == 5)
        sample.removeAll()
        #expect(throws: Failure()) {
            try sample.update(\.count) { (count: inout Int) throws(Failure) in
                count = 6
                throw Failure()
            }
        }
        #expect(test.raw("count") == nil)
    }

    @Test(arguments: StoreKind.allCases) func aBodyThatWritesItsOwnKeyWinsInTheEnd(kind: StoreKind) {
        let test = TestStore(kind)
        let sample = Sample(store: test.store)
        var runs = 0
        sample.update(\.count) { count in
            runs += 1
            sample.count += 100
            count = -1
        }
        #expect(sample.count == -1)
        #expect(runs > 1 && runs < 100)
    }

    @Test(.noHang) func updatesMayBeNested() {
        let test = TestStore(.inMemory)
        let sample = Sample(store: test.store)
        sample.update(\.count) { count in
            sample.update(\.other) { $0 += 10 }
            count += 1
        }
        #expect(sample.count == 1 && sample.other == 10)
        // It changes the same setting, so each call overtakes itself.
        sample.update(\.count) { count in
            sample.update(\.count) { $0 = 50 }
            count += 1
        }
        #expect(sample.count == 51)
    }

    @Test func nestedUpdatesOfSeveralThreadsEnd() {
        let test = TestStore(.inMemory)
        onThreads(4) { index in
            let sample = Sample(store: test.store)
            for _ in 0..<50 {
                if index.isMultiple(of: 2) {
                    sample.update(\.count) { count in
                        _ = sample.other
                        count += 1
                    }
                } else {
                    sample.update(\.other) { other in
                        _ = sample.count
                        other += 1
                    }
                }
            }
        }
        #expect(Sample(store: test.store).count == 100 && Sample(store: test.store).other == 100)
    }

    // MARK: - Values that cannot be

    @Test(.rows(86, 87), arguments: StoreKind.allCases) func aValueThatCannotBeStoredLeavesTheOldOne(kind: StoreKind) {
        let test = TestStore(kind)
        let sample = Sample(store: test.store)
        let date = Date(timeIntervalSinceReferenceDate: 0)
        sample.moment = date
        var runs = 0
        let issues = IssueRecorder.issues {
            sample.update(\.moment) {
                runs += 1
                $0 = Date(timeIntervalSinceReferenceDate: .nan)
            }
        }
        #expect(issues.map(\.kind) == [.failedWrite])
        #expect(issues.first?.storedName == "moment")
        #expect(runs == 1)
        #expect(sample.moment == date)
    }

    @Test func anUnreadableValueGivesTheDefaultAndExactlyOneIssue() {
        let test = TestStore(.inMemory)
        let sample = Sample(store: test.store)
        sample.set("x", forKey: .count)
        var seen: [Int] = []
        let issues = IssueRecorder.issues {
            sample.update(\.count) { count in
                seen.append(count)
                // Another unreadable value overtakes it: the body is called again, and the issue is the same.
                if seen.count == 1 { sample.set("y", forKey: .count) }
                count += 1
            }
        }
        #expect(seen == [0, 0])
        #expect(issues.map(\.kind) == [.unreadableValue])
        #expect(issues.first?.storedName == "count")
        #expect(test.stored("count") == "y" as NSString)
    }

    @Test func anUpdateSeesWhatHasBecomeReadableMeanwhile() {
        let sample = Sample(store: .inMemory())
        sample.set("many", forKey: .count)
        var seen: [Int] = []
        let issues = IssueRecorder.issues {
            sample.update(\.count) { count in
                seen.append(count)
                if seen.count == 1 { sample.count = 10 }
                count += 1
            }
        }
        #expect(seen == [0, 10])
        #expect(sample.count == 11)
        #expect(issues == [])
    }
}
