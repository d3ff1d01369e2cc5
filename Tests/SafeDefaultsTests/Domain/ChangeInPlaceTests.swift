import ContractCases
import Foundation
import SafeDefaults
import Testing

@testable import TestSupport

/// Changes in place, such as `+=`, `append` and an assignment to a part of a value.
///
/// They start from the value that was read. If it can't be read, that is the default, and to store what becomes of it
/// would destroy the stored value.
@Suite struct ChangeInPlaceTests {
    struct Profile: Codable, Equatable { var name = "", age = 0 }

    struct Sample: SafeDefaults {
        enum Keys: String, DefaultsKey { case count, list, profile, names, note, renamed }

        struct Settings {
            let count = Setting(.count, default: 10)
            let list = Setting<[Int]>(.list, default: [1])
            let profile = Setting(.profile, default: Profile())
            let names = Setting<[String: Int]>(.names, default: [:])
            let note = Setting<String?>(.note)
            let renamed = Setting(.renamed, default: 10, formerly: "count")
        }
        static let settings = Settings()
        var store: DefaultsStore
    }

    struct Failure: Error {}

    /// The ways to change a value in place, each over a value that can't be read.
    static let ways: [(String, @Sendable (Sample) -> Void)] = [
        ("+=", { $0.count += 1 }),
        ("key path", { $0[\.count] += 1 }),
        ("setting", { $0[Sample.count] += 1 }),
        ("inout", { increment(&$0.count) }),
        ("former name", { $0.renamed += 1 }),
        ("append", { $0.list.append(2) }),
        ("element", { $0.list[0] = 2 }),
        ("field", { $0.profile.name = "Tom" }),
        ("entry", { $0.names["a", default: 0] += 1 }),
        ("optional chain", { $0.note?.append("!") }),
        ("wrapper", { $0.changeByWrapper(options: []) }),
        ("cached wrapper", { $0.changeByWrapper(options: .cached) }),
    ]

    private static func increment(_ value: inout Int) { value += 1 }

    /// What no setting of the sample can be read from.
    private static let unreadable = Data([1, 2, 3])

    private func plant(in sample: Sample) {
        for key in Sample.Keys.allCases where key != .renamed { sample.set(Self.unreadable, forKey: key) }
    }

    @Test(arguments: ways.indices, StoreKind.allCases)
    func aChangeOfAnUnreadableValueIsRefusedAndReportedOnce(way: Int, kind: StoreKind) {
        let test = TestStore(kind)
        let sample = Sample(store: test.store)
        plant(in: sample)
        let before = sample.dictionaryRepresentation
        let (name, change) = Self.ways[way]
        let issues = IssueRecorder.issues { change(sample) }
        #expect(sample.dictionaryRepresentation == before, "\(name)")
        #expect(issues.map(\.kind) == [.unreadableValue], "\(name)")
        #expect(issues.first?.description.contains("nothing was written") == true, "\(name)")
    }

    @Test(arguments: StoreKind.allCases) func anAssignmentReplacesAnUnreadableValue(kind: StoreKind) {
        let test = TestStore(kind)
        let sample = Sample(store: test.store)
        plant(in: sample)
        let issues = IssueRecorder.issues {
            sample.count = 3
            sample[\.list] = [4]
            sample[Sample.profile] = Profile(name: "Tom")
            (sample.names, sample.note) = (["a": 1], "five")
        }
        #expect(issues.isEmpty)
        #expect(sample.count == 3)
        #expect(sample.list == [4])
        #expect(sample.profile == Profile(name: "Tom"))
        #expect(sample.names == ["a": 1])
        #expect(sample.note == "five")
    }

    @Test(arguments: StoreKind.allCases) func aChangeOfAReadableValueIsStored(kind: StoreKind) {
        let test = TestStore(kind)
        let sample = Sample(store: test.store)
        let issues = IssueRecorder.issues {
            sample.count += 1
            sample[\.count] += 1
            sample[Sample.count] += 1
            Self.increment(&sample.count)
            sample.list.append(2)
            sample.list[0] = 5
            sample.profile.name = "Tom"
            sample.names["a", default: 0] += 1
            sample.note?.append("!")
            sample.changeByWrapper(options: [])
            sample.changeByWrapper(options: .cached)
        }
        #expect(issues.isEmpty)
        #expect(sample.count == 16)
        #expect(sample.list == [5, 2])
        #expect(sample.profile == Profile(name: "Tom"))
        #expect(sample.names == ["a": 1])
        #expect(sample.note == nil)
        #expect(!sample.storedKeys.contains(.note) || kind == .rawSuite)
    }

    @Test func aValueUnderAFormerNameIsChangedAndMoved() {
        let sample = Sample(store: .inMemory())
        sample.count = 20
        sample.renamed += 1
        #expect(sample.renamed == 21)
        #expect(!sample.storedKeys.contains(.count))
    }

    @Test func aChangeThatThrowsStoresNothing() {
        let sample = Sample(store: .inMemory())
        sample.list = [1, 2]
        #expect(throws: Failure.self) { try Self.fail(&sample.list) }
        #expect(sample.list == [1, 2])
    }

    private static func fail(_ list: inout [Int]) throws {
        list.removeAll()
        throw Failure()
    }

    /// A change through a key path, as bindings make it, and one of a local variable with a wrapper.
    ///
    /// The compiler makes an assignment of both, so the unreadable value is replaced. The read has reported it.
    @Test func whatTheCompilerTurnsIntoAnAssignmentReplacesAnUnreadableValue() {
        let sample = Sample(store: .inMemory())
        plant(in: sample)
        let path = \Sample.profile.name
        let issues = IssueRecorder.issues {
            sample[keyPath: path] = "Tom"
            @Stored(Sample.count, store: sample.store) var count
            count += 1
        }
        #expect(issues.map(\.kind) == [.unreadableValue, .unreadableValue])
        #expect(sample.profile == Profile(name: "Tom"))
        #expect(sample.count == 11)
    }
}

extension ChangeInPlaceTests.Sample {
    fileprivate func changeByWrapper(options: StoredOptions) {
        Model(store: store, options: options).change()
    }

    private struct Model {
        @Stored var count: Int

        init(store: DefaultsStore, options: StoredOptions) {
            _count = Stored(ChangeInPlaceTests.Sample.count, store: store, options: options)
        }

        func change() { count += 1 }
    }
}
