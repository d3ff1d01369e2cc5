import Foundation
import SafeDefaults
import SafeDefaultsFiles
import Testing

@testable import TestSupport

@Suite(.noHang) struct UpdateTests {
    struct Failure: Error, Equatable {}

    /// Several store values over one store; over a file each has an object of its own, as in several processes.
    private static func stores(_ test: TestStore) -> [DefaultsStore] {
        switch test.kind {
        case .rawSuite: [.suite(test.suite), DefaultsStore(test.store.userDefaults)]
        case .inMemory: [test.store, DefaultsStore(test.store.userDefaults)]
        case .file: [test.store] + ((try? FileDefaults(url: test.fileURL)).map { [DefaultsStore($0)] } ?? [])
        case .apple: [test.store]
        }
    }

    // MARK: - Atomicity

    @Test(arguments: StoreKind.allCases) func sixteenThreadsLoseNoIncrement(kind: StoreKind) {
        let test = TestStore(kind)
        let stores = Self.stores(test)
        let turns = Stress.count(200, usual: 1_000)
        onThreads(16) { index in
            for _ in 0..<turns {
                if index.isMultiple(of: 3) {
                    Stored(Sample.count, store: stores[index % stores.count]).update { $0 += 1 }
                } else {
                    Sample(store: stores[index % stores.count]).update(\.count) { $0 += 1 }
                }
            }
        }
        #expect(Sample(store: test.store).count == 16 * turns)
    }

    @Test(arguments: StoreKind.allCases) func plainWritesComeBetweenUpdatesNeverInsideThem(kind: StoreKind) {
        // Writers set multiples of 1,000,000 with every plain way of writing; updaters add 1. An update that lost a
        // plain write would bring an old million back, so a writer sees its own or a later one, and nothing lower.
        let test = TestStore(kind)
        let stores = Self.stores(test)
        let lost = Shared(0)
        let turns = 300
        onThreads(5) { index in
            let sample = Sample(store: stores[index % stores.count])
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
        let last = Sample(store: test.store).count
        #expect(last >= turns * 1_000_000 && last <= turns * 1_000_000 + 4 * turns)
    }

    // MARK: - The body

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
